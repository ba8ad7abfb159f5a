import { EngineError, FullDiskError } from '../errors.ts';

/** Runs an import. What DuckDB says on the way (a full disk, above all) becomes an `EngineError` or `FullDiskError` that says what it means. */
export async function orNothingTaken<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!FROM_DUCKDB.test(message)) throw error;
    const isFull = NO_ROOM.test(message);
    const why = isFull ? 'the disk is full' : message.split('\n')[0];
    const says = `The store could not take the events, and has taken none of them: ${why}.`;
    throw isFull ? new FullDiskError(says, { cause: error }) : new EngineError(says, { cause: error });
  }
}

/** DuckDB's messages begin with the kind of the error. */
const FROM_DUCKDB = /(^|: )[A-Z][A-Za-z ]* Error: |^INTERNAL Error|Failed to append/;
const NO_ROOM = /No space left|failed to offload|max_temp_directory_size/;
