// Makes any source of events (`events.csv.gz`, stdin, UTF-16 from Excel) a plain file in UTF-8, which is all
// that the engine, DuckDB, reads. `import-at-once.ts` and `describe.ts` call it
// first.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileErrorReason } from '../../text/file-error.ts';
import { StoreError } from '../../service/errors.ts';
import type { EventFile } from '../../service/import/file-rows.ts';
import { bounded, compressionOf, gunzip, readBytes, unzstd } from './compression.ts';
import { encodingOf, formOf } from './form.ts';
import { type EventSource, readHead } from './sources.ts';
import { writeUtf8 } from './text-rows.ts';

/** A file that the engine can read. */
interface PreparedFile {
  readonly file: EventFile;
  /** The SHA-256 of its decompressed bytes, by which a file is recognized that was imported before. */
  readonly content: string;
}

/** Enough to tell how a file is written: the header of a CSV, and letters that are not ASCII. */
const HEAD_BYTES = 1_048_576;

/**
 * Makes a source a file that the engine can read, which is uncompressed and in UTF-8: a stream, a compressed
 * file or UTF-16 is written to the folder. Throws `StoreError`.
 */
export async function prepareFile(source: EventSource, folder: string): Promise<PreparedFile> {
  const { name } = source;
  const plain = await orRefused(name, plainFile(source, folder));
  const head = await readHead(plain.path, HEAD_BYTES);
  const encoding = encodingOf(head);
  const form = formOf(name, head, encoding ?? 'utf-8');
  const path = encoding === null || form.kind === 'parquet' ? plain.path : join(folder, 'utf-8');
  if (path !== plain.path) await orRefused(name, writeUtf8(plain.path, path, encoding ?? 'utf-8'));
  return { file: { name, path, form }, content: plain.content };
}

/** Writes a source to the folder, unless it is an uncompressed file, and hashes it. */
async function plainFile(source: EventSource, folder: string) {
  const write = async (name: string, bytes: AsyncIterable<Uint8Array>) => {
    const path = join(folder, name);
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    return path;
  };
  const raw = source.kind === 'stream' ? await write('raw', source.bytes) : await realpath(source.name);
  const compression = compressionOf(await readHead(raw, 16));
  let path = raw;
  if (compression === 'gzip') path = await write('plain', bounded(raw, gunzip(readBytes(raw))));
  if (compression === 'zstd') path = await write('plain', bounded(raw, unzstd(raw)));
  return { path, content: await hashFile(path) };
}

/** The SHA-256 of a file, read into one buffer again and again: a stream takes half as long again. */
async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(262_144);
  const file = await open(path);
  try {
    for (let length = -1; length !== 0;) {
      length = (await file.read(buffer)).bytesRead;
      hash.update(buffer.subarray(0, length));
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

/** Throws `StoreError` in place of an error of the system or of a decompressor. */
async function orRefused<T>(name: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw new StoreError(
      `${name} could not be read to its end, and nothing of it was taken: ${fileErrorReason(error)}.`,
    );
  }
}
