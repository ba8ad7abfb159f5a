// What the stores of tokens (`tokens.ts`) and of write keys (`write-keys.ts`) have in common. Only hashes are
// stored: a secret is shown once, when it is made.
import { hash, randomBytes } from 'node:crypto';
import { StoreError } from '../../errors.ts';
import type { Organization } from './organizations.ts';
import { readInteger, readText, type Sql, type SqlValue, type StoreRow } from '../sql.ts';

/** What is stored about a token or a write key. The secret itself is not. */
export interface SecretRecord {
  readonly id: string;
  readonly namespace: string;
  readonly createdMs: number;
  readonly revokedMs: number | null;
}

/**
 * What tokens and write keys differ in: the table, the name, the command that lists them, and their records.
 */
interface SecretKind<R extends SecretRecord> {
  readonly table: 'tokens' | 'write_keys';
  readonly name: string;
  readonly listedBy: string;
  /** The columns that only this kind has, each with a comma. */
  readonly terms: string;
  readonly toRecord: (row: StoreRow) => R;
}

/** What tokens and write keys have in common: to find, add, list and revoke them. */
export function secretsIn<R extends SecretRecord>(
  sql: Sql,
  now: () => number,
  { table, name, listedBy, terms, toRecord }: SecretKind<R>,
) {
  const select = `SELECT s.id AS secret_id, s.hash, s.created AS secret_created, s.revoked, ${terms} o.*
    FROM ${table} s JOIN organizations o ON o.id = s.organization`;
  const { find, forget } = finderOf(sql, select);
  const change = async (statement: string, values: readonly SqlValue[]) => {
    await sql.transaction((rows) => rows(statement, values));
    forget();
  };
  return {
    /** The row of a secret, with the columns of its organization. */
    find,
    /** Empties the cache, after a change elsewhere. */
    forget,
    /** Stores a secret; `term` is the values of the columns that only this kind has. */
    add: async (
      { id: organization, namespace }: Organization,
      secret: string,
      term: readonly SqlValue[] = [],
    ): Promise<SecretRecord> => {
      const [id, createdMs] = [randomBytes(6).toString('hex'), now()];
      const values = [id, hash('sha256', secret), organization, BigInt(createdMs), ...term];
      const places = values.map((_, index) => `$${index + 1}`).join(', ');
      await change(`INSERT INTO ${table} VALUES (${places}, NULL)`, values);
      return { id, namespace, createdMs, revokedMs: null };
    },
    /** The records of a namespace; null: of all. */
    list: async (namespace: string | null): Promise<readonly R[]> => {
      const records = (await sql.rows(`${select} ORDER BY s.created, s.id`)).map(toRecord);
      return records.filter((record) => namespace === null || record.namespace === namespace);
    },
    /** Throws `StoreError` if there is no secret with this id. */
    revoke: async (id: string): Promise<R> => {
      const [row] = await sql.rows(`${select} WHERE s.id = $1`, [id]);
      if (row === undefined)
        throw new StoreError(
          `There is no ${name} with the id ${JSON.stringify(id)}; \`${listedBy}\` shows them.`,
        );
      const record = toRecord(row);
      if (record.revokedMs !== null) return record;
      const revokedMs = now();
      await change(`UPDATE ${table} SET revoked = $1 WHERE id = $2`, [BigInt(revokedMs), id]);
      return { ...record, revokedMs };
    },
  };
}

/**
 * Finds a secret's row by its hash. The rows are read into memory once, so that a request needs no statement;
 * if other processes can revoke secrets, too, each request looks in the table.
 */
function finderOf(sql: Sql, select: string) {
  let rowsByHash: Promise<ReadonlyMap<string, StoreRow>> | null = null;
  const forget = () => {
    rowsByHash = null;
  };
  const read = async () =>
    new Map((await sql.rows(select)).map((row) => [readText(row, 'hash'), row] as const));
  const find = async (secret: string): Promise<StoreRow | undefined> => {
    const secretHash = hash('sha256', secret);
    if (sql.isShared) return (await sql.rows(`${select} WHERE s.hash = $1`, [secretHash]))[0];
    const reading = (rowsByHash ??= read());
    // After a failure the next request reads them again.
    reading.catch(forget);
    return (await reading).get(secretHash);
  };
  return { find, forget };
}

/** The record in a row. */
export function recordOf(row: StoreRow): SecretRecord {
  return {
    id: readText(row, 'secret_id'),
    namespace: readText(row, 'namespace'),
    createdMs: readInteger(row, 'secret_created'),
    revokedMs: row['revoked'] === null ? null : readInteger(row, 'revoked'),
  };
}
