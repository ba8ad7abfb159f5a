import type { ExpressionTree } from '../../../../../tql/expression.ts';
import { QueryError } from '../../../../errors.ts';
import { utf16Length } from '../sql/java-text.ts';
import { inlineInteger, join, letBinding, sql, type Sql } from '../sql/statement.ts';
import {
  asCondition,
  asDouble,
  asLong,
  asText,
  conditionValue,
  NULL_TEXT,
  type SqlKind,
  type TypedSql,
} from '../sql/typed.ts';
import { concatSql, type FunctionCall, likeSql, regexpExtractSql, replaceSql } from './text-functions.ts';
import { timestampFloorSql, timestampFormatSql } from './time-functions.ts';

type Build = (call: FunctionCall, operands: readonly TypedSql[]) => TypedSql;

interface FunctionSpec {
  readonly least: number;
  readonly most: number;
  readonly build: Build;
}

const FUNCTIONS: ReadonlyMap<string, FunctionSpec> = new Map<string, FunctionSpec>([
  ['if', { least: 3, most: 3, build: (_call, operands) => casesSql(operands) }],
  ['case_searched', { least: 2, most: Infinity, build: (_call, operands) => casesSql(operands) }],
  ['case_simple', { least: 3, most: Infinity, build: (_call, operands) => simpleCasesSql(operands) }],
  [
    'nvl',
    {
      least: 2,
      most: 2,
      build: (_call, operands) => choiceSql(operands, (values) => sql`coalesce(${join(values, 'comma')})`),
    },
  ],
  ['cast', { least: 2, most: 2, build: castSql }],
  [
    'round',
    { least: 1, most: 2, build: ({ operands, path }, [x = NULL_TEXT]) => roundSql(x, scaleOf(operands[1], path)) },
  ],
  [
    'floor',
    { least: 1, most: 1, build: (_call, [x = NULL_TEXT]) => ({ kind: 'double', sql: sql`floor(${asDouble(x)})` }) },
  ],
  [
    'ceil',
    { least: 1, most: 1, build: (_call, [x = NULL_TEXT]) => ({ kind: 'double', sql: sql`ceil(${asDouble(x)})` }) },
  ],
  ['abs', { least: 1, most: 1, build: (_call, [x = NULL_TEXT]) => absSql(x) }],
  [
    'concat',
    {
      least: 1,
      most: Infinity,
      build: (_call, operands) => textSql(operands, concatSql),
    },
  ],
  ['strlen', { least: 1, most: 1, build: (_call, [x = NULL_TEXT]) => ({ kind: 'long', sql: utf16Length(asText(x)) }) }],
  ['lower', { least: 1, most: 1, build: (_call, operands) => textSql(operands, ([x = NULL_SQL]) => sql`lower(${x})`) }],
  ['upper', { least: 1, most: 1, build: (_call, operands) => textSql(operands, ([x = NULL_SQL]) => sql`upper(${x})`) }],
  [
    'substring',
    {
      least: 3,
      most: 3,
      build: (_call, [x = NULL_TEXT, from = NULL_TEXT, length = NULL_TEXT]) => substringSql(x, from, length),
    },
  ],
  [
    'replace',
    {
      least: 3,
      most: 3,
      build: (_call, operands) =>
        textSql(operands, ([x = NULL_SQL, a = NULL_SQL, b = NULL_SQL]) => replaceSql(x, a, b)),
    },
  ],
  ['like', { least: 2, most: 3, build: likeSql }],
  ['regexp_extract', { least: 2, most: 3, build: regexpExtractSql }],
  [
    'timestamp_floor',
    {
      least: 2,
      most: 4,
      build: ({ operands, path }, [time = NULL_TEXT]) => timestampFloorSql(time, operands.slice(1), path),
    },
  ],
  [
    'timestamp_format',
    {
      least: 1,
      most: 3,
      build: ({ operands, path }, [time = NULL_TEXT]) => timestampFormatSql(time, operands.slice(1), path),
    },
  ],
]);

const NULL_SQL = sql`NULL::VARCHAR`;

/** A call as SQL. Throws `QueryError` for a function that is not supported, and for a wrong number of operands. */
export function callSql(call: FunctionCall): TypedSql {
  const { name, operands, path, compile } = call;
  const spec = FUNCTIONS.get(name.toLowerCase());
  if (spec === undefined) throw new QueryError(path, `The expression calls ${name}(), which is not supported`);
  if (operands.length < spec.least || operands.length > spec.most) {
    throw new QueryError(path, `The expression calls ${name}() with ${operands.length} operands`);
  }
  return spec.build(call, operands.map(compile));
}

/** One kind for several values: text if any is text, doubles if any is a double; a bare null is of any kind. */
function commonKind(values: readonly TypedSql[]): SqlKind {
  const kinds = new Set(values.filter((value) => value !== NULL_TEXT).map(({ kind }) => kind));
  if (kinds.has('text') || kinds.size === 0) return 'text';
  return kinds.has('double') ? 'double' : 'long';
}

function asKind(kind: SqlKind, value: TypedSql): Sql {
  if (value === NULL_TEXT) return sql`NULL`;
  if (kind === 'text') return asText(value);
  return kind === 'long' ? asLong(value) : asDouble(value);
}

function choiceSql(values: readonly TypedSql[], build: (values: readonly Sql[]) => Sql): TypedSql {
  const kind = commonKind(values);
  return { kind, sql: build(values.map((value) => asKind(kind, value))) };
}

/** Conditions and results in turn, an odd one at the end for everything else. */
function casesSql(operands: readonly TypedSql[]): TypedSql {
  const hasElse = operands.length % 2 === 1;
  const results = operands.filter((_one, index) => index % 2 === 1 || (hasElse && index === operands.length - 1));
  return choiceSql(results, (values) => {
    const whens = values
      .slice(0, Math.floor(operands.length / 2))
      .map((value, index) => sql` WHEN ${asCondition(operands[index * 2] ?? NULL_TEXT)} THEN ${value}`);
    const rest = hasElse ? sql` ELSE ${values.at(-1) ?? NULL_SQL}` : sql``;
    return sql`CASE${join(whens, 'nothing')}${rest} END`;
  });
}

function simpleCasesSql([subject = NULL_TEXT, ...pairs]: readonly TypedSql[]): TypedSql {
  const conditions = pairs.map((value, index): TypedSql => {
    const isResult = index % 2 === 1 || index === pairs.length - 1;
    if (isResult) return value;
    const isText = subject.kind === 'text' && value.kind === 'text';
    return conditionValue(isText ? sql`${subject.sql} = ${value.sql}` : sql`${asDouble(subject)} = ${asDouble(value)}`);
  });
  return casesSql(conditions);
}

function castSql({ operands, path }: FunctionCall, [value = NULL_TEXT]: readonly TypedSql[]): TypedSql {
  const type = operands[1];
  switch (type?.type === 'text' ? type.value.toUpperCase() : null) {
    case 'LONG':
      return { kind: 'long', sql: asLong(value) };
    case 'DOUBLE':
    case 'FLOAT':
      return { kind: 'double', sql: asDouble(value) };
    case 'STRING':
      return { kind: 'text', sql: asText(value) };
    default:
      throw new QueryError(path, "The expression casts to a type other than 'LONG', 'DOUBLE' and 'STRING'");
  }
}

function absSql(value: TypedSql): TypedSql {
  return value.kind === 'long'
    ? { kind: 'long', sql: sql`abs(${value.sql})` }
    : { kind: 'double', sql: sql`abs(${asDouble(value)})` };
}

function textSql(values: readonly TypedSql[], build: (texts: readonly Sql[]) => Sql): TypedSql {
  return { kind: 'text', sql: build(values.map(asText)) };
}

/** From a place counted from 0, in characters; a negative length is the rest of the text. */
function substringSql(value: TypedSql, from: TypedSql, length: TypedSql): TypedSql {
  const within = (number: TypedSql): Sql => sql`least(${asLong(number)}, 2000000000)`;
  const cut = (text: Sql, start: Sql, count: Sql): Sql => {
    // Java has no text before its first character; DuckDB would count from the end.
    const whens = sql`WHEN ${start} < 0 THEN NULL WHEN ${count} < 0 THEN substring(${text}, ${start} + 1)`;
    return sql`CASE ${whens} ELSE substring(${text}, ${start} + 1, ${count}) END`;
  };
  const [start, count] = [within(from), within(length)];
  return { kind: 'text', sql: letBinding(asText(value), (text) => cut(text, start, count)) };
}

/** More places than this a decimal of the engine has not, nor a double any digits left to round. */
const SCALE_LIMIT = 20;

/** How many places `round(number[, places])` keeps: a literal, as the engine rounds decimals only to a constant. */
function scaleOf(tree: ExpressionTree | undefined, path: string): number {
  if (tree === undefined) return 0;
  const isNegative = tree.type === 'unary' && tree.operator === '-';
  const number = isNegative ? tree.operand : tree;
  if (number.type !== 'long') {
    throw new QueryError(path, 'The expression rounds to a number of places that is no whole number written out');
  }
  return isNegative ? -number.value : number.value;
}

/**
 * Half away from zero, of the decimal that a number is written as: 2.675 to two places is 2.68, though the double lies
 * below it. As in Druid, NaN becomes 0 and an infinity the largest double.
 */
function roundSql(value: TypedSql, scale: number): TypedSql {
  const places = inlineInteger(Math.max(scale, -SCALE_LIMIT));
  if (value.kind === 'long') {
    if (scale >= 0) return value;
    return { kind: 'long', sql: sql`TRY_CAST(round(CAST(${value.sql} AS DECIMAL(38, 0)), ${places}) AS BIGINT)` };
  }
  return { kind: 'double', sql: letBinding(asDouble(value), (number) => roundDoubleSql(number, scale, places)) };
}

function roundDoubleSql(number: Sql, scale: number, places: Sql): Sql {
  const largest = sql`1.7976931348623157e308::DOUBLE`;
  const odd = sql`WHEN isnan(${number}) THEN 0 WHEN isinf(${number}) THEN sign(${number}) * ${largest}`;
  if (scale > SCALE_LIMIT) return sql`CASE ${odd} ELSE ${number} END`;
  const decimal = sql`coalesce(TRY_CAST(CAST(${number} AS VARCHAR) AS DECIMAL(38, 22)), 0)`;
  const exact = sql`CAST(round(${decimal}, ${places}) AS DOUBLE)`;
  const large = scale >= 0 ? number : sql`round(${number}, ${places})`;
  return sql`CASE WHEN ${number} IS NULL THEN NULL ${odd} WHEN abs(${number}) < 1e16 THEN ${exact} ELSE ${large} END`;
}
