// The Parquet file that `stage.ts` writes, with a row for each of the imported file: an event, or a refused
// row with the reason (`fault`). Here are what was refused, the facts for the summary, and the SQL by which
// the store takes the events.
import type { DuckDBConnection } from '@duckdb/node-api';
import { truncate } from '../../text/truncate.ts';
import { literal } from '../events/duckdb-values.ts';
import { type EventSelect, SHOWN_AFTER } from './select.ts';

/** A row that is refused: the number of the row, the reason with and without a value, and the row as text. */
export interface RefusedRow {
  readonly row: number;
  readonly reason: string;
  readonly message: string;
  /** Null if it is the text of a line of the file. */
  readonly text: string | null;
}

/** Events that are read, converted and checked, in a Parquet file from which the store takes them. */
export interface StagedFile {
  readonly path: string;
  /** Payload key → the file's column. */
  readonly payload: readonly (readonly [key: string, column: string])[];
  readonly events: number;
  readonly hasRepeats: boolean;
}

/** What the summary at the end of an import says of a file. */
export interface FileFacts {
  /** Test events among those that are taken. */
  readonly testEvents: number;
  readonly users: number;
  /** The time of the first and of the last event, in epoch milliseconds; null without an event. */
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  /** How many events have the id of an earlier one. */
  readonly repeated: number;
  /** What is not kept → how many events have a value for it. */
  readonly left: readonly (readonly [name: string, events: number])[];
  /** What the reader should know, in sentences. */
  readonly notes: readonly string[];
}

/** A staged file and its facts. */
export interface Staged {
  readonly staged: StagedFile;
  readonly facts: FileFacts;
}

/** Calls `refuse` for each refused row, in their order. */
export async function reportRefused(
  connection: DuckDBConnection,
  path: string,
  refuse: (row: RefusedRow) => Promise<void>,
): Promise<void> {
  const result = await connection.stream(
    `SELECT file_row_number::DOUBLE, fault, refused FROM read_parquet(${literal(path)}, file_row_number = true) WHERE fault <> ''`,
  );
  for await (const rows of result.yieldRows()) {
    for (const [row, fault, refused] of rows) {
      const [reason = '', shown] = String(fault).split(SHOWN_AFTER);
      const message = shown === undefined ? reason : `${reason}: ${truncate(JSON.stringify(shown), 60, 60)}`;
      const text = typeof refused === 'string' ? refused : null;
      await refuse({ row: Number(row), reason, message, text });
    }
  }
}

/** Reads the facts of a staged file. Its payload has only the keys that an event has a value for. */
export async function readFacts(
  connection: DuckDBConnection,
  path: string,
  { payload, left }: EventSelect,
  notes: readonly string[],
): Promise<Staged> {
  const taken = `read_parquet(${literal(path)}, file_row_number = true) WHERE fault IS NULL`;
  const counts = [
    ...[...payload.values()].map((column) => `count(${column})`),
    ...[...left.values()].map((column) => `count(*) FILTER (${column})`),
  ];
  const read = await connection.runAndReadAll(
    `SELECT count(*), count(*) FILTER (isTestMode = 'true'), count(DISTINCT nullif(clientUser, '')), min(__time), max(__time),
      count(eventID) - count(DISTINCT CASE WHEN eventID <> '' THEN hash(eventID) END), ${[...counts, '0'].join(', ')} FROM ${taken}`,
  );
  const [row = []] = read.getRows();
  const [all = 0, testEvents = 0, users = 0, firstMs = 0, lastMs = 0, repeated = 0, ...columnCounts] =
    row.map(Number);
  const isFilled = (_: unknown, place: number) => (columnCounts[place] ?? 0) > 0;
  return {
    staged: {
      path,
      payload: [...payload].filter(isFilled),
      events: all - repeated,
      hasRepeats: repeated > 0,
    },
    facts: {
      testEvents,
      users,
      firstMs: all === 0 ? null : firstMs,
      lastMs: all === 0 ? null : lastMs,
      repeated,
      left: [...left.keys()]
        .map((name, place) => [name, columnCounts[payload.size + place] ?? 0] as const)
        .filter(([, events]) => events > 0),
      notes: all === 0 ? [] : notes,
    },
  };
}

/** The SQL of staged files' events, as one table. */
export function stagedTable(files: readonly StagedFile[]): {
  readonly table: string;
  readonly payload: ReadonlyMap<string, string>;
} {
  const keys = [...new Set(files.flatMap(({ payload }) => payload.map(([key]) => key)))];
  const payload = new Map(keys.map((key, place) => [key, `p${place}`]));
  const parts = files.map((file) => {
    const columns = new Map(file.payload);
    const values = keys.map((key) => `${columns.get(key) ?? 'NULL'} AS ${payload.get(key) ?? ''}`);
    const once = file.hasRepeats
      ? ' QUALIFY row_number() OVER (PARTITION BY coalesce(eventID, file_row_number::VARCHAR) ORDER BY file_row_number) = 1'
      : '';
    return `SELECT ${[CORE, ...values].join(', ')} FROM read_parquet(${literal(file.path)}, file_row_number = true) WHERE fault IS NULL${once}`;
  });
  return { table: `(${parts.join(' UNION ALL ')})`, payload };
}

const CORE = '__time, appID, clientUser, type, sessionID, isTestMode, floatValue';
