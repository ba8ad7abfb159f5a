import { type FileHandle, open, realpath } from 'node:fs/promises';
import { InputError } from '../../text/errors.ts';
import { quoteNames } from '../../text/list.ts';
import { type Mapping, OWN } from '../../service/import/mapping.ts';
import { plural } from '../../text/plural.ts';
import { makeVisible } from '../../text/visible.ts';
import type { FileSummary, ImportNote } from './read-file.ts';
import { fileErrorReason } from '../../text/file-error.ts';
import { type Io, terminalColumns } from '../io.ts';

export type Reporter = Awaited<ReturnType<typeof openReporter>>;

const MAX_SHOWN_LINES = 10;

/**
 * Reports on a running import: progress and the first refused lines on stderr, and every refused line in the
 * file that `rejects` names. Throws `InputError` if that cannot be written.
 */
export async function openReporter(
  { stderr }: Pick<Io, 'stderr'>,
  rejects: string | null,
  sources: readonly string[],
) {
  const file = rejects === null ? null : await openRejects(rejects, sources);
  const progress = createProgress(stderr);
  let shown = 0;
  return {
    // Clears the progress line from the terminal; to be called before anything else is written.
    clear: progress.clear,
    close: async () => {
      progress.clear();
      await file?.close();
    },
    note: async (note: ImportNote) => {
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

/** What was imported from a file and what was refused, in one line; then what else there is to know. */
export function formatSummary(
  summary: FileSummary,
  isTaken: boolean,
  isStrict: boolean,
  mapping: Pick<Mapping, 'title' | 'users'> = OWN,
): string {
  const { file, events, refused } = summary;
  const lines = refused.reduce((sum, { count }) => sum + count, 0);
  const reasons = refused.map(
    ({ reason, count, lines: numbers }) =>
      `${count} × ${makeVisible(reason)} (${formatLineNumbers(numbers, count)})`,
  );
  const left =
    isTaken || !isStrict || events === 0 ? '' : `; --strict: ${counted(events, 'good event')} left out`;
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
  const first = `${file}: ${counted(isTaken ? events : 0, 'event')} taken, ${counted(lines, 'line')} refused${why}${left}`;
  return [
    first,
    ...(isTaken ? formatFacts(summary, mapping) : summary.notes).map((each) => `  ${each}`),
  ].join('\n');
}

function formatFacts(
  { testEvents, users, firstMs, lastMs, repeated, left, notes }: FileSummary,
  { title, users: change }: Pick<Mapping, 'title' | 'users'>,
): readonly string[] {
  const day = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
  const kept = left.slice(0, MAX_SHOWN_LINES).map(([name, count]) => `${quoteNames([name])} (${count})`);
  const further = left.length > kept.length ? ` and ${left.length - kept.length} more` : '';
  return [
    ...(firstMs === null || lastMs === null
      ? []
      : [
          `${day(firstMs)} to ${day(lastMs)}, ${counted(users, 'user')}, ${counted(testEvents, 'test event')}`,
        ]),
    ...(repeated === 0
      ? []
      : [`${counted(repeated, 'event')} left out: the eventID of an earlier one of the file`]),
    ...(left.length === 0 ? [] : [`not kept, by events: ${kept.join(', ')}${further}`]),
    ...notes,
    ...(change === 'daily'
      ? [
          `${title} gives a user another ID every day: over longer periods, users, retention and minimums count user-days.`,
        ]
      : []),
  ];
}

function formatLineNumbers(numbers: readonly number[], count: number): string {
  return `${plural('line', count)} ${numbers.join(', ')}${count > numbers.length ? ', …' : ''}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${plural(noun, count)}`;
}

type ProgressNote = Exclude<ImportNote, { kind: 'refused' }>;

const TERMINAL_INTERVAL_MS = 200;
const ELSEWHERE_INTERVAL_MS = 2000;
const CLEAR = '\r\u001B[2K';

/**
 * Shows the progress of an import: on a terminal in one line that is overwritten, elsewhere in a line every
 * two seconds.
 */
function createProgress(stderr: Io['stderr']) {
  const columns = terminalColumns(stderr);
  const isTerminal = columns !== null;
  const startMs = performance.now();
  let shownMs = startMs;
  let isShown = false;
  let step = { name: '', startMs };
  return {
    show: (note: ProgressNote) => {
      const nowMs = performance.now();
      const name = `${note.kind} ${note.file}`;
      if (step.name !== name) step = { name, startMs: step.name === '' ? startMs : nowMs };
      const isDue = nowMs - shownMs >= (isTerminal ? TERMINAL_INTERVAL_MS : ELSEWHERE_INTERVAL_MS);
      if (!isDue && !(isTerminal && note.kind === 'storing')) return;
      shownMs = nowMs;
      isShown = isTerminal;
      const seconds = ((nowMs - startMs) / 1000).toFixed(0);
      const line = `${describeStep(note)}, ${seconds} s so far${describeLeft(note.share, nowMs - step.startMs)}`;
      stderr.write(isTerminal ? `${CLEAR}${line.slice(0, columns - 1)}` : `${line}\n`);
    },
    clear: () => {
      if (isShown) stderr.write(CLEAR);
      isShown = false;
    },
  };
}

/** How far an import is. */
function describeStep(note: ProgressNote): string {
  const share = note.share === null ? '' : `, ${Math.floor(note.share * 100)} %`;
  return note.kind === 'storing'
    ? `${note.file}: storing ${counted(note.events, 'event')}${share}`
    : `${note.file}: reading${share}`;
}

/** The time that is left if the rest takes as long as what is done; nothing before a tenth is done. */
function describeLeft(done: number | null, elapsedMs: number): string {
  if (done === null || done < 0.1 || done > 1) return '';
  const seconds = Math.ceil((elapsedMs / 1000) * (1 / done - 1));
  return `, about ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`} left`;
}
