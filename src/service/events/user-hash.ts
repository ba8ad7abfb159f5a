import { hash } from 'node:crypto';

/**
 * The hash of a user, on which distinct counts run: half of an MD5, which is the same in every version of
 * DuckDB and in any language. It stands here in SQL for imports, which go through a `SELECT`, and in
 * TypeScript for posts, which go through an appender.
 */
export const USER_HASH_SQL = `CASE WHEN clientUser = '' THEN NULL ELSE md5_number_lower(clientUser) END`;

/** The hash of a user as in `USER_HASH_SQL`; null without a user. */
export function hashUser(clientUser: string | null): bigint | null {
  return clientUser === null || clientUser === ''
    ? null
    : hash('md5', clientUser, 'buffer').readBigUInt64LE(8);
}
