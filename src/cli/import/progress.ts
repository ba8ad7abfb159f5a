import { type FileHandle, open, realpath } from 'node:fs/promises';
import { InputError } from '../../errors.ts';
import { quoteNames } from '../../text/list.ts';
import { plural } from '../../text/plural.ts';
import { makeVisible } from '../../text/visible.ts';
import type { FileSummary, ImportNote } from '../../service/import/files.ts';
import { fileErrorReason } from '../../text/file-error.ts';
import { type Io, terminalColumns } from '../io.ts';

/**
 * Reports on a running import: progress and the first refused lines on stderr, and every refused line in a
 * file if requested.
 */
export interface Reporter {
  readonly note: (note: ImportNote) => Promise<void>;
  /** Clears the progress line from the terminal; to be called before anything else is written. */
  clear(): void;
  close(): Promise<void>;
}

const MAX_SHOWN_LINES = 10;

/** Opens the file for refused lines, if `rejects` names one. Throws `InputError` if it cannot be written. */
export async function openReporter(
  { stderr }: Pick<Io, 'stderr'>,
  rejects: string | null,
  sources: readonly string[],
): Promise<Reporter> {
  const file = rejects === null ? null : await openRejects(rejects, sources);
  const progress = createProgress(stderr);
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
        progress.show(note);
        return;
      }
      progress.clear();
      shown += 1;
      if (shown <= MAX_SHOWN_LINES) stderr.write(`${note.file}:${note.line}: ${makeVisible(note.reason)}\n`);
      if (shown === MAX_SHOWN_LINES + 1)
        stderr.write(
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
    return await open(path, 'w', 0o600);
  } catch (error) {
    throw new InputError([`--rejects is ${path}, which cannot be written: ${fileErrorReason(error)}`]);
  }
}

/** What was imported from a file and what was refused, in one line. */
export function formatSummary(summary: FileSummary, isTaken: boolean, isStrict: boolean): string {
  const { file, events, refused } = summary;
  const lines = refused.reduce((sum, { count }) => sum + count, 0);
  const reasons = refused.map(
    ({ reason, count, lines: numbers }) =>
      `${count} × ${makeVisible(reason)} (${formatLineNumbers(numbers, count)})`,
  );
  const left =
    isTaken || !isStrict || events === 0 ? '' : `; --strict: ${counted(events, 'good event')} left out`;
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
  return `${file}: ${counted(isTaken ? events : 0, 'event')} taken, ${counted(lines, 'line')} refused${why}${left}${isTaken ? describeIgnored(summary) : ''}`;
}

/**
 * Keys that were ignored, and where they belong: such a line is taken, but what its author meant to count is
 * not in it.
 */
function describeIgnored({ ignored: { lines, keys, count } }: FileSummary): string {
  if (lines === 0) return '';
  const names = quoteNames(keys, count);
  return `; ${counted(lines, 'line')} with keys outside payload that were ignored: ${names} (write {…, "payload": {${JSON.stringify(makeVisible(keys[0] ?? ''))}: …}})`;
}

function formatLineNumbers(numbers: readonly number[], count: number): string {
  return `${plural('line', count)} ${numbers.join(', ')}${count > numbers.length ? ', …' : ''}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${plural(noun, count)}`;
}

/**
 * Shows the progress of an import: on a terminal in one line that is overwritten, elsewhere in a line every
 * two seconds.
 */
interface Progress {
  show(note: Extract<ImportNote, { kind: 'progress' | 'storing' }>): void;
  /** Clears the line from the terminal. */
  clear(): void;
}

const TERMINAL_INTERVAL_MS = 200;
const ELSEWHERE_INTERVAL_MS = 2000;
const CLEAR = '\r\u001B[2K';

function createProgress(stderr: Io['stderr']): Progress {
  const columns = terminalColumns(stderr);
  const isTerminal = columns !== null;
  const startMs = performance.now();
  let shownMs = startMs;
  let isShown = false;
  return {
    show: (note) => {
      const sinceMs = performance.now() - shownMs;
      if (
        sinceMs < (isTerminal ? TERMINAL_INTERVAL_MS : ELSEWHERE_INTERVAL_MS) &&
        !(isTerminal && note.kind === 'storing')
      )
        return;
      shownMs = performance.now();
      isShown = isTerminal;
      const line = progressLine(note, shownMs - startMs);
      stderr.write(isTerminal ? `${CLEAR}${line.slice(0, columns - 1)}` : `${line}\n`);
    },
    clear: () => {
      if (isShown) stderr.write(CLEAR);
      isShown = false;
    },
  };
}

function progressLine(
  note: Extract<ImportNote, { kind: 'progress' | 'storing' }>,
  elapsedMs: number,
): string {
  const seconds = (elapsedMs / 1000).toFixed(0);
  if (note.kind === 'storing') {
    const what = note.done === undefined ? `${note.events}` : `${note.done} of ${note.events}`;
    return `${note.file}: storing ${what} events, ${seconds} s so far`;
  }
  const rate = (note.events / (elapsedMs / 1000)).toFixed(0);
  return `${note.file}: ${note.events} events, ${(note.bytes / 1e6).toFixed(0)} MB, ${seconds} s (${rate} events/s)`;
}
