// Opens the engine, DuckDB, that reads one file of events for `stage.ts` and `describe.ts`: apart from the
// store's, and confined to that file, because SQL could read any other.
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { firstLineOf, messageOf } from '../../text/errors.ts';
import { EngineError, StoreError } from '../errors.ts';
import { isOutOfMemoryMessage } from '../duckdb-messages.ts';
import { createConfined } from '../events/confinement.ts';
import { type EventFile, patternOfPath } from './rows.ts';
import { MACROS } from './macros.ts';

/** A text file has a row that the engine cannot read: an open quote, no UTF-8, or too long. */
export class MalformedTextError extends EngineError {}

const MEMORY_LIMIT = '1GB';

/**
 * Runs a task on an engine for one file of events: the engine may open that file and those in the folder,
 * and nothing else. Throws `EngineError`, and `MalformedTextError` if leaving out some rows helps.
 */
export async function withReader<T>(
  file: EventFile,
  folder: string,
  task: (connection: DuckDBConnection) => Promise<T>,
  options: Readonly<Record<string, string>> = {},
): Promise<T> {
  const instance = await createConfined(
    ':memory:',
    { files: [file.path, patternOfPath(file.path)], folder },
    { ...options, memory_limit: MEMORY_LIMIT, temp_directory: join(folder, 'spilled') },
  );
  const connection = await instance.connect();
  try {
    for (const macro of MACROS) await connection.run(macro);
    return await task(connection);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    // Each thread holds a part of every column, and a file may have a thousand.
    if (isOutOfMemoryMessage(messageOf(error)) && options['threads'] === undefined)
      return await withReader(file, folder, task, { threads: '1' });
    const isMalformed =
      file.form.kind !== 'parquet' && /CSV Error|CSV Parser|Maximum line size/.test(messageOf(error));
    throw new (isMalformed ? MalformedTextError : EngineError)(
      `${file.name} could not be read, and nothing of it was taken: ${firstLineOf(error)}`,
      { cause: error },
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
