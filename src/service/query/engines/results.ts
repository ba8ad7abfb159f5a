// Writes answers in Druid's form, from what an engine computed. Both engines use it, so that their answers
// are alike: a row of a timeseries is `{"timestamp": "2026-10-05T00:00:00+0000", "result": {"Users": 5}}`.
import type { Json } from '../../../tql/json.ts';
import { formatTimestamp } from '../../../tql/literals.ts';
import type { CompiledScan, CompiledSegmentMetadata, CompiledTimeseries } from '../compile/compiled-query.ts';
import { QueryError } from '../../errors.ts';
import { mapRows } from '../../event-loop.ts';
import { selectBuckets } from './buckets.ts';

/** The columns that a scan shows, of an organization's: by default all, and all virtual ones. */
export function columnsOfScan(
  { columns = [], virtualColumns = [] }: CompiledScan,
  all: Iterable<string>,
): readonly string[] {
  if (columns.length > 0) return [...new Set(columns)];
  return [...new Set(['__time', ...all, ...virtualColumns.map(({ name }) => name)])];
}

/** The most events of one answer. A scan without a `limit` reads one more, to see whether it is exceeded. */
export const EVENT_LIMIT = 500_000;

/**
 * The result of a scan: all events as one batch, none without events. `jsonOf` reads a value of an engine's
 * row.
 */
export async function scanResult(
  rowSignature: readonly { readonly name: string; readonly type: Json }[],
  rows: readonly (readonly unknown[])[],
  jsonOf: (value: unknown) => Json,
): Promise<readonly Json[]> {
  if (rows.length > EVENT_LIMIT)
    throw new QueryError('limit', `is missing, and there are more than ${EVENT_LIMIT} events`);
  const names = rowSignature.map(({ name }) => name);
  const events = await mapRows(rows, (row) =>
    Object.fromEntries(names.map((name, at) => [name, jsonOf(row[at])])),
  );
  return events.length === 0 ? [] : [{ columns: names, events, rowSignature }];
}

type JsonRow = { readonly [name: string]: Json };

/** The buckets of a timeseries with an engine's values. */
interface Series<Values> {
  /** The starts of all buckets. */
  readonly buckets: readonly number[];
  /** Those of buckets with events, by their starts. */
  readonly valuesByBucket: ReadonlyMap<number, Values>;
  /** Requests the values that all buckets without events have. */
  readonly emptyValues: () => Promise<Values>;
  /** Turns an engine's values into outputs. */
  readonly read: (values: Values) => JsonRow;
}

/** The result of a timeseries: the buckets that it shows. */
export async function timeseriesResult<Values>(
  query: CompiledTimeseries,
  { buckets, valuesByBucket, emptyValues, read }: Series<Values>,
): Promise<readonly Json[]> {
  const starts = selectBuckets(query, buckets);
  const hasAll = starts.every((startMs) => valuesByBucket.has(startMs));
  const empty = hasAll ? {} : read(await emptyValues());
  return mapRows(starts, (startMs): Json => {
    const values = valuesByBucket.get(startMs);
    return { timestamp: formatTimestamp(startMs), result: values === undefined ? empty : read(values) };
  });
}

/** A row of a groupBy. */
export function groupByRow(startMs: number, names: readonly string[], values: readonly Json[]): Json {
  const event = Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
  return { version: 'v1', timestamp: formatTimestamp(startMs), event };
}

/** The result of a topN: the rows of each bucket. */
export function topNResult(
  buckets: readonly number[],
  rowsOf: (startMs: number) => readonly Json[],
): readonly Json[] {
  return buckets.map((startMs) => ({ timestamp: formatTimestamp(startMs), result: rowsOf(startMs) }));
}

/** The result of a timeBoundary. */
export function timeBoundaryResult(firstMs: number, lastMs: number): readonly Json[] {
  const [minTime, maxTime] = [formatTimestamp(firstMs), formatTimestamp(lastMs)];
  return [{ timestamp: minTime, result: { minTime, maxTime } }];
}

/** The analyses of columns that change an answer. */
type Analysis = 'cardinality' | 'interval' | 'minmax';

const ANALYSES: readonly Analysis[] = ['cardinality', 'interval', 'minmax'];

/** The analyses that a segmentMetadata requests; all of them by default. */
export function requestedAnalyses({ analysisTypes }: CompiledSegmentMetadata): ReadonlySet<Analysis> {
  return new Set(ANALYSES.filter((analysis) => analysisTypes?.includes(analysis) ?? true));
}

/** The columns that a segmentMetadata describes, of an organization's. */
export function columnsOfSegment(
  { toInclude }: CompiledSegmentMetadata,
  all: Iterable<string>,
): readonly string[] {
  if (toInclude?.type === 'none') return [];
  return toInclude?.type === 'list' ? [...all].filter((name) => toInclude.columns.includes(name)) : [...all];
}

/** A column's type and values, as an engine reports them. What is not requested is not read. */
export interface ColumnFacts {
  readonly type: Json;
  readonly hasNulls: Json;
  readonly distinct: Json;
  readonly minimum: Json;
  readonly maximum: Json;
}

/**
 * The result of a segmentMetadata: the events as one segment of the query's intervals. Sizes in bytes are not
 * known, and given as 0. Without an analysis of values, `hasNulls` is true: a column may have some.
 */
export function segmentMetadataResult(
  query: CompiledSegmentMetadata,
  columns: readonly (readonly [name: string, ColumnFacts])[],
  numRows: Json,
): readonly Json[] {
  const analyses = requestedAnalyses(query);
  const [isCounted, isRanged] = [analyses.has('cardinality'), analyses.has('minmax')];
  const described = columns.map(([name, { type, hasNulls, distinct, minimum, maximum }]) => {
    const column = {
      type,
      typeSignature: type,
      hasMultipleValues: false,
      hasNulls: isCounted || isRanged ? hasNulls : true,
      size: 0,
      cardinality: isCounted && type === 'STRING' ? distinct : null,
      minValue: isRanged ? minimum : null,
      maxValue: isRanged ? maximum : null,
      errorMessage: null,
    };
    return [name, column] as const;
  });
  const unknown = { aggregators: null, timestampSpec: null, queryGranularity: null, rollup: null };
  return [
    {
      id: query.dataSource,
      intervals: analyses.has('interval') ? query.intervals : null,
      columns: Object.fromEntries(described),
      size: 0,
      numRows,
      ...unknown,
    },
  ];
}
