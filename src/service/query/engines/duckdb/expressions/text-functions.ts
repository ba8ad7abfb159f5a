// Translates to SQL the text functions of expressions that take patterns (`like`, `regexp_extract`) or make
// longer texts (`concat`, `replace`), with limits to both. `like(plan, 'p%')` becomes:
//
//   regexp_full_match("plan", '(?s)p.*')
import type { ExpressionTree } from '../../../../../tql/expression.ts';
import { countGroups, findPatternProblem } from '../../../../../tql/schema/pattern.ts';
import { QueryError } from '../../../../errors.ts';
import { extractGroup, withinSteps } from '../sql/java-patterns.ts';
import { join, letBindings, sharedLimit, sql, type Sql, text } from '../sql/statement.ts';
import { asText, conditionValue, NULL_TEXT, type TypedSql } from '../sql/typed.ts';
import type { Call } from './call.ts';

/** `like(value, pattern[, escape])`; the pattern and its escape are literals, as in Druid. */
export function likeSql({ values: [value = NULL_TEXT], literals, path }: Call): TypedSql {
  const [pattern, escape] = literals;
  const patternText = requireText(pattern, path, 'like() with a pattern');
  const escapeCharacter = escape === undefined ? '' : requireText(escape, path, 'like() with an escape');
  if (Array.from(escapeCharacter).length > 1) {
    const problem = `has the escape ${JSON.stringify(escapeCharacter)}, which is more than one character`;
    throw new QueryError(path, `The expression ${problem}`);
  }
  const rewritten = text(likePattern(patternText, escapeCharacter));
  // As `patternCost` counts: each `_` may match at several places at once.
  const cost = patternText.split('_').length - 1;
  const matches = (boundValue: Sql) => sql`regexp_full_match(${boundValue}, ${rewritten})`;
  return conditionValue(withinSteps(asText(value), cost, matches));
}

/**
 * `a%_` → `(?s)a.*.`. A regular expression takes time in proportion to the length of a text. The engine's
 * `LIKE` with several `%` takes a power of it, and cannot be interrupted within a text.
 */
function likePattern(pattern: string, escapeCharacter: string): string {
  let rewritten = '(?s)';
  let isEscaped = false;
  for (const character of pattern) {
    if (!isEscaped && character === escapeCharacter) {
      isEscaped = true;
      continue;
    }
    const wildcard = isEscaped ? undefined : WILDCARDS.get(character);
    rewritten += wildcard ?? character.replace(/[^A-Za-z0-9\u0080-\u{10ffff}]/u, asCodePoint);
    isEscaped = false;
  }
  return rewritten;
}

const WILDCARDS: ReadonlyMap<string, string> = new Map([
  ['%', '.*'],
  ['_', '.'],
]);

function asCodePoint(character: string): string {
  return `\\x{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * `regexp_extract(value, pattern[, group])`; the pattern and the group are literals, as in Druid.
 */
export function regexpExtractSql({ values: [value = NULL_TEXT], literals, path }: Call): TypedSql {
  const [pattern, group = { type: 'long', value: 0 } as const] = literals;
  const patternText = requireText(pattern, path, 'regexp_extract() with a pattern');
  const problem = findPatternProblem(patternText);
  if (problem !== null) throw new QueryError(path, `The pattern of the expression ${problem}`);
  if (group.type !== 'long') throw new QueryError(path, 'The expression names a group that is not a number');
  if (group.value > countGroups(patternText)) {
    throw new QueryError(path, `The expression names group ${group.value} of a pattern that has fewer`);
  }
  return { kind: 'text', sql: extractGroup(asText(value), patternText, group.value) };
}

function requireText(tree: ExpressionTree | undefined, path: string, operand: string): string {
  if (tree?.type === 'text') return tree.value;
  throw new QueryError(
    path,
    `The expression calls ${operand} that is not a string in quotes, which is not supported`,
  );
}

/** DuckDB's message if a statement built longer strings than allowed. */
export const STRINGS_TOO_LONG = /strings of an expression are too long/;

/**
 * The bytes that the expressions of one row may build together. The engine builds thousands of rows at once,
 * outside of its memory limit.
 */
export const ROW_BYTE_LIMIT = 65_536;

/**
 * Concatenates strings; null if one is null; the statement fails if the result is too long. One call with
 * many operands: the engine takes minutes to plan some hundreds of nested operators, and cannot be
 * interrupted while it does.
 */
export function concatSql(texts: readonly Sql[]): Sql {
  return letBindings(texts, (values) => {
    const isNull = join(
      values.map((value) => sql`${value} IS NULL`),
      'or',
    );
    const lengths = values.map((value) => sql`strlen(${value})`);
    return withByteLimit(
      sql`list_sum([${join(lengths, 'comma')}])`,
      sql`CASE WHEN ${isNull} THEN NULL ELSE concat(${join(values, 'comma')}) END`,
    );
  });
}

/**
 * Replaces each occurrence of a string (not of an empty one). The statement fails if the result is too long.
 */
export function replaceSql(text: Sql, search: Sql, replacement: Sql): Sql {
  return letBindings([text, search, replacement], ([value = text, from = search, to = replacement]) => {
    const occurrences = sql`(strlen(${value}) - strlen(replace(${value}, ${from}, ''))) // greatest(strlen(${from}), 1)`;
    return withByteLimit(
      sql`strlen(${value}) + (${occurrences}) * strlen(${to})`,
      sql`replace(${value}, ${from}, ${to})`,
    );
  });
}

/** A string of at most `bytes` bytes; the statement fails if that exceeds the limit of the row. */
function withByteLimit(bytes: Sql, result: Sql): Sql {
  return sql`CASE WHEN ${bytes} > ${sharedLimit(ROW_BYTE_LIMIT)} THEN error('strings of an expression are too long') ELSE ${result} END`;
}
