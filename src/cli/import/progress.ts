// Shows how far an import is, on stderr. `reporter.ts` calls it for each step.
import { plural } from '../../text/plural.ts';
import { type Io, terminalColumns } from '../io.ts';
import type { ImportNote } from './read-file.ts';

type ProgressNote = Exclude<ImportNote, { kind: 'refused' }>;

const TERMINAL_INTERVAL_MS = 200;
const ELSEWHERE_INTERVAL_MS = 2000;

/** Moves the cursor to the beginning of its line, and erases the line. */
const CLEAR_LINE = '\r\u001B[2K';

/**
 * Writes `events.csv: reading, 40 %, 80 s so far, about 2 min left`: on a terminal five times a second in one
 * line that is overwritten, elsewhere every two seconds in a line each.
 */
export function createProgress(stderr: Io['stderr']) {
  const columns = terminalColumns(stderr);
  const isTerminal = columns !== null;
  const intervalMs = isTerminal ? TERMINAL_INTERVAL_MS : ELSEWHERE_INTERVAL_MS;
  const startMs = performance.now();
  let lastWriteMs = startMs;
  let isLineShown = false;
  let step = { name: '', startMs };
  return {
    show: (note: ProgressNote) => {
      const nowMs = performance.now();
      const name = `${note.kind} ${note.file}`;
      // The first step began with the import.
      if (step.name !== name) step = { name, startMs: step.name === '' ? startMs : nowMs };
      // A terminal shows at once that storing begins: it may be too short for the interval.
      const isDue = nowMs - lastWriteMs >= intervalMs || (isTerminal && note.kind === 'storing');
      if (!isDue) return;
      lastWriteMs = nowMs;
      isLineShown = isTerminal;
      const seconds = ((nowMs - startMs) / 1000).toFixed(0);
      const line = `${stepText(note)}, ${seconds} s so far${timeLeft(note.share, nowMs - step.startMs)}`;
      stderr.write(isTerminal ? `${CLEAR_LINE}${line.slice(0, columns - 1)}` : `${line}\n`);
    },
    /** Erases the line on the terminal, before anything else is written there. */
    clear: () => {
      if (isLineShown) stderr.write(CLEAR_LINE);
      isLineShown = false;
    },
  };
}

function stepText(note: ProgressNote): string {
  const share = note.share === null ? '' : `, ${Math.floor(note.share * 100)} %`;
  const step = note.kind === 'storing' ? `storing ${note.events} ${plural('event', note.events)}` : 'reading';
  return `${note.file}: ${step}${share}`;
}

/** The share from which on the time that is left can be estimated. */
const ENOUGH_DONE = 0.1;

/** Estimates that the rest of a step takes as long, by its share, as what is done: `, about 30 s left`. */
function timeLeft(share: number | null, elapsedMs: number): string {
  if (share === null || share < ENOUGH_DONE) return '';
  const seconds = Math.ceil((elapsedMs / 1000) * (1 / share - 1));
  return `, about ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`} left`;
}
