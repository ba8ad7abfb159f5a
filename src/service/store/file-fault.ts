import { StoreError } from './error.ts';

/** What is wrong with a store's file, as a sentence, where DuckDB's message says so; null where it is about something else. */
export function fileFault(file: string, message: string): StoreError | null {
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
