// Stores the tokens with which programs query. `token …` makes, lists and revokes them; that of each request
// is looked up here.
import { randomBytes } from 'node:crypto';
import { TOKEN_PREFIX } from '../../../text/credentials.ts';
import { StoreError } from '../../errors.ts';
import { type Organization, type Organizations, toOrganization } from './organizations.ts';
import { recordOf, type SecretRecord, secretsIn } from './secrets.ts';
import { readInteger, readText, type Sql, writeNote } from '../sql.ts';

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

export type Tokens = ReturnType<typeof tokensIn>;

/** The note `token-used-<id>` holds when a token was last used, in epoch milliseconds. */
const USED = 'token-used-';

/** The longest lifetime of a token. */
const YEAR_MS = 365 * 86_400_000;

/** Makes the access tokens in a store's file or in PostgreSQL. A token reads its organization's events. */
export function tokensIn(sql: Sql, organizations: Organizations, now: () => number) {
  const { find, ...secrets } = secretsIn(sql, now, {
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
