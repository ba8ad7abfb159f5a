import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Running } from '../running.ts';
import type { Database } from './database.ts';
import { inTransaction } from './transaction.ts';

/** Queries beside a task that needs the memory which they use. */
export interface Precedence {
  /** Runs a query once none is held back. */
  query<T>(run: () => Promise<T>): Promise<T>;
  /** Runs a task soon, once those queries have ended that end by then, and holds back others meanwhile. */
  first<T>(task: () => Promise<T>): Promise<T>;
}

const PATIENCE_MS = 200;

export function createPrecedence(): Precedence {
  const running = new Running();
  let first: Promise<unknown> | null = null;
  return {
    query: async (run) => {
      while (first !== null) await first;
      return running.note(run());
    },
    first: (task) => {
      const quiet = Promise.race([running.ended(), sleep(PATIENCE_MS)]);
      const result = quiet.then(task).finally(() => {
        first = null;
      });
      first = result.catch(() => undefined);
      return result;
    },
  };
}

const LOG_BYTES = 16_777_216;

/**
 * Makes a function that begins to move a database's log into its file if the log is long. The engine would do
 * so within a commit, beside queries that leave it no memory, and then declares the file invalid. `alone`
 * runs a task while nothing is written.
 */
export function keepLogShort(
  database: Pick<Database, 'path' | 'rows' | 'first' | 'withConnection'>,
  alone: (task: () => Promise<unknown>) => Promise<unknown>,
): () => void {
  let isShortening = false;
  const shorten = async (): Promise<void> => {
    const { size } = await stat(`${database.path}.wal`);
    if (size >= LOG_BYTES) await alone(() => database.first(() => moveLog(database)));
  };
  return () => {
    if (database.path === null || isShortening) return;
    isShortening = true;
    // If it fails, as beside a backup, the next one who writes tries again.
    void shorten()
      .catch(() => undefined)
      .finally(() => {
        isShortening = false;
      });
  };
}

/**
 * Whether queries use much memory, apart from the table's blocks, which give way; and whether a table is so
 * wide that merging its row groups could need more memory than there is: each thread holds two blocks for
 * each column.
 */
const ROOM = `SELECT
    (SELECT sum(memory_usage_bytes) FROM duckdb_memory() WHERE tag NOT IN ('BASE_TABLE', 'IN_MEMORY_TABLE'))
      > memory / 2 AS crowded,
    (SELECT max(column_count) FROM duckdb_tables())
      * 2 * block_size * (current_setting('threads') + 2) > memory AS wide
  FROM (SELECT block_size, parse_formatted_bytes(memory_limit) AS memory FROM pragma_database_size())`;

async function moveLog(database: Pick<Database, 'rows' | 'withConnection'>): Promise<void> {
  const [room] = await database.rows(ROOM);
  if (room?.['crowded'] === true) return;
  if (room?.['wide'] !== true) await database.rows('CHECKPOINT');
  else await database.withConnection((reader) => inTransaction(reader, () => moveUnmerged(database, reader)));
}

/** The engine merges nothing while a transaction is open that began before the last commit. */
async function moveUnmerged({ rows }: Pick<Database, 'rows'>, reader: DuckDBConnection): Promise<void> {
  await reader.run('SELECT * FROM meta');
  await rows(`UPDATE meta SET value = value WHERE key = 'application'`);
  await rows('CHECKPOINT');
}
