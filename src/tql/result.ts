// Parses the answers of a query service into rows. An answer is an array of rows, as the specification says,
// or an object (`{"result": {"type", "rows"}}`), as the public documentation prints it.
import { isJsonObject } from './json.ts';
import { listAt, momentAt, objectAt, quoteClipped, ResultShapeError, shapeError } from './result-shape.ts';
import { factsOfQuery } from './schema/run-query.ts';

/** A value of a result row. Infinities and NaN travel as the strings `"Infinity"`, `"-Infinity"`, `"NaN"`. */
export type ResultValue = number | string | boolean | null | readonly ResultValue[];

/** One row of a result: output name → value, in the service's order. */
export type ResultRow = Readonly<Record<string, ResultValue>>;

/**
 * The parsed answer to a run query, whatever its response shape and timestamp format. Times are epoch ms.
 */
export type QueryResult =
  | {
      readonly kind: 'timeseries';
      readonly buckets: readonly { readonly timestampMs: number; readonly values: ResultRow }[];
    }
  | {
      readonly kind: 'topN';
      readonly buckets: readonly { readonly timestampMs: number; readonly rows: readonly ResultRow[] }[];
    }
  | {
      readonly kind: 'groupBy';
      readonly rows: readonly { readonly timestampMs: number; readonly event: ResultRow }[];
    }
  | {
      readonly kind: 'scan';
      readonly columns: readonly string[];
      readonly events: readonly ResultRow[];
    }
  | { readonly kind: 'timeBoundary'; readonly range: TimeBoundary | null }
  | { readonly kind: 'segmentMetadata'; readonly columns: readonly Column[] };

/** A column of a data source. Its type is STRING, LONG or DOUBLE, or null if the service does not say it. */
export interface Column {
  readonly name: string;
  readonly type: string | null;
}

/** The times of the first and the last event. */
export interface TimeBoundary {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Parses the answer to a query of this type. Throws a `ResultShapeError`. */
export function parseResult(body: unknown, queryType: string): QueryResult {
  const kind = resultKind(queryType);
  const { rows, path } = unwrap(body, kind);
  const parseEach = <Parsed>(parse: (row: unknown, path: string) => Parsed) => parseAll(rows, path, parse);
  switch (kind) {
    case 'timeseries':
      return { kind, buckets: parseAll(withoutGrandTotal(rows), path, parseTimeseriesBucket) };
    case 'topN':
      return { kind, buckets: parseEach(parseTopNBucket).filter(isRequested) };
    case 'groupBy':
      return { kind, rows: parseEach(parseGroupByRow) };
    case 'scan':
      return parseScan(rows, path);
    case 'timeBoundary':
      return { kind, range: parseTimeBoundary(rows[0], `${path}[0]`) };
    case 'segmentMetadata':
      return { kind, columns: parseEach(parseColumns).flat() };
  }
}

function parseAll<Parsed>(
  values: readonly unknown[],
  path: string,
  parse: (value: unknown, path: string) => Parsed,
): Parsed[] {
  return values.map((value, index) => parse(value, `${path}[${index}]`));
}

type ResultKind = QueryResult['kind'];

/** The name of a kind of result in the object that the public documentation prints. */
function nameOfKind(kind: ResultKind): string {
  return kind === 'timeseries' ? 'timeSeriesResult' : `${kind}Result`;
}

function resultKind(queryType: string): ResultKind {
  const facts = factsOfQuery({ queryType });
  if (facts !== undefined) return facts.answer;
  throw new ResultShapeError(
    `results of the query type ${quoteClipped(queryType)} cannot be reported; timeseries, topN, groupBy, funnel, retention, experiment and scan can`,
  );
}

/** Finds the rows in either form of an answer, and their place for messages. */
function unwrap(body: unknown, kind: ResultKind): { rows: readonly unknown[]; path: string } {
  if (Array.isArray(body)) return { rows: body, path: '' };
  const { result, error } = objectAt(body, 'the answer', 'an array of rows, or an object with a result');
  if (!isJsonObject(result) && typeof error === 'string' && error !== '')
    throw new ResultShapeError(`the service answered with an error: ${error}`);
  const { type, rows } = objectAt(result, 'result', 'an object with type and rows');
  if (type !== undefined && type !== null && type !== nameOfKind(kind))
    throw shapeError('result.type', `"${nameOfKind(kind)}"`, type);
  return { rows: listAt(rows, 'result.rows', 'an array'), path: 'result.rows' };
}

/** `context.grandTotal` adds a last row without a timestamp, which is not a bucket. */
function withoutGrandTotal(rows: readonly unknown[]): readonly unknown[] {
  const last = rows.at(-1);
  if (rows.length < 2 || !isJsonObject(last)) return rows;
  const { timestamp = null, result } = last;
  const isGrandTotal = timestamp === null && isJsonObject(result);
  return isGrandTotal ? rows.slice(0, -1) : rows;
}

const BUCKET = 'an object with timestamp and result';

function timestampAt(value: unknown, path: string): number {
  return momentAt(value, `${path}.timestamp`);
}

function parseTimeseriesBucket(row: unknown, path: string): { timestampMs: number; values: ResultRow } {
  const { timestamp, result } = objectAt(row, path, BUCKET);
  return { timestampMs: timestampAt(timestamp, path), values: parseRow(result, `${path}.result`) };
}

function parseTopNBucket(row: unknown, path: string): { timestampMs: number; rows: readonly ResultRow[] } {
  const { timestamp, result } = objectAt(row, path, BUCKET);
  const rows = listAt(result, `${path}.result`, 'an array of rows');
  return { timestampMs: timestampAt(timestamp, path), rows: parseAll(rows, `${path}.result`, parseRow) };
}

/** Druid may begin a topN with an empty bucket of 1970, which nobody requested. */
function isRequested({ timestampMs, rows }: ReturnType<typeof parseTopNBucket>): boolean {
  return timestampMs !== 0 || rows.length > 0;
}

/**
 * The public documentation's samples of derived queries have the keys next to the timestamp, without `event`.
 */
function parseGroupByRow(row: unknown, path: string): { timestampMs: number; event: ResultRow } {
  const {
    timestamp,
    version: _version,
    event,
    ...flat
  } = objectAt(row, path, 'an object with timestamp and event');
  return {
    timestampMs: timestampAt(timestamp, path),
    event: event === undefined ? parseRow(flat, path) : parseRow(event, `${path}.event`),
  };
}

function parseScan(batches: readonly unknown[], path: string): QueryResult {
  const columns = new Set<string>();
  const events: ResultRow[] = [];
  for (const [i, batch] of batches.entries()) {
    const batchPath = `${path}[${i}]`;
    const { columns: names, events: rows } = objectAt(batch, batchPath, 'an object with columns and events');
    const list = listAt(rows, `${batchPath}.events`, 'an array of objects');
    for (const name of Array.isArray(names) ? names : []) if (typeof name === 'string') columns.add(name);
    for (const event of parseAll(list, `${batchPath}.events`, parseRow)) {
      for (const column of Object.keys(event)) columns.add(column);
      events.push(event);
    }
  }
  return { kind: 'scan', columns: [...columns], events };
}

/** The times of the first and the last event; null if there are none. */
function parseTimeBoundary(row: unknown, path: string): TimeBoundary | null {
  if (row === undefined) return null;
  const { result } = objectAt(row, path, BUCKET);
  const { minTime, maxTime } = objectAt(result, `${path}.result`, 'an object with minTime and maxTime');
  return {
    firstMs: momentAt(minTime, `${path}.result.minTime`),
    lastMs: momentAt(maxTime, `${path}.result.maxTime`),
  };
}

function parseColumns(row: unknown, path: string): Column[] {
  const { columns } = objectAt(row, path, 'an object with columns');
  return Object.entries(objectAt(columns, `${path}.columns`, 'an object')).map(([name, column]) => {
    const type = isJsonObject(column) ? column['type'] : undefined;
    return { name, type: typeof type === 'string' ? type : null };
  });
}

/** Rows have no prototype, because an output may be called `toString` or `__proto__`. */
function parseRow(row: unknown, path: string): ResultRow {
  const parsed = Object.create(null) as Record<string, ResultValue>;
  for (const [key, value] of Object.entries(objectAt(row, path, 'an object')))
    parsed[key] = parseValue(value, `${path}[${quoteClipped(key)}]`, 0);
  return parsed;
}

/** How many levels of arrays a value may have. */
const DEEPEST_ARRAY = 3;

function parseValue(value: unknown, path: string, depth: number): ResultValue {
  if (value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value) && depth < DEEPEST_ARRAY)
    return value.map((each) => parseValue(each, path, depth + 1));
  throw shapeError(path, 'a number, a string, a boolean, null or an array of these', value);
}
