import { type FileHandle, open, realpath } from 'node:fs/promises';
import { InputError } from '../errors.ts';
import { visible } from '../inputs/visible.ts';
import { type FileSummary, type ImportNote } from '../service/import/import.ts';
import { reasonOf } from './file-error.ts';
import { progressOn } from './import-progress.ts';
import type { Io } from './io.ts';

/** Tells of an import while it runs: progress and the first refused lines on stderr, all of them in a file if asked for. */
export interface Reporter {
  readonly note: (note: ImportNote) => Promise<void>;
  /** Takes what tells of progress off the terminal, before something else is written. */
  clear(): void;
  close(): Promise<void>;
}

const SHOWN_LINES = 10;

/** Opens the file for refused lines, where there is to be one. Throws `InputError` where it cannot be written. */
export async function openReporter(io: Io, rejects: string | null, sources: readonly string[]): Promise<Reporter> {
  const file = rejects === null ? null : await openRejects(rejects, sources);
  const progress = progressOn(io.stderr);
  let shown = 0;
  return {
    clear: () => {
      progress.clear();
    },
    close: async () => {
      progress.clear();
      await file?.close();
    },
    note: async (note) => {
      if (note.kind !== 'refused') {
        progress.say(note);
        return;
      }
      progress.clear();
      shown += 1;
      if (shown <= SHOWN_LINES) io.stderr.write(`${note.file}:${note.line}: ${visible(note.reason)}\n`);
      if (shown === SHOWN_LINES + 1)
        io.stderr.write(
          `Further refused lines are not shown${file === null ? '; --rejects FILE writes them all' : ''}.\n`,
        );
      const { kind: _, ...refused } = note;
      await file?.write(`${JSON.stringify(refused)}\n`);
    },
  };
}

async function openRejects(path: string, sources: readonly string[]): Promise<FileHandle> {
  const real = await realpath(path).catch(() => null);
  const read = await Promise.all(sources.map((source) => realpath(source).catch(() => null)));
  if (real !== null && read.includes(real))
    throw new InputError([`--rejects is ${path}, which is also a file to import`]);
  try {
    return await open(path, 'w');
  } catch (error) {
    throw new InputError([`--rejects is ${path}, which cannot be written: ${reasonOf(error)}`]);
  }
}

/** What became of a file, in one line. */
export function summaryLine({ file, events, refused }: FileSummary, isTaken: boolean, isStrict: boolean): string {
  const lines = refused.reduce((sum, { count }) => sum + count, 0);
  const reasons = refused.map(
    ({ reason, count, lines: numbers }) => `${count} × ${visible(reason)} (${placesOf(numbers, count)})`,
  );
  const left = isTaken || !isStrict || events === 0 ? '' : `; --strict: ${plural(events, 'good event')} left out`;
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
  return `${file}: ${plural(isTaken ? events : 0, 'event')} taken, ${plural(lines, 'line')} refused${why}${left}`;
}

function placesOf(numbers: readonly number[], count: number): string {
  return `${count === 1 ? 'line' : 'lines'} ${numbers.join(', ')}${count > numbers.length ? ', …' : ''}`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
