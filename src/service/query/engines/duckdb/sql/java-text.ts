import { letBinding, type Sql, sql, text } from './statement.ts';

const LINE_ENDS = '\\n\\r\\x{85}\\x{2028}\\x{2029}';

/**
 * A regular expression as RE2 must be given it to find what Java finds: `.` stops at every line end, `$` also stands
 * before a last one, and `\s` knows the vertical tab. Where flags change `.` or `$` they are left as they are.
 */
export function javaPattern(pattern: string): Sql {
  const dot = hasFlag(pattern, 's') ? '.' : `[^${LINE_ENDS}]`;
  const end = hasFlag(pattern, 'm') ? '$' : `(?:(?:\\r\\n|[${LINE_ENDS}])?\\z)`;
  return text(pattern.replace(PATTERN_PIECE, (piece) => rewritePiece(piece, dot, end)));
}

/** A quotation, an escape, a class or a character. */
const PATTERN_PIECE = /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|./gs;

function rewritePiece(piece: string, dot: string, end: string): string {
  switch (piece) {
    case '.':
      return dot;
    case '$':
      return end;
    case '\\s':
      return '[\\t-\\r ]';
    case '\\S':
      return '[^\\t-\\r ]';
    default:
      return piece.startsWith('[')
        ? piece.replace(/\\s|\\./gs, (inner) => (inner === '\\s' ? '\\t-\\r ' : inner))
        : piece;
  }
}

function hasFlag(pattern: string, flag: 's' | 'm'): boolean {
  return [...pattern.matchAll(/\(\?([a-z]+)/g)].some(([, flags = '']) => flags.includes(flag));
}

/**
 * Doubles as Java writes them, and Druid with it: with an exponent from 10,000,000 up and below 0.001. DuckDB has the same
 * digits but other limits (`1e+16`, `12345678.9`, `0.0001`).
 */
export function javaDoubleText(double: Sql): Sql {
  return letBinding(double, (value) => {
    const written = sql`CAST(${value} AS VARCHAR)`;
    const isPlain = sql`${value} = 0 OR (abs(${value}) >= 0.001 AND abs(${value}) < 10000000)`;
    return sql`CASE WHEN ${isPlain} THEN ${written} ELSE list_transform([${written}], lambda t: ${REWRITTEN_SQL})[1] END`;
  });
}

const SCIENTIFIC_SQL = sql`regexp_replace(regexp_replace(t, '^(-?[0-9])e', '\\1.0e'), 'e[+]?(-?)0*', 'E\\1')`;
const LARGE_SQL = sql`regexp_replace(regexp_replace(t, '^(-?[0-9])([0-9]*)[.]([0-9]+)$', '\\1.\\2\\3'), '([.][0-9]+?)0*$', '\\1') || 'E' || (strpos(ltrim(t, '-'), '.') - 2)`;
const SMALL_SQL = sql`regexp_replace(regexp_replace(t, '^(-?)0[.]000([1-9])([0-9]*)$', '\\1\\2.\\3'), '[.]$', '.0') || 'E-4'`;
const REWRITTEN_SQL = sql`CASE WHEN t LIKE '%nan' THEN 'NaN' WHEN t LIKE '%inf' THEN replace(t, 'inf', 'Infinity') WHEN t LIKE '%e%' THEN ${SCIENTIFIC_SQL} WHEN ltrim(t, '-') LIKE '0%' THEN ${SMALL_SQL} ELSE ${LARGE_SQL} END`;

/** The length of a text in UTF-16 units, as Java counts it: a character beyond U+FFFF is two. DuckDB counts it as one. */
export function utf16Length(value: Sql): Sql {
  return letBinding(value, (text) => {
    const beyond = sql`length(regexp_replace(${text}, '[^\\x{10000}-\\x{10FFFF}]', '', 'g'))`;
    return sql`(length(${text}) + CASE WHEN strlen(${text}) = length(${text}) THEN 0 ELSE ${beyond} END)`;
  });
}
