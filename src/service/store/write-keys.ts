import { createHash, randomBytes } from 'node:crypto';
import { KEY_PREFIX } from '../../text/credentials.ts';
import { StoreError } from '../errors.ts';
import { type Database, readInteger, readText, type StoreRow } from './database.ts';
import type { Organizations } from './organizations.ts';

/** What is stored about a write key. The key itself is not. */
export interface WriteKeyRecord {
  readonly id: string;
  readonly namespace: string;
  readonly createdMs: number;
  readonly revokedMs: number | null;
}

/** Whose events a write key may send, or why it is not accepted. */
export type WriteKeyHolder =
  | { readonly kind: 'valid'; readonly id: string; readonly namespace: string }
  | { readonly kind: 'unknown' | 'revoked' };

/**
 * The write keys of a store: an app sends events with one. It is in every copy of the app, so it can read
 * nothing.
 */
export interface WriteKeys {
  create(namespace: string): Promise<WriteKeyRecord & { readonly key: string }>;
  list(namespace: string | null): Promise<readonly WriteKeyRecord[]>;
  revoke(id: string): Promise<WriteKeyRecord>;
  holder(key: string): Promise<WriteKeyHolder>;
}

const SELECT = `SELECT k.id, k.hash, k.created, k.revoked, o.namespace
  FROM write_keys k JOIN organizations o ON o.id = k.organization`;

/** The write keys in a database, as hashes. They are read once and looked up in memory. */
export function writeKeysOf(database: Database, organizations: Organizations, now: () => number): WriteKeys {
  let known: Promise<ReadonlyMap<string, WriteKeyRecord>> | null = null;
  const forget = () => {
    known = null;
  };
  const readKnown = async () => {
    const rows = await database.rows(SELECT);
    return new Map(rows.map((row) => [readText(row, 'hash'), toRecord(row)]));
  };
  return {
    create: async (namespace) => {
      const { id: organization } = await organizations.get(namespace);
      const key = `${KEY_PREFIX}${randomBytes(24).toString('base64url')}`;
      const record = { id: randomBytes(6).toString('hex'), namespace, createdMs: now(), revokedMs: null };
      const values = [record.id, hash(key), organization, BigInt(record.createdMs)];
      await database.transaction((connection) =>
        connection.run('INSERT INTO write_keys VALUES ($1, $2, $3, $4, NULL)', values),
      );
      forget();
      return { ...record, key };
    },
    list: async (namespace) => {
      const records = (await database.rows(`${SELECT} ORDER BY k.created, k.id`)).map(toRecord);
      return records.filter((record) => namespace === null || record.namespace === namespace);
    },
    revoke: async (id) => {
      const revoked = await revoke(database, id, now());
      forget();
      return revoked;
    },
    holder: async (key) => {
      const read = (known ??= readKnown());
      read.catch(forget);
      const found = (await read).get(hash(key));
      if (found === undefined) return { kind: 'unknown' };
      return found.revokedMs === null ? { kind: 'valid', ...found } : { kind: 'revoked' };
    },
  };
}

async function revoke(database: Database, id: string, revokedMs: number): Promise<WriteKeyRecord> {
  const [row] = await database.rows(`${SELECT} WHERE k.id = $1`, [id]);
  if (row === undefined)
    throw new StoreError(`There is no write key with the id ${JSON.stringify(id)}; \`key list\` shows them.`);
  const record = toRecord(row);
  if (record.revokedMs !== null) return record;
  await database.transaction((connection) =>
    connection.run('UPDATE write_keys SET revoked = $1 WHERE id = $2', [BigInt(revokedMs), id]),
  );
  return { ...record, revokedMs };
}

function hash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function toRecord(row: StoreRow): WriteKeyRecord {
  return {
    id: readText(row, 'id'),
    namespace: readText(row, 'namespace'),
    createdMs: readInteger(row, 'created'),
    revokedMs: row['revoked'] === null ? null : readInteger(row, 'revoked'),
  };
}
