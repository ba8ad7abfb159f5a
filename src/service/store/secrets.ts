// Stores tokens (which query) and write keys (which send events). `token …` and `key …` make, list and revoke
// them; each request's is looked up here. Only hashes are stored: a secret is shown once, when it is made.
import { hash, randomBytes } from 'node:crypto';
import { KEY_PREFIX, TOKEN_PREFIX } from '../../text/credentials.ts';
import { StoreError } from '../errors.ts';
import { readInteger, readText, type Sql, type SqlValue, type StoreRow, writeNote } from './database.ts';
import { type Organization, type Organizations, toOrganization } from './organizations.ts';

/** What is stored about a token or a write key. The secret itself is not. */
export interface SecretRecord {
  readonly id: string;
  readonly namespace: string;
  readonly createdMs: number;
  readonly revokedMs: number | null;
}

/** What is stored about a token. */
interface TokenRecord extends SecretRecord {
  readonly expiresMs: number;
}

/** A token, and when it was last used (in another process: an hour ago at most); null if it never was. */
export interface UsedToken extends TokenRecord {
  readonly usedMs: number | null;
}

/** Whose token it is, or why it is not accepted. */
export type TokenHolder =
  | {
      readonly kind: 'valid' | 'expired' | 'revoked';
      readonly id: string;
      readonly organization: Organization;
    }
  | { readonly kind: 'unknown' };

export type Tokens = ReturnType<typeof tokensOf>;

/** The note `token-used-<id>` holds when a token was last used, in epoch milliseconds. */
const USED = 'token-used-';

/** The longest lifetime of a token. */
const YEAR_MS = 365 * 86_400_000;

/** Makes the access tokens in a store's file or in PostgreSQL. A token reads its organization's events. */
export function tokensOf(sql: Sql, organizations: Organizations, now: () => number) {
  const { find, ...secrets } = secretsOf(sql, now, {
    table: 'tokens',
    name: 'token',
    listedBy: 'token list',
    terms: 's.expires, s.stated_term,',
    toRecord: (row): TokenRecord => ({ ...recordOf(row), expiresMs: readInteger(row, 'expires') }),
  });
  /** Token id → when it was last used, until `noteUses` stores it. */
  const uses = new Map<string, number>();
  const lastUses = async () => {
    const notes = await sql.rows(`SELECT key, value FROM meta WHERE starts_with(key, '${USED}')`);
    const notedMs = new Map(notes.map((row) => [readText(row, 'key'), Number(readText(row, 'value'))]));
    return (record: TokenRecord): UsedToken => ({
      ...record,
      usedMs: uses.get(record.id) ?? notedMs.get(USED + record.id) ?? null,
    });
  };
  return {
    ...secrets,
    /** A null `lifetimeMs` means a year by the machine's clock. Throws `StoreError` on the free plan. */
    create: async (namespace: string, lifetimeMs: number | null) => {
      const organization = await organizations.get(namespace);
      checkTerms(organization, lifetimeMs);
      const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
      // The default is by the machine's clock: a service whose clock `--now` sets far ahead would otherwise
      // refuse every token.
      const expiresMs = lifetimeMs === null ? Date.now() + YEAR_MS : now() + lifetimeMs;
      const term = [BigInt(expiresMs), lifetimeMs !== null];
      return { ...(await secrets.add(organization, token, term)), token, expiresMs };
    },
    /** Whose token a request has, and whether it is still valid. */
    holder: async (token: string): Promise<TokenHolder> => {
      const row = await find(token);
      if (row === undefined) return { kind: 'unknown' };
      const owner = { id: recordOf(row).id, organization: toOrganization(row) };
      if (row['revoked'] !== null) return { kind: 'revoked', ...owner };
      const nowMs = row['stated_term'] === true ? now() : Date.now();
      if (nowMs >= readInteger(row, 'expires')) return { kind: 'expired', ...owner };
      uses.set(owner.id, now());
      return { kind: 'valid', ...owner };
    },
    list: async (namespace: string | null) => (await secrets.list(namespace)).map(await lastUses()),
    revoke: async (id: string) => (await lastUses())(await secrets.revoke(id)),
    /** Stores when tokens were last used. It is called hourly, so that no query waits for it. */
    noteUses: async (): Promise<void> => {
      const used = [...uses];
      if (used.length === 0) return;
      await sql.transaction(async (rows) => {
        for (const [id, ms] of used) await writeNote(rows, USED + id, String(ms));
      });
      for (const [id, ms] of used) if (uses.get(id) === ms) uses.delete(id);
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

/** The organization that a write key sends events to, or why the key is not accepted. */
type WriteKeyHolder =
  | { readonly kind: 'valid' | 'revoked'; readonly id: string; readonly namespace: string }
  | { readonly kind: 'unknown' };

export type WriteKeys = ReturnType<typeof writeKeysOf>;

/**
 * Makes the write keys in a store's file or in PostgreSQL. An app sends events with one. The key is in every
 * copy of the app, so treat it as public; it reads nothing.
 */
export function writeKeysOf(sql: Sql, organizations: Organizations, now: () => number) {
  const { find, ...secrets } = secretsOf(sql, now, {
    table: 'write_keys',
    name: 'write key',
    listedBy: 'key list',
    terms: '',
    toRecord: recordOf,
  });
  return {
    ...secrets,
    create: async (namespace: string) => {
      const organization = await organizations.get(namespace);
      const key = `${KEY_PREFIX}${randomBytes(24).toString('base64url')}`;
      return { ...(await secrets.add(organization, key)), key };
    },
    /** Whose key a post has, and whether it is still valid. */
    holder: async (key: string): Promise<WriteKeyHolder> => {
      const row = await find(key);
      if (row === undefined) return { kind: 'unknown' };
      return { kind: row['revoked'] === null ? 'valid' : 'revoked', ...recordOf(row) };
    },
  };
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

function recordOf(row: StoreRow): SecretRecord {
  return {
    id: readText(row, 'secret_id'),
    namespace: readText(row, 'namespace'),
    createdMs: readInteger(row, 'secret_created'),
    revokedMs: row['revoked'] === null ? null : readInteger(row, 'revoked'),
  };
}

/** What tokens and write keys have in common: to find, add, list and revoke them. */
function secretsOf<R extends SecretRecord>(
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
