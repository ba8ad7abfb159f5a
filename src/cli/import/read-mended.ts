// Has the engine, DuckDB, read a file, and mends the file if the engine cannot: `import-at-once.ts` and
// `describe.ts` read through it. One open quote does not cost the rest of a CSV file.
import { join } from 'node:path';
import type { EventFile } from '../../service/import/file-rows.ts';
import { MalformedTextError } from '../../service/import/reader.ts';
import { type RefusedLine, repairText } from './text-rows.ts';

/**
 * Reads a file. If the engine cannot, the file is written again without the lines that cannot be read, which
 * are refused, and read once more.
 */
export async function readMended<T>(
  file: EventFile,
  folder: string,
  refuse: (line: RefusedLine) => Promise<void>,
  read: (file: EventFile) => Promise<T>,
): Promise<T> {
  try {
    return await read(file);
  } catch (error) {
    if (!(error instanceof MalformedTextError)) throw error;
  }
  const path = join(folder, 'mended');
  await repairText(file.path, path, file.form, refuse);
  return read({ ...file, path });
}
