import { createHash, randomBytes } from 'node:crypto';
import { TOKEN_PREFIX } from '../../text/credentials.ts';
import { type Database, readInteger, readText, type StoreRow } from './database.ts';
import { StoreError } from '../errors.ts';
import { type Organization, type Organizations, toOrganization } from './organizations.ts';

/** What is stored about a token. The token itself is not. */
export interface TokenRecord {
  readonly id: string;
  readonly namespace: string;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly revokedMs: number | null;
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
export const YEAR_MS = 365 * 86_400_000;

interface KnownToken {
  readonly organization: Organization;
  readonly expiresMs: number;
  readonly isTermStated: boolean;
  readonly isRevoked: boolean;
}

/** The tokens in a database, as hashes. They are read once and looked up in memory. */
export function tokensOf(database: Database, organizations: Organizations, now: () => number): Tokens {
  let known: Promise<ReadonlyMap<string, KnownToken>> | null = null;
  const forget = () => {
    known = null;
  };
  return {
    forget,
    create: async (namespace, lifetimeMs) => {
      const made = await create(database, await organizations.get(namespace), lifetimeMs, now());
      forget();
      return made;
    },
    list: (namespace) => list(database, namespace),
    revoke: async (id) => {
      const revoked = await revoke(database, id, now());
      forget();
      return revoked;
    },
    holder: async (token) => {
      const read = (known ??= readKnown(database));
      read.catch(forget);
      return holderOf((await read).get(hash(token)), now());
    },
  };
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

async function create(
  database: Database,
  organization: Organization,
  lifetimeMs: number | null,
  createdMs: number,
) {
  if (organization.plan === 'free') {
    throw new StoreError(
      `${organization.namespace} is on the free plan, which has no access tokens. \`org plan ${organization.namespace} paid\` upgrades it.`,
    );
  }
  if (lifetimeMs !== null && (lifetimeMs <= 0 || lifetimeMs > YEAR_MS)) {
    throw new StoreError('The lifetime of a token must be more than zero and a year (365d) at most.');
  }
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
  const id = randomBytes(6).toString('hex');
  // The default is by the machine's clock, or a service whose clock is set far ahead would refuse every
  // token.
  const expiresMs = lifetimeMs === null ? Date.now() + YEAR_MS : createdMs + lifetimeMs;
  const values = [
    id,
    hash(token),
    organization.id,
    BigInt(createdMs),
    BigInt(expiresMs),
    lifetimeMs !== null,
  ];
  await database.transaction((connection) =>
    connection.run('INSERT INTO tokens VALUES ($1, $2, $3, $4, $5, $6, NULL)', values),
  );
  return { id, token, namespace: organization.namespace, createdMs, expiresMs, revokedMs: null };
}

const SELECT = `SELECT t.id AS token_id, t.hash, t.expires, t.stated_term, t.revoked, t.created AS token_created, o.*
  FROM tokens t JOIN organizations o ON o.id = t.organization`;

async function list(database: Database, namespace: string | null): Promise<readonly TokenRecord[]> {
  const rows = await database.rows(`${SELECT} ORDER BY t.created, t.id`);
  return rows.map(toRecord).filter((record) => namespace === null || record.namespace === namespace);
}

async function revoke(database: Database, id: string, revokedMs: number): Promise<TokenRecord> {
  const [row] = await database.rows(`${SELECT} WHERE t.id = $1`, [id]);
  if (row === undefined)
    throw new StoreError(`There is no token with the id ${JSON.stringify(id)}; \`token list\` shows them.`);
  const record = toRecord(row);
  if (record.revokedMs !== null) return record;
  await database.transaction((connection) =>
    connection.run('UPDATE tokens SET revoked = $1 WHERE id = $2', [BigInt(revokedMs), id]),
  );
  return { ...record, revokedMs };
}

async function readKnown(database: Database): Promise<ReadonlyMap<string, KnownToken>> {
  const rows = await database.rows(SELECT);
  return new Map(
    rows.map((row) => [
      readText(row, 'hash'),
      {
        organization: toOrganization(row),
        expiresMs: readInteger(row, 'expires'),
        isTermStated: row['stated_term'] === true,
        isRevoked: row['revoked'] !== null,
      },
    ]),
  );
}

function holderOf(token: KnownToken | undefined, nowMs: number): TokenHolder {
  if (token === undefined) return { kind: 'unknown' };
  if (token.isRevoked) return { kind: 'revoked' };
  if ((token.isTermStated ? nowMs : Date.now()) >= token.expiresMs) return { kind: 'expired' };
  return { kind: 'valid', organization: token.organization };
}

function toRecord(row: StoreRow): TokenRecord {
  return {
    id: readText(row, 'token_id'),
    namespace: readText(row, 'namespace'),
    createdMs: readInteger(row, 'token_created'),
    expiresMs: readInteger(row, 'expires'),
    revokedMs: row['revoked'] === null ? null : readInteger(row, 'revoked'),
  };
}
