// Translates aggregations to SQL: `{"type": "longSum", "fieldName": "count"}` → `sum("count")`.
import { familyOf, NUMBER_AGGREGATIONS } from '../../../../../tql/schema/aggregation.ts';
import type { NativeAggregation } from '../../../compile/compiled-query.ts';
import type { Scope } from '../sql/scope.ts';
import { identifier, join, long, sql, type Sql, text } from '../sql/statement.ts';
import { asDouble, asLong, asText, castTo, type ScalarKind, type TypedSql } from '../sql/typed.ts';
import { filterSql } from './filters.ts';

type SimpleAggregation = Exclude<NativeAggregation, { readonly type: 'filtered' }>;
type NumberAggregation = Extract<
  SimpleAggregation,
  { readonly type: `${'long' | 'double' | 'float'}${keyof typeof NUMBER_AGGREGATIONS}` }
>;
type OrderedAggregation = Extract<SimpleAggregation, { readonly type: `${string}${'First' | 'Last'}` }>;

/** The stored hash of `clientUser`, null for events without a user; far faster to count than the text. */
const USER_HASH = identifier('_ir_user');

/** An aggregation without the `filtered` ones around it, whose filters are one condition. */
interface SplitAggregation {
  readonly aggregation: SimpleAggregation;
  readonly condition: Sql | null;
}

/** An aggregation as an aggregate function over the events of a group. */
export function aggregationSql(aggregation: NativeAggregation, scope: Scope): TypedSql {
  const split = splitFilters(aggregation, scope);
  return simpleSql(split.aggregation, scope, valueWhere(split.condition));
}

/** Makes the value of an event null unless the event matches: aggregate functions leave nulls out. */
type ValueWhere = (value: Sql) => Sql;

/**
 * Not `FILTER (WHERE …)`: DuckDB copies what all aggregates read for each one that has a `FILTER`, so memory
 * and time grow with the square of their number.
 */
function valueWhere(condition: Sql | null): ValueWhere {
  return (value) => (condition === null ? value : sql`CASE WHEN ${condition} THEN ${value} END`);
}

/** Separates an aggregation from the filters around it. */
export function splitFilters(
  aggregation: NativeAggregation,
  scope: Scope,
  outer: readonly Sql[] = [],
): SplitAggregation {
  if (aggregation.type !== 'filtered')
    return { aggregation, condition: outer.length === 0 ? null : join(outer, 'and') };
  return splitFilters(aggregation.aggregator, scope, [...outer, filterSql(aggregation.filter, scope)]);
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

/** The value of an event in a quantiles sketch; null, which is left out, for NaN. */
export function sampleSql(fieldName: string, scope: Scope): Sql {
  return sql`nullif(${asDouble(scope.resolve(fieldName))}, 'nan'::DOUBLE)`;
}

function simpleSql(aggregation: SimpleAggregation, scope: Scope, where: ValueWhere): TypedSql {
  switch (aggregation.type) {
    case 'count':
      return { kind: 'long', sql: sql`count(${where(sql`1`)})` };
    case 'cardinality': {
      const value = cardinalitySql(aggregation, scope, where);
      return aggregation.round === true ? { kind: 'long', sql: value } : asEstimate(value);
    }
    case 'thetaSketch':
      return asEstimate(membersSql(aggregation.fieldName, scope, where));
    case 'quantilesDoublesSketch':
      return { kind: 'long', sql: sql`count(${where(sampleSql(aggregation.fieldName, scope))})` };
    case 'stringAny': {
      const value = smallestText(where(asText(scope.resolve(aggregation.fieldName))));
      return { kind: 'text', sql: truncated(value) };
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
      return numbersSql(aggregation, scope, where);
  }
}

/** The number of distinct members. In hourly totals (`rollup.ts`), most users need not be compared. */
function membersSql(fieldName: string, scope: Scope, where: ValueWhere): Sql {
  const [member, isFirst] = [memberSql(fieldName, scope), scope.firstOfUser];
  if (isFirst === undefined || member !== USER_HASH) return sql`count(DISTINCT ${where(member)})`;
  const firstRows = where(sql`CASE WHEN ${isFirst} THEN ${member} END`);
  const comparedRows = where(sql`CASE WHEN ${isFirst} IS NULL THEN ${member} END`);
  return sql`(count(${firstRows}) + count(DISTINCT ${comparedRows}))`;
}

/** A distinct count is exact here, but a double like Druid's estimates, so that half of five users is 2.5. */
function asEstimate(count: Sql): TypedSql {
  return { kind: 'double', sql: sql`CAST(${count} AS DOUBLE)` };
}

function numbersSql({ type, fieldName }: NumberAggregation, scope: Scope, where: ValueWhere): TypedSql {
  // A sum over no events is null.
  if (type === 'longSum' && scope.isAlwaysOne(fieldName))
    return { kind: 'long', sql: sql`nullif(count(${where(sql`1`)}), 0)` };
  const kind = type.startsWith('long') ? 'long' : 'double';
  const value = castTo(kind, scope.resolve(fieldName)).sql;
  return { kind, sql: NUMBER_AGGREGATIONS[familyOf(type)].sql(sql, where(value), kind) };
}

/**
 * Not `min(…)`: the engine keeps the texts and structs of `min` and `max` outside of its memory limit, those
 * of `arg_min` within it.
 */
function smallestText(value: Sql): Sql {
  return sql`arg_min(${value}, ${value})`;
}

/**
 * The value of the first or last event, null if it has none, as in Druid. Of several events of that time,
 * the first is the one with the smallest value, and the last the one with the largest. An event without a
 * value is chosen only if none of them has one. The last of `price`:
 * `arg_max_null("price", struct_pack(t := "__time", r := NOT ("price" IS NULL), v := "price"))`.
 */
function orderedSql(aggregation: OrderedAggregation, scope: Scope, where: ValueWhere): TypedSql {
  const { type, fieldName, timeColumn = '__time' } = aggregation;
  const value = castTo(kindOfOrdered(type), scope.resolve(fieldName));
  const time = asLong(scope.resolve(timeColumn));
  const isFirst = type.endsWith('First');
  const isMissing = sql`${value.sql} IS NULL`;
  const rank = isFirst ? isMissing : sql`NOT (${isMissing})`;
  const order = sql`CASE WHEN ${time} IS NOT NULL THEN struct_pack(t := ${time}, r := ${rank}, v := ${value.sql}) END`;
  // As in `smallestText`, not `min` and `max`.
  const select = isFirst ? sql`arg_min_null` : sql`arg_max_null`;
  const selected = sql`${select}(${value.sql}, ${where(order)})`;
  return { kind: value.kind, sql: value.kind === 'text' ? truncated(selected) : selected };
}

function kindOfOrdered(type: OrderedAggregation['type']): ScalarKind {
  if (type.startsWith('long')) return 'long';
  return type.startsWith('string') ? 'text' : 'double';
}

/**
 * How many distinct values all columns have together; a number and its text are two values, null and the
 * empty text none. With `byRow`, how many distinct combinations of values there are, in which null and the
 * empty text are one value.
 */
function cardinalitySql(
  { fields, byRow = false }: Extract<SimpleAggregation, { readonly type: 'cardinality' }>,
  scope: Scope,
  where: ValueWhere,
): Sql {
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

/** How many bytes of UTF-8 Druid keeps of a text. */
const KEPT_BYTES = 1024;
/** How far a cut can be from the end of a character: UTF-8 needs at most four bytes for one. */
const SHORTER_CUTS = [0, 1, 2, 3];

/** As much of a text as Druid keeps, without half a character at the end. */
function truncated(value: Sql): Sql {
  // A cut within a character cannot be decoded: then a byte less is tried.
  const cuts = SHORTER_CUTS.map((fewer) => sql`TRY(decode(encode(t)[1:${long(KEPT_BYTES - fewer)}]))`);
  const cut = sql`CASE WHEN strlen(t) > ${long(KEPT_BYTES)} THEN coalesce(${join(cuts, 'comma')}) ELSE t END`;
  // Bound to a name, because TRY accepts no aggregate function.
  return sql`list_transform([${value}], lambda t: ${cut})[1]`;
}
