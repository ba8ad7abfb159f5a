// Turns what `import` is given (`events.csv`, `-`, `export.zip`) into sources of events, before any is read.
// `commands/import.ts` calls `findSources`, so that one wrong name stops the import before it begins.
import { stat } from 'node:fs/promises';
import { allOrProblems, InputError, messageOf } from '../../text/errors.ts';
import { cannotRead } from '../json-file.ts';
import { compressionOf, readBytes } from './compression.ts';

/** Where events are read from; either may be compressed. */
export interface EventSource {
  readonly name: string;
  /** Bytes that can be read once; null: those of the file of this name. */
  readonly bytes: AsyncIterable<Uint8Array> | null;
}

/** Finds the sources that a command names (`-` is stdin). Throws `InputError` with all that is wrong. */
export async function findSources(
  names: readonly string[],
  stdin: AsyncIterable<Uint8Array>,
): Promise<readonly EventSource[]> {
  const finding = names.map(async (name, index) => {
    if (name === '-' && names.indexOf(name) < index) throw new InputError(['- is given twice']);
    return findSource(name, stdin);
  });
  return allOrProblems(await Promise.allSettled(finding)).flat();
}

async function findSource(name: string, stdin: AsyncIterable<Uint8Array>): Promise<readonly EventSource[]> {
  if (name === '-') return [{ name: 'stdin', bytes: stdin }];
  const stats = await stat(name).catch(cannotRead(name));
  if (stats.isDirectory()) throw new InputError([`${name} is a folder; name the files in it`]);
  if (!stats.isFile()) return [{ name, bytes: readBytes(name) }];
  const compression = await compressionOf(name).catch(cannotRead(name));
  if (compression === 'bzip2' || compression === 'xz')
    throw new InputError([
      `${name} is compressed in a way that import cannot read; it reads NDJSON and CSV, also with gzip, zstd or zip, and Parquet`,
    ]);
  if (compression !== 'zip') return [{ name, bytes: null }];
  const { zipSources } = await import('./zip.ts');
  const sources = await zipSources(name).catch((error: unknown) => {
    throw new InputError([`${name} cannot be read as a zip file: ${messageOf(error)}`]);
  });
  if (sources.length === 0)
    throw new InputError([`${name} holds no file of events (NDJSON, CSV or Parquet)`]);
  return sources;
}
