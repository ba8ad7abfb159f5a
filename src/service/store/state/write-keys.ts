// Stores the write keys with which apps send events. `key …` makes, lists and revokes them; that of each post
// is looked up here.
import { randomBytes } from 'node:crypto';
import { KEY_PREFIX } from '../../../text/credentials.ts';
import type { Organizations } from './organizations.ts';
import { recordOf, secretsIn } from './secrets.ts';
import type { Sql } from '../sql.ts';

/** The organization that a write key sends events to, or why the key is not accepted. */
type WriteKeyHolder =
  | { readonly kind: 'valid' | 'revoked'; readonly id: string; readonly namespace: string }
  | { readonly kind: 'unknown' };

export type WriteKeys = ReturnType<typeof writeKeysIn>;

/**
 * Makes the write keys in a store's file or in PostgreSQL. An app sends events with one. The key is in every
 * copy of the app, so treat it as public; it reads nothing.
 */
export function writeKeysIn(sql: Sql, organizations: Organizations, now: () => number) {
  const { find, ...secrets } = secretsIn(sql, now, {
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
