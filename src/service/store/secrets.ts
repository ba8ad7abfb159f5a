import { createHash, randomBytes } from 'node:crypto';
import { KEY_PREFIX, TOKEN_PREFIX } from '../../text/credentials.ts';
import { StoreError } from '../errors.ts';
import { readInteger, readText, type Sql, type SqlValue, type StoreRow } from './database.ts';
import { type Organization, type Organizations, toOrganization } from './organizations.ts';

/** What is stored about a token or a write key. The secret itself is not. */
export interface SecretRecord {
  readonly id: string;
  readonly namespace: string;
  readonly createdMs: number;
  readonly revokedMs: number | null;
}

/** What is stored about a token. */
export interface TokenRecord extends SecretRecord {
  readonly expiresMs: number;
}

/** Whose token it is, or why it is not accepted. */
export type TokenHolder =
  | { readonly kind: 'valid'; readonly organization: Organization }
  | { readonly kind: 'unknown' | 'expired' | 'revoked' };

/** The access tokens of a store. */
export interface Tokens {
  /**
   * Makes a token. A null `lifetimeMs` means a year by the machine's clock. Throws `StoreError` on the free
   * plan.
   */
  create(namespace: string, lifetimeMs: number | null): Promise<TokenRecord & { readonly token: string }>;
  list(namespace: string | null): Promise<readonly TokenRecord[]>;
  revoke(id: string): Promise<TokenRecord>;
  holder(token: string): Promise<TokenHolder>;
  /** Empties the cache, after a change elsewhere. */
  forget(): void;
}

/** The longest lifetime of a token. */
const YEAR_MS = 365 * 86_400_000;

/** The tokens in a database. */
export function tokensOf(sql: Sql, organizations: Organizations, now: () => number): Tokens {
  const secrets = secretsOf(sql, {
    table: 'tokens',
    name: 'token',
    listedBy: 'token list',
    terms: 's.expires, s.stated_term,',
    readTerm: (row) => ({ expiresMs: readInteger(row, 'expires') }),
  });
  return {
    forget: secrets.forget,
    create: async (namespace, lifetimeMs) => {
      const organization = await organizations.get(namespace);
      checkTerms(organization, lifetimeMs);
      const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
      const createdMs = now();
      // The default is by the machine's clock, or a service whose clock is set far ahead would refuse every
      // token.
      const expiresMs = lifetimeMs === null ? Date.now() + YEAR_MS : createdMs + lifetimeMs;
      const term = [BigInt(expiresMs), lifetimeMs !== null];
      return { ...(await secrets.add(organization, token, createdMs, term)), token, expiresMs };
    },
    list: secrets.list,
    revoke: (id) => secrets.revoke(id, now()),
    holder: async (token) => {
      const row = await secrets.find(token);
      if (row === undefined) return { kind: 'unknown' };
      const { expiresMs, revokedMs } = secrets.toRecord(row);
      if (revokedMs !== null) return { kind: 'revoked' };
      const nowMs = row['stated_term'] === true ? now() : Date.now();
      if (nowMs >= expiresMs) return { kind: 'expired' };
      return { kind: 'valid', organization: toOrganization(row) };
    },
  };
}

/** Throws `StoreError` if an organization may have no token of this lifetime. */
function checkTerms({ plan, namespace }: Organization, lifetimeMs: number | null): void {
  if (plan === 'free') {
    throw new StoreError(
      `${namespace} is on the free plan, which has no access tokens. \`org plan ${namespace} paid\` upgrades it.`,
    );
  }
  if (lifetimeMs !== null && (lifetimeMs <= 0 || lifetimeMs > YEAR_MS))
    throw new StoreError('The lifetime of a token must be more than zero and a year (365d) at most.');
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
  create(namespace: string): Promise<SecretRecord & { readonly key: string }>;
  list(namespace: string | null): Promise<readonly SecretRecord[]>;
  revoke(id: string): Promise<SecretRecord>;
  holder(key: string): Promise<WriteKeyHolder>;
}

/** The write keys in a database. */
export function writeKeysOf(sql: Sql, organizations: Organizations, now: () => number): WriteKeys {
  const secrets = secretsOf(sql, {
    table: 'write_keys',
    name: 'write key',
    listedBy: 'key list',
    terms: '',
    readTerm: () => ({}),
  });
  return {
    create: async (namespace) => {
      const organization = await organizations.get(namespace);
      const key = `${KEY_PREFIX}${randomBytes(24).toString('base64url')}`;
      return { ...(await secrets.add(organization, key, now())), key };
    },
    list: secrets.list,
    revoke: (id) => secrets.revoke(id, now()),
    holder: async (key) => {
      const row = await secrets.find(key);
      if (row === undefined) return { kind: 'unknown' };
      const { revokedMs, ...record } = secrets.toRecord(row);
      return revokedMs === null ? { kind: 'valid', ...record } : { kind: 'revoked' };
    },
  };
}

/** A kind of secrets: its table, its name, the command that lists it, and what its records say besides. */
interface SecretKind<Term> {
  readonly table: 'tokens' | 'write_keys';
  readonly name: string;
  readonly listedBy: string;
  /** The columns that only this kind has, each with a comma. */
  readonly terms: string;
  readonly readTerm: (row: StoreRow) => Term;
}

/** The secrets of a kind in a database, as hashes. */
function secretsOf<Term extends object>(
  sql: Sql,
  { table, name, listedBy, terms, readTerm }: SecretKind<Term>,
) {
  const select = `SELECT s.id AS secret_id, s.hash, s.created AS secret_created, s.revoked, ${terms} o.*
    FROM ${table} s JOIN organizations o ON o.id = s.organization`;
  const { find, forget } = finderOf(sql, select);
  const change = async (statement: string, values: readonly SqlValue[]) => {
    await sql.transaction((rows) => rows(statement, values));
    forget();
  };
  const toRecord = (row: StoreRow): SecretRecord & Term => ({
    id: readText(row, 'secret_id'),
    namespace: readText(row, 'namespace'),
    createdMs: readInteger(row, 'secret_created'),
    revokedMs: row['revoked'] === null ? null : readInteger(row, 'revoked'),
    ...readTerm(row),
  });
  return {
    toRecord,
    /** Empties the cache, after a change elsewhere. */
    forget,
    /** Stores a secret; `term` is the values of the columns that only this kind has. */
    add: async (
      { id: organization, namespace }: Organization,
      secret: string,
      createdMs: number,
      term: readonly SqlValue[] = [],
    ): Promise<SecretRecord> => {
      const id = randomBytes(6).toString('hex');
      const values = [id, hash(secret), organization, BigInt(createdMs), ...term];
      const places = values.map((_, index) => `$${index + 1}`).join(', ');
      await change(`INSERT INTO ${table} VALUES (${places}, NULL)`, values);
      return { id, namespace, createdMs, revokedMs: null };
    },
    /** The records of a namespace; null: of all. */
    list: async (namespace: string | null) => {
      const records = (await sql.rows(`${select} ORDER BY s.created, s.id`)).map(toRecord);
      return records.filter((record) => namespace === null || record.namespace === namespace);
    },
    /** Throws `StoreError` if there is no secret with this id. */
    revoke: async (id: string, revokedMs: number) => {
      const [row] = await sql.rows(`${select} WHERE s.id = $1`, [id]);
      if (row === undefined)
        throw new StoreError(
          `There is no ${name} with the id ${JSON.stringify(id)}; \`${listedBy}\` shows them.`,
        );
      const record = toRecord(row);
      if (record.revokedMs !== null) return record;
      await change(`UPDATE ${table} SET revoked = $1 WHERE id = $2`, [BigInt(revokedMs), id]);
      return { ...record, revokedMs };
    },
    /** The row of a secret, with the columns of its organization. */
    find,
  };
}

/** Finds secrets in memory, into which they are read once, unless other processes revoke some, too. */
function finderOf(sql: Sql, select: string) {
  let known: Promise<ReadonlyMap<string, StoreRow>> | null = null;
  const forget = () => {
    known = null;
  };
  const read = async () =>
    new Map((await sql.rows(select)).map((row) => [readText(row, 'hash'), row] as const));
  const find = async (secret: string): Promise<StoreRow | undefined> => {
    if (sql.isShared) return (await sql.rows(`${select} WHERE s.hash = $1`, [hash(secret)]))[0];
    const reading = (known ??= read());
    reading.catch(forget);
    return (await reading).get(hash(secret));
  };
  return { find, forget };
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
