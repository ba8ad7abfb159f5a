import { join, long, sql, type Sql } from './sql.ts';

/** What Druid keeps of a text where a query does not say. */
const DEFAULT_BYTES = 1024;
/** A cut through a character is at most so far behind its beginning, less one. */
const LONGEST_CHARACTER = 4;

/** The whole characters of a text that fit so many bytes of UTF-8. */
export function firstBytes(value: Sql, bytes: number = DEFAULT_BYTES): Sql {
  const cuts = Array.from({ length: Math.min(LONGEST_CHARACTER, bytes) }, (_cut, back) => {
    return sql`TRY(decode(encode(t)[1:${long(bytes - back)}]))`;
  });
  const cut = sql`CASE WHEN strlen(t) > ${long(bytes)} THEN coalesce(${join([...cuts, sql`''`], 'comma')}) ELSE t END`;
  // Under a name of its own: TRY takes no aggregate.
  return sql`list_transform([${value}], lambda t: ${cut})[1]`;
}
