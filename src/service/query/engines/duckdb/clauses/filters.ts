// Translates filters to SQL conditions: `{"type": "selector", "dimension": "type", "value": "a"}` becomes
// `"type" = 'a'`.
import { parseDecimal } from '../../../../../tql/literals.ts';
import type { Filter, FilterOf } from '../../../../../tql/schema/filter.ts';
import type { TimeRange } from '../../../../../tql/time/interval.ts';
import { rangesOf } from '../../buckets.ts';
import { matchesSql } from '../sql/java-patterns.ts';
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
import { asDouble, asText, type TypedSql } from '../sql/typed.ts';

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
      return equalsOneOf(scope.resolve(filter.dimension), [filter.value]);
    case 'in':
      // Without values nothing is unknown, as in Druid: `not` matches every event.
      if (filter.values.length === 0) return sql`FALSE`;
      return equalsOneOf(scope.resolve(filter.dimension), filter.values);
    case 'null':
      return sql`(${scope.resolve(filter.column).sql} IS NULL)`;
    case 'range':
      return rangeSql(filter, scope.resolve(filter.column));
    case 'regex':
      return matchesSql(asText(scope.resolve(filter.dimension)), filter.pattern);
    case 'columnComparison':
      return columnsEqual(filter.dimensions.map((name) => asText(scope.resolve(name))));
    case 'interval':
      return intervalSql(filter, scope);
  }
}

/** Whether a value equals one of some strings; on a numeric column, one of the strings that are numbers. */
function equalsOneOf({ kind, sql: value }: TypedSql, values: readonly string[]): Sql {
  const numbersOf = (texts: readonly string[]) => texts.map(parseDecimal).filter((number) => number !== null);
  const parameters = kind === 'text' ? values.map(inlineText) : numbersOf(values).map(double);
  const [only, ...others] = parameters;
  // False for a value, unknown for null.
  if (only === undefined) return sql`(${value} IS NULL AND NULL)`;
  return others.length === 0 ? sql`(${value} = ${only})` : sql`(${value} IN (${join(parameters, 'comma')}))`;
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

/** In a column of text, null lies in no interval. In a column of numbers that is unknown. */
function intervalSql({ dimension, intervals = [] }: FilterOf<'interval'>, scope: Scope): Sql {
  const ranges = rangesOf(intervals);
  if (ranges.length === 0) return sql`FALSE`;
  const column = scope.resolve(dimension);
  const isWithin = sql`${inRangesSql(asOrdinal(column), ranges)} IS TRUE`;
  return column.kind === 'text'
    ? sql`(${isWithin})`
    : sql`CASE WHEN ${column.sql} IS NOT NULL THEN ${isWithin} END`;
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

/** A value to compare with numbers: text that is not a number comes before all numbers. */
function asOrdinal(column: TypedSql): Sql {
  if (column.kind !== 'text') return column.sql;
  return sql`CASE WHEN ${column.sql} IS NOT NULL THEN coalesce(${asDouble(column)}, '-inf'::DOUBLE) END`;
}
