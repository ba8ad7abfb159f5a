// Writes staged events (of an import) into a file that Druid can read.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { StagedEvents } from '../../service/events/event-store.ts';
import { quoted } from '../../service/events/duckdb-values.ts';
import type { StorableEvent } from '../../service/events/event.ts';
import type { PayloadValue } from '../../service/events/payload.ts';
import { toDruidRow } from '../event-schema.ts';

/** A file of events as Druid takes them: lines of JSON, compressed with gzip. */
export interface EventFile {
  readonly path: string;
  readonly events: number;
  /** The time of the first and of the last event, in epoch milliseconds. */
  readonly firstMs: number;
  readonly lastMs: number;
  remove(): Promise<void>;
}

/** Writes staged events to a new file in a folder that only its owner can open. */
export async function writeEventFile(
  connection: DuckDBConnection,
  { table, payload }: StagedEvents,
  folder: string,
): Promise<EventFile> {
  let [events, firstMs, lastMs] = [0, Infinity, -Infinity];
  const lines = async function* () {
    for await (const chunk of stagedEvents(connection, table, payload)) {
      for (const { timeMs } of chunk) {
        firstMs = Math.min(firstMs, timeMs);
        lastMs = Math.max(lastMs, timeMs);
      }
      events += chunk.length;
      yield chunk.map((event) => `${JSON.stringify(toDruidRow(event))}\n`).join('');
    }
  };
  const file = await writeLines(folder, lines());
  return { ...file, events, firstMs, lastMs };
}

/** A new compressed file in a folder that only its owner can open. */
export async function writeLines(
  folder: string,
  lines: AsyncIterable<string>,
): Promise<Pick<EventFile, 'path' | 'remove'>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.json.gz`);
  const remove = () => rm(path, { force: true });
  try {
    // The least compression is the fastest, and a tenth of the size.
    await pipeline(
      Readable.from(lines),
      createGzip({ level: 1 }),
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const FIELDS = ['appID', 'clientUser', 'type', 'sessionID', 'isTestMode', 'floatValue'] as const;

async function* stagedEvents(
  connection: DuckDBConnection,
  table: string,
  payload: ReadonlyMap<string, string>,
): AsyncGenerator<readonly StorableEvent[]> {
  const keys = [...payload.keys()];
  const columns = ['__time::DOUBLE', ...FIELDS.map(quoted), ...payload.values()];
  const result = await connection.stream(
    `SELECT ${columns.join(', ')} FROM ${table} AS staged ORDER BY __time`,
  );
  for await (const rows of result.yieldRows()) yield rows.map((row) => toEvent(row, keys));
}

function toEvent(row: readonly unknown[], keys: readonly string[]): StorableEvent {
  const [timeMs, appID, clientUser, type, sessionID, isTestMode, floatValue, ...values] = row;
  return {
    timeMs: Number(timeMs),
    appID: String(appID),
    clientUser: textOrNull(clientUser),
    type: String(type),
    sessionID: textOrNull(sessionID),
    isTestMode: isTestMode === 'true' ? 'true' : 'false',
    floatValue: typeof floatValue === 'number' ? floatValue : null,
    payload: keys.flatMap((key, index): (readonly [string, PayloadValue])[] => {
      const value = values[index];
      return typeof value === 'string' || typeof value === 'number' ? [[key, value]] : [];
    }),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
