import { type FileHandle, open, realpath } from 'node:fs/promises';
import { InputError } from '../../errors.ts';
import { makeVisible } from '../../text/visible.ts';
import type { FileSummary, ImportNote } from '../../service/import/files.ts';
import { fileErrorReason } from '../../text/file-error.ts';
import type { Io } from '../io.ts';

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
  const progress = createProgress(io.stderr);
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
      if (shown <= SHOWN_LINES) io.stderr.write(`${note.file}:${note.line}: ${makeVisible(note.reason)}\n`);
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
    throw new InputError([`--rejects is ${path}, which cannot be written: ${fileErrorReason(error)}`]);
  }
}

/** What became of a file, in one line. */
export function formatSummary({ file, events, refused }: FileSummary, isTaken: boolean, isStrict: boolean): string {
  const lines = refused.reduce((sum, { count }) => sum + count, 0);
  const reasons = refused.map(
    ({ reason, count, lines: numbers }) => `${count} × ${makeVisible(reason)} (${formatLineNumbers(numbers, count)})`,
  );
  const left = isTaken || !isStrict || events === 0 ? '' : `; --strict: ${plural(events, 'good event')} left out`;
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
  return `${file}: ${plural(isTaken ? events : 0, 'event')} taken, ${plural(lines, 'line')} refused${why}${left}`;
}

function formatLineNumbers(numbers: readonly number[], count: number): string {
  return `${count === 1 ? 'line' : 'lines'} ${numbers.join(', ')}${count > numbers.length ? ', …' : ''}`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** Says how far an import is: on a terminal in one line that is written again and again, elsewhere in a line now and then. */
interface Progress {
  say(note: Extract<ImportNote, { kind: 'progress' | 'storing' }>): void;
  /** Takes the line off the terminal, before something else is written. */
  clear(): void;
}

const TERMINAL_MS = 200;
const ELSEWHERE_MS = 2000;
const CLEAR = '\r\u001B[2K';

/** The progress of an import that begins now. */
function createProgress(stderr: Io['stderr']): Progress {
  const isTerminal = stderr.isTTY === true;
  const startMs = performance.now();
  let saidMs = startMs;
  let isShown = false;
  return {
    say: (note) => {
      const sinceMs = performance.now() - saidMs;
      if (sinceMs < (isTerminal ? TERMINAL_MS : ELSEWHERE_MS) && !(isTerminal && note.kind === 'storing')) return;
      saidMs = performance.now();
      isShown = isTerminal;
      const line = progressLine(note, saidMs - startMs);
      stderr.write(isTerminal ? `${CLEAR}${line.slice(0, (stderr.columns ?? 80) - 1)}` : `${line}\n`);
    },
    clear: () => {
      if (isShown) stderr.write(CLEAR);
      isShown = false;
    },
  };
}

function progressLine(note: Extract<ImportNote, { kind: 'progress' | 'storing' }>, elapsedMs: number): string {
  const seconds = (elapsedMs / 1000).toFixed(0);
  if (note.kind === 'storing') return `${note.file}: storing ${note.events} events, ${seconds} s so far`;
  const rate = (note.events / (elapsedMs / 1000)).toFixed(0);
  return `${note.file}: ${note.events} events, ${(note.bytes / 1e6).toFixed(0)} MB, ${seconds} s (${rate} events/s)`;
}
