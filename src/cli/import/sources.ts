import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, realpath, stat } from 'node:fs/promises';
import { InputError } from '../../errors.ts';
import type { ImportPart } from '../../service/import/files.ts';
import type { TextFormat } from '../../service/import/files.ts';
import { StoreError } from '../../service/errors.ts';
import { beginsWith, detectCompression, decompress } from './compression.ts';
import { fileErrorReason } from '../../text/file-error.ts';

/** Where events are read from: a file, or a stream that can be read once. */
export type EventSource =
  | { readonly kind: 'file'; readonly name: string; readonly form: 'text' | 'packed' | 'parquet' }
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
    const problem = await fileProblem(name);
    if (problem !== null) problems.push(problem);
    else if (!(await stat(name)).isFile()) sources.push({ kind: 'stream', name, bytes: readChunks(name) });
    else {
      const form = await detectForm(name);
      if (form === null) problems.push(unsupportedFile(name));
      else sources.push({ kind: 'file', name, form });
    }
  }
  return { sources, problems };
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

const PARQUET = [0x50, 0x41, 0x52, 0x31];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const BZIP2 = [0x42, 0x5a, 0x68];
const XZ = [0xfd, 0x37, 0x7a, 0x58, 0x5a];

/** What a file holds, by its first bytes: its name says nothing. Null: nothing that can be read. */
async function detectForm(name: string): Promise<'text' | 'packed' | 'parquet' | null> {
  const { head } = await peek(readChunks(name, 16));
  if (beginsWith(head, PARQUET)) return 'parquet';
  if ([ZIP, BZIP2, XZ].some((magic) => beginsWith(head, magic))) return null;
  return detectCompression(head) === 'none' ? 'text' : 'packed';
}

function unsupportedFile(name: string): string {
  return `${name} is packed in a way that import does not read; it takes NDJSON and CSV, also as gzip or zstd, and Parquet`;
}

/** The real paths of the Parquet files among sources, which the store's engine can read itself. */
export function parquetPaths(sources: readonly EventSource[]): Promise<readonly string[]> {
  const files = sources.filter((source) => source.kind === 'file' && source.form === 'parquet');
  return Promise.all(files.map(({ name }) => realpath(name)));
}

/** What a source's content is known by, before it is read: the SHA-256 of its text unpacked, or of a Parquet file's bytes. Null of a stream. */
export async function hashContent(source: EventSource): Promise<string | null> {
  if (source.kind === 'stream') return null;
  const hash = createHash('sha256');
  const bytes = source.form === 'parquet' ? readChunks(source.name) : (await openText(source)).bytes;
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

/** The sources one after the other, as an import takes them. */
export async function* readParts(sources: readonly EventSource[]): AsyncGenerator<ImportPart> {
  for (const source of sources) {
    if (source.kind === 'file' && source.form === 'parquet') {
      yield { kind: 'file', name: source.name, format: 'ndjson', content: await hashContent(source) };
      yield* toParts(await readParquet(source.name));
    } else {
      const { format, bytes } = await openText(source);
      yield { kind: 'file', name: source.name, format, content: null };
      yield* toParts(bytes);
    }
  }
}

async function* toParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportPart> {
  for await (const bytes of chunks) yield { kind: 'bytes', bytes };
}

/** The engine's library is loaded only where there is Parquet to read. */
async function readParquet(name: string): Promise<AsyncIterable<Uint8Array>> {
  const { parquetLines } = await import('../../service/import/parquet-lines.ts');
  return parquetLines(await realpath(name));
}

/** A source's text, unpacked, and how it is written. */
async function openText(source: EventSource): Promise<{ format: TextFormat; bytes: AsyncIterable<Uint8Array> }> {
  const packed = await peek(source.kind === 'stream' ? source.bytes : readChunks(source.name));
  if (beginsWith(packed.head, PARQUET)) {
    throw new InputError([`${source.name} is Parquet, which is read from its end; name a file that holds it`]);
  }
  const text = await peek(wrapReadErrors(source.name, decompress(packed.bytes, detectCompression(packed.head))));
  return { format: detectTextFormat(source.name, text.head), bytes: text.bytes };
}

/** By the name where it says so, else by what stands first: NDJSON begins with a brace, CSV with a header. */
function detectTextFormat(name: string, head: Uint8Array): TextFormat {
  const ending = /\.([a-z]+)(\.(gz|gzip|zst|zstd))?$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (['ndjson', 'jsonl', 'json'].includes(ending)) return 'ndjson';
  if (['csv', 'tsv'].includes(ending)) return 'csv';
  const first = Buffer.from(head)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  return /^("?)timestamp\1[,;\t]|^[^{\n]*[,;\t]"?timestamp"?[\r\n,;\t]/.test(first) ? 'csv' : 'ndjson';
}

const HEAD_BYTES = 64;

/** The beginning of a stream, and the whole of it still. */
async function peek(bytes: AsyncIterable<Uint8Array>): Promise<{ head: Uint8Array; bytes: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value);
    size += next.value.byteLength;
  }
  return { head: Buffer.concat(first), bytes: replayed(first, iterator) };
}

async function* replayed(first: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* wrapReadErrors(name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    if (error instanceof StoreError || error instanceof InputError) throw error;
    throw new StoreError(
      `${name} could not be read to its end, and nothing of it was taken: ${fileErrorReason(error)}.`,
    );
  }
}

async function* readChunks(name: string, limitBytes = Infinity): AsyncGenerator<Uint8Array> {
  const end = limitBytes === Infinity ? {} : { end: limitBytes - 1 };
  const chunks: AsyncIterable<Buffer> = createReadStream(name, { highWaterMark: CHUNK_BYTES, ...end });
  yield* wrapReadErrors(name, chunks);
}
