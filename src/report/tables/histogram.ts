// Makes the rows of a table from an answer that holds a histogram, an array of counts: a bin (`10 to 20`)
// each.
import type { Query } from '../../tql/query.ts';
import type { ResultRow } from '../../tql/result.ts';
import type { ReportedInsight } from '../results/results.ts';
import { aggregationsOf, postAggregationsOf } from './query/outputs.ts';
import { type KeyedRow, rowOf } from './rows.ts';
import { toNumber } from './table.ts';

/**
 * The bins of an answer that is one row without dimensions and holds one histogram, an array of counts; null
 * for any other answer. Bins are named by their limits, `10 to 20`: these are the query's split points, or
 * equal steps between the answer's smallest and largest value.
 */
export function histogramRows(query: Query, rows: readonly KeyedRow[]) {
  const [row, ...others] = rows;
  if (row === undefined || others.length > 0 || row.parts.length > 0) return null;
  const [histogram, ...more] = histogramsOf(query).filter(({ name }) => Array.isArray(row.values[name]));
  if (histogram === undefined || more.length > 0) return null;
  const counts = row.values[histogram.name];
  if (counts == null || typeof counts !== 'object') return null;
  const limits = histogram.splitPoints ?? evenLimits(row.values, counts.length);
  const bins = counts.map((count, i) => {
    const values = rowOf([[histogram.name, count]]);
    return { timestampMs: row.timestampMs, parts: [binName(limits, i, counts.length)], values };
  });
  return { rows: bins, dimensions: [BIN], output: histogram.name };
}

const BIN = 'bin';

/** Whether the rows of a table are the bins of a histogram. */
export function isHistogram({
  query,
  metric,
  dimensions,
}: Pick<ReportedInsight, 'query' | 'metric' | 'dimensions'>): boolean {
  const isOfBins = dimensions.length === 1 && dimensions[0] === BIN;
  return isOfBins && histogramsOf(query).some(({ name }) => name === metric);
}

/** The outputs of a query that are histograms, with their split points; null without any. */
function histogramsOf(
  query: Query,
): readonly { readonly name: string; readonly splitPoints: readonly number[] | null }[] {
  return [...aggregationsOf(query), ...postAggregationsOf(query)].flatMap(
    ({ type, name = 'Histogram', splitPoints }) => {
      if (!/^histogram$|ToHistogram$/.test(type) || name === null) return [];
      const points = [splitPoints].flat().filter((point) => typeof point === 'number');
      return [{ name, splitPoints: points.length === 0 ? null : points }];
    },
  );
}

/**
 * The limits between bins of equal widths; null if the answer does not hold its smallest and largest value.
 */
function evenLimits(
  { _quantilesMinValue: min, _quantilesMaxValue: max }: ResultRow,
  bins: number,
): readonly number[] | null {
  const [from, to] = [toNumber(min), toNumber(max)];
  if (from === null || to === null) return null;
  return Array.from({ length: bins - 1 }, (_, i) => from + ((to - from) * (i + 1)) / bins);
}

/** Engines differ in whether a bin holds its lower or its upper limit, so the names do not say it. */
function binName(limits: readonly number[] | null, index: number, bins: number): string {
  if (limits?.length !== bins - 1) return `bin ${index + 1}`;
  const write = (limit: number): number => Number(limit.toPrecision(6));
  const [from, to] = [limits[index - 1], limits[index]];
  if (from === undefined) return to === undefined ? 'all' : `to ${write(to)}`;
  return to === undefined ? `from ${write(from)}` : `${write(from)} to ${write(to)}`;
}
