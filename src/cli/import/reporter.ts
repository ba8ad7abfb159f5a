// Says on stderr how an import goes on (`events.csv: reading`), and which lines it refuses
// (`events.csv:3: timestamp is missing`). `commands/import.ts` opens it, and each step calls it.
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { InputError } from '../../text/errors.ts';
import { fileErrorReason } from '../../text/file-error.ts';
import { makeVisible } from '../../text/visible.ts';
import type { RefusedLine } from '../../service/import/stage.ts';
import type { Io } from '../io.ts';

const MAX_SHOWN_LINES = 10;

/**
 * Reports what an import does while it runs: its steps and the first refused lines on stderr, and every
 * refused line in the file of `--rejects`. Throws `InputError` if that file cannot be written.
 */
export async function openReporter(
  { stderr }: Pick<Io, 'stderr'>,
  rejectsPath: string | null,
  sources: readonly string[],
) {
  const rejects = rejectsPath === null ? null : await openRejects(rejectsPath, sources);
  let refusedLines = 0;
  return {
    close: async () => rejects?.close(),
    begin: (step: string) => {
      stderr.write(`${step}\n`);
    },
    refuse: async (file: string, { line, reason, text }: RefusedLine) => {
      refusedLines += 1;
      if (refusedLines <= MAX_SHOWN_LINES) stderr.write(`${file}:${line}: ${makeVisible(reason)}\n`);
      if (refusedLines === MAX_SHOWN_LINES + 1)
        stderr.write('Further refused lines are not shown; --rejects FILE writes them all.\n');
      await rejects?.write(`${JSON.stringify({ file, line, reason, text })}\n`);
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
