import type { NativeAggregation } from '../../../compile/compiled-query.ts';
import { expressionSql } from '../expressions/expression.ts';
import type { Scope } from '../sql/scope.ts';
import { identifier, join, long, sql, type Sql } from '../sql/statement.ts';
import { asDouble, asLong, asText, type TypedSql } from '../sql/typed.ts';
import { filterSql } from './filters.ts';

type SimpleAggregation = Exclude<NativeAggregation, { readonly type: 'filtered' }>;
type FoldAggregation = Extract<
  SimpleAggregation,
  { readonly type: `${string}${'Sum' | 'Min' | 'Max' | 'Any' | 'Mean'}` }
>;
type OrderedAggregation = Extract<SimpleAggregation, { readonly type: `${string}${'First' | 'Last'}` }>;

/** The hash of `clientUser` that the store keeps, null where there is no user; far faster to count than the text. */
const USER_HASH = identifier('_ir_user');

/** An aggregation without its filters, and all of them as one condition. */
interface SplitAggregation {
  readonly aggregation: SimpleAggregation;
  readonly condition: Sql | null;
}

/** The aggregate function of an aggregation, over the events of a group. `path` is where it stands in the query. */
export function aggregationSql(aggregation: NativeAggregation, scope: Scope, path: string): TypedSql {
  const { aggregation: simple, condition } = splitFilters(aggregation, scope);
  const filter = condition === null ? sql`` : sql` FILTER (WHERE ${condition})`;
  return simpleSql(simple, scope, filter, innermostPath(aggregation, path));
}

function innermostPath(aggregation: NativeAggregation, path: string): string {
  return aggregation.type === 'filtered' ? innermostPath(aggregation.aggregator, `${path}.aggregator`) : path;
}

/** Takes the filters off an aggregation. */
export function splitFilters(
  aggregation: NativeAggregation,
  scope: Scope,
  outer: readonly Sql[] = [],
): SplitAggregation {
  if (aggregation.type === 'filtered') {
    return splitFilters(aggregation.aggregator, scope, [...outer, filterSql(aggregation.filter, scope)]);
  }
  return { aggregation, condition: outer.length === 0 ? null : join(outer, 'and') };
}

/** What a distinct count counts: users by their hash, other columns by their value. Null and empty text are nobody. */
export function memberSql(fieldName: string, scope: Scope): Sql {
  if (fieldName === 'clientUser' && !scope.isVirtual(fieldName)) return USER_HASH;
  const { kind, sql: value } = scope.resolve(fieldName);
  return kind === 'text' ? sql`nullif(${value}, '')` : value;
}

function simpleSql(aggregation: SimpleAggregation, scope: Scope, filter: Sql, path: string): TypedSql {
  switch (aggregation.type) {
    case 'count':
      return { kind: 'long', sql: sql`count(*)${filter}` };
    case 'cardinality': {
      const value = cardinalitySql(aggregation.fields, aggregation.byRow ?? false, scope, filter);
      return aggregation.round === true ? { kind: 'long', sql: value } : asEstimate(value);
    }
    case 'thetaSketch':
      return asEstimate(sql`count(DISTINCT ${memberSql(aggregation.fieldName, scope)})${filter}`);
    case 'quantilesDoublesSketch':
      return { kind: 'long', sql: sql`count(${asDouble(scope.resolve(aggregation.fieldName))})${filter}` };
    case 'longFirst':
    case 'longLast':
    case 'doubleFirst':
    case 'doubleLast':
    case 'floatFirst':
    case 'floatLast':
    case 'stringFirst':
    case 'stringLast':
      return orderedSql(aggregation, scope, filter);
    default:
      return foldSql(aggregation, scope, filter, path);
  }
}

/** Exact here, but a double as Druid's estimates are: half of five users is two and a half. */
function asEstimate(count: Sql): TypedSql {
  return { kind: 'double', sql: sql`CAST(${count} AS DOUBLE)` };
}

/** A column, or an expression in its place. */
function operand(aggregation: FoldAggregation, scope: Scope, path: string): TypedSql {
  if ('expression' in aggregation) return expressionSql(aggregation.expression, scope, `${path}.expression`);
  return scope.resolve(aggregation.fieldName ?? '');
}

function foldSql(aggregation: FoldAggregation, scope: Scope, filter: Sql, path: string): TypedSql {
  const column = operand(aggregation, scope, path);
  switch (aggregation.type) {
    case 'longSum':
      // The sum of nothing is null.
      if (aggregation.fieldName !== undefined && scope.isAlwaysOne(aggregation.fieldName))
        return { kind: 'long', sql: sql`nullif(count(*)${filter}, 0)` };
      return { kind: 'long', sql: sql`sum(${asLong(column)})${filter}` };
    case 'longMin':
    case 'longAny':
      return { kind: 'long', sql: sql`min(${asLong(column)})${filter}` };
    case 'longMax':
      return { kind: 'long', sql: sql`max(${asLong(column)})${filter}` };
    case 'doubleSum':
    case 'floatSum':
      return { kind: 'double', sql: sql`sum(${asDouble(column)})${filter}` };
    case 'doubleMin':
    case 'floatMin':
    case 'doubleAny':
    case 'floatAny':
      return { kind: 'double', sql: sql`min(${asDouble(column)})${filter}` };
    case 'doubleMax':
    case 'floatMax':
      return { kind: 'double', sql: sql`max(${asDouble(column)})${filter}` };
    case 'doubleMean':
      return { kind: 'double', sql: sql`avg(${asDouble(column)})${filter}` };
    case 'stringAny':
      return { kind: 'text', sql: truncateBytes(sql`min(${asText(column)})${filter}`, aggregation.maxStringBytes) };
  }
}

/** Of several events at the same time, the first is the one with the smallest value, the last that with the largest. */
function orderedSql(aggregation: OrderedAggregation, scope: Scope, filter: Sql): TypedSql {
  const { type, fieldName, timeColumn = '__time' } = aggregation;
  const value = castToType(type, scope.resolve(fieldName));
  const time = asLong(scope.resolve(timeColumn));
  const by = sql`CASE WHEN ${value.sql} IS NOT NULL AND ${time} IS NOT NULL THEN struct_pack(t := ${time}, v := ${value.sql}) END`;
  const chosen = type.endsWith('First') ? sql`min(${by})${filter}` : sql`max(${by})${filter}`;
  const found = sql`struct_extract(${chosen}, 'v')`;
  const bytes = 'maxStringBytes' in aggregation ? aggregation.maxStringBytes : undefined;
  return { kind: value.kind, sql: value.kind === 'text' ? truncateBytes(found, bytes) : found };
}

function castToType(type: OrderedAggregation['type'], column: TypedSql): TypedSql {
  if (type.startsWith('long')) return { kind: 'long', sql: asLong(column) };
  return type.startsWith('string') ? { kind: 'text', sql: asText(column) } : { kind: 'double', sql: asDouble(column) };
}

/** Distinct rows of the fields' values, nulls among them; or distinct values of all the fields together, nulls not. */
function cardinalitySql(fields: readonly string[], byRow: boolean, scope: Scope, filter: Sql): Sql {
  const values = fields.map((name) => asText(scope.resolve(name)));
  const [only, ...others] = values;
  if (byRow) return sql`count(DISTINCT row(${join(values, 'comma')}))${filter}`;
  if (only !== undefined && others.length === 0) return sql`count(DISTINCT ${only})${filter}`;
  const lists = values.map((value) => sql`coalesce(list(DISTINCT ${value})${filter}, [])`);
  return sql`len(list_distinct(flatten([${join(lists, 'comma')}])))`;
}

/** What Druid keeps of a text where a query does not say. */
const DEFAULT_BYTES = 1024;
/** A cut through a character is at most so far behind its beginning, less one. */
const LONGEST_CHARACTER_BYTES = 4;

/** The whole characters of a text that fit so many bytes of UTF-8. */
function truncateBytes(value: Sql, bytes: number = DEFAULT_BYTES): Sql {
  const cuts = Array.from({ length: Math.min(LONGEST_CHARACTER_BYTES, bytes) }, (_cut, back) => {
    return sql`TRY(decode(encode(t)[1:${long(bytes - back)}]))`;
  });
  const cut = sql`CASE WHEN strlen(t) > ${long(bytes)} THEN coalesce(${join([...cuts, sql`''`], 'comma')}) ELSE t END`;
  // Under a name of its own: TRY takes no aggregate.
  return sql`list_transform([${value}], lambda t: ${cut})[1]`;
}
