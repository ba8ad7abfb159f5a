import type { Metric, Ordering } from '../../../../tql/ordering.ts';
import { comparatorOf } from '../../../../tql/ordering.ts';
import { formatTimestamp } from '../../../../tql/literals.ts';
import type { Json } from '../../../../tql/json.ts';
import type { CompiledTopN, NamedPostAggregation } from '../../compile/compiled-query.ts';
import type { EventTable } from '../engine.ts';
import { bucketing } from './clauses/buckets.ts';
import { dimensionSql } from './clauses/dimensions.ts';
import { asText, NULL_TEXT, type TypedSql } from './sql/typed.ts';
import { utf16Length } from './sql/java-text.ts';
import { groupsSql, type Groups } from './clauses/groups.ts';
import { type Plan, SHORT_ROW_LIMIT } from './plan.ts';
import { outputScope } from './sql/scope.ts';
import { jsonObject, type Row } from './plan.ts';
import { sourceOf } from './clauses/source.ts';
import { inlineInteger, join, long, sql, text, type Sql } from './sql/statement.ts';

/** A topN: for every bucket the first rows by a metric or by the dimension itself. Exact, where Druid approximates. */
export function planTopN(query: CompiledTopN, table: EventTable): Plan {
  const { keyOf, startOf, starts } = bucketing(query.granularity, query.intervals);
  const source = sourceOf(query, table);
  const buckets: TypedSql[] = keyOf === null ? [] : [{ kind: 'long', sql: keyOf(source.time) }];
  const keys = [...buckets, dimensionSql(query.dimension, source.scope)];
  const named = new Map([[query.dimension.outputName, buckets.length]]);
  const groups = groupsSql(query, keys, source, named);
  const names = [...groups.outputs.keys()];
  const all = starts();
  const startOfRow = (row: Row): number | null => (keyOf === null ? null : startOf(Number(row[0])));
  const metric = flattenMetric(query.metric);
  if (metric.type === 'dimension' && !isOrderedBySql(metric.ordering)) {
    const first = pickFirstBy(metric, query.threshold);
    return {
      statements: [selectSql(groups, keyOf === null, sql``, [writtenSql(groups)])],
      shape: ([rows = []]) => shape(all, startOfRow, names, rows, first),
    };
  }
  return {
    statements: [statementSql(query, metric, groups, keyOf === null)],
    isShort: all.length * query.threshold <= SHORT_ROW_LIMIT,
    shape: ([rows = []]) => shape(all, startOfRow, names, rows, (bucket) => bucket),
  };
}

/** The other orderings have no counterpart in SQL; all groups are fetched and put in order here. */
function isOrderedBySql(ordering: Ordering = 'lexicographic'): boolean {
  return ordering === 'lexicographic' || ordering === 'strlen';
}

type FlatMetric = { readonly isInverted: boolean } & Exclude<Metric, { readonly type: 'inverted' }>;
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
      .map((row) => ({ row, value: writtenValue(row.at(-1)) }))
      .filter(({ value }) => previousStop === undefined || direction * compare(value, previousStop) > 0)
      .sort((a, b) => direction * (compare(a.value, b.value) || tie(a.value, b.value)))
      .slice(0, threshold)
      .map(({ row }) => row);
}

function writtenValue(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The dimension as text: the orderings compare numbers as Java writes them. */
function writtenSql(groups: Groups): Sql {
  return asText(groups.keys.at(-1) ?? NULL_TEXT);
}

function selectSql(groups: Groups, isOneBucket: boolean, where: Sql, more: readonly Sql[] = []): Sql {
  const bucket = isOneBucket ? sql`NULL` : (groups.keys[0]?.sql ?? sql`NULL`);
  const columns = join([bucket, ...[...groups.outputs.values()].map((output) => output.sql), ...more], 'comma');
  return sql`SELECT ${columns} FROM (${groups.relation})${where}`;
}

/** The dimension is the last key; what comes before it is the bucket. */
function statementSql(query: CompiledTopN, metric: FlatMetric, groups: Groups, isOneBucket: boolean): Sql {
  const dimension = groups.keys.at(-1) ?? { kind: 'text', sql: sql`NULL` };
  const { order, where } = orderOf(metric, query.postAggregations, groups, dimension);
  const from = selectSql(groups, isOneBucket, where);
  // A limit that it knows lets the engine keep the first rows instead of sorting all.
  if (isOneBucket) return sql`${from} ORDER BY ${order} LIMIT ${inlineInteger(query.threshold)}`;
  const bucket = groups.keys[0]?.sql ?? sql`NULL`;
  // Not row_number(): DuckDB 1.5 rewrites it to arg_max_nulls_last, which now and then gives another row than the first.
  // No two rows of a bucket are equal in the order, so the ranks are the same numbers.
  const rank = sql`rank() OVER (PARTITION BY ${bucket} ORDER BY ${order})`;
  return sql`${from} QUALIFY ${rank} <= ${long(query.threshold)} ORDER BY ${bucket}, ${order}`;
}

function flattenMetric(metric: Metric, isInverted = false): FlatMetric {
  return metric.type === 'inverted' ? flattenMetric(metric.metric, !isInverted) : { ...metric, isInverted };
}

function orderOf(
  metric: FlatMetric,
  posts: readonly NamedPostAggregation[],
  groups: Groups,
  dimension: TypedSql,
): { order: Sql; where: Sql } {
  if (metric.type === 'dimension') return dimensionOrder(metric, dimension);
  const value = outputScope(groups.outputs, 'metric.metric').resolve(metric.metric).sql;
  const direction = metric.isInverted ? sql`ASC` : sql`DESC`;
  const tie = sql`${dimension.sql} ASC NULLS FIRST`;
  const post = posts.find(({ name }) => name === metric.metric);
  const finiteFirst = post?.type === 'arithmetic' && post.ordering === 'numericFirst';
  // Where finite values rank above the others, they come first descending and last ascending; nulls come last in both.
  const finite = finiteFirst ? sql`(${value} IS NULL) ASC, isfinite(${value}) ${direction}, ` : sql``;
  return { order: sql`${finite}${value} ${direction} NULLS LAST, ${tie}`, where: sql`` };
}

function dimensionOrder(
  { isInverted, ordering = 'lexicographic', previousStop }: DimensionMetric,
  dimension: TypedSql,
): { order: Sql; where: Sql } {
  const direction = isInverted ? sql`DESC NULLS LAST` : sql`ASC NULLS FIRST`;
  const written = asText(dimension);
  const first = ordering === 'strlen' ? sql`${utf16Length(written)} ${direction}, ` : sql``;
  if (previousStop === undefined) return { order: sql`${first}${written} ${direction}`, where: sql`` };
  const [stop, length] = [text(previousStop), previousStop.length];
  const [mine, theirs] =
    ordering === 'strlen'
      ? [sql`(${utf16Length(written)}, ${written})`, sql`(${long(length)}, ${stop})`]
      : [written, stop];
  const beyond = isInverted
    ? sql`(${written} IS NULL OR ${mine} < ${theirs})`
    : sql`(${written} IS NOT NULL AND ${mine} > ${theirs})`;
  return { order: sql`${first}${written} ${direction}`, where: sql` WHERE ${beyond}` };
}

type PickRows = (bucket: readonly Row[]) => readonly Row[];

function shape(
  buckets: readonly number[],
  startOfRow: (row: Row) => number | null,
  names: readonly string[],
  rows: readonly Row[],
  pick: PickRows,
): Json[] {
  const byBucket = new Map<number | null, Row[]>();
  for (const row of rows) {
    const startMs = startOfRow(row);
    const bucket = byBucket.get(startMs);
    if (bucket === undefined) byBucket.set(startMs, [row]);
    else bucket.push(row);
  }
  const isOneBucket = byBucket.has(null);
  return buckets.map((startMs) => ({
    timestamp: formatTimestamp(startMs),
    result: pick(byBucket.get(isOneBucket ? null : startMs) ?? []).map((row) => jsonObject(names, row.slice(1))),
  }));
}
