// Events for the benchmarks of the store: `node bench/store/events.ts --events N [--seed S] (--ndjson FILE |
// --parquet FILE | --store FILE)…`
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openStore } from '../../src/service/store/store.ts';
import { eventsSql, type EventsSpec, type Part, PAYLOAD } from './events-sql.ts';

/** What requests the events of a store that was filled here. */
interface FilledStore {
  readonly file: string;
  readonly namespace: string;
  readonly token: string;
}

export const NAMESPACE = 'bench';

/** As many events are made and written at a time. */
const PART = 1_000_000;

/** Writes events as the NDJSON that `import` takes; keys without a value are left out, as SDKs do. */
export async function writeNdjson(file: string, spec: EventsSpec): Promise<void> {
  await withMemory(async (connection) => {
    const plain = `FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\x07'`;
    await connection.run(`COPY (SELECT ${LINE} FROM (${eventsSql(spec)})) TO ${literal(file)} (${plain})`);
  });
}

/**
 * Writes events as the Parquet that `import` takes: the same names as columns, a timestamp in UTC, a boolean,
 * doubles, else texts.
 */
export async function writeParquet(file: string, spec: EventsSpec): Promise<void> {
  const core = 'make_timestamptz(timeMs * 1000) AS timestamp, * EXCLUDE (timeMs)';
  await withMemory((connection) =>
    connection.run(`COPY (SELECT ${core} FROM (${eventsSql(spec)})) TO ${literal(file)} (FORMAT parquet)`),
  );
}

/**
 * Fills a new store with events through the store's own `take`: the file that an import of each part, one
 * after the other, leaves.
 */
export async function fillStore(
  file: string,
  spec: EventsSpec,
  parts: readonly Part[] = partsInOrder(spec.events, Math.ceil(spec.events / PART)),
): Promise<FilledStore> {
  for (const each of [file, `${file}.wal`]) rmSync(each, { force: true });
  const store = await openStore(file, { create: true, memoryLimit: '4GB' });
  const { id } = await store.organizations.create(NAMESPACE, 'paid');
  const { token } = await store.tokens.create(NAMESPACE, null);
  const note = spec.noteLength === undefined ? [] : [['note', digits(spec.noteLength)] as const];
  const payload = new Map([
    ...PAYLOAD.map((key, index) => [key, `p${index}`] as const),
    ...note.map(([key]) => [key, key] as const),
  ]);
  for (const part of parts) {
    await store.withConnection(async (connection) => {
      await connection.run(
        `CREATE TEMP TABLE staging AS SELECT ${[STAGED, ...note.map(([key, sql]) => `${sql} AS ${key}`)].join(', ')} FROM (${eventsSql(spec, part)})`,
      );
      await store.events.take(connection, id, {
        table: 'temp.staging',
        stretches: ['true'],
        payload,
        file: null,
        again: true,
      });
    });
  }
  await store.settled();
  store.close();
  return { file, namespace: NAMESPACE, token };
}

/** The year cut into stretches of as many events each. */
export function partsInOrder(events: number, count: number): readonly Part[] {
  const size = Math.ceil(events / count);
  return Array.from({ length: count }, (_, part) => ({
    from: part * size,
    to: Math.min((part + 1) * size, events),
  }));
}

/** Digits that depend on the event, 17 to 20 for each hash. */
function digits(length: number): string {
  return `left(array_to_string(list_transform(range(${Math.ceil(length / 17)}), n -> hash(sessionID, timeMs, n)), ''), ${length})`;
}

const STAGED = [
  'timeMs AS __time, appID, clientUser, type, sessionID, isTestMode::VARCHAR AS isTestMode, floatValue',
  ...PAYLOAD.map((key, index) => `"${key}" AS p${index}`),
].join(', ');

/**
 * No value of the events needs escaping. A CASE is nothing where a key has no value: `concat` passes over
 * nulls.
 */
const LINE = `concat('{"timestamp":"', strftime(make_timestamp(timeMs * 1000), '%Y-%m-%dT%H:%M:%S.%gZ'), '","appID":"', appID,
  '","clientUser":"', clientUser, '","type":"', type, '","sessionID":"', sessionID, '","isTestMode":', isTestMode,
  ',"floatValue":' || floatValue, ',"payload":{"modelName":"', modelName, '"', ${PAYLOAD.slice(1).map(member).join(', ')}, '}}')`;

function member(key: string): string {
  const isNumber = key.startsWith('TelemetryDeck.') || key.startsWith('RevenueCat.');
  return isNumber ? `',"${key}":' || "${key}"` : `',"${key}":"' || "${key}" || '"'`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

async function withMemory(task: (connection: DuckDBConnection) => Promise<unknown>): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'UTC'`);
  await task(connection);
  connection.closeSync();
  instance.closeSync();
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '7' },
      ndjson: { type: 'string' },
      parquet: { type: 'string' },
      store: { type: 'string' },
    },
  });
  const spec = { events: Number(values.events), seed: Number(values.seed) };
  if (values.ndjson !== undefined) await writeNdjson(values.ndjson, spec);
  if (values.parquet !== undefined) await writeParquet(values.parquet, spec);
  if (values.store !== undefined) console.log(JSON.stringify(await fillStore(values.store, spec)));
}
