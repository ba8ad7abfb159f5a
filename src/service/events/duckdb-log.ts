// Finds damage in the log that DuckDB keeps next to a store's file, before the engine opens the file. The
// bytes are those of DuckDB 1.5: __tests__/service/store/damaged-log.test.ts fails if a new version writes
// its log in another way.
import { readFile } from 'node:fs/promises';
import { StoreError } from '../errors.ts';

/**
 * Throws `StoreError` if a log of a store's file is damaged in its header or in the length of an entry. The
 * engine would take such a log to end there, and drop what follows without a message. It checks the rest of a
 * log itself, by checksums.
 */
export async function checkLogs(path: string, file: string): Promise<void> {
  for (const ending of LOGS) {
    const log = await readFile(path + ending).catch(() => Buffer.alloc(0));
    const at = findDamage(log);
    if (at === null) continue;
    const name = file + ending;
    throw new StoreError(
      `${name}, the log of ${file}, is damaged at byte ${at}; nothing was changed. \`restore\` a backup, or move ${name} away: the file then opens without what was taken since its log was begun.`,
    );
  }
}

/**
 * The endings of DuckDB's logs: of what is not in the file yet, and of what is written while that is moved
 * into the file.
 */
const LOGS = ['.wal', '.wal.checkpoint'];

/** A log begins with an entry of type 98, its version: 2. (Field 100 is the type; ffff ends an entry.) */
const LOG_HEAD = Buffer.from('640062650002ffff', 'hex');
/** Each commit ends with an entry of type 100; its checksum, always the same, is before it. */
const COMMIT_TAIL = Buffer.from('e7fe7d722fed3d5e640064ffff', 'hex');
/** Before each entry: its length and its checksum, 8 bytes each. */
const ENTRY_HEAD_BYTES = 16;

/** Where a log is damaged; null if it is complete, or ends within its last commit, as after a crash. */
function findDamage(log: Buffer): number | null {
  if (log.length < LOG_HEAD.length) return null;
  if (!log.subarray(0, LOG_HEAD.length).equals(LOG_HEAD)) return 0;
  let at = LOG_HEAD.length;
  while (at + ENTRY_HEAD_BYTES <= log.length) {
    const end = at + ENTRY_HEAD_BYTES + Number(log.readBigUInt64LE(at));
    // This length leads past the end: if the log ends with a complete commit, the length is wrong.
    if (end > log.length) return log.subarray(-COMMIT_TAIL.length).equals(COMMIT_TAIL) ? at : null;
    at = end;
  }
  return null;
}
