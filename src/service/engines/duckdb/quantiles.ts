import { type QuantilesReading } from '../../../tql/post-aggregation.ts';
import { type Expression } from './expression.ts';
import { double, doubles, long, sql, type Sql } from './sql.ts';

/** What is read off a group's sorted values; exact, where Druid's sketch estimates. Of no values everything is NaN. */
export function quantilesSql(post: QuantilesReading, values: Sql): Expression {
  switch (post.type) {
    case 'quantilesDoublesSketchToQuantile':
      return { kind: 'double', sql: sql`coalesce(${at(values, double(post.fraction))}, ${NAN})` };
    case 'quantilesDoublesSketchToQuantiles':
      return each(doubles(post.fractions), sql`coalesce(${at(values, sql`p`)}, ${NAN})`);
    case 'quantilesDoublesSketchToRank':
      return { kind: 'double', sql: rankOf(values, double(post.value)) };
    case 'quantilesDoublesSketchToCDF':
      return {
        kind: 'doubles',
        sql: sql`list_append(${each(doubles(post.splitPoints), rankOf(values, sql`p`)).sql}, coalesce(len(${values}) / len(${values}), ${NAN}))`,
      };
    case 'quantilesDoublesSketchToHistogram':
      return histogramSql(post.splitPoints ?? null, post.numBins ?? DEFAULT_BINS, values);
  }
}

const NAN = sql`'nan'::DOUBLE`;
const DEFAULT_BINS = 10;

function each(points: Sql, value: Sql): Expression {
  return { kind: 'doubles', sql: sql`list_transform(${points}, lambda p: ${value})` };
}

function rankOf(values: Sql, limit: Sql): Sql {
  return sql`coalesce(${below(values, limit)} / len(${values}), ${NAN})`;
}

/** The smallest value that at least this fraction of the values do not exceed. */
function at(values: Sql, fraction: Sql): Sql {
  return sql`list_extract(${values}, greatest(ceil(${fraction} * len(${values})), 1)::BIGINT)`;
}

/** Powers of two from half of the longest list down: the steps of a search in halves. */
const STEPS = doubles(Array.from({ length: 31 }, (_step, index) => 2 ** (30 - index)));

/** How many of the sorted values are below a limit, found in halves: a count of each would take hours where there are many limits. */
function below(values: Sql, limit: Sql): Sql {
  const reaches = sql`list_extract(${values}, (found + step)::BIGINT) < ${limit}`;
  const step = sql`CASE WHEN found + step <= len(${values}) AND ${reaches} THEN found + step ELSE found END`;
  const found = sql`list_reduce(list_prepend(0::DOUBLE, ${STEPS}), lambda found, step: ${step})`;
  return sql`CASE WHEN ${values} IS NOT NULL THEN ${found} END`;
}

/** Counts between the split points, each bin with its lower and without its upper end, the last one with all that is left. */
function histogramSql(splitPoints: readonly number[] | null, bins: number, values: Sql): Expression {
  const last = sql`list_extract(${values}, len(${values}))`;
  const first = sql`list_extract(${values}, 1)`;
  const inner =
    splitPoints === null
      ? sql`list_transform(range(1, ${long(bins)}), lambda i: ${first} + (${last} - ${first}) / ${double(bins)} * i)`
      : doubles(splitPoints);
  // Counted once for each end and then subtracted: inside the second lambda they would be counted for each bin again.
  const upTo = each(inner, below(values, sql`p`)).sql;
  const counts = sql`list_concat([0::DOUBLE], ${upTo}, [len(${values})::DOUBLE])`;
  const size = long((splitPoints === null ? bins - 1 : splitPoints.length) + 2);
  const pairs = sql`list_zip(list_slice(${counts}, 1, ${size} - 1), list_slice(${counts}, 2, ${size}))`;
  // Between infinite values there are no bins of equal width.
  const hasBins = splitPoints === null ? sql`isfinite(${last} - ${first})` : sql`${values} IS NOT NULL`;
  const count = sql`CASE WHEN ${hasBins} THEN z[2] - z[1] ELSE ${NAN} END`;
  return { kind: 'doubles', sql: sql`list_transform(${pairs}, lambda z: ${count})` };
}
