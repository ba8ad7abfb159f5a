import { decimalNumber } from '../../../tql/decimal.ts';
import { type Filter } from '../../../tql/filter.ts';
import { parseAbsoluteInterval } from '../../../tql/interval.ts';
import { asText, type Expression } from './expression.ts';
import { extracted } from './extraction.ts';
import { javaPattern } from './java-pattern.ts';
import { matchSql, ranked } from './match-value.ts';
import { type Scope } from './scope.ts';
import { constant, double, join, plainText, type Sql, sql, text } from './sql.ts';

/** A filter as a three-valued SQL condition. */
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
      return oneOf(valueOf(filter, scope), [filter.value]);
    case 'in':
      return oneOf(valueOf(filter, scope), filter.values);
    case 'equals':
      return equalsSql(filter, scope.resolve(filter.column));
    case 'null':
      return sql`(${scope.resolve(filter.column).sql} IS NULL)`;
    case 'range':
      return rangeSql(filter, scope.resolve(filter.column));
    case 'regex':
      return sql`regexp_matches(${asText(valueOf(filter, scope))}, ${javaPattern(filter.pattern)})`;
    case 'columnComparison':
      return columnsEqual(filter.dimensions.map((name) => asText(scope.resolve(name))));
    case 'interval':
      return withinSql(ranked(valueOf(filter, scope)), filter.intervals ?? []);
  }
}

/** What a filter looks at: a column's value, or what its extraction function makes of it, also of a null. */
function valueOf(
  { dimension, extractionFn }: FilterOf<'selector' | 'in' | 'regex' | 'interval'>,
  scope: Scope,
): Expression {
  return extracted(scope.resolve(dimension), extractionFn);
}

type FilterOf<T extends Filter['type']> = Extract<Filter, { readonly type: T }>;

/** Equal to one of some texts; on a numeric column, of those of them that are numbers. */
function oneOf({ kind, sql: value }: Expression, values: readonly string[]): Sql {
  const parameters =
    kind === 'text' ? values.map(plainText) : values.map(decimalNumber).flatMap((n) => (n === null ? [] : [double(n)]));
  const [only, ...others] = parameters;
  // False where there is a value, unknown where there is none.
  if (only === undefined) return sql`(${value} IS NULL AND NULL)`;
  return others.length === 0 ? sql`(${value} = ${only})` : sql`(${value} IN (${join(parameters, 'comma')}))`;
}

function equalsSql({ matchValueType, matchValue }: FilterOf<'equals'>, column: Expression): Sql {
  // No column holds arrays: one value in an array is that value, several match nothing.
  const [value, ...others] = typeof matchValue === 'object' ? matchValue : [matchValue];
  const match = value === undefined || others.length > 0 ? null : matchSql(column, matchValueType, value);
  return match ?? oneOf(column, []);
}

function rangeSql({ matchValueType, lower, upper, lowerOpen, upperOpen }: FilterOf<'range'>, column: Expression): Sql {
  const isText = matchValueType === 'STRING';
  const value = isText ? asText(column) : ranked(column);
  const bound = (written: string): Sql => (isText ? text(written) : double(Number(written)));
  const conditions: Sql[] = [];
  if (lower !== undefined)
    conditions.push(lowerOpen === true ? sql`${value} > ${bound(lower)}` : sql`${value} >= ${bound(lower)}`);
  if (upper !== undefined)
    conditions.push(upperOpen === true ? sql`${value} < ${bound(upper)}` : sql`${value} <= ${bound(upper)}`);
  return sql`(${join(conditions, 'and')})`;
}

function columnsEqual([first, ...others]: readonly Sql[]): Sql {
  if (first === undefined || others.length === 0) return sql`TRUE`;
  return sql`(${join(
    others.map((other) => sql`${first} IS NOT DISTINCT FROM ${other}`),
    'and',
  )})`;
}

/** Within one of some half-open intervals. */
function withinSql(time: Sql, intervals: readonly string[]): Sql {
  const ranges = intervals.map(parseAbsoluteInterval).filter((range) => range !== null);
  if (ranges.length === 0) return sql`(${time} IS NULL AND NULL)`;
  const conditions = ranges.map(
    ({ startMs, endMs }) => sql`(${time} >= ${constant(startMs)} AND ${time} < ${constant(endMs)})`,
  );
  return conditions.length === 1 ? join(conditions, 'or') : sql`(${join(conditions, 'or')})`;
}
