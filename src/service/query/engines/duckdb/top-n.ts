// Plans a topN as SQL: `SELECT … GROUP BY bucket, dimension`, ordered and limited in each bucket.
import { factsOf } from '../../../../tql/schema/aggregation.ts';
import type { Json } from '../../../../tql/json.ts';
import { flattenMetric, type FlatMetric } from '../../../../tql/schema/metric.ts';
import { type CompiledTopN, innermost } from '../../compile/compiled-query.ts';
import type { EventTable } from '../../../events/columns.ts';
import { topNResult } from '../results.ts';
import { bucketing } from './clauses/buckets.ts';
import { type Groups, groupsSql, selectGroups } from './clauses/groups.ts';
import { requireNumber } from './clauses/post-aggregations.ts';
import { sourceOf } from './clauses/source.ts';
import { firstRowsBy, type SelectRows } from './order-rows.ts';
import { jsonObject, type Plan, type Row } from './plan.ts';
import { outputScope } from './sql/scope.ts';
import { inlineInteger, long, sql, type Sql } from './sql/statement.ts';
import { asText, NULL_TEXT, type TypedSql } from './sql/typed.ts';

/** A topN: for every bucket the first rows by a metric or by the dimension. Exact; Druid approximates. */
export function planTopN(query: CompiledTopN, table: EventTable): Plan {
  const bucketKeys = bucketing(query.granularity, query.intervals);
  const { keyOf, startOf, starts } = bucketKeys;
  const groups = groupsSql(query, [query.dimension], sourceOf(query, table), bucketKeys);
  const dimension = groups.dimensions[0] ?? NULL_TEXT;
  const names = [...groups.outputs.keys()];
  const buckets = starts();
  const metric = flattenMetric(query.metric);
  const isOneBucket = keyOf === null;

  /** Makes the answer of the rows, which begin with the key of their bucket. */
  const answer = (rows: readonly Row[], select: SelectRows): readonly Json[] => {
    const rowsByStart = Map.groupBy(rows, ([key]) => (isOneBucket ? buckets[0] : startOf(Number(key))));
    return topNResult(buckets, (startMs) => {
      const selectedRows = select(rowsByStart.get(startMs) ?? []);
      return selectedRows.map((row) => jsonObject(names, row.slice(1)));
    });
  };
  const ordering = metric.type === 'dimension' ? metric.ordering : undefined;
  if (ordering !== undefined && ordering !== 'lexicographic') {
    // SQL has no such ordering: all groups are fetched and ordered here, as the texts that Java writes.
    const select = firstRowsBy(ordering, metric.isInverted, query.threshold);
    return {
      statements: [selectGroups(groups, [asText(dimension)])],
      toResult: ([rows = []]) => answer(rows, select),
    };
  }
  const order =
    metric.type === 'dimension'
      ? dimensionOrder(metric, dimension)
      : outputOrder(metric, query, groups, dimension);
  return {
    statements: [statementSql(query, groups, order, isOneBucket)],
    toResult: ([rows = []]) => answer(rows, (rowsOfBucket) => rowsOfBucket),
  };
}

type DimensionMetric = Extract<FlatMetric, { readonly type: 'dimension' }>;
type OutputMetric = Extract<FlatMetric, { readonly type: 'numeric' }>;

function statementSql({ threshold }: CompiledTopN, groups: Groups, orderBy: Sql, isOneBucket: boolean): Sql {
  const from = selectGroups(groups);
  // If the limit is a constant, the engine keeps only the first rows instead of sorting all.
  if (isOneBucket) return sql`${from} ORDER BY ${orderBy} LIMIT ${inlineInteger(threshold)}`;
  // Not row_number(): DuckDB 1.5 rewrites it to arg_max_nulls_last, which sometimes gives another row than
  // the first. No two rows of a bucket are equal in the order, so their ranks are their row numbers.
  const rank = sql`rank() OVER (PARTITION BY ${groups.bucket} ORDER BY ${orderBy})`;
  return sql`${from} QUALIFY ${rank} <= ${long(threshold)} ORDER BY ${groups.bucket}, ${orderBy}`;
}

/** `ORDER BY output DESC`, and by the dimension if two outputs are equal. */
function outputOrder(
  { metric, isInverted }: OutputMetric,
  { aggregations, postAggregations }: CompiledTopN,
  groups: Groups,
  dimension: TypedSql,
): Sql {
  const path = 'metric.metric';
  const { sql: value } = requireNumber(outputScope(groups.outputs, path).resolve(metric), path);
  const direction = isInverted ? sql`ASC` : sql`DESC`;
  const ties = sql`${dimension.sql} ASC NULLS FIRST`;
  // As in Druid: of a first or last value, a null is the lowest, so it comes first in inverted order. Of a
  // sum or a count it is last in both orders.
  const isFirstOrLast = aggregations.some(
    (aggregation) => aggregation.name === metric && factsOf(innermost(aggregation)).intermediate === 'timed',
  );
  const nulls = isInverted && isFirstOrLast ? sql`NULLS FIRST` : sql`NULLS LAST`;
  const post = postAggregations.find(({ name }) => name === metric);
  const areFiniteLarger = post?.type === 'arithmetic' && post.ordering === 'numericFirst';
  // With `numericFirst`, finite values are larger than infinities and NaN; nulls are last in both directions.
  const finite = areFiniteLarger ? sql`(${value} IS NULL) ASC, isfinite(${value}) ${direction}, ` : sql``;
  return sql`${finite}${value} ${direction} ${nulls}, ${ties}`;
}

/** `ORDER BY dimension`. */
function dimensionOrder({ isInverted }: DimensionMetric, dimension: TypedSql): Sql {
  return sql`${asText(dimension)} ${isInverted ? sql`DESC NULLS FIRST` : sql`ASC NULLS FIRST`}`;
}
