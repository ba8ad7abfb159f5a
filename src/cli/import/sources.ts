import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, realpath, stat } from 'node:fs/promises';
import { allOrProblems, InputError } from '../../text/errors.ts';
import type { ImportPart, TextFormat } from '../../service/import/files.ts';
import { StoreError } from '../../service/errors.ts';
import { cannotRead } from '../json-file.ts';
import { beginsWith, detectCompression, decompress } from './compression.ts';
import { fileErrorReason } from '../../text/file-error.ts';

/** Where events are read from: a file, or a stream that can be read once. */
export type EventSource =
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly form: 'text' | 'compressed' | 'parquet';
      readonly sizeBytes: number;
    }
  | { readonly kind: 'stream'; readonly name: string; readonly bytes: AsyncIterable<Uint8Array> };

const CHUNK_BYTES = 256 * 1024;

/** Finds the sources that a command names (`-` is stdin). Throws `InputError` with all that is wrong. */
export async function findSources(
  names: readonly string[],
  stdin: AsyncIterable<Uint8Array>,
): Promise<readonly EventSource[]> {
  const finding = names.map(async (name, index) => {
    if (name === '-' && names.indexOf(name) < index) throw new InputError(['- is given twice']);
    return findSource(name, stdin);
  });
  return allOrProblems(await Promise.allSettled(finding));
}

async function findSource(name: string, stdin: AsyncIterable<Uint8Array>): Promise<EventSource> {
  if (name === '-') return { kind: 'stream', name: 'stdin', bytes: stdin };
  const stats = await stat(name).catch(cannotRead(name));
  if (stats.isDirectory()) throw new InputError([`${name} is a folder; name the files in it`]);
  await access(name, constants.R_OK).catch(cannotRead(name));
  if (!stats.isFile()) return { kind: 'stream', name, bytes: readChunks(name) };
  const form = await detectForm(name);
  if (form === null) throw new InputError([`${name} ${UNSUPPORTED}`]);
  return { kind: 'file', name, form, sizeBytes: stats.size };
}

const UNSUPPORTED =
  'is compressed in a way that import cannot read; it reads NDJSON and CSV, also with gzip or zstd, and Parquet';

const PARQUET = [0x50, 0x41, 0x52, 0x31];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const BZIP2 = [0x42, 0x5a, 0x68];
const XZ = [0xfd, 0x37, 0x7a, 0x58, 0x5a];

/** Detects what a file holds by its first bytes, whatever its name; null if it cannot be read. */
async function detectForm(name: string): Promise<'text' | 'compressed' | 'parquet' | null> {
  const { head } = await peek(readChunks(name, 16));
  if (beginsWith(head, PARQUET)) return 'parquet';
  if ([ZIP, BZIP2, XZ].some((magic) => beginsWith(head, magic))) return null;
  return detectCompression(head) === 'none' ? 'text' : 'compressed';
}

/** The lengths of the sources that are read as they are, in bytes, by name. */
export function textSizes(sources: readonly EventSource[]): ReadonlyMap<string, number> {
  return new Map(
    sources.flatMap((source): [string, number][] =>
      source.kind === 'file' && source.form === 'text' ? [[source.name, source.sizeBytes]] : [],
    ),
  );
}

/**
 * The SHA-256 by which a file is recognized: of its decompressed text, or of a Parquet file's bytes. Null for
 * a stream.
 */
export async function hashContent(source: EventSource): Promise<string | null> {
  if (source.kind === 'stream') return null;
  const hash = createHash('sha256');
  const bytes = source.form === 'parquet' ? readChunks(source.name) : (await openText(source)).bytes;
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * The sources, one after the other, in the parts that an import takes. The format of a text is detected
 * unless it is given.
 */
export async function* readParts(
  sources: readonly EventSource[],
  given?: TextFormat,
): AsyncGenerator<ImportPart> {
  for (const source of sources) {
    if (source.kind === 'file' && source.form === 'parquet') {
      const before = await stateOf(source.name);
      yield { kind: 'file', name: source.name, format: 'ndjson', content: await hashContent(source) };
      yield* toParts(await readParquet(source.name));
      // It is read twice: for its hash, and for its rows.
      if (before !== (await stateOf(source.name)))
        throw new StoreError(
          `${source.name} changed while it was read, and nothing of it was taken. Import it again once nothing writes to it.`,
        );
    } else {
      const { format, bytes } = await openText(source);
      yield { kind: 'file', name: source.name, format: given ?? format, content: null };
      yield* toParts(bytes);
    }
  }
}

async function stateOf(name: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(name, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

async function* toParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportPart> {
  for await (const bytes of chunks) yield { kind: 'bytes', bytes };
}

/** Loads the engine's library, which only Parquet needs. */
async function readParquet(name: string): Promise<AsyncIterable<Uint8Array>> {
  const { parquetLines } = await import('../../service/import/parquet.ts');
  return parquetLines(await realpath(name));
}

/** Opens a source's text, decompressed, and detects its format. */
async function openText(
  source: EventSource,
): Promise<{ format: TextFormat; bytes: AsyncIterable<Uint8Array> }> {
  const raw = await peek(source.kind === 'stream' ? source.bytes : readChunks(source.name));
  if (beginsWith(raw.head, PARQUET)) {
    throw new InputError([`${source.name} is Parquet, which cannot be read from a stream; name a file`]);
  }
  const text = await peek(wrapReadErrors(source.name, decompress(raw.bytes, detectCompression(raw.head))));
  return { format: detectTextFormat(source.name, text.head), bytes: text.bytes };
}

/**
 * Detects the format by the name's ending, or else by the beginning: NDJSON begins with a brace, CSV with a
 * header.
 */
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

/** Reads the beginning of a stream; `bytes` is still the whole stream. */
async function peek(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; bytes: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value);
    size += next.value.byteLength;
  }
  return { head: Buffer.concat(first), bytes: replay(first, iterator) };
}

async function* replay(
  first: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
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
