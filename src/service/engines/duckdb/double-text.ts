import { once } from './once.ts';
import { sql, type Sql } from './sql.ts';

/**
 * Doubles as Java writes them, and Druid with it: with an exponent from 10,000,000 up and below 0.001. DuckDB has the same
 * digits but other limits (`1e+16`, `12345678.9`, `0.0001`).
 */
export function doubleText(double: Sql): Sql {
  return once(double, (value) => {
    const written = sql`CAST(${value} AS VARCHAR)`;
    const isPlain = sql`${value} = 0 OR (abs(${value}) >= 0.001 AND abs(${value}) < 10000000)`;
    return sql`CASE WHEN ${isPlain} THEN ${written} ELSE list_transform([${written}], lambda t: ${REWRITTEN})[1] END`;
  });
}

const SCIENTIFIC = sql`regexp_replace(regexp_replace(t, '^(-?[0-9])e', '\\1.0e'), 'e[+]?(-?)0*', 'E\\1')`;
const LARGE = sql`regexp_replace(regexp_replace(t, '^(-?[0-9])([0-9]*)[.]([0-9]+)$', '\\1.\\2\\3'), '([.][0-9]+?)0*$', '\\1') || 'E' || (strpos(ltrim(t, '-'), '.') - 2)`;
const SMALL = sql`regexp_replace(regexp_replace(t, '^(-?)0[.]000([1-9])([0-9]*)$', '\\1\\2.\\3'), '[.]$', '.0') || 'E-4'`;
const REWRITTEN = sql`CASE WHEN t LIKE '%nan' THEN 'NaN' WHEN t LIKE '%inf' THEN replace(t, 'inf', 'Infinity') WHEN t LIKE '%e%' THEN ${SCIENTIFIC} WHEN ltrim(t, '-') LIKE '0%' THEN ${SMALL} ELSE ${LARGE} END`;
