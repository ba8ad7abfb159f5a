// Writes SQL that gives the same texts and matches as Druid, whose language is Java: the double 10000000 is
// `1.0E7`, and `.` in a pattern matches no line end.
import { patternCost } from '../../../../../tql/pattern.ts';
import { inlineInteger, letBinding, long, share, type Sql, sql, text } from './statement.ts';

/** The characters that end a line in Java, in the notation of RE2 (DuckDB's regular expressions). */
const LINE_ENDS = '\\n\\r\\x{85}\\x{2028}\\x{2029}';

/**
 * Rewrites a regular expression so that RE2 finds what Java finds: `.` matches no line end, `$` also matches
 * before the last one, and `\s` matches the vertical tab. `.` and `$` stay as they are if a flag changes
 * their meaning.
 */
function javaPattern(pattern: string): Sql {
  const [dotMatchesAll, isMultiline] = [hasFlag(pattern, 's'), hasFlag(pattern, 'm')];
  const dot = dotMatchesAll ? '.' : `[^${LINE_ENDS}]`;
  const end = isMultiline ? '$' : `(?:(?:\\r\\n|[${LINE_ENDS}])?\\z)`;
  return text(pattern.replace(PATTERN_PIECE, (piece) => rewritePiece(piece, dot, end)));
}

/** Whether a pattern matches a string. */
export function matchesSql(value: Sql, pattern: string): Sql {
  const matches = (boundValue: Sql) => sql`regexp_matches(${boundValue}, ${javaPattern(pattern)})`;
  return withinSteps(value, patternCost(pattern), matches);
}

/** DuckDB's message if a string is too long for a pattern. */
export const MATCHED_TOO_LONG = /strings are too long for their patterns/;

/**
 * What the patterns of a statement may cost for one row: the bytes of a string times the cost of its pattern.
 * Engine threads match 2,048 rows at a time and cannot be interrupted meanwhile: at this limit for some
 * seconds, at 64 KiB and a large pattern for hours.
 */
const STEP_LIMIT = 300_000;

/** Up to this cost a pattern takes time by the length of a string alone: no string is too long for it. */
const CHEAP = 12;

/**
 * Matches a string with a pattern of a cost (`patternCost`). The statement fails if that could take too many
 * steps.
 */
export function withinSteps(value: Sql, cost: number, match: (value: Sql) => Sql): Sql {
  return letBinding(value, (boundValue) => {
    if (cost <= CHEAP) return match(boundValue);
    const isTooLong = sql`strlen(${boundValue}) * ${inlineInteger(cost)} > ${share(STEP_LIMIT)}`;
    return sql`CASE WHEN ${isTooLong} THEN error('strings are too long for their patterns') ELSE ${match(boundValue)} END`;
  });
}

/**
 * The group of a pattern's first match in a string; `missing`, by default null, if the pattern does not
 * match. A group without characters is null: RE2 does not say whether the match has left the group out.
 */
export function extractGroup(value: Sql, pattern: string, group: number, missing?: Sql): Sql {
  const parameter = javaPattern(pattern);
  const otherwise = missing === undefined ? sql`` : sql` ELSE ${missing}`;
  return withinSteps(value, patternCost(pattern), (boundValue) => {
    const groupText = sql`nullif(regexp_extract(${boundValue}, ${parameter}, ${long(group)}::INTEGER), '')`;
    return sql`CASE WHEN regexp_matches(${boundValue}, ${parameter}) THEN ${groupText}${otherwise} END`;
  });
}

/** A quoted sequence, an escape, a character class or a character. */
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
      return piece.startsWith('[') ? rewriteClass(piece) : piece;
  }
}

/** `[\s,]` → `[\t-\r ,]`. */
function rewriteClass(characterClass: string): string {
  return characterClass.replace(/\\./gs, (escape) => (escape === '\\s' ? '\\t-\\r ' : escape));
}

/** Whether a flag is switched on somewhere, as in `(?s)` or `(?im:…)`. */
function hasFlag(pattern: string, flag: 's' | 'm'): boolean {
  return [...pattern.matchAll(/\(\?([a-z]+)/g)].some(([, flags = '']) => flags.includes(flag));
}

/**
 * Doubles as Java, and so Druid, writes them: with an exponent from 10,000,000 on and below 0.001. DuckDB
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
