// The Parquet file that `stage.ts` writes, with a row for each row of the imported file: an event, or a
// refused row with the reason, such as `timestamp is missing` (column `fault`). `stage.ts` reads here what
// was refused and the facts for the summary; `import.ts` gets the SQL by which the store takes the events.
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../events/duckdb-values.ts';
import type { EventSelect } from './select.ts';

/** Events that are read, converted and checked, in a Parquet file from which the store takes them. */
export interface StagedFile {
  readonly path: string;
  /** Payload key → the file's column. */
  readonly payload: readonly (readonly [key: string, column: string])[];
  readonly events: number;
  /** Whether some events have the `eventID` of an earlier one. */
  readonly hasRepeats: boolean;
  /** Times that divide the events into stretches of about two million, if they are roughly in order. */
  readonly cuts: readonly number[];
}

/** The SQL of a staged file's events, as `takeImport` hands it to the store. */
export function stagedTable({ path, payload, hasRepeats, cuts }: StagedFile) {
  const firstOnly = hasRepeats
    ? 'QUALIFY row_number() OVER (PARTITION BY coalesce(eventID, file_row_number::VARCHAR) ORDER BY file_row_number) = 1'
    : '';
  const table = `(SELECT * FROM ${rowsOf(path)} WHERE fault IS NULL ${firstOnly})`;
  const stretches = [-LAST_MS, ...cuts].map(
    (fromMs, place) => `__time >= ${fromMs} AND __time < ${cuts[place] ?? LAST_MS}`,
  );
  return { table, stretches, payload: new Map(payload) };
}

const LAST_MS = Number.MAX_SAFE_INTEGER;

function rowsOf(path: string): string {
  return `read_parquet(${literal(path)}, file_row_number = true)`;
}

/** A row that is refused: its number from 0, why, and the row as text. */
export interface RefusedRow {
  readonly row: number;
  /** The reason, and after a colon the value: `floatValue is not a number: "much"`. */
  readonly message: string;
  readonly text: string;
}

/** Calls `refuse` for each refused row, in their order. The fault of a blank line is empty. */
export async function reportRefused(
  connection: DuckDBConnection,
  path: string,
  refuse: (row: RefusedRow) => Promise<void>,
): Promise<void> {
  const result = await connection.stream(
    `SELECT file_row_number::DOUBLE, fault, refused FROM ${rowsOf(path)} WHERE fault <> ''`,
  );
  for await (const rows of result.yieldRows()) {
    for (const [row, fault, text] of rows)
      await refuse({ row: Number(row), message: String(fault), text: String(text) });
  }
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
}

/** Reads the facts of a staged file. Its payload has only the keys that an event has a value for. */
export async function readFacts(
  connection: DuckDBConnection,
  path: string,
  { payload, left }: EventSelect,
): Promise<{ readonly staged: StagedFile; readonly facts: FileFacts }> {
  const counts = [
    ...[...payload.values()].map((column) => `count(${column})`),
    ...[...left.values()].map((column) => `count(*) FILTER (${column})`),
  ];
  // Hashes of ids take less memory; that two ids have the same one is too rare to matter.
  const read = await connection.runAndReadAll(
    `SELECT count(*), count(*) FILTER (isTestMode = 'true'), count(DISTINCT nullif(clientUser, '')), min(__time), max(__time),
      count(eventID) - count(DISTINCT hash(eventID)) FILTER (eventID IS NOT NULL), ${[...counts, '0'].join(', ')} FROM ${rowsOf(path)} WHERE fault IS NULL`,
  );
  const cuts = await connection.runAndReadAll(FIND_CUTS, [path]);
  const [row = []] = read.getRows();
  const [all = 0, testEvents = 0, users = 0, firstMs = 0, lastMs = 0, repeated = 0, ...columnCounts] =
    row.map(Number);
  const countsOfLeft = columnCounts.slice(payload.size);
  return {
    staged: {
      path,
      payload: [...payload].filter((_, place) => columnCounts[place] !== 0),
      events: all - repeated,
      hasRepeats: repeated > 0,
      cuts: repeated > 0 ? [] : cuts.getRows().map(([cut]) => Number(cut)),
    },
    facts: {
      testEvents,
      users,
      firstMs: all === 0 ? null : firstMs,
      lastMs: all === 0 ? null : lastMs,
      repeated,
      left: [...left.keys()]
        .map((name, place) => [name, countsOfLeft[place] ?? 0] as const)
        .filter(([, events]) => events > 0),
    },
  };
}

/**
 * The beginning of every sixteenth of the file's groups of 122,880 rows, except near the end; none if the
 * groups overlap much, since each stretch would then be looked for in all of them.
 */
const FIND_CUTS = `WITH groups AS (SELECT stats_min_value::BIGINT AS first, stats_max_value::BIGINT AS last
    FROM parquet_metadata($1) WHERE path_in_schema = '__time')
  SELECT first::DOUBLE FROM groups WHERE (SELECT sum(last - first) <= 2 * (max(last) - min(first)) FROM groups)
  QUALIFY row_number() OVER (ORDER BY first) % 16 = 0 AND row_number() OVER (ORDER BY first DESC) > 8 ORDER BY first`;
