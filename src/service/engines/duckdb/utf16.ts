import { once } from './once.ts';
import { sql, type Sql } from './sql.ts';

/** The length of a text in UTF-16 units, as Java counts it: a character beyond U+FFFF is two. DuckDB counts it as one. */
export function utf16Length(value: Sql): Sql {
  return once(value, (text) => {
    const beyond = sql`length(regexp_replace(${text}, '[^\\x{10000}-\\x{10FFFF}]', '', 'g'))`;
    return sql`(length(${text}) + CASE WHEN strlen(${text}) = length(${text}) THEN 0 ELSE ${beyond} END)`;
  });
}
