// Says on stderr how an import goes on (`events.csv: reading, 8 s so far`), and which lines it refuses
// (`events.csv:3: timestamp is missing`). `commands/import.ts` opens it, and each step sends it notes.
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { InputError } from '../../text/errors.ts';
import { fileErrorReason } from '../../text/file-error.ts';
import { makeVisible } from '../../text/visible.ts';
import { type Io, terminalColumns } from '../io.ts';
import type { ImportNote } from './import-at-once.ts';

export type Reporter = Awaited<ReturnType<typeof openReporter>>;

const MAX_SHOWN_LINES = 10;

/**
 * Reports what an import does while it runs: progress and the first refused lines on stderr, and every
 * refused line in the file of `--rejects`. Throws `InputError` if that file cannot be written.
 */
export async function openReporter(
  { stderr }: Pick<Io, 'stderr'>,
  rejectsPath: string | null,
  sources: readonly string[],
) {
  const rejects = rejectsPath === null ? null : await openRejects(rejectsPath, sources);
  const progress = showProgress(stderr);
  let refusedLines = 0;
  return {
    // Ends the progress of a step; to be called before anything else is written.
    clear: () => {
      progress.begin('');
    },
    close: async () => {
      progress.begin('');
      progress.stop();
      await rejects?.close();
    },
    note: async (note: ImportNote) => {
      if (note.kind === 'step') {
        progress.begin(note.text);
        return;
      }
      progress.erase();
      refusedLines += 1;
      const { kind: _, ...refused } = note;
      if (refusedLines <= MAX_SHOWN_LINES)
        stderr.write(`${refused.file}:${refused.line}: ${makeVisible(refused.reason)}\n`);
      if (refusedLines === MAX_SHOWN_LINES + 1)
        stderr.write('Further refused lines are not shown; --rejects FILE writes them all.\n');
      await rejects?.write(`${JSON.stringify(refused)}\n`);
    },
  };
}

/** Opens the file of `--rejects`, which must not be one of the files that are imported. */
async function openRejects(path: string, sources: readonly string[]): Promise<FileHandle> {
  const rejectsPath = await realpath(path).catch(() => null);
  const sourcePaths = await Promise.all(sources.map((source) => realpath(source).catch(() => null)));
  if (rejectsPath !== null && sourcePaths.includes(rejectsPath))
    throw new InputError([`--rejects is ${path}, which is also a file to import`]);
  try {
    return await open(path, 'w', 0o600);
  } catch (error) {
    throw new InputError([`--rejects is ${path}, which cannot be written: ${fileErrorReason(error)}`]);
  }
}

const TERMINAL_INTERVAL_MS = 200;
const ELSEWHERE_INTERVAL_MS = 2000;

/** Moves the cursor to the beginning of its line, and erases the line. */
const CLEAR_LINE = '\r\u001B[2K';

/**
 * Shows what an import does, and for how long: on a terminal five times a second in one line that is
 * overwritten, elsewhere every two seconds in a line each.
 */
function showProgress(stderr: Io['stderr']) {
  const columns = terminalColumns(stderr);
  const startMs = performance.now();
  let step = '';
  let isLineShown = false;
  const show = () => {
    if (step === '') return;
    const line = `${step}, ${((performance.now() - startMs) / 1000).toFixed(0)} s so far`;
    stderr.write(columns === null ? `${line}\n` : `${CLEAR_LINE}${line.slice(0, columns - 1)}`);
    isLineShown = columns !== null;
  };
  const erase = () => {
    if (isLineShown) stderr.write(CLEAR_LINE);
    isLineShown = false;
  };
  const timer = setInterval(show, columns === null ? ELSEWHERE_INTERVAL_MS : TERMINAL_INTERVAL_MS);
  return {
    begin: (text: string) => {
      erase();
      step = text;
      if (columns !== null) show();
    },
    /** Erases the line on the terminal, before anything else is written there; the timer shows it again. */
    erase,
    stop: () => {
      clearInterval(timer);
    },
  };
}
