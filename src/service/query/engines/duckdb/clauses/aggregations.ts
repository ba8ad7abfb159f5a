// Aggregations as SQL: `{"type": "longSum", "fieldName": "count"}` is `sum("count")`. `groups.ts` selects
// them.
import { familyOf, OF_NUMBERS } from '../../../../../tql/aggregation.ts';
import type { NativeAggregation } from '../../../compile/compiled-query.ts';
import { expressionSql } from '../expressions/expression.ts';
import { withoutTruths } from '../expressions/numbers.ts';
import type { Scope } from '../sql/scope.ts';
import { identifier, join, long, sql, type Sql, text } from '../sql/statement.ts';
import { asDouble, asLong, asText, castTo, type ScalarKind, type TypedSql } from '../sql/typed.ts';
import { filterSql } from './filters.ts';

type SimpleAggregation = Exclude<NativeAggregation, { readonly type: 'filtered' }>;
type NumberAggregation = Extract<
  SimpleAggregation,
  { readonly type: `${'long' | 'double' | 'float'}${keyof typeof OF_NUMBERS}` }
>;
type OrderedAggregation = Extract<SimpleAggregation, { readonly type: `${string}${'First' | 'Last'}` }>;

/** The stored hash of `clientUser`, null for events without a user; far faster to count than the text. */
const USER_HASH = identifier('_ir_user');

/** An aggregation without its filters, and all its filters as one condition. */
interface SplitAggregation {
  readonly aggregation: SimpleAggregation;
  readonly condition: Sql | null;
  readonly path: string;
}

/** An aggregation as an aggregate function over the events of a group. `path` is its place in the query. */
export function aggregationSql(aggregation: NativeAggregation, scope: Scope, path: string): TypedSql {
  const split = splitFilters(aggregation, scope, path);
  return simpleSql(split.aggregation, scope, valueWhere(split.condition), split.path);
}

/** A value of the events that match, null in the others: aggregate functions leave nulls out. */
type ValueWhere = (value: Sql) => Sql;

/**
 * Not `FILTER (WHERE …)`: each aggregate with one gets a copy of what all others read, so that memory and
 * time grow with their square.
 */
function valueWhere(condition: Sql | null): ValueWhere {
  return (value) => (condition === null ? value : sql`CASE WHEN ${condition} THEN ${value} END`);
}

/** Separates an aggregation, whose place is `path`, from the filters around it. */
export function splitFilters(
  aggregation: NativeAggregation,
  scope: Scope,
  path = '',
  outer: readonly Sql[] = [],
): SplitAggregation {
  if (aggregation.type !== 'filtered')
    return { aggregation, condition: outer.length === 0 ? null : join(outer, 'and'), path };
  const { aggregator, filter } = aggregation;
  return splitFilters(aggregator, scope, `${path}.aggregator`, [...outer, filterSql(filter, scope)]);
}

/**
 * What a distinct count counts: users by their hash, other columns by their value. Null and empty text do not
 * count.
 */
export function memberSql(fieldName: string, scope: Scope): Sql {
  if (fieldName === 'clientUser' && !scope.isVirtual(fieldName)) return USER_HASH;
  const { kind, sql: value } = scope.resolve(fieldName);
  return kind === 'text' ? sql`nullif(${value}, '')` : value;
}

/** The value that a quantiles sketch takes of an event: NaN, as null, is none. */
export function sampleSql(fieldName: string, scope: Scope): Sql {
  return sql`nullif(${asDouble(scope.resolve(fieldName))}, 'nan'::DOUBLE)`;
}

function simpleSql(aggregation: SimpleAggregation, scope: Scope, where: ValueWhere, path: string): TypedSql {
  switch (aggregation.type) {
    case 'count':
      return { kind: 'long', sql: sql`count(${where(sql`1`)})` };
    case 'cardinality': {
      const value = cardinalitySql(aggregation.fields, aggregation.byRow ?? false, scope, where);
      return aggregation.round === true ? { kind: 'long', sql: value } : asEstimate(value);
    }
    case 'thetaSketch':
      return asEstimate(membersSql(aggregation.fieldName, scope, where));
    case 'quantilesDoublesSketch':
      return { kind: 'long', sql: sql`count(${where(sampleSql(aggregation.fieldName, scope))})` };
    case 'stringAny': {
      const value = smallestText(where(asText(scope.resolve(aggregation.fieldName))));
      return { kind: 'text', sql: truncateBytes(value, aggregation.maxStringBytes) };
    }
    case 'longFirst':
    case 'longLast':
    case 'doubleFirst':
    case 'doubleLast':
    case 'floatFirst':
    case 'floatLast':
    case 'stringFirst':
    case 'stringLast':
      return orderedSql(aggregation, scope, where);
    default:
      return numbersSql(aggregation, scope, where, path);
  }
}

function membersSql(fieldName: string, scope: Scope, where: ValueWhere): Sql {
  const [member, first] = [memberSql(fieldName, scope), scope.firstOfUser];
  if (first === undefined || member !== USER_HASH) return sql`count(DISTINCT ${where(member)})`;
  const compared = sql`CASE WHEN ${first} IS NULL THEN ${member} END`;
  return sql`(count(${where(sql`CASE WHEN ${first} THEN ${member} END`)}) + count(DISTINCT ${where(compared)}))`;
}

/** A distinct count is exact here, but a double like Druid's estimates, so that half of five users is 2.5. */
function asEstimate(count: Sql): TypedSql {
  return { kind: 'double', sql: sql`CAST(${count} AS DOUBLE)` };
}

/** The column or the expression that is aggregated. */
function operand(aggregation: NumberAggregation, scope: Scope, path: string): TypedSql {
  if ('expression' in aggregation)
    return withoutTruths(expressionSql(aggregation.expression, scope, `${path}.expression`));
  return scope.resolve(aggregation.fieldName ?? '');
}

function numbersSql(aggregation: NumberAggregation, scope: Scope, where: ValueWhere, path: string): TypedSql {
  const { type, fieldName = '' } = aggregation;
  // A sum over no events is null.
  if (type === 'longSum' && scope.isAlwaysOne(fieldName))
    return { kind: 'long', sql: sql`nullif(count(${where(sql`1`)}), 0)` };
  const kind = type.startsWith('long') ? 'long' : 'double';
  const value = castTo(kind, operand(aggregation, scope, path)).sql;
  return { kind, sql: OF_NUMBERS[familyOf(type)].sql(sql, where(value), kind) };
}

/**
 * Not `min(…)`: the engine keeps the texts and structs of `min` and `max` outside of its memory limit, those
 * of `arg_min` within it.
 */
function smallestText(value: Sql): Sql {
  return sql`arg_min(${value}, ${value})`;
}

/**
 * The value of the first or last event, null if it has none, as in Druid. Among events of the same time, the
 * first is that with the smallest value and the last that with the largest, and one without a value is
 * neither if another has one.
 */
function orderedSql(aggregation: OrderedAggregation, scope: Scope, where: ValueWhere): TypedSql {
  const { type, fieldName, timeColumn = '__time' } = aggregation;
  const value = castTo(kindOfOrdered(type), scope.resolve(fieldName));
  const time = asLong(scope.resolve(timeColumn));
  const [isFirst, missing] = [type.endsWith('First'), sql`${value.sql} IS NULL`];
  const rank = isFirst ? missing : sql`NOT (${missing})`;
  const by = sql`CASE WHEN ${time} IS NOT NULL THEN struct_pack(t := ${time}, r := ${rank}, v := ${value.sql}) END`;
  // As in `smallestText`, not `min` and `max`.
  const selected = sql`${isFirst ? sql`arg_min_null` : sql`arg_max_null`}(${value.sql}, ${where(by)})`;
  const bytes = 'maxStringBytes' in aggregation ? aggregation.maxStringBytes : undefined;
  return { kind: value.kind, sql: value.kind === 'text' ? truncateBytes(selected, bytes) : selected };
}

function kindOfOrdered(type: OrderedAggregation['type']): ScalarKind {
  if (type.startsWith('long')) return 'long';
  return type.startsWith('string') ? 'text' : 'double';
}

/**
 * By row: distinct combinations of the fields' values, null included. Else distinct values of all fields
 * together, null excluded. Null and the empty text do not count, but are one value of a row of several
 * columns. A number and its text are two values.
 */
function cardinalitySql(fields: readonly string[], byRow: boolean, scope: Scope, where: ValueWhere): Sql {
  const columns = fields.map((name) => scope.resolve(name));
  const [only, ...others] = columns.map((column) => sql`nullif(${asText(column)}, '')`);
  if (only !== undefined && others.length === 0) return sql`count(DISTINCT ${where(only)})`;
  if (byRow) {
    const values = columns.map((column) => sql`coalesce(${asText(column)}, '')`);
    return sql`count(DISTINCT ${where(sql`row(${join(values, 'comma')})`)})`;
  }
  const values = columns.map((column) => sql`(${text(column.kind)} || nullif(${asText(column)}, ''))`);
  const lists = values.map((value) => sql`coalesce(list(DISTINCT ${where(value)}), [])`);
  return sql`len(list_distinct(flatten([${join(lists, 'comma')}])))`;
}

/** Druid's default for `maxStringBytes`. */
const DEFAULT_BYTES = 1024;
/** UTF-8 needs at most this many bytes for a character. */
const LONGEST_CHARACTER_BYTES = 4;

/**
 * The longest prefix of a string that has at most this many bytes of UTF-8 and ends with a whole character.
 */
function truncateBytes(value: Sql, bytes: number = DEFAULT_BYTES): Sql {
  const cuts = Array.from({ length: Math.min(LONGEST_CHARACTER_BYTES, bytes) }, (_cut, back) => {
    return sql`TRY(decode(encode(t)[1:${long(bytes - back)}]))`;
  });
  const cut = sql`CASE WHEN strlen(t) > ${long(bytes)} THEN coalesce(${join([...cuts, sql`''`], 'comma')}) ELSE t END`;
  // Bound to a name, because TRY accepts no aggregate function.
  return sql`list_transform([${value}], lambda t: ${cut})[1]`;
}
