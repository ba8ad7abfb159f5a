import { difference } from '../agreement.ts';

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** A row of an answer: what identifies it, and its values by column. */
export interface Row {
  readonly key: string;
  readonly cells: ReadonlyMap<string, unknown>;
}

/** A row as Druid and as the embedded engine have it. */
export type Pair = readonly [druid: Row, embedded: Row];

/** One thing in which Druid's answer differs from the embedded engine's. */
export type Found = {
  /** All rows that only one of the answers has. */
  readonly alone: readonly Row[];
} & (
  | {
      readonly is: 'cell';
      readonly column: string;
      readonly druid: unknown;
      readonly embedded: unknown;
      readonly row: Pair;
    }
  /** A row that only one of the answers has, and the pairs that both have. */
  | {
      readonly is: 'row';
      readonly of: 'druid' | 'embedded';
      readonly row: Row;
      readonly pairs: readonly Pair[];
    }
  /** Two rows, in Druid's order, that stand the other way round in the embedded engine's answer. */
  | { readonly is: 'order'; readonly pairs: readonly [Pair, Pair] }
);

/** Each difference of two answers to a native query; none if they agree. */
export function differencesOf(query: Json, druid: unknown, embedded: unknown): Found[] {
  const [left, right] = [byKey(rowsOf(query, druid)), byKey(rowsOf(query, embedded))];
  const pairs = [...left.values()].flatMap((row): Pair[] => {
    const other = right.get(row.key);
    return other === undefined ? [] : [[row, other]];
  });
  const alone = [
    ...[...left.values()].filter(({ key }) => !right.has(key)).map((row) => ({ of: 'druid' as const, row })),
    ...[...right.values()]
      .filter(({ key }) => !left.has(key))
      .map((row) => ({ of: 'embedded' as const, row })),
  ];
  const rows = alone.map(({ row }) => row);
  return [
    ...alone.map((one): Found => ({ is: 'row', ...one, alone: rows, pairs })),
    ...pairs.flatMap((row) => cellsThatDiffer(row, rows)),
    ...inversions(pairs, [...right.keys()], rows),
  ];
}

/** What differs, in words. */
export function inWords(found: Found): string {
  if (found.is === 'row')
    return found.of === 'druid' ? `one row more: ${found.row.key}` : `no row ${found.row.key}`;
  if (found.is === 'order') return `order: ${found.pairs[0][0].key} before ${found.pairs[1][0].key}`;
  const { column, druid, embedded, row } = found;
  return `${row[0].key} ${column}: ${JSON.stringify(druid)} is not ${JSON.stringify(embedded)}`;
}

function cellsThatDiffer(row: Pair, alone: readonly Row[]): Found[] {
  const columns = new Set(row.flatMap(({ cells }) => [...cells.keys()]));
  return [...columns].flatMap((column): Found[] => {
    const [druid, embedded] = [row[0].cells.get(column), row[1].cells.get(column)];
    return difference(druid, embedded) === null ? [] : [{ is: 'cell', column, druid, embedded, row, alone }];
  });
}

function inversions(pairs: readonly Pair[], order: readonly string[], alone: readonly Row[]): Found[] {
  const places = new Map(order.map((key, index) => [key, index]));
  return pairs.slice(1).flatMap((pair, index): Found[] => {
    const before = pairs[index];
    if (before === undefined || (places.get(before[0].key) ?? 0) < (places.get(pair[0].key) ?? 0)) return [];
    return [{ is: 'order', pairs: [before, pair], alone }];
  });
}

function byKey(rows: readonly Row[]): Map<string, Row> {
  const found = new Map<string, Row>();
  for (const row of rows) {
    let key = row.key;
    for (let again = 2; found.has(key); again++) key = `${row.key} #${again}`;
    found.set(key, { ...row, key });
  }
  return found;
}

/** The rows of a native answer. What is around them is a row too: that of the bucket, or of the batch. */
function rowsOf(query: Json, answer: unknown): Row[] {
  if (!Array.isArray(answer)) return [{ key: 'answer', cells: new Map([['answer', answer]]) }];
  return answer.flatMap((entry: unknown, index) => {
    if (Array.isArray(entry)) return rowOf(query, {}, named(query, entry));
    const { result, event, events, ...around } = isObject(entry) ? entry : { entry };
    if (Array.isArray(result)) return inBucket(query, around, result);
    if (Array.isArray(events)) return inBatch(`batch ${index}`, around, events);
    return rowOf(query, around, event ?? result ?? {});
  });
}

function inBucket(query: Json, around: Json, result: readonly unknown[]): Row[] {
  const bucket = { key: JSON.stringify([around['timestamp']]), cells: new Map(Object.entries(around)) };
  return [bucket, ...result.flatMap((one) => rowOf(query, around, one))];
}

function inBatch(key: string, around: Json, events: readonly unknown[]): Row[] {
  const columns = Array.isArray(around['columns']) ? around['columns'].map(String) : [];
  const { segmentId: _, rowSignature, ...rest } = around;
  const signature = Array.isArray(rowSignature) ? rowSignature.filter(isObject) : [];
  const types = signature.map(({ name, type }) => [`type of ${String(name)}`, type] as const);
  const rows = events.map((event, index) => {
    const entries = Array.isArray(event)
      ? event.map((value: unknown, at) => [columns[at] ?? String(at), value] as const)
      : Object.entries(isObject(event) ? event : { event });
    return { key: `${key} event ${index}`, cells: new Map<string, unknown>(entries) };
  });
  const typed = ['typed columns', signature.map(nameOf).join()] as const;
  return [{ key, cells: new Map([...Object.entries(rest), ...types, typed]) }, ...rows];
}

function rowOf(query: Json, around: Json, values: unknown): Row[] {
  const cells = isObject(values) ? values : { values };
  const key = JSON.stringify([
    around['timestamp'],
    ...dimensionsOf(query).map((name) => rounded(cells[name])),
  ]);
  const names = Object.keys(cells).join();
  return [{ key, cells: new Map(Object.entries({ ...around, ...cells, 'the names': names })) }];
}

/** Numbers are the same group up to their last digits. */
function rounded(value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(12)) : value;
}

/** The values of a row that is an array, by name: the time, unless there is but one bucket, comes first. */
function named(query: Json, row: readonly unknown[]): Json {
  const outputs = ['aggregations', 'postAggregations'].flatMap((part) => objects(query[part]));
  const columns = [...dimensionsOf(query), ...outputs.map(nameOf)];
  const names = row.length > columns.length ? ['timestamp', ...columns] : columns;
  return Object.fromEntries(row.map((value, at) => [names[at] ?? `value ${at}`, value]));
}

/** The names of a query's dimensions in its answer. */
export function dimensionsOf(query: Json): string[] {
  const all = query['dimensions'] ?? (query['dimension'] === undefined ? [] : [query['dimension']]);
  return (Array.isArray(all) ? all : []).map((one: unknown) =>
    isObject(one) ? String(one['outputName'] ?? one['dimension'] ?? nested(one)) : String(one),
  );
}

function nested({ delegate }: Json): unknown {
  return isObject(delegate) ? (delegate['outputName'] ?? delegate['dimension']) : delegate;
}

/** The name of an aggregation in the answer; a filtered one may have that of what it filters. */
export function nameOf({ name, aggregator }: Json): string {
  if (typeof name === 'string' && (name !== '' || !isObject(aggregator))) return name;
  return isObject(aggregator) ? nameOf(aggregator) : '';
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; none, if it is no list. */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
