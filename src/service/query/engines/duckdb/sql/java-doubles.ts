// Builds SQL that writes doubles as the texts that Druid gives, whose language is Java: 10000000 is `1.0E7`.
import { letBinding, sql, type Sql } from './statement.ts';

/**
 * Doubles as Java writes them: with an exponent from 10,000,000 on and below 0.001. DuckDB
 * writes the same digits, but with an exponent only from 1e16 on and below 0.0001, so its texts are
 * rewritten.
 */
export function javaDoubleText(double: Sql): Sql {
  return letBinding(double, (value) => {
    const castText = sql`CAST(${value} AS VARCHAR)`;
    const isPlain = sql`${value} = 0 OR (abs(${value}) >= 0.001 AND abs(${value}) < 10000000)`;
    return sql`CASE WHEN ${isPlain} THEN ${castText} ELSE list_transform([${castText}], lambda t: ${REWRITTEN_SQL})[1] END`;
  });
}

// DuckDB's text `t` of a double as Java writes it:

/** `1e+16` → `1.0E16`, `2.5e-07` → `2.5E-7`. */
const SCIENTIFIC_SQL = sql`regexp_replace(regexp_replace(t, '^(-?[0-9])e', '\\1.0e'), 'e[+]?(-?)0*', 'E\\1')`;
/** `12345678.9` → `1.23456789E7`. */
const LARGE_SQL = sql`regexp_replace(regexp_replace(t, '^(-?[0-9])([0-9]*)[.]([0-9]+)$', '\\1.\\2\\3'), '([.][0-9]+?)0*$', '\\1') || 'E' || (strpos(ltrim(t, '-'), '.') - 2)`;
/** `0.0001` → `1.0E-4`: DuckDB writes no smaller number in this way. */
const SMALL_SQL = sql`regexp_replace(regexp_replace(t, '^(-?)0[.]000([1-9])([0-9]*)$', '\\1\\2.\\3'), '[.]$', '.0') || 'E-4'`;
/** Each form, and the smallest double, of which Java writes two digits. */
const REWRITTEN_SQL = sql`CASE WHEN t LIKE '%nan' THEN 'NaN' WHEN t LIKE '%inf' THEN replace(t, 'inf', 'Infinity') WHEN t LIKE '%5e-324' THEN replace(t, '5e', '4.9E') WHEN t LIKE '%e%' THEN ${SCIENTIFIC_SQL} WHEN ltrim(t, '-') LIKE '0%' THEN ${SMALL_SQL} ELSE ${LARGE_SQL} END`;
