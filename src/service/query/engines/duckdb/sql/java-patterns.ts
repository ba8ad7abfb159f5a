// Translates matches of regular expressions to SQL that finds what Druid finds, whose language is Java.
// There, `.` matches no line end, so `^a.` becomes:
//
//   regexp_matches("plan", '^a[^\n\r\x{85}\x{2028}\x{2029}]')
import { patternCost } from '../../../../../tql/schema/pattern.ts';
import { inlineInteger, letBinding, long, sharedLimit, type Sql, sql, text } from './statement.ts';

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
    const isTooLong = sql`strlen(${boundValue}) * ${inlineInteger(cost)} > ${sharedLimit(STEP_LIMIT)}`;
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
