// Moves DuckDB's write-ahead log (`usage.duckdb.wal`) into the store's file when it is long, and when queries
// leave memory for that. DuckDB calls this a checkpoint.
import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { CROWDED, type Database } from './database.ts';
import { inTransaction } from './transaction.ts';

/** A log of this length (16 MiB) is moved into the file. */
const LOG_BYTES = 16_777_216;
/** At this length (64 MiB) queries that leave no memory for it are stopped. */
const LONG_LOG_BYTES = 67_108_864;

/**
 * Makes a function to call after each write, which begins to move the log if it is long. The engine itself
 * would do so within a commit, and declare the file invalid if queries leave it no memory.
 */
export function keepLogShort(database: CheckpointDatabase & Pick<Database, 'path' | 'lock'>): () => void {
  let isShortening = false;
  const shorten = async (): Promise<void> => {
    const { size } = await stat(`${database.path}.wal`);
    if (size < LOG_BYTES) return;
    const move = () =>
      size < LONG_LOG_BYTES ? moveIfRoom(database) : database.withRoom(() => moveLog(database));
    await database.lock.write(() => database.first(move));
  };
  return () => {
    if (database.path === null || isShortening) return;
    isShortening = true;
    // If it fails, for example during a backup, the next write tries again.
    void shorten()
      .catch(() => undefined)
      .finally(() => {
        isShortening = false;
      });
  };
}

/**
 * Whether a table has so many columns that a checkpoint, which merges its row groups, could need more memory
 * than there is: each thread holds two blocks for each column.
 */
const WIDE = `SELECT (SELECT max(column_count) FROM duckdb_tables())
    * 2 * block_size * (current_setting('threads') + 2) > parse_formatted_bytes(memory_limit) AS wide
  FROM pragma_database_size()`;

type CheckpointDatabase = Pick<Database, 'rows' | 'first' | 'withRoom' | 'withConnection'>;

async function moveIfRoom(database: CheckpointDatabase): Promise<void> {
  const [room] = await database.rows(CROWDED);
  if (room?.['crowded'] !== true) await moveLog(database);
}

async function moveLog(database: CheckpointDatabase): Promise<void> {
  const [width] = await database.rows(WIDE);
  if (width?.['wide'] !== true) await database.rows('CHECKPOINT');
  else await database.withConnection((reader) => inTransaction(reader, () => moveUnmerged(database, reader)));
}

/**
 * Moves the log without merging: the engine merges nothing while an older transaction, of `reader`, is open.
 */
async function moveUnmerged({ rows }: Pick<Database, 'rows'>, reader: DuckDBConnection): Promise<void> {
  await reader.run('SELECT * FROM meta');
  await rows(`UPDATE meta SET value = value WHERE key = 'application'`);
  await rows('CHECKPOINT');
}
