import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InputEffects } from '../../inputs/effects.ts';

/** The files and folders that reading something took, each as it was just before it was read. */
export type Reads = ReadonlyMap<string, string>;

/** The same effects, with every file and folder that they read noted in `reads`, those that are not there too. */
export function recordReads<T extends Pick<InputEffects, 'readFile' | 'listFolder'>>(
  effects: T,
): T & { readonly reads: Reads } {
  const reads = new Map<string, string>();
  const note = (path: string): string => {
    if (!reads.has(path)) reads.set(path, fileStamp(path));
    return path;
  };
  const { readFile, listFolder } = effects;
  return {
    ...effects,
    readFile: (path: string) => readFile(note(path)),
    ...(listFolder === undefined ? {} : { listFolder: (path: string) => listFolder(note(path)) }),
    reads,
  };
}

const INTERVAL_MS = 200;

/**
 * Calls `changed` each time that one of the files is not as it was when it was read, once they have stood still for an interval.
 * Ends with the signal. Looks rather than listens: see docs/decisions/0011.
 */
export async function watchReads(reads: () => Reads, changed: () => Promise<void>, signal: AbortSignal): Promise<void> {
  let before = '';
  while (await waitInterval(signal)) {
    const paths = [...reads().keys()];
    const now = paths.map(fileStamp);
    const isChanged = paths.some((path, index) => reads().get(path) !== now[index]);
    const isSteady = now.join() === before;
    before = now.join();
    if (isChanged && isSteady) await changed();
  }
}

async function waitInterval(signal: AbortSignal): Promise<boolean> {
  await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}

/** An editor that replaces a file changes its inode, one that writes it the time; a folder's time is that of its last new or lost file. */
function fileStamp(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? 'nothing' : `${stats.ino} ${stats.mtimeNs} ${stats.size}`;
}
