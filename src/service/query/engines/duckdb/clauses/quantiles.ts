// Builds SQL that reads quantiles and histograms from the sorted list of a group's values: the median of
// `"v0"` is `list_extract("v0", greatest(ceil(0.5 * len("v0")), 1)::BIGINT)`. They are exact; Druid
// estimates them.
import { double, doubles, long, sql, type Sql } from '../sql/statement.ts';
import type { TypedSql } from '../sql/typed.ts';

/** The quantile of a group without values. */
const NAN = sql`'nan'::DOUBLE`;
const DEFAULT_BIN_COUNT = 10;

/** The smallest value such that at least this fraction of the values do not exceed it. */
export function quantileSql(values: Sql, fraction: Sql): Sql {
  const index = sql`greatest(ceil(${fraction} * len(${values})), 1)::BIGINT`;
  return sql`coalesce(list_extract(${values}, ${index}), ${NAN})`;
}

interface Bins {
  readonly splitPoints?: readonly number[];
  readonly numBins?: number;
}

/**
 * How many values are in each bin: between split points, or in bins of equal width. A bin includes its upper
 * end; the last bin holds all that is left. If all values are equal, the first bin holds all.
 */
export function histogramSql({ splitPoints, numBins = DEFAULT_BIN_COUNT }: Bins, values: Sql): TypedSql {
  const last = sql`list_extract(${values}, len(${values}))`;
  const first = sql`list_extract(${values}, 1)`;
  const inner =
    splitPoints === undefined
      ? sql`list_transform(range(1, ${long(numBins)}), lambda i: ${first} + (${last} - ${first}) / ${double(numBins)} * i)`
      : doubles(splitPoints);
  // Counted once for each bin's end and then subtracted: inside of the second lambda, each bin would count
  // again.
  const upTo = sql`list_transform(${inner}, lambda p: ${countUpTo(values, sql`p`)})`;
  const counts = sql`list_concat([0::DOUBLE], ${upTo}, [len(${values})::DOUBLE])`;
  const size = long((splitPoints === undefined ? numBins - 1 : splitPoints.length) + 2);
  const pairs = sql`list_zip(list_slice(${counts}, 1, ${size} - 1), list_slice(${counts}, 2, ${size}))`;
  // The range of infinite values cannot be divided into bins of equal width.
  const hasBins = splitPoints === undefined ? sql`isfinite(${last} - ${first})` : sql`${values} IS NOT NULL`;
  const count = sql`CASE WHEN ${hasBins} THEN z[2] - z[1] ELSE ${NAN} END`;
  return { kind: 'doubles', sql: sql`list_transform(${pairs}, lambda z: ${count})` };
}

/** The steps of a binary search over lists of any length: 2^30, 2^29, …, 1. */
const SEARCH_STEPS = doubles(Array.from({ length: 31 }, (_step, index) => 2 ** (30 - index)));

/**
 * How many of the sorted values do not exceed a limit, by binary search: counting takes hours for many
 * limits.
 */
function countUpTo(values: Sql, limit: Sql): Sql {
  const reaches = sql`list_extract(${values}, (found + step)::BIGINT) <= ${limit}`;
  const step = sql`CASE WHEN found + step <= len(${values}) AND ${reaches} THEN found + step ELSE found END`;
  const position = sql`list_reduce(list_prepend(0::DOUBLE, ${SEARCH_STEPS}), lambda found, step: ${step})`;
  return sql`CASE WHEN ${values} IS NOT NULL THEN ${position} END`;
}
