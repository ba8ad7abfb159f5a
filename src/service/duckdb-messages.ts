// What a DuckDB error means, by its message: the file is held by another process, it has to be opened
// again, or memory is full.
import { OutOfMemoryError, ReopeningError, StoreError } from './errors.ts';

/**
 * Whether a store's file could not be opened because another process has it open. DuckDB's message says so.
 */
export function isHeldElsewhere(error: unknown): error is StoreError {
  return error instanceof StoreError && String(error.cause).includes('Could not set lock');
}

/** Whether an error means that the engine serves nothing more from a file until it is opened again. */
export function isInvalidDatabase(error: unknown): boolean {
  // Not `instanceof Error`: the binding's errors may come from another realm.
  return /FATAL Error|database has been invalidated/.test(String(error));
}

/** Whether a statement failed because the file is being opened again, which interrupts what runs. */
export function isReopening(error: unknown): boolean {
  return error instanceof ReopeningError || isInvalidDatabase(error) || /INTERRUPT Error/.test(String(error));
}

/**
 * Whether a DuckDB message says that memory is full. If DuckDB's limit is reached, it ends with the
 * memory in use: `(488.0 MiB/488.2 MiB used)`.
 */
export function isOutOfMemoryMessage(message: string): boolean {
  return /(?:^|: )Out of Memory Error|Allocation failure|\/[\d.]+ \w+ used\)/i.test(message);
}

/** Whether this is the error of something that failed because the engine's memory was full. */
export function isOutOfMemoryError(error: unknown): boolean {
  return error instanceof OutOfMemoryError || isOutOfMemoryMessage(String(error));
}
