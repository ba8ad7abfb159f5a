import { QueryError } from '../../errors.ts';
import { type Call } from './druid-call.ts';
import { likeSql, regexpExtractSql } from './druid-patterns.ts';
import { roundSql, scaleOf } from './druid-round.ts';
import { timestampFloorSql, timestampFormatSql } from './druid-times.ts';
import { asDouble, asLong, asText, NULL_TEXT, type Expression, type Kind } from './expression.ts';
import { concatenated, replaced } from './growth.ts';
import { once } from './once.ts';
import { join, sql, type Sql } from './sql.ts';
import { asTruth, truth } from './truth.ts';
import { utf16Length } from './utf16.ts';

type Build = (call: Call, operands: readonly Expression[]) => Expression;

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
      build: (_call, operands) => textSql(operands, concatenated),
    },
  ],
  ['strlen', { least: 1, most: 1, build: (_call, [x = NULL_TEXT]) => ({ kind: 'long', sql: utf16Length(asText(x)) }) }],
  ['lower', { least: 1, most: 1, build: (_call, operands) => textSql(operands, ([x = NONE]) => sql`lower(${x})`) }],
  ['upper', { least: 1, most: 1, build: (_call, operands) => textSql(operands, ([x = NONE]) => sql`upper(${x})`) }],
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
      build: (_call, operands) => textSql(operands, ([x = NONE, a = NONE, b = NONE]) => replaced(x, a, b)),
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

const NONE = sql`NULL::VARCHAR`;

/** A call as SQL. Throws `QueryError` for a function that is not supported, and for a wrong number of operands. */
export function callSql(call: Call): Expression {
  const { name, operands, path, compile } = call;
  const spec = FUNCTIONS.get(name.toLowerCase());
  if (spec === undefined) throw new QueryError(path, `The expression calls ${name}(), which is not supported`);
  if (operands.length < spec.least || operands.length > spec.most) {
    throw new QueryError(path, `The expression calls ${name}() with ${operands.length} operands`);
  }
  return spec.build(call, operands.map(compile));
}

/** One kind for several values: text if any is text, doubles if any is a double; a bare null is of any kind. */
function commonKind(values: readonly Expression[]): Kind {
  const kinds = new Set(values.filter((value) => value !== NULL_TEXT).map(({ kind }) => kind));
  if (kinds.has('text') || kinds.size === 0) return 'text';
  return kinds.has('double') ? 'double' : 'long';
}

function as(kind: Kind, value: Expression): Sql {
  if (value === NULL_TEXT) return sql`NULL`;
  if (kind === 'text') return asText(value);
  return kind === 'long' ? asLong(value) : asDouble(value);
}

function choiceSql(values: readonly Expression[], build: (values: readonly Sql[]) => Sql): Expression {
  const kind = commonKind(values);
  return { kind, sql: build(values.map((value) => as(kind, value))) };
}

/** Conditions and results in turn, an odd one at the end for everything else. */
function casesSql(operands: readonly Expression[]): Expression {
  const hasElse = operands.length % 2 === 1;
  const results = operands.filter((_one, index) => index % 2 === 1 || (hasElse && index === operands.length - 1));
  return choiceSql(results, (values) => {
    const whens = values
      .slice(0, Math.floor(operands.length / 2))
      .map((value, index) => sql` WHEN ${asTruth(operands[index * 2] ?? NULL_TEXT)} THEN ${value}`);
    const rest = hasElse ? sql` ELSE ${values.at(-1) ?? NONE}` : sql``;
    return sql`CASE${join(whens, 'nothing')}${rest} END`;
  });
}

function simpleCasesSql([subject = NULL_TEXT, ...pairs]: readonly Expression[]): Expression {
  const conditions = pairs.map((value, index): Expression => {
    const isResult = index % 2 === 1 || index === pairs.length - 1;
    if (isResult) return value;
    const isText = subject.kind === 'text' && value.kind === 'text';
    return truth(isText ? sql`${subject.sql} = ${value.sql}` : sql`${asDouble(subject)} = ${asDouble(value)}`);
  });
  return casesSql(conditions);
}

function castSql({ operands, path }: Call, [value = NULL_TEXT]: readonly Expression[]): Expression {
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

function absSql(value: Expression): Expression {
  return value.kind === 'long'
    ? { kind: 'long', sql: sql`abs(${value.sql})` }
    : { kind: 'double', sql: sql`abs(${asDouble(value)})` };
}

function textSql(values: readonly Expression[], build: (texts: readonly Sql[]) => Sql): Expression {
  return { kind: 'text', sql: build(values.map(asText)) };
}

/** From a place counted from 0, in characters; a negative length is the rest of the text. */
function substringSql(value: Expression, from: Expression, length: Expression): Expression {
  const within = (number: Expression): Sql => sql`least(${asLong(number)}, 2000000000)`;
  const cut = (text: Sql, start: Sql, count: Sql): Sql => {
    // Java has no text before its first character; DuckDB would count from the end.
    const whens = sql`WHEN ${start} < 0 THEN NULL WHEN ${count} < 0 THEN substring(${text}, ${start} + 1)`;
    return sql`CASE ${whens} ELSE substring(${text}, ${start} + 1, ${count}) END`;
  };
  const [start, count] = [within(from), within(length)];
  return { kind: 'text', sql: once(asText(value), (text) => cut(text, start, count)) };
}
