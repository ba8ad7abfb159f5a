import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes what syncs a database file's folder whenever its write-ahead log is another file than before. DuckDB syncs the log
 * at each commit, and makes a new one after each checkpoint; that it is there at all stands in the folder.
 */
export function logSync(path: string | null): () => Promise<void> {
  if (path === null || process.platform === 'win32') return async () => undefined;
  let synced = '';
  return async () => {
    const log = await stat(`${path}.wal`, { bigint: true }).catch(() => null);
    // The number alone can be that of the log before.
    const file = log === null ? synced : `${log.ino} ${log.birthtimeNs}`;
    if (file === synced) return;
    const folder = await open(dirname(path), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
    synced = file;
  };
}
