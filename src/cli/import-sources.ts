import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { type ImportPart } from '../service/import/import.ts';
import { StoreError } from '../service/store/error.ts';
import { reasonOf } from './file-error.ts';

/** Where events are read from: a file, or a stream that can be read once. */
export type EventSource =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'stream'; readonly name: string; readonly bytes: AsyncIterable<Uint8Array> };

const CHUNK_BYTES = 256 * 1024;

/** The sources that a command names (`-`: stdin), and what is wrong with them. */
export async function findSources(
  names: readonly string[],
  stdin: AsyncIterable<Uint8Array>,
): Promise<{ readonly sources: readonly EventSource[]; readonly problems: readonly string[] }> {
  const sources: EventSource[] = [];
  const problems: string[] = [];
  for (const name of names) {
    if (name === '-') {
      if (sources.some((source) => source.kind === 'stream' && source.bytes === stdin))
        problems.push('- is given twice');
      sources.push({ kind: 'stream', name: 'stdin', bytes: stdin });
      continue;
    }
    const problem = formatProblem(name) ?? (await fileProblem(name));
    if (problem !== null) problems.push(problem);
    else if ((await stat(name)).isFile()) sources.push({ kind: 'file', name });
    else sources.push({ kind: 'stream', name, bytes: read(name) });
  }
  return { sources, problems };
}

function formatProblem(name: string): string | null {
  const ending = /\.(csv|tsv|parquet|gz|zst|zip|xlsx)$/i.exec(name)?.[1];
  if (ending === undefined) return null;
  return `${name} is a .${ending.toLowerCase()} file; import takes NDJSON: one JSON object a line, not compressed`;
}

async function fileProblem(name: string): Promise<string | null> {
  const found = await stat(name).catch(() => null);
  if (found === null) return `${name} is not there`;
  if (found.isDirectory()) return `${name} is a folder; name the files in it`;
  const isReadable = await access(name, constants.R_OK).then(
    () => true,
    () => false,
  );
  return isReadable ? null : `${name} cannot be read: permission denied`;
}

/** The SHA-256 of a file's content; null of a stream, which is read once only. */
export async function contentOf(source: EventSource): Promise<string | null> {
  if (source.kind === 'stream') return null;
  const hash = createHash('sha256');
  for await (const chunk of read(source.name)) hash.update(chunk);
  return hash.digest('hex');
}

/** The sources one after the other, as an import takes them. */
export async function* partsOf(sources: readonly EventSource[]): AsyncGenerator<ImportPart> {
  for (const source of sources) {
    yield { kind: 'file', name: source.name };
    const chunks = source.kind === 'stream' ? source.bytes : read(source.name);
    for await (const bytes of chunks) yield { kind: 'bytes', bytes };
  }
}

async function* read(name: string): AsyncGenerator<Uint8Array> {
  try {
    const chunks: AsyncIterable<Buffer> = createReadStream(name, { highWaterMark: CHUNK_BYTES });
    yield* chunks;
  } catch (error) {
    throw new StoreError(`${name} could not be read to its end, and nothing of it was taken: ${reasonOf(error)}.`);
  }
}
