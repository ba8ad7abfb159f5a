// Notes which files `preview` read, and calls it when one of them changes.
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InputEffects } from '../../report/inputs/effects.ts';

/** The files and folders that were read, each with its stamp just before it was read. */
export type Reads = ReadonlyMap<string, string>;

/** The same effects, recording in `reads` every file and folder that they read, or tried to read. */
export function recordReads<T extends Pick<InputEffects, 'readFile' | 'listFolder'>>(
  effects: T,
): T & { readonly reads: Reads } {
  const reads = new Map<string, string>();
  const note = (path: string) => {
    if (!reads.has(path)) reads.set(path, fileStamp(path));
    return path;
  };
  const { readFile, listFolder } = effects;
  return {
    ...effects,
    readFile: (...[path, reading]: Parameters<InputEffects['readFile']>) => readFile(note(path), reading),
    ...(listFolder === undefined ? {} : { listFolder: (path: string) => listFolder(note(path)) }),
    reads,
  };
}

const INTERVAL_MS = 200;

/**
 * Calls `changed` each time one of the files differs from when it was read, once all have been unchanged for
 * an interval. Ends with the signal. It polls the files, because notifications of changes can get lost.
 */
export async function watchReads(
  reads: () => Reads,
  changed: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let previous = '';
  while (await waitInterval(signal)) {
    const paths = [...reads().keys()];
    const now = paths.map(fileStamp);
    const isChanged = paths.some((path, index) => reads().get(path) !== now[index]);
    const isSteady = now.join() === previous;
    previous = now.join();
    if (isChanged && isSteady) await changed();
  }
}

async function waitInterval(signal: AbortSignal): Promise<boolean> {
  await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}

/**
 * An editor that replaces a file changes its inode, and one that writes to it changes its time. A folder's
 * time is that of its last added or removed file.
 */
function fileStamp(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? 'missing' : `${stats.ino} ${stats.mtimeNs} ${stats.size}`;
}
