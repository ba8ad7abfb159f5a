import { ResponseError } from '../errors.ts';
import { isJsonObject, type Json } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import type { QueryResult, ResultRow, Rounding } from '../tql/result.ts';
import { aggregationBehind, isAdditive, orderingMetric, queryOutputs } from './aggregations.ts';
import { roleOf, sizeName } from './group-sizes.ts';
import { findMetric } from './metric.ts';
import { roundCount, roundWhole, rowRounder } from './round-row.ts';
import { dimensionParts, groupByRows, partsKey, topNRows } from './rows.ts';
import { VALUES_COUNT } from './set-queries.ts';
import { isRanking, toNumber } from './table.ts';

/**
 * An answer as it may be told if no group smaller than `size` may be known. Counts are rounded, what is computed from counts is computed
 * from the rounded ones, and a sum, a mean or an extreme is null unless its group has that size. A ranking's rows without a number of
 * their metric are folded, and a topN has the `top` first rows by the rounded numbers. `query` is what was asked, with `withGroupSizes` and
 * `withMoreRows`; `metric` is the output that an entry names.
 */
export function roundResult(
  query: Query,
  result: QueryResult,
  size: number,
  metric: string | null,
  top: unknown = query['threshold'],
): QueryResult {
  if (size <= 1) return result;
  switch (result.kind) {
    case 'timeseries':
      return roundTimeseries(query, result, size, metric);
    case 'topN':
      return roundTopN(query, result, size, metric, typeof top === 'number' ? top : Infinity);
    case 'groupBy':
      return roundGroups(query, result, size, metric);
    case 'scan':
      return { ...result, events: [], rounding: { ...NOTHING_HIDDEN, size } };
    case 'timeBoundary':
    case 'segmentMetadata':
      return result;
  }
}

/** How many rows a topN is asked for, at least: in each bucket, if there may be many. */
const ROWS_ASKED = { whole: 1000, bucket: 100 };

/**
 * A topN that asks for more rows than it shows. If all rows are there, the rounded numbers choose the ones that are shown; otherwise the true
 * ones do, and tell which of two rows is larger.
 */
export function withMoreRows(query: Query): Query {
  if (query.queryType !== 'topN' || typeof query['threshold'] !== 'number') return query;
  const threshold = Math.max(query['threshold'], ROWS_ASKED[query['granularity'] === 'all' ? 'whole' : 'bucket']);
  return { ...query, threshold };
}

const NOTHING_HIDDEN = {
  hiddenRows: 0,
  hiddenSize: 0,
  shownSize: 0,
  foldedValue: null,
  cutOffMs: [],
  isPart: false,
  isChosenByNumber: false,
};

type Result<Kind> = QueryResult & { readonly kind: Kind };

function roundTimeseries(query: Query, result: Result<'timeseries'>, size: number, metric: string | null): QueryResult {
  const rows = result.buckets.map(({ timestampMs, values }) => ({ timestampMs, row: values }));
  const fold = rowFolder(query, rows.map(({ row }) => row), [], size, metric); // prettier-ignore
  const all = fold.round(rows);
  return {
    kind: 'timeseries',
    buckets: all.map(({ timestampMs, told }) => ({ timestampMs, values: told })),
    rounding: { ...fold.describe(all), cutOffMs: [], isPart: false },
  };
}

function roundTopN(
  query: Query,
  result: Result<'topN'>,
  size: number,
  metric: string | null,
  top: number,
): QueryResult {
  const { dimensions } = topNRows(query, result);
  const fold = rowFolder(query, result.buckets.flatMap(({ rows }) => rows), dimensions, size, metric); // prettier-ignore
  const buckets = result.buckets.map(({ timestampMs, rows }) => {
    const all = fold.round(rows.map((row) => ({ row })));
    const kept = inToldOrder(query, all.filter(({ isSmall }) => !isSmall), dimensions); // prettier-ignore
    const shown = kept.slice(0, top);
    const leavesOut = kept.length > top;
    const isPart = leavesOut || rows.length === query['threshold'];
    // What comes after a small row in the order of counts is small, too.
    const isCutOff = leavesOut || (isPart && (kept.length === all.length || !isOrderedByCount(query, fold.metric)));
    return { timestampMs, all: leavesOut ? shown : all, rows: shown.map(({ told }) => told), isPart, isCutOff };
  });
  const isPart = buckets.some((bucket) => bucket.isPart);
  const described = fold.describe(buckets.flatMap(({ all }) => all));
  return {
    kind: 'topN',
    buckets: buckets.map(({ timestampMs, rows }) => ({ timestampMs, rows })),
    rounding: {
      ...described,
      cutOffMs: buckets.flatMap(({ isCutOff, timestampMs }) => (isCutOff ? [timestampMs] : [])),
      isPart,
      isChosenByNumber: described.isChosenByNumber || (isPart && isChosenByOtherThanLargest(query, fold.metric)),
    },
  };
}

function roundGroups(query: Query, result: Result<'groupBy'>, size: number, metric: string | null): QueryResult {
  const { dimensions } = groupByRows(query, result);
  const rows = result.rows.map(({ timestampMs, event }) => ({ timestampMs, row: event }));
  if (listsValues(query)) return withRoundedValues(result, size);
  const fold = rowFolder(query, rows.map(({ row }) => row), dimensions, size, metric); // prettier-ignore
  const all = fold.round(rows);
  const kept = isRanking(query) && dimensions.length > 0 ? all.filter(({ isSmall }) => !isSmall) : all;
  const isPart = rows.length === query['limit'];
  return {
    kind: 'groupBy',
    rows: kept.map(({ timestampMs, told }) => ({ timestampMs, event: told })),
    rounding: {
      ...fold.describe(all),
      cutOffMs: isPart ? kept.map(({ timestampMs }) => timestampMs) : [],
      isPart,
    },
  };
}

/** A row with its rounded numbers. */
interface RoundedRow {
  readonly row: ResultRow;
  readonly told: ResultRow;
  readonly isSmall: boolean;
}

interface RowFolder {
  readonly metric: string | null;
  readonly round: <Row extends { readonly row: ResultRow }>(rows: readonly Row[]) => readonly (Row & RoundedRow)[];
  readonly describe: (rows: readonly RoundedRow[]) => Omit<Rounding, 'cutOffMs' | 'isPart'>;
}

function rowFolder(
  query: Query,
  rows: readonly ResultRow[],
  dimensions: readonly string[],
  size: number,
  wanted: string | null,
): RowFolder {
  const roundRow = rowRounder(query, size);
  const metric = metricOf(query, rows, dimensions, wanted);
  const sizeOutput = metric === null || isCount(metric) ? metric : sizeName(metric);
  // Whether a row passes a condition on numbers tells something about each of them.
  const isChosenByNumber = testsNumbers(query['having'] ?? null);
  const decisive = isChosenByNumber ? Object.keys(rows[0] ?? {}).filter(isCount) : [];
  return {
    metric,
    round: (all) =>
      all.map((each) => {
        const told = roundRow(each.row, dimensions);
        return { ...each, told, isSmall: isSmall(told) };
      }),
    describe: (all) => {
      const hidden = all.filter(({ isSmall: isHidden }) => isHidden);
      const shown = all.filter(({ isSmall: isHidden }) => !isHidden);
      const hiddenSize = sum(hidden.map(({ row }) => row[sizeOutput ?? '']));
      return {
        size,
        hiddenRows: hidden.length,
        hiddenSize,
        shownSize: sum(shown.map(({ told }) => told[sizeOutput ?? ''])) + shown.length * (size - 1),
        foldedValue: isChosenByNumber ? null : foldedValue(hidden, hiddenSize),
        isChosenByNumber,
      };
    },
  };

  function isCount(name: string): boolean {
    const aggregation = aggregationBehind(query, name);
    return aggregation !== null && roleOf(aggregation) === 'count';
  }

  function isSmall(told: ResultRow): boolean {
    if (metric === null) return false;
    const value = told[metric] ?? null;
    return value === null || (value === 0 && isCount(metric)) || decisive.some((name) => told[name] === 0);
  }

  function foldedValue(hidden: readonly RoundedRow[], hiddenSize: number): number | null {
    if (metric === null || !isAdditive(query, metric) || hiddenSize < size) return null;
    if (!isCount(metric)) return sum(hidden.map(({ row }) => row[metric]));
    const value = roundWhole(roundCount(hiddenSize, size), [], size, hidden.length);
    return value === 0 ? null : value;
  }
}

function sum(values: readonly (ResultRow[string] | undefined)[]): number {
  return values.reduce<number>((total, value) => total + (toNumber(value) ?? 0), 0);
}

function metricOf(
  query: Query,
  rows: readonly ResultRow[],
  dimensions: readonly string[],
  wanted: string | null,
): string | null {
  try {
    return findMetric(query, { rows, dimensions }, wanted).name;
  } catch (error) {
    if (error instanceof ResponseError) return null;
    throw error;
  }
}

/** Whether a query asks for the values of a dimension. They are all needed, since those of small groups are in sets. */
function listsValues(query: Query): boolean {
  return queryOutputs(query).some(({ name }) => name === VALUES_COUNT);
}

function withRoundedValues(result: Result<'groupBy'>, size: number): QueryResult {
  const rounded = (event: ResultRow): number => roundCount(toNumber(event[VALUES_COUNT]) ?? 0, size);
  const rows = result.rows.map((each) => ({ ...each, event: { ...each.event, [VALUES_COUNT]: rounded(each.event) } }));
  return { ...result, rows };
}

/** Whether a condition on rows is about more than their names. */
function testsNumbers(having: Json): boolean {
  if (!isJsonObject(having) || having['type'] === 'dimSelector') return false;
  const { havingSpecs, havingSpec } = having;
  if (Array.isArray(havingSpecs)) return havingSpecs.some(testsNumbers);
  return havingSpec === undefined || testsNumbers(havingSpec);
}

/** Whether a topN begins with the largest of the counts that it is measured by. */
function isOrderedByCount(query: Query, metric: string | null): boolean {
  const aggregation = metric === null ? null : aggregationBehind(query, metric);
  return (
    aggregation !== null && roleOf(aggregation) === 'count' && orderingMetric(query) === metric && !isInverted(query)
  );
}

/**
 * Whether a topN of counts begins with the smallest of them, or with other numbers. What it left out is larger, or has another rate:
 * beside a total, that is a bound for each of its rows.
 */
function isChosenByOtherThanLargest(query: Query, metric: string | null): boolean {
  const aggregation = metric === null ? null : aggregationBehind(query, metric);
  return aggregation !== null && roleOf(aggregation) === 'count' && !isOrderedByCount(query, orderingMetric(query));
}

function isInverted({ metric = null }: Query): boolean {
  return isJsonObject(metric) && metric['type'] === 'inverted';
}

/** The rows of a topN in the order of its rounded numbers; equal ones by name, as the true order would tell which is larger. */
function inToldOrder(query: Query, rows: readonly RoundedRow[], dimensions: readonly string[]): readonly RoundedRow[] {
  const ordering = orderingMetric(query);
  if (ordering === null) return rows;
  const sign = isInverted(query) ? -1 : 1;
  const placed = rows.map((row) => ({
    row,
    value: sign * (toNumber(row.told[ordering]) ?? -sign * Infinity),
    key: partsKey({ parts: dimensionParts(row.told, dimensions) }),
  }));
  placed.sort((a, b) => (a.value === b.value ? (a.key < b.key ? -1 : 1) : b.value - a.value));
  return placed.map(({ row }) => row);
}
