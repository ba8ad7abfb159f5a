import { access, constants, stat } from 'node:fs/promises';
import { allOrProblems, InputError } from '../../text/errors.ts';
import { cannotRead } from '../json-file.ts';
import { beginsWith, isZip, readPlain, UNREADABLE } from './compression.ts';
import type { EventSource } from './event-source.ts';
import { readChunks } from './lines.ts';

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
  if (name === '-') return [{ kind: 'stream', name: 'stdin', bytes: readPlain(stdin) }];
  const stats = await stat(name).catch(cannotRead(name));
  if (stats.isDirectory()) throw new InputError([`${name} is a folder; name the files in it`]);
  await access(name, constants.R_OK).catch(cannotRead(name));
  if (!stats.isFile()) return [{ kind: 'stream', name, bytes: readPlain(readChunks(name)) }];
  let head: Uint8Array = Buffer.alloc(0);
  for await (const chunk of readChunks(name, 16)) head = chunk;
  if (isZip(head)) {
    const { zipSources } = await import('./zip.ts');
    const sources = await zipSources(name).catch((error: unknown) => {
      throw new InputError([
        `${name} cannot be read as a zip file: ${error instanceof Error ? error.message : ''}`,
      ]);
    });
    if (sources.length === 0)
      throw new InputError([`${name} holds no file of events (NDJSON, CSV or Parquet)`]);
    return sources;
  }
  if (UNREADABLE.some((magic) => beginsWith(head, magic)))
    throw new InputError([
      `${name} is compressed in a way that import cannot read; it reads NDJSON and CSV, also with gzip, zstd or zip, and Parquet`,
    ]);
  const bytes = readPlain(readChunks(name));
  return [isPlain(head) ? { kind: 'file', name } : { kind: 'stream', name, bytes }];
}

function isPlain(head: Uint8Array): boolean {
  return ![
    [0x1f, 0x8b],
    [0x28, 0xb5, 0x2f, 0xfd],
  ].some((magic) => beginsWith(head, magic));
}
