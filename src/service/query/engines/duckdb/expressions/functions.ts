// The functions of expressions as SQL: `nvl(a, b)` is `coalesce(a, b)`.
import type { ExpressionTree } from '../../../../../tql/expression.ts';
import { QueryError } from '../../../../errors.ts';
import { utf16Length } from '../sql/java-text.ts';
import { inlineInteger, join, letBinding, sql, type Sql } from '../sql/statement.ts';
import { type Build, castValue, numberOf, wholeOf } from './numbers.ts';
import {
  asCondition,
  asText,
  conditionValue,
  kindOfType,
  NULL_TEXT,
  type ScalarKind,
  type TypedSql,
} from '../sql/typed.ts';
import { lowerSql, upperSql } from './case-functions.ts';
import { concatSql, likeSql, regexpExtractSql, replaceSql } from './text-functions.ts';
import { timestampFloorSql, timestampFormatSql } from './time-functions.ts';

const NULL_SQL = sql`NULL::VARCHAR`;

function ofTexts(build: (texts: readonly Sql[]) => Sql): Build {
  return (values) => ({ kind: 'text', sql: build(values.map(asText)) });
}

/** The functions: how many operands each takes, and how it is built of them. */
const FUNCTIONS: ReadonlyMap<string, readonly [least: number, most: number, build: Build]> = new Map(
  Object.entries<readonly [number, number, Build]>({
    if: [3, 3, casesSql],
    case_searched: [2, Infinity, casesSql],
    case_simple: [3, Infinity, simpleCasesSql],
    nvl: [2, 2, (values) => choiceSql(values, (choices) => sql`coalesce(${join(choices, 'comma')})`)],
    cast: [2, 2, castSql],
    round: [1, 2, roundSql],
    floor: [1, 1, ([value = NULL_TEXT]) => ({ kind: 'double', sql: sql`floor(${numberOf(value)})` })],
    ceil: [1, 1, ([value = NULL_TEXT]) => ({ kind: 'double', sql: sql`ceil(${numberOf(value)})` })],
    abs: [1, 1, absSql],
    concat: [1, Infinity, ofTexts(concatSql)],
    strlen: [1, 1, ([value = NULL_TEXT]) => ({ kind: 'long', sql: utf16Length(asText(value)) })],
    lower: [1, 1, ofTexts(([text = NULL_SQL]) => lowerSql(text))],
    upper: [1, 1, ofTexts(([text = NULL_SQL]) => upperSql(text))],
    substring: [3, 3, substringSql],
    replace: [
      3,
      3,
      ofTexts(([text = NULL_SQL, from = NULL_SQL, to = NULL_SQL]) => replaceSql(text, from, to)),
    ],
    like: [2, 3, likeSql],
    regexp_extract: [2, 3, regexpExtractSql],
    timestamp_floor: [2, 4, timestampFloorSql],
    timestamp_format: [1, 3, timestampFormatSql],
  }),
);

/** A call as SQL. Throws `QueryError` if the function is not supported or the number of operands is wrong. */
export function callSql(
  name: string,
  operands: readonly ExpressionTree[],
  compile: (operand: ExpressionTree) => TypedSql,
  path: string,
): TypedSql {
  const definition = FUNCTIONS.get(name.toLowerCase());
  if (definition === undefined)
    throw new QueryError(path, `The expression calls ${name}(), which is not supported`);
  const [least, most, build] = definition;
  if (operands.length < least || operands.length > most)
    throw new QueryError(path, `The expression calls ${name}() with ${operands.length} operands`);
  return build(operands.map(compile), operands.slice(1), path);
}

/**
 * One kind for several values: text if any is text, double if any is a double, otherwise long. `null` has any
 * kind.
 */
function commonKind(values: readonly TypedSql[]): ScalarKind {
  const kinds = new Set(values.filter((value) => value !== NULL_TEXT).map(({ kind }) => kind));
  if (kinds.has('text') || kinds.size === 0) return 'text';
  return kinds.has('double') ? 'double' : 'long';
}

function choiceSql(values: readonly TypedSql[], build: (values: readonly Sql[]) => Sql): TypedSql {
  const kind = commonKind(values);
  return {
    kind,
    sql: build(values.map((value) => (value === NULL_TEXT ? sql`NULL` : castValue(kind, value).sql))),
  };
}

/** Conditions and results in turn; one more operand at the end is the result if no condition is true. */
function casesSql(operands: readonly TypedSql[]): TypedSql {
  const hasElse = operands.length % 2 === 1;
  const results = operands.filter(
    (_operand, index) => index % 2 === 1 || (hasElse && index === operands.length - 1),
  );
  return choiceSql(results, (values) => {
    const whens = values
      .slice(0, Math.floor(operands.length / 2))
      .map((value, index) => sql` WHEN ${asCondition(operands[index * 2] ?? NULL_TEXT)} THEN ${value}`);
    const otherwise = hasElse ? sql` ELSE ${values.at(-1) ?? NULL_SQL}` : sql``;
    return sql`CASE${join(whens, 'nothing')}${otherwise} END`;
  });
}

function simpleCasesSql([subject = NULL_TEXT, ...pairs]: readonly TypedSql[]): TypedSql {
  const conditions = pairs.map((value, index): TypedSql => {
    const isResult = index % 2 === 1 || index === pairs.length - 1;
    if (isResult) return value;
    const isText = subject.kind === 'text' && value.kind === 'text';
    return conditionValue(
      isText ? sql`${subject.sql} = ${value.sql}` : sql`${numberOf(subject)} = ${numberOf(value)}`,
    );
  });
  return casesSql(conditions);
}

function castSql(...[[value = NULL_TEXT], [type], path]: Parameters<Build>): TypedSql {
  const kind = type?.type === 'text' && type.value.toUpperCase() !== 'FLOAT' ? kindOfType(type.value) : null;
  if (kind === null)
    throw new QueryError(path, "The expression casts to a type other than 'LONG', 'DOUBLE' and 'STRING'");
  return castValue(kind, value);
}

function absSql([value = NULL_TEXT]: readonly TypedSql[]): TypedSql {
  return value.kind === 'long'
    ? { kind: 'long', sql: sql`abs(${value.sql})` }
    : { kind: 'double', sql: sql`abs(${numberOf(value)})` };
}

/**
 * From a position, counted from 0, some characters on; a negative length means the rest of the text. Null if
 * the position is not in the text.
 */
function substringSql(
  ...[[value = NULL_TEXT, from = NULL_TEXT, length = NULL_TEXT], [position], path]: Parameters<Build>
): TypedSql {
  if (position?.type === 'unary' && position.operator === '-')
    throw new QueryError(path, 'The expression calls substring() with a negative position; the first is 0');
  const withinLimit = (number: TypedSql): Sql => sql`least(${wholeOf(number)}, 2000000000)`;
  const [start, count] = [withinLimit(from), withinLimit(length)];
  const cut = (text: Sql): Sql => {
    // Java has no text before the first character; DuckDB would count from the end.
    const whens = sql`WHEN ${start} < 0 OR ${start} >= length(${text}) THEN NULL WHEN ${count} < 0 THEN substring(${text}, ${start} + 1)`;
    return sql`CASE ${whens} ELSE substring(${text}, ${start} + 1, ${count}) END`;
  };
  return { kind: 'text', sql: letBinding(asText(value), cut) };
}

/**
 * The engine's decimals have no more places than this, and a double has no digits left to round beyond them.
 */
const SCALE_LIMIT = 20;

/**
 * `round(number[, places])`: half away from zero, by the number's decimal notation: 2.675 to two places is
 * 2.68, though the double is less than that. As in Druid, NaN becomes 0 and an infinity the largest double.
 */
function roundSql(...[[value = NULL_TEXT], [places], path]: Parameters<Build>): TypedSql {
  const scale = places === undefined ? 0 : scaleOf(places, path);
  const scaleSql = inlineInteger(Math.max(scale, -SCALE_LIMIT));
  if (value.kind === 'long') {
    if (scale >= 0) return value;
    return {
      kind: 'long',
      sql: sql`TRY_CAST(round(CAST(${value.sql} AS DECIMAL(38, 0)), ${scaleSql}) AS BIGINT)`,
    };
  }
  return {
    kind: 'double',
    sql: letBinding(numberOf(value), (number) => roundDoubleSql(number, scale, scaleSql)),
  };
}

/**
 * How many places to keep: a literal, because the engine rounds decimals only to a constant number of places.
 */
function scaleOf(tree: ExpressionTree, path: string): number {
  const isNegative = tree.type === 'unary' && tree.operator === '-';
  const number = isNegative ? tree.operand : tree;
  if (number.type !== 'long') {
    throw new QueryError(
      path,
      'The expression rounds to a number of places that is not a whole number written out',
    );
  }
  return isNegative ? -number.value : number.value;
}

function roundDoubleSql(number: Sql, scale: number, scaleSql: Sql): Sql {
  const largest = sql`1.7976931348623157e308::DOUBLE`;
  const infinite = sql`WHEN isnan(${number}) THEN 0 WHEN isinf(${number}) THEN sign(${number}) * ${largest}`;
  if (scale > SCALE_LIMIT) return sql`CASE ${infinite} ELSE ${number} END`;
  const decimal = sql`coalesce(TRY_CAST(CAST(${number} AS VARCHAR) AS DECIMAL(38, 22)), 0)`;
  const exact = sql`CAST(round(${decimal}, ${scaleSql}) AS DOUBLE)`;
  const large = scale >= 0 ? number : sql`round(${number}, ${scaleSql})`;
  return sql`CASE WHEN ${number} IS NULL THEN NULL ${infinite} WHEN abs(${number}) < 1e16 THEN ${exact} ELSE ${large} END`;
}
