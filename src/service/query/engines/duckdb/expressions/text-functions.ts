import type { ExpressionTree } from '../../../../../tql/expression.ts';
import { countGroups, findUnportableSyntax } from '../../../../../tql/pattern.ts';
import { QueryError } from '../../../../errors.ts';
import { javaPattern } from '../sql/java-text.ts';
import { inlineInteger, join, letBinding, long, share, sql, type Sql, text } from '../sql/statement.ts';
import { asText, conditionValue, NULL_TEXT, type TypedSql } from '../sql/typed.ts';

/** `like(text, pattern[, escape])`; the pattern and its escape are literals, as they are in Druid. */
export function likeSql({ operands, path }: FunctionCall, [value = NULL_TEXT]: readonly TypedSql[]): TypedSql {
  const pattern = requireLiteral(operands[1], path, 'like() by a pattern');
  const escape = operands[2] === undefined ? '' : requireLiteral(operands[2], path, 'like() by an escape');
  if (Array.from(escape).length > 1) {
    throw new QueryError(path, `The expression escapes by ${JSON.stringify(escape)}, which is more than one character`);
  }
  return conditionValue(sql`${asText(value)} LIKE ${text(escapeWithBackslash(pattern, escape))} ESCAPE '\\'`);
}

/** The same pattern with another escape: the engine takes only ASCII, and none at the very end. */
function escapeWithBackslash(pattern: string, escape: string): string {
  let rewritten = '';
  let isEscaped = false;
  for (const character of pattern) {
    if (!isEscaped && character === escape) {
      isEscaped = true;
      continue;
    }
    rewritten += (isEscaped && /[%_]/.test(character)) || character === '\\' ? `\\${character}` : character;
    isEscaped = false;
  }
  return rewritten;
}

/** `regexp_extract(text, pattern[, group])`; the pattern and the group are literals, as they are in Druid. */
export function regexpExtractSql({ operands, path }: FunctionCall, [value = NULL_TEXT]: readonly TypedSql[]): TypedSql {
  const written = requireLiteral(operands[1], path, 'regexp_extract() by a pattern');
  const unlike = findUnportableSyntax(written);
  if (unlike !== null)
    throw new QueryError(path, `The expression has a pattern with ${unlike}, which is not supported`);
  const group = operands[2] ?? { type: 'long', value: 0 };
  if (group.type !== 'long') throw new QueryError(path, 'The expression names a group that is no number');
  if (group.value > countGroups(written)) {
    throw new QueryError(path, `The expression names group ${group.value} of a pattern that has fewer`);
  }
  const pattern = javaPattern(written);
  const found = letBinding(asText(value), (kept) => {
    const extracted = sql`regexp_extract(${kept}, ${pattern}, ${long(group.value)}::INTEGER)`;
    return sql`CASE WHEN regexp_matches(${kept}, ${pattern}) THEN ${extracted} END`;
  });
  return { kind: 'text', sql: found };
}

function requireLiteral(tree: ExpressionTree | undefined, path: string, what: string): string {
  if (tree?.type === 'text') return tree.value;
  throw new QueryError(path, `The expression calls ${what} that is no text in quotes, which is not supported`);
}

/** What the engine says where a statement built longer texts than it may. */
export const TEXTS_TOO_LONG = /texts of an expression are too long/;

/** As many bytes may the expressions of one row build together: the engine works on thousands of rows at once, and counts none of it. */
const ROW_BYTE_LIMIT = 65_536;

/** A column, a parameter or little more: written again rather than kept. */
const SMALL_OPERAND = 6;

/**
 * Texts one behind the other, null where one is; fails in the engine where the result is too long. Calls of many operands, not
 * one operator behind the other: those take the engine minutes to plan at some hundreds, and it cannot be interrupted at it.
 */
export function concatSql(texts: readonly Sql[]): Sql {
  return withByteLimit(texts, (values) => {
    const isNull = join(
      values.map((value) => sql`${value} IS NULL`),
      'or',
    );
    const lengths = values.map((value) => sql`strlen(${value})`);
    return {
      bytes: sql`list_sum([${join(lengths, 'comma')}])`,
      result: sql`CASE WHEN ${isNull} THEN NULL ELSE concat(${join(values, 'comma')}) END`,
    };
  });
}

/** A text with one text put for another wherever it stands; fails in the engine where the result is too long. */
export function replaceSql(text: Sql, from: Sql, to: Sql): Sql {
  return withByteLimit([text, from, to], ([value = text, old = from, fresh = to]) => {
    const places = sql`(strlen(${value}) - strlen(replace(${value}, ${old}, ''))) // greatest(strlen(${old}), 1)`;
    return {
      bytes: sql`strlen(${value}) + ${places} * strlen(${fresh})`,
      result: sql`replace(${value}, ${old}, ${fresh})`,
    };
  });
}

interface Growth {
  /** How long the result can be at most. */
  readonly bytes: Sql;
  readonly result: Sql;
}

/** Operands that are expressions themselves are computed once, or nesting would double them. */
function withByteLimit(operands: readonly Sql[], grow: (values: readonly Sql[]) => Growth): Sql {
  const guarded = ({ bytes, result }: Growth) =>
    sql`CASE WHEN ${bytes} > ${share(ROW_BYTE_LIMIT)} THEN error('texts of an expression are too long') ELSE ${result} END`;
  if (operands.every(({ size }) => size <= SMALL_OPERAND)) return guarded(grow(operands));
  const kept = operands.map((_operand, index) => sql`list_extract(kept, ${inlineInteger(index + 1)})`);
  return sql`list_extract(list_transform([[${join(operands, 'comma')}]], lambda kept: ${guarded(grow(kept))}), 1)`;
}

/** A call of a function in an expression. */
export interface FunctionCall {
  readonly name: string;
  readonly operands: readonly ExpressionTree[];
  readonly path: string;
  readonly compile: (operand: ExpressionTree) => TypedSql;
}
