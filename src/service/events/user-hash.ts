// The hash of a user, which distinct counts use: half of an MD5, which is the same in every version of DuckDB
// and in any language. Once in SQL for whole tables, and once in TypeScript for single users.
import { hash } from 'node:crypto';

export const USER_HASH_SQL = `CASE WHEN clientUser = '' THEN NULL ELSE md5_number_lower(clientUser) END`;

/** The hash of a user as in `USER_HASH_SQL`, the last 8 of 16 bytes; null without a user. */
export function hashUser(clientUser: string | null): bigint | null {
  return clientUser === null || clientUser === ''
    ? null
    : hash('md5', clientUser, 'buffer').readBigUInt64LE(8);
}
