// Copies the events of a data source out of Druid, for `export`: into a file that DuckDB reads as a table.
import { formatInterval } from '../../tql/time/absolute-intervals.ts';
import { isJsonObject, type JsonObject } from '../../tql/json.ts';
import { MS_PER_DAY, type TimeRange } from '../../tql/time/interval.ts';
import { EngineError, StoreError } from '../../service/errors.ts';
import {
  CORE_EVENT_COLUMNS,
  type EventColumn,
  type EventColumns,
  type EventTable,
} from '../../service/events/columns.ts';
import { literal, quoted } from '../../service/events/duckdb-values.ts';
import type { Druid } from '../druid.ts';
import type { DruidServer } from '../druid-server.ts';
import { readListElements } from '../list-elements.ts';
import { ALWAYS, countEvents, readPayloadColumns } from './data-source.ts';
import { writeLines } from './event-file.ts';
import { awaitQueried } from './segments.ts';
import { wholeDays } from './stretches.ts';

/** How long Druid may take to send the events of a day. */
const TIMEOUT_MS = 600_000;
const BATCH_SIZE = 1000;

const LIMIT_LOADED_MS = 15_000;

interface CopyOptions {
  /** Null: all events. */
  readonly range: TimeRange | null;
  /** The folder for the file. */
  readonly folder: string;
  /** How long historicals may take to load what is stored, before an export is refused. */
  readonly limitMs?: number;
}

/**
 * Copies events into a file, which exists while `task` runs. Throws `StoreError` if not all of them can be
 * read: Druid answers without the segments that no historical has loaded.
 */
export async function withCopiedEvents<T>(
  druid: Druid,
  namespace: string,
  { range, folder, limitMs = LIMIT_LOADED_MS }: CopyOptions,
  task: (table: EventTable) => Promise<T>,
): Promise<T> {
  const { broker } = druid;
  if (!(await awaitQueried(druid, namespace, range === null ? ALWAYS : wholeDays(range), limitMs))) {
    throw new StoreError(
      `Druid does not answer with all events of ${namespace} at present, so nothing was exported: check that all historicals run and have room.`,
    );
  }
  const columns = tableColumns(await readPayloadColumns(broker, namespace));
  const file = await writeLines(folder, rowsOf(broker, namespace, range, columns));
  try {
    return await task({ name: readRows(file.path, [...columns.values()]), columns });
  } finally {
    await file.remove();
  }
}

/** Columns by their names in Druid. Payload keys are `p0`, `p1`, … in SQL, whose names ignore case. */
function tableColumns(payload: EventColumns): EventColumns {
  const numbered = [...payload].map(([key, { kind }], index): [string, EventColumn] => [
    key,
    { kind, column: `p${index}` },
  ]);
  return new Map([...CORE_EVENT_COLUMNS, ...numbered]);
}

const SQL_TYPES = { text: 'VARCHAR', long: 'BIGINT', double: 'DOUBLE' } as const;

/** An SQL expression that reads a file of events as a table. */
function readRows(path: string, columns: readonly EventColumn[]): string {
  const types = columns.map(({ kind, column }) => `${quoted(column)}: '${SQL_TYPES[kind]}'`);
  return `read_json(${literal(path)}, format = 'newline_delimited', compression = 'gzip', columns = {${types.join(', ')}})`;
}

/** The events as lines of JSON, day by day: an answer for more could take too long. */
async function* rowsOf(
  broker: DruidServer,
  namespace: string,
  range: TimeRange | null,
  columns: EventColumns,
): AsyncGenerator<string> {
  const { range: rangeOfAll } = await countEvents(broker, namespace);
  if (rangeOfAll === null) return;
  const startMs = Math.max(rangeOfAll.startMs, range?.startMs ?? -Infinity);
  const endMs = Math.min(rangeOfAll.endMs, range?.endMs ?? Infinity);
  for (let fromMs = startMs; fromMs < endMs;) {
    const toMs = Math.min((Math.floor(fromMs / MS_PER_DAY) + 1) * MS_PER_DAY, endMs);
    const query = scanOf(namespace, { startMs: fromMs, endMs: toMs }, [...columns.keys()]);
    for await (const batch of elementsOf(broker, query)) yield linesOf(batch, [...columns.values()]);
    fromMs = toMs;
  }
}

function scanOf(namespace: string, range: TimeRange, names: readonly string[]): JsonObject {
  return {
    queryType: 'scan',
    dataSource: namespace,
    intervals: [formatInterval(range)],
    columns: [...names],
    resultFormat: 'compactedList',
    batchSize: BATCH_SIZE,
    context: { timeout: TIMEOUT_MS },
  };
}

/** The elements of an answer that is too long for memory. Druid sends more only once these are taken. */
async function* elementsOf(broker: DruidServer, query: JsonObject): AsyncGenerator {
  const { readable, writable } = new TransformStream<readonly unknown[], readonly unknown[]>();
  const writer = writable.getWriter();
  const request = { path: '/druid/v2', body: query, timeoutMs: TIMEOUT_MS };
  const answered = broker.stream(request, async (chunks) => {
    for await (const elements of readListElements(chunks)) await writer.write(elements);
  });
  const ended = answered.then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  );
  for await (const chunk of readable) yield* chunk;
  await ended;
}

function linesOf(batch: unknown, columns: readonly EventColumn[]): string {
  const events = isJsonObject(batch) ? batch['events'] : null;
  if (!Array.isArray(events))
    throw new EngineError('unexpected response from Druid: a scan without a list of events');
  return events.map((event: unknown) => `${lineOf(event, columns)}\n`).join('');
}

function lineOf(event: unknown, columns: readonly EventColumn[]): string {
  if (!Array.isArray(event) || event.length !== columns.length)
    throw new EngineError('Druid answered with other columns');
  return JSON.stringify(
    Object.fromEntries(columns.map(({ column }, index) => [column, event[index] as unknown])),
  );
}
