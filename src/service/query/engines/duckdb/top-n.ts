// A topN as SQL: `SELECT … GROUP BY bucket, dimension`, ordered and limited in each bucket.
import { factsOf } from '../../../../tql/aggregation.ts';
import type { Json } from '../../../../tql/json.ts';
import { comparatorOf, flattenMetric, type FlatMetric, type Ordering } from '../../../../tql/ordering.ts';
import { type CompiledTopN, innermost } from '../../compile/compiled-query.ts';
import type { EventTable } from '../../../events/columns.ts';
import { rankings } from '../results.ts';
import { bucketing } from './clauses/buckets.ts';
import { type Groups, groupsSql, selectGroups } from './clauses/groups.ts';
import { requireNumber } from './clauses/post-aggregations.ts';
import { sourceOf } from './clauses/source.ts';
import { jsonObject, type Plan, type Row, SHORT_ROW_LIMIT } from './plan.ts';
import { utf16Length } from './sql/java-text.ts';
import { outputScope } from './sql/scope.ts';
import { inlineInteger, long, sql, type Sql, text } from './sql/statement.ts';
import { asText, NULL_TEXT, type TypedSql } from './sql/typed.ts';

/**
 * A topN: for every bucket the first rows by a metric or by the dimension. Exact, where Druid approximates.
 */
export function planTopN(query: CompiledTopN, table: EventTable): Plan {
  const { keyOf, startOf, starts } = bucketing(query.granularity, query.intervals);
  const groups = groupsSql(query, [query.dimension], sourceOf(query, table), keyOf);
  const names = [...groups.outputs.keys()];
  const dimension = groups.dimensions[0] ?? NULL_TEXT;
  const buckets = starts();
  const startOfRow = (row: Row): number | null => (keyOf === null ? null : startOf(Number(row[0])));
  const metric = flattenMetric(query.metric);
  if (metric.type === 'dimension' && !isOrderedBySql(metric.ordering)) {
    return {
      // The orderings compare numbers as Java writes them.
      statements: [selectGroups(groups, [asText(dimension)])],
      toResult: ([rows = []]) =>
        topRows(buckets, startOfRow, names, rows, pickFirstBy(metric, query.threshold)),
    };
  }
  return {
    statements: [statementSql(query, groups, orderOf(metric, query, groups, dimension), keyOf === null)],
    isShort: buckets.length * query.threshold <= SHORT_ROW_LIMIT,
    toResult: ([rows = []]) => topRows(buckets, startOfRow, names, rows, (bucket) => bucket),
  };
}

/** SQL has no counterpart to the other orderings: for them, all groups are fetched and ordered here. */
function isOrderedBySql(ordering: Ordering = 'lexicographic'): boolean {
  return ordering === 'lexicographic' || ordering === 'strlen';
}

type DimensionMetric = Extract<FlatMetric, { readonly type: 'dimension' }>;

/** The first rows of a bucket by an ordering of the dimension, whose text is the last column. */
function pickFirstBy(
  { isInverted, ordering = 'lexicographic', previousStop }: DimensionMetric,
  threshold: number,
): PickRows {
  const [compare, tie] = [comparatorOf(ordering), comparatorOf('lexicographic')];
  const direction = isInverted ? -1 : 1;
  return (rows) =>
    rows
      .map((row) => ({ row, value: textOf(row.at(-1)) }))
      .filter(
        ({ value }) =>
          previousStop === undefined || (value !== null && direction * compare(value, previousStop) > 0),
      )
      .sort((a, b) => {
        // Null comes first in both directions.
        if (a.value === null || b.value === null) return Number(a.value !== null) - Number(b.value !== null);
        return direction * (compare(a.value, b.value) || tie(a.value, b.value));
      })
      .slice(0, threshold)
      .map(({ row }) => row);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The order of groups in a bucket, and a condition on them. */
interface GroupOrder {
  readonly order: Sql;
  readonly where: Sql;
}

function statementSql(
  { threshold }: CompiledTopN,
  groups: Groups,
  by: GroupOrder,
  isOneBucket: boolean,
): Sql {
  const { order, where } = by;
  const from = sql`${selectGroups(groups)}${where}`;
  // If the limit is a constant, the engine keeps only the first rows instead of sorting all.
  if (isOneBucket) return sql`${from} ORDER BY ${order} LIMIT ${inlineInteger(threshold)}`;
  // Not row_number(): DuckDB 1.5 rewrites it to arg_max_nulls_last, which sometimes gives another row than
  // the first. No two rows of a bucket are equal in the order, so their ranks are their row numbers.
  const rank = sql`rank() OVER (PARTITION BY ${groups.bucket} ORDER BY ${order})`;
  return sql`${from} QUALIFY ${rank} <= ${long(threshold)} ORDER BY ${groups.bucket}, ${order}`;
}

function orderOf(
  metric: FlatMetric,
  { aggregations, postAggregations }: CompiledTopN,
  groups: Groups,
  dimension: TypedSql,
): GroupOrder {
  if (metric.type === 'dimension') return dimensionOrder(metric, dimension);
  const value = requireNumber(
    outputScope(groups.outputs, 'metric.metric').resolve(metric.metric),
    'metric.metric',
  ).sql;
  const direction = metric.isInverted ? sql`ASC` : sql`DESC`;
  const tie = sql`${dimension.sql} ASC NULLS FIRST`;
  // As in Druid: a null is the lowest of first and last values, and after all others.
  const isOrdered = aggregations.some(
    (one) => one.name === metric.metric && factsOf(innermost(one)).state === 'timed',
  );
  const nulls = metric.isInverted && isOrdered ? sql`NULLS FIRST` : sql`NULLS LAST`;
  const post = postAggregations.find(({ name }) => name === metric.metric);
  const finiteFirst = post?.type === 'arithmetic' && post.ordering === 'numericFirst';
  // If finite values rank above the others, they come first descending and last ascending; nulls come last in
  // both.
  const finite = finiteFirst ? sql`(${value} IS NULL) ASC, isfinite(${value}) ${direction}, ` : sql``;
  return { order: sql`${finite}${value} ${direction} ${nulls}, ${tie}`, where: sql`` };
}

function dimensionOrder(
  { isInverted, ordering = 'lexicographic', previousStop }: DimensionMetric,
  dimension: TypedSql,
): GroupOrder {
  const direction = isInverted ? sql`DESC NULLS FIRST` : sql`ASC NULLS FIRST`;
  const dimensionText = asText(dimension);
  const first = ordering === 'strlen' ? sql`${utf16Length(dimensionText)} ${direction}, ` : sql``;
  if (previousStop === undefined) return { order: sql`${first}${dimensionText} ${direction}`, where: sql`` };
  const [stop, length] = [text(previousStop), long(previousStop.length)];
  const [rank, lastRank] =
    ordering === 'strlen'
      ? [sql`(${utf16Length(dimensionText)}, ${dimensionText})`, sql`(${length}, ${stop})`]
      : [dimensionText, stop];
  const isBeyondStop = sql`(${dimensionText} IS NOT NULL AND ${isInverted ? sql`${rank} < ${lastRank}` : sql`${rank} > ${lastRank}`})`;
  return { order: sql`${first}${dimensionText} ${direction}`, where: sql` WHERE ${isBeyondStop}` };
}

type PickRows = (bucket: readonly Row[]) => readonly Row[];

function topRows(
  buckets: readonly number[],
  startOfRow: (row: Row) => number | null,
  names: readonly string[],
  rows: readonly Row[],
  pick: PickRows,
): readonly Json[] {
  const byBucket = Map.groupBy(rows, startOfRow);
  const isOneBucket = byBucket.has(null);
  return rankings(buckets, (startMs) =>
    pick(byBucket.get(isOneBucket ? null : startMs) ?? []).map((row) => jsonObject(names, row.slice(1))),
  );
}
