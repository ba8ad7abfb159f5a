import { type Metric, type Ordering } from '../../../tql/metric.ts';
import { formatTimestamp } from '../../../tql/timestamp.ts';
import { type Json } from '../../../tql/json.ts';
import { type CompiledTopN, type NamedPostAggregation } from '../../compile/compiled.ts';
import { QueryError } from '../../errors.ts';
import { type EventTable } from '../engine.ts';
import { bucketing } from './bucket.ts';
import { dimensionSql } from './dimension.ts';
import { asText, type Expression } from './expression.ts';
import { groupsSql, type Groups } from './groups.ts';
import { type Plan } from './plan.ts';
import { jsonObject, type Row } from './shape.ts';
import { sourceOf } from './source.ts';
import { join, long, sql, text, type Sql } from './sql.ts';

/** A topN: for every bucket the first rows by a metric or by the dimension itself. Exact, where Druid approximates. */
export function planTopN(query: CompiledTopN, table: EventTable): Plan {
  const { bucketOf, starts } = bucketing(query.granularity, query.intervals);
  const source = sourceOf(query, table);
  const buckets: Expression[] = bucketOf === null ? [] : [{ kind: 'long', sql: bucketOf(source.time) }];
  const keys = [...buckets, dimensionSql(query.dimension, source.scope)];
  const named = new Map([[query.dimension.outputName, buckets.length]]);
  const groups = groupsSql(query, keys, source, { withEmpty: false, named });
  const names = [...groups.outputs.keys()];
  const all = starts();
  return {
    statements: [statementSql(query, groups, bucketOf === null)],
    shape: ([rows = []]) => shape(all, bucketOf === null, names, rows),
  };
}

/** The dimension is the last key; what comes before it is the bucket. */
function statementSql(query: CompiledTopN, groups: Groups, isOneBucket: boolean): Sql {
  const dimension = groups.keys.at(-1) ?? { kind: 'text', sql: sql`NULL` };
  const bucket = isOneBucket ? sql`NULL` : (groups.keys[0]?.sql ?? sql`NULL`);
  const { order, where } = orderOf(flatten(query.metric), query.postAggregations, groups, dimension);
  const columns = join([bucket, ...[...groups.outputs.values()].map((output) => output.sql)], 'comma');
  const from = sql`SELECT ${columns} FROM (${groups.relation})${where}`;
  const limit = long(query.threshold);
  if (isOneBucket) return sql`${from} ORDER BY ${order} LIMIT ${limit}`;
  const rank = sql`row_number() OVER (PARTITION BY ${bucket} ORDER BY ${order})`;
  return sql`${from} QUALIFY ${rank} <= ${limit} ORDER BY ${bucket}, ${order}`;
}

type FlatMetric = { readonly isInverted: boolean } & Exclude<Metric, { readonly type: 'inverted' }>;

function flatten(metric: Metric, isInverted = false): FlatMetric {
  return metric.type === 'inverted' ? flatten(metric.metric, !isInverted) : { ...metric, isInverted };
}

function orderOf(
  metric: FlatMetric,
  posts: readonly NamedPostAggregation[],
  groups: Groups,
  dimension: Expression,
): { order: Sql; where: Sql } {
  if (metric.type === 'dimension') return dimensionOrder(metric, dimension);
  const value = groups.outputs.get(metric.metric)?.sql ?? sql`NULL`;
  const direction = metric.isInverted ? sql`ASC` : sql`DESC`;
  const tie = sql`${dimension.sql} ASC NULLS FIRST`;
  const post = posts.find(({ name }) => name === metric.metric);
  const finiteFirst = post?.type === 'arithmetic' && post.ordering === 'numericFirst';
  // Where finite values rank above the others, they come first descending and last ascending; nulls come last in both.
  const finite = finiteFirst ? sql`(${value} IS NULL) ASC, isfinite(${value}) ${direction}, ` : sql``;
  return { order: sql`${finite}${value} ${direction} NULLS LAST, ${tie}`, where: sql`` };
}

function dimensionOrder(
  { isInverted, ordering = 'lexicographic', previousStop }: Extract<FlatMetric, { readonly type: 'dimension' }>,
  dimension: Expression,
): { order: Sql; where: Sql } {
  const value = dimension.sql;
  const direction = isInverted ? sql`DESC NULLS LAST` : sql`ASC NULLS FIRST`;
  checkOrdering(ordering);
  const written = asText(dimension);
  const first = ordering === 'strlen' ? sql`length(${written}) ${direction}, ` : sql``;
  if (previousStop === undefined) return { order: sql`${first}${value} ${direction}`, where: sql`` };
  const stop = text(previousStop);
  const [mine, theirs] =
    ordering === 'strlen' ? [sql`(length(${written}), ${written})`, sql`(length(${stop}), ${stop})`] : [written, stop];
  const beyond = isInverted ? sql`(${written} IS NULL OR ${mine} < ${theirs})` : sql`${mine} > ${theirs}`;
  return { order: sql`${first}${value} ${direction}`, where: sql` WHERE ${beyond}` };
}

function checkOrdering(ordering: Ordering): void {
  if (ordering === 'lexicographic' || ordering === 'strlen') return;
  throw new QueryError('metric.ordering', `is ${ordering}, which is not supported yet`);
}

function shape(
  buckets: readonly number[],
  isOneBucket: boolean,
  names: readonly string[],
  rows: readonly Row[],
): Json[] {
  const byBucket = new Map<number | null, Json[]>();
  for (const [bucket, ...values] of rows) {
    const key = isOneBucket ? null : Number(bucket);
    const found = byBucket.get(key) ?? [];
    if (found.length === 0) byBucket.set(key, found);
    found.push(jsonObject(names, values));
  }
  return buckets.map((startMs) => ({
    timestamp: formatTimestamp(startMs),
    result: byBucket.get(isOneBucket ? null : startMs) ?? [],
  }));
}
