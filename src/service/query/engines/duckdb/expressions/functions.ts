// Translates the functions of expressions to SQL: `nvl(a, b)` → `coalesce(a, b)`.
import type { ExpressionTree } from '../../../../../tql/expression.ts';
import { QueryError } from '../../../../errors.ts';
import { join, letBinding, sql, type Sql } from '../sql/statement.ts';
import type { Call } from './call.ts';
import { castValue, integerOf, numberOf } from './numbers.ts';
import { roundSql } from './round.ts';
import {
  asCondition,
  asText,
  conditionValue,
  kindOfType,
  NULL_TEXT,
  type ScalarKind,
  type TypedSql,
} from '../sql/typed.ts';
import { concatSql, likeSql, regexpExtractSql, replaceSql } from './text-functions.ts';
import { timestampFloorSql, timestampFormatSql } from './time-functions.ts';

const NULL_SQL = sql`NULL::VARCHAR`;

type Build = (call: Call) => TypedSql;

/** A function: how many operands it takes, and how a call is built from them. */
type Definition = readonly [least: number, most: number, build: Build];

/** Makes a text from texts. */
function ofTexts(build: (texts: readonly Sql[]) => Sql): Build {
  return ({ values }) => ({ kind: 'text', sql: build(values.map(asText)) });
}

const FUNCTIONS: ReadonlyMap<string, Definition> = new Map(
  Object.entries<Definition>({
    if: [3, 3, ({ values }) => casesSql(values)],
    case_searched: [2, Infinity, ({ values }) => casesSql(values)],
    case_simple: [3, Infinity, simpleCasesSql],
    nvl: [2, 2, nvlSql],
    cast: [2, 2, castSql],
    round: [1, 2, roundSql],
    floor: [1, 1, ({ values }) => wholeSql(sql`floor`, values)],
    ceil: [1, 1, ({ values }) => wholeSql(sql`ceil`, values)],
    abs: [1, 1, absSql],
    concat: [1, Infinity, ofTexts(concatSql)],
    strlen: [1, 1, strlenSql],
    lower: [1, 1, ofTexts(([text = NULL_SQL]) => sql`lower(${text})`)],
    upper: [1, 1, ofTexts(([text = NULL_SQL]) => sql`upper(${text})`)],
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
  return build({ values: operands.map(compile), literals: operands.slice(1), path });
}

/**
 * One kind for several values: text if any is text, double if any is a double, otherwise long. Null fits
 * all.
 */
function commonKind(values: readonly TypedSql[]): ScalarKind {
  const kinds = new Set(values.filter((value) => value !== NULL_TEXT).map(({ kind }) => kind));
  if (kinds.has('text') || kinds.size === 0) return 'text';
  return kinds.has('double') ? 'double' : 'long';
}

/** SQL that gives one of several values, all as their common kind. */
function choiceSql(values: readonly TypedSql[], build: (values: readonly Sql[]) => Sql): TypedSql {
  const kind = commonKind(values);
  return {
    kind,
    sql: build(values.map((value) => (value === NULL_TEXT ? sql`NULL` : castValue(kind, value).sql))),
  };
}

function nvlSql({ values }: Call): TypedSql {
  return choiceSql(values, (choices) => sql`coalesce(${join(choices, 'comma')})`);
}

/**
 * `CASE WHEN condition THEN result … ELSE result END`. The operands are conditions and results in turn; a
 * last one without a partner is the result if no condition is true.
 */
function casesSql(operands: readonly TypedSql[]): TypedSql {
  const [conditions, results]: [TypedSql[], TypedSql[]] = [[], []];
  for (const [index, operand] of operands.entries()) {
    const isCondition = index % 2 === 0 && index < operands.length - 1;
    (isCondition ? conditions : results).push(operand);
  }
  return choiceSql(results, (values) => {
    const whens = conditions.map(
      (condition, index) => sql` WHEN ${asCondition(condition)} THEN ${values[index] ?? NULL_SQL}`,
    );
    const otherwise = values[conditions.length];
    const elseSql = otherwise === undefined ? sql`` : sql` ELSE ${otherwise}`;
    return sql`CASE${join(whens, 'nothing')}${elseSql} END`;
  });
}

/** `case_simple(subject, value, result, …)` is `case_searched(subject = value, result, …)`. */
function simpleCasesSql({ values: [subject = NULL_TEXT, ...pairs] }: Call): TypedSql {
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

function castSql({ values: [value = NULL_TEXT], literals: [type], path }: Call): TypedSql {
  // Druid's expressions have no FLOAT.
  const kind = type?.type === 'text' && type.value.toUpperCase() !== 'FLOAT' ? kindOfType(type.value) : null;
  if (kind === null)
    throw new QueryError(path, "The expression casts to a type other than 'LONG', 'DOUBLE' and 'STRING'");
  return castValue(kind, value);
}

/** `floor` and `ceil`, which give a double. */
function wholeSql(name: Sql, [value = NULL_TEXT]: readonly TypedSql[]): TypedSql {
  return { kind: 'double', sql: sql`${name}(${numberOf(value)})` };
}

function strlenSql({ values: [value = NULL_TEXT] }: Call): TypedSql {
  return { kind: 'long', sql: sql`length(${asText(value)})` };
}

function absSql({ values: [value = NULL_TEXT] }: Call): TypedSql {
  return value.kind === 'long'
    ? { kind: 'long', sql: sql`abs(${value.sql})` }
    : { kind: 'double', sql: sql`abs(${numberOf(value)})` };
}

/**
 * `substring(text, position, length)`, counted from 0: of `iPhone`, 1 and 2 give `Ph`. A negative length
 * means up to the end. Null if the position is not in the text.
 */
function substringSql({ values, literals: [position], path }: Call): TypedSql {
  const [value = NULL_TEXT, from = NULL_TEXT, length = NULL_TEXT] = values;
  if (position?.type === 'unary' && position.operator === '-')
    throw new QueryError(path, 'The expression calls substring() with a negative position; the first is 0');
  // DuckDB's `substring` fails at larger numbers.
  const withinLimit = (number: TypedSql): Sql => sql`least(${integerOf(number)}, 2000000000)`;
  const [start, count] = [withinLimit(from), withinLimit(length)];
  const cut = (text: Sql): Sql => {
    // Java has no text before the first character; DuckDB would count from the end.
    const whens = sql`WHEN ${start} < 0 OR ${start} >= length(${text}) THEN NULL WHEN ${count} < 0 THEN substring(${text}, ${start} + 1)`;
    return sql`CASE ${whens} ELSE substring(${text}, ${start} + 1, ${count}) END`;
  };
  return { kind: 'text', sql: letBinding(asText(value), cut) };
}
