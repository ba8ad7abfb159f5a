import { EngineError, FullDiskError, StoreError } from '../errors.ts';

/** Runs an import. What DuckDB says on the way (a full disk, above all) becomes an `EngineError` or `FullDiskError` that says what it means. */
export async function translateDuckdbErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!DUCKDB_MESSAGE.test(message)) throw error;
    const isFull = FULL_DISK_MESSAGE.test(message);
    const why = isFull ? 'the disk is full' : message.split('\n')[0];
    const says = `The store could not take the events, and has taken none of them: ${why}.`;
    throw isFull ? new FullDiskError(says, { cause: error }) : new EngineError(says, { cause: error });
  }
}

/** DuckDB's messages begin with the kind of the error. */
const DUCKDB_MESSAGE = /(^|: )[A-Z][A-Za-z ]* Error: |^INTERNAL Error|Failed to append/;
const FULL_DISK_MESSAGE = /No space left|failed to offload|max_temp_directory_size/;

/** What is wrong with a store's file, as a sentence, where DuckDB's message says so; null where it is about something else. */
export function databaseFileError(file: string, message: string): StoreError | null {
  const sentence = sentenceFor(file, message);
  return sentence === null ? null : new StoreError(sentence, { cause: message });
}

function sentenceFor(file: string, message: string): string | null {
  if (message.includes('Could not set lock')) {
    const holder = /\(PID (\d+)\)/.exec(message)?.[1];
    return `${file} is held by another process${holder === undefined ? '' : ` (${holder})`}. Wait until it ends, or end it.`;
  }
  // A file of SQLite's it would open itself, by an extension.
  if (/not a valid DuckDB database file|Loading external extensions is disabled/.test(message))
    return `${file} is no DuckDB database file; nothing was changed in it.`;
  if (/Permission denied|[Rr]ead-only file system/.test(message))
    return `${file} or its folder cannot be written to: permission denied.`;
  if (/version number|newer version|storage version/i.test(message))
    return `${file} was written by another version of DuckDB than this one can read; nothing was changed in it.`;
  if (/Corrupt database file|Could not read enough bytes|Serialization Error|block pointer|checksum/i.test(message))
    return `${file} is damaged or cut short; nothing was changed in it. Put a backup in its place.`;
  if (/No space left|File too large|Disk quota/i.test(message))
    return `The disk with ${file} is full, or the file may not become longer. What was committed before is kept.`;
  return null;
}
