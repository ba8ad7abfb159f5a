// Makes any source of events (`events.csv.gz`, stdin, UTF-16 from Excel) a plain file, which is all that the
// engine, DuckDB, reads. `import-at-once.ts` and `describe.ts` call it first.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileErrorReason } from '../../text/file-error.ts';
import { StoreError } from '../../service/errors.ts';
import type { EventFile } from '../../service/import/rows.ts';
import { bounded, compressionOf, gunzip, readBytes, readHead, unzstd } from './compression.ts';
import { encodingOf, formOf } from './form.ts';
import { mendText } from './mend.ts';
import type { EventSource } from './sources.ts';

/** Enough to tell how a file is written, also if a comment is before the header of a CSV. */
const HEAD_BYTES = 1_048_576;

/**
 * Makes a source a file that the engine can read: a stream, a compressed file or UTF-16 is written to the
 * folder. `content` is the SHA-256 of its decompressed bytes, by which a file is recognized that was imported
 * before. Throws `StoreError`.
 */
export async function prepareFile(
  { name, bytes }: EventSource,
  folder: string,
): Promise<{ readonly file: EventFile; readonly content: string }> {
  try {
    const raw = bytes === null ? await realpath(name) : await writeTo(join(folder, 'raw'), bytes);
    const decompressed = await decompress(raw);
    const path = decompressed === null ? raw : await writeTo(join(folder, 'plain'), decompressed);
    const content = await hashFile(path);
    const head = await readHead(path, HEAD_BYTES);
    const encoding = encodingOf(head);
    const file = { name, path, form: formOf(head, encoding) };
    if (encoding === null || file.form.kind === 'parquet') return { file, content };
    const decoded = join(folder, 'decoded');
    await mendText(path, decoded, encoding);
    return { file: { ...file, path: decoded }, content };
  } catch (error) {
    throw new StoreError(
      `${name} could not be read to its end, and nothing of it was taken: ${fileErrorReason(error)}.`,
    );
  }
}

async function writeTo(path: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
  return path;
}

/** The decompressed bytes of a file; null if it is not compressed. */
async function decompress(path: string): Promise<AsyncIterable<Uint8Array> | null> {
  const compression = await compressionOf(path);
  if (compression === 'gzip') return bounded(path, gunzip(readBytes(path)));
  return compression === 'zstd' ? bounded(path, unzstd(path)) : null;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readBytes(path)) hash.update(chunk);
  return hash.digest('hex');
}
