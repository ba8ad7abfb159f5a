// Filters as SQL conditions: `{"type": "selector", "dimension": "type", "value": "a"}` is `"type" = 'a'`.
import { parseDecimal } from '../../../../../tql/literals.ts';
import type { Filter, MatchValueType } from '../../../../../tql/filter.ts';
import type { TimeRange } from '../../../../../tql/interval.ts';
import { rangesOf } from '../../buckets.ts';
import { matchesSql } from '../sql/java-text.ts';
import type { Scope } from '../sql/scope.ts';
import {
  double,
  inlineInteger,
  inlineText,
  join,
  letBinding,
  type Sql,
  sql,
  text,
} from '../sql/statement.ts';
import { asDouble, asExactLong, asText, castTo, type TypedSql } from '../sql/typed.ts';
import { applyExtraction } from './dimensions.ts';

/** A filter as an SQL condition, which is true, false or null (unknown). */
export function filterSql(filter: Filter, scope: Scope): Sql {
  switch (filter.type) {
    case 'and':
    case 'or': {
      const fields = filter.fields.map((field) => filterSql(field, scope));
      return sql`(${join(fields, filter.type)})`;
    }
    case 'not':
      return sql`(NOT ${filterSql(filter.field, scope)})`;
    case 'selector':
      return equalsOneOf(valueOf(filter, scope), [filter.value]);
    case 'in':
      return inSql(filter, scope);
    case 'equals':
      return equalsSql(filter, scope.resolve(filter.column));
    case 'null':
      return sql`(${scope.resolve(filter.column).sql} IS NULL)`;
    case 'range':
      return rangeSql(filter, scope.resolve(filter.column));
    case 'regex':
      return matchesSql(asText(valueOf(filter, scope)), filter.pattern);
    case 'columnComparison':
      return columnsEqual(filter.dimensions.map((name) => asText(scope.resolve(name))));
    case 'interval':
      return intervalSql(filter, scope);
  }
}

/** A column's value after the filter's extraction function, which applies to null, too. */
function valueOf(
  { dimension, extractionFn }: FilterOf<'selector' | 'in' | 'regex' | 'interval'>,
  scope: Scope,
): TypedSql {
  return applyExtraction(scope.resolve(dimension), extractionFn);
}

type FilterOf<T extends Filter['type']> = Extract<Filter, { readonly type: T }>;

/** Whether a value equals one of some strings; on a numeric column, one of the strings that are numbers. */
function equalsOneOf({ kind, sql: value }: TypedSql, values: readonly string[]): Sql {
  const numbersOf = (texts: readonly string[]) => texts.map(parseDecimal).filter((number) => number !== null);
  const parameters = kind === 'text' ? values.map(inlineText) : numbersOf(values).map(double);
  const [only, ...others] = parameters;
  // False for a value, unknown for null.
  if (only === undefined) return sql`(${value} IS NULL AND NULL)`;
  return others.length === 0 ? sql`(${value} = ${only})` : sql`(${value} IN (${join(parameters, 'comma')}))`;
}

/**
 * `column IN (values)`, where null is unknown. Two exceptions, as in Druid: without values nothing is
 * unknown, so that `not` matches every event; and with several values, null in a column of numbers stays
 * unknown even if an extraction function makes a value of it.
 */
function inSql(filter: FilterOf<'in'>, scope: Scope): Sql {
  if (filter.values.length === 0) return sql`FALSE`;
  const { kind, sql: raw } = scope.resolve(filter.dimension);
  const isOneOf = equalsOneOf(valueOf(filter, scope), filter.values);
  const isExtracted = filter.extractionFn !== undefined && new Set(filter.values).size > 1;
  const staysUnknown = kind !== 'text' && isExtracted;
  return staysUnknown ? sql`CASE WHEN ${raw} IS NOT NULL THEN ${isOneOf} END` : isOneOf;
}

function equalsSql({ matchValueType, matchValue }: FilterOf<'equals'>, column: TypedSql): Sql {
  // No column holds arrays: an array of one value is that value, and an array of several matches nothing.
  const [value, ...others] = typeof matchValue === 'object' ? matchValue : [matchValue];
  const matchesNothing = equalsOneOf(column, []);
  if (value === undefined || others.length > 0) return matchesNothing;
  return matchSql(column, matchValueType, value) ?? matchesNothing;
}

function rangeSql(
  { matchValueType, lower, upper, lowerOpen, upperOpen }: FilterOf<'range'>,
  column: TypedSql,
): Sql {
  const isText = matchValueType === 'STRING';
  const value = isText ? asText(column) : asOrdinal(column);
  const bound = (boundText: string): Sql => (isText ? text(boundText) : double(Number(boundText)));
  const [above, below] = [lowerOpen === true ? sql`>` : sql`>=`, upperOpen === true ? sql`<` : sql`<=`];
  const conditions: Sql[] = [];
  if (lower !== undefined) conditions.push(sql`${value} ${above} ${bound(lower)}`);
  if (upper !== undefined) conditions.push(sql`${value} ${below} ${bound(upper)}`);
  return sql`(${join(conditions, 'and')})`;
}

function columnsEqual([first, ...others]: readonly Sql[]): Sql {
  if (first === undefined || others.length === 0) return sql`TRUE`;
  return sql`(${join(
    others.map((other) => sql`${first} IS NOT DISTINCT FROM ${other}`),
    'and',
  )})`;
}

/**
 * In a column of text, null lies in no interval. In a column of numbers that is unknown, whatever an
 * extraction function makes of null.
 */
function intervalSql(filter: FilterOf<'interval'>, scope: Scope): Sql {
  const ranges = rangesOf(filter.intervals ?? []);
  if (ranges.length === 0) return sql`FALSE`;
  const { kind, sql: raw } = scope.resolve(filter.dimension);
  const isWithin = sql`${inRangesSql(asOrdinal(valueOf(filter, scope)), ranges)} IS TRUE`;
  return kind === 'text' ? sql`(${isWithin})` : sql`CASE WHEN ${raw} IS NOT NULL THEN ${isWithin} END`;
}

/** Whether a time lies in one of some half-open ranges. */
export function inRangesSql(time: Sql, ranges: readonly TimeRange[]): Sql {
  if (ranges.length === 0) return sql`FALSE`;
  return letBinding(time, (bound) => {
    const conditions = ranges.map(
      ({ startMs, endMs }) =>
        sql`(${bound} >= ${inlineInteger(startMs)} AND ${bound} < ${inlineInteger(endMs)})`,
    );
    return sql`(${join(conditions, 'or')})`;
  });
}

/**
 * Whether a column equals a value that is cast to a type first: 2.5 becomes 2 as a `LONG`. A column of text
 * is compared with a number as a number, and with text, or an array, as text. Null if nothing can match.
 */
function matchSql(column: TypedSql, type: MatchValueType, value: string | number): Sql | null {
  const match = castMatchValue(type, value);
  if (match === null) return null;
  if (column.kind === 'text') {
    // An array of a number equals the text of that number: `10` as `ARRAY<LONG>`, `10.0` as `ARRAY<DOUBLE>`.
    return textMatches(column, type.startsWith('ARRAY') ? castTo('text', match) : match);
  }
  const number = match.kind === 'text' ? parseNumber(String(value)) : match;
  return number === null ? null : sql`(${asDouble(column)} = ${asDouble(number)})`;
}

/** Text that is not a number of the type equals no number: false, not unknown. */
function textMatches(column: TypedSql, match: TypedSql): Sql {
  if (match.kind === 'text') return sql`(${column.sql} = ${match.sql})`;
  const number = match.kind === 'long' ? asExactLong(column) : asDouble(column);
  return sql`CASE WHEN ${column.sql} IS NOT NULL THEN coalesce(${number} = ${match.sql}, FALSE) END`;
}

function castMatchValue(type: MatchValueType, value: string | number): TypedSql | null {
  const number = typeof value === 'string' ? parseNumber(value) : doubleOf(value);
  if (type.includes('STRING')) {
    // As Java writes them: `2` for a whole number, and `2.5` or `1.0E-4` for a fraction.
    const isFraction = typeof value === 'number' && !Number.isSafeInteger(value);
    return isFraction ? castTo('text', doubleOf(value)) : { kind: 'text', sql: text(String(value)) };
  }
  return number !== null && type.includes('LONG') ? castTo('long', number) : number;
}

function doubleOf(value: number): TypedSql {
  return { kind: 'double', sql: double(value) };
}

/** `equals` reads these texts as numbers where it needs one. */
const TRUTHS: ReadonlyMap<string, string> = new Map([
  ['true', '1'],
  ['false', '0'],
]);

function parseNumber(numberText: string): TypedSql | null {
  const number = parseDecimal(TRUTHS.get(numberText.toLowerCase()) ?? numberText);
  return number === null ? null : doubleOf(number);
}

/** The values in the order of numbers: text that is not a number comes before all numbers. */
function asOrdinal(column: TypedSql): Sql {
  if (column.kind !== 'text') return column.sql;
  return sql`CASE WHEN ${column.sql} IS NOT NULL THEN coalesce(${asDouble(column)}, '-inf'::DOUBLE) END`;
}
