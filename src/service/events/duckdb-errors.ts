// Turns DuckDB's messages into errors with a sentence for users: why a post could not be stored ("the disk is
// full"), or why a file could not be opened ("… is in use by another process").
import { messageOf } from '../../text/errors.ts';
import { EngineError, ReopeningError, StoreError, UnwritableFileError } from '../errors.ts';
import { isInvalidDatabase, isOutOfMemoryMessage } from '../duckdb-messages.ts';

/**
 * Runs a task that stores events all or none. For a DuckDB error it throws `UnwritableFileError` or
 * `EngineError` with a sentence, or `ReopeningError` if the file has to be opened again.
 */
export async function translateDuckdbErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const message = messageOf(error);
    if (!DUCKDB_MESSAGE.test(message)) throw error;
    if (isInvalidDatabase(error)) throw new ReopeningError(undefined, { cause: error });
    const why = whyUnwritable(message);
    const sentence = `None of the events was stored: ${why ?? message.split('\n')[0]}.`;
    throw why === null
      ? new EngineError(sentence, { cause: error })
      : new UnwritableFileError(sentence, { cause: error });
  }
}

/** DuckDB's messages begin with the kind of the error. */
const DUCKDB_MESSAGE = /(^|: )[A-Z][A-Za-z ]* Error: |^INTERNAL Error|Failed to append/;
const FULL_DISK_MESSAGE = /No space left|Disk quota|failed to offload|max_temp_directory_size/;
const READ_ONLY_MESSAGE = /Permission denied|Read-only file system/i;

function whyUnwritable(message: string): string | null {
  if (FULL_DISK_MESSAGE.test(message)) return 'the disk is full';
  if (isOutOfMemoryMessage(message)) return 'queries leave no memory for it at the moment';
  return READ_ONLY_MESSAGE.test(message) ? 'the database file or its folder cannot be written to' : null;
}

/** The error for a DuckDB message about a store's file; null if the message is about something else. */
export function databaseFileError(file: string, message: string): StoreError | null {
  const sentence = sentenceFor(file, message);
  return sentence === null ? null : new StoreError(sentence, { cause: message });
}

function sentenceFor(file: string, message: string): string | null {
  if (message.includes('Could not set lock')) {
    const holder = /\(PID (\d+)\)/.exec(message)?.[1];
    return `${file} is in use by another process${holder === undefined ? '' : ` (${holder})`}. Wait until it ends, or end it.`;
  }
  if (READ_ONLY_MESSAGE.test(message))
    return `${file} or its folder cannot be written to: permission denied.`;
  if (/version number|newer version|storage version/i.test(message))
    return `${file} was written by another version of DuckDB than this one can read; nothing in it was changed.`;
  if (
    /Corrupt database file|Could not read enough bytes|Serialization Error|block pointer|checksum/i.test(
      message,
    )
  )
    return `${file} is damaged or cut short; nothing in it was changed. Replace it by a backup.`;
  if (/No space left|File too large|Disk quota/i.test(message))
    return `The disk with ${file} is full, or the file has reached the greatest size that is allowed. What was committed before is kept.`;
  return null;
}
