// The Parquet file that `stage.ts` writes, with a row for each row of the imported file: an event, or a
// refused row with the reason, such as `timestamp is missing` (column `fault`). `stage.ts` reads here the
// facts for the summary; `import.ts` gets the SQL by which the store takes the events.
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../events/duckdb-values.ts';
import type { EventSelect } from './select.ts';

/** Events that are read, converted and checked, in a Parquet file from which the store takes them. */
export interface StagedFile {
  readonly path: string;
  /** Payload key → the file's column. */
  readonly payload: readonly (readonly [key: string, column: string])[];
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

/** The rows of a staged file. */
export function rowsOf(path: string): string {
  return `read_parquet(${literal(path)}, file_row_number = true)`;
}

/** Reads the facts of a staged file. Its payload has only the keys that an event has a value for. */
export async function readFacts(
  connection: DuckDBConnection,
  path: string,
  firstLine: number,
  { keys, left }: EventSelect,
) {
  const rows = rowsOf(path);
  // Hashes of ids take less memory; that two ids have the same one is too rare to matter.
  const counts = await connection.runAndReadAll(
    `SELECT strftime(make_timestamp(min(__time) * 1000), '%Y-%m-%d') || ' to ' || strftime(make_timestamp(max(__time) * 1000), '%Y-%m-%d'),
      count(*) FILTER (isTestMode = 'true'), count(DISTINCT nullif(clientUser, '')), count(eventID) - count(DISTINCT hash(eventID)) FILTER (eventID IS NOT NULL),
      count(COLUMNS('^(__time|[pn][0-9]+)$')) FROM ${rows} WHERE fault IS NULL`,
  );
  const [days = null, ...numbers] = counts.getRows()[0] ?? [];
  const [testEvents = 0, users = 0, repeated = 0, all = 0, ...columnCounts] = numbers.map(Number);
  const refused = await connection.runAndReadAll(
    `SELECT regexp_replace(fault, ': .*', '', 's') AS reason, count(*)::DOUBLE AS count, array_to_string(min(file_row_number + ${firstLine}, ${MAX_LINES}), ', ') AS lines
      FROM ${rows} WHERE fault <> '' GROUP BY reason ORDER BY count DESC, min(file_row_number)`,
  );
  const cuts = await connection.runAndReadAll(FIND_CUTS, [path]);
  return {
    staged: {
      path,
      payload: keys
        .map((key, place) => [key, `p${place}`] as const)
        .filter((_, place) => columnCounts[place] !== 0),
      hasRepeats: repeated > 0,
      cuts: repeated > 0 ? [] : cuts.getRows().map(([cut]) => Number(cut)),
    },
    facts: {
      events: all - repeated,
      /** The day of the first and of the last event; null without an event. */
      days: days === null ? null : String(days),
      /** Test events among those that are taken. */
      testEvents,
      users,
      /** How many events have the id of an earlier one. */
      repeated,
      /** What is not kept → how many events have a value for it. */
      left: left
        .map((name, place) => [name, columnCounts[keys.length + place] ?? 0] as const)
        .filter(([, events]) => events > 0),
      /** Why rows are refused, most frequent first, with the first of their lines: `3, 9`. */
      refused: refused.getRows().map(([reason, count, lines]) => ({
        reason: String(reason),
        count: Number(count),
        lines: String(lines),
      })),
    },
  };
}

/** How many line numbers the summary names for each reason. */
export const MAX_LINES = 5;

/**
 * The beginning of every sixteenth of the file's groups of rows, except near the end; none if the groups
 * overlap much, since each stretch would then be looked for in all of them.
 */
const FIND_CUTS = `WITH groups AS (SELECT stats_min_value::BIGINT AS first, stats_max_value::BIGINT AS last
    FROM parquet_metadata($1) WHERE path_in_schema = '__time')
  SELECT first::DOUBLE FROM groups WHERE (SELECT sum(last - first) <= 2 * (max(last) - min(first)) FROM groups)
  QUALIFY row_number() OVER (ORDER BY first) % 16 = 0 AND row_number() OVER (ORDER BY first DESC) > 8 ORDER BY first`;
