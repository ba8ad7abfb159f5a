import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InputError } from '../../text/errors.ts';
import { fileErrorReason } from '../../text/file-error.ts';
import { StoreError } from '../../service/errors.ts';
import type { EventFile, FileForm } from '../../service/import/file-rows.ts';
import { beginsWith, compressionOf, readBytes, readPlain } from './compression.ts';
import { csvForm } from './csv.ts';
import { type EventSource, readHead } from './sources.ts';
import { writeUtf8 } from './text-rows.ts';

/** A file that the engine can read, as `prepareFile` made it. */
interface PreparedFile {
  readonly file: EventFile;
  /** The SHA-256 by which a file is recognized, of its decompressed bytes. */
  readonly content: string;
  /** Throws `StoreError` if the file was changed since it was prepared. */
  refuseIfChanged(): Promise<void>;
}

const HEAD_BYTES = 65_536;

/**
 * Prepares a source for the engine, which reads uncompressed files in UTF-8: a stream, a compressed file
 * or UTF-16 is written to the folder. Throws `StoreError`.
 */
export async function prepareFile(
  source: EventSource,
  folder: string,
  progress: () => void = () => undefined,
): Promise<PreparedFile> {
  const { kind, name } = source;
  const before = kind === 'file' ? await stateOf(name) : '';
  const plain = await orRefused(name, plainFile(source, folder, progress));
  const head = await readHead(plain.path, HEAD_BYTES);
  const encoding = encodingOf(head);
  const form = formOf(name, head, encoding ?? 'utf-8');
  const path = encoding === null || form.kind === 'parquet' ? plain.path : join(folder, 'utf-8');
  if (path !== plain.path) await orRefused(name, writeUtf8(plain.path, path, encoding ?? 'utf-8'));
  const refuseIfChanged = async () => {
    if (kind === 'file' && before !== (await stateOf(name)))
      throw new StoreError(
        `${name} changed while it was read, and nothing of it was taken. Import it again once nothing writes to it.`,
      );
  };
  return { file: { name, path, form }, content: plain.content, refuseIfChanged };
}

/** Writes a source to the folder unless it is an uncompressed file already, and hashes it. */
async function plainFile(source: EventSource, folder: string, progress: () => void) {
  const write = async (name: string, bytes: AsyncIterable<Uint8Array>) => {
    const noted = Readable.from(bytes).on('data', progress);
    await pipeline(noted, createWriteStream(join(folder, name), { mode: 0o600 }));
    return join(folder, name);
  };
  const raw = source.kind === 'stream' ? await write('raw', source.bytes) : await realpath(source.name);
  const compression = compressionOf(await readHead(raw, 16));
  const isPacked = compression === 'gzip' || compression === 'zstd';
  const path = isPacked ? await write('plain', readPlain(raw, compression)) : raw;
  const hash = createHash('sha256');
  for await (const chunk of readBytes(path)) {
    hash.update(chunk);
    progress();
  }
  return { path, content: hash.digest('hex') };
}

/** The encoding of a text that is not UTF-8 as the engine reads it; null if it is. */
function encodingOf(head: Uint8Array): string | null {
  const [first, second] = head;
  if (beginsWith(head, [0xff, 0xfe]) || (first !== 0 && second === 0)) return 'utf-16le';
  if (beginsWith(head, [0xfe, 0xff]) || (first === 0 && second !== 0)) return 'utf-16be';
  return beginsWith(head, [0xef, 0xbb, 0xbf]) ? 'utf-8' : null;
}

/** How a file is written, by its beginning: JSON begins with a brace or a bracket, CSV with a header. */
function formOf(name: string, head: Buffer, encoding: string): FileForm {
  if (head.toString('latin1', 0, 4) === 'PAR1') return { kind: 'parquet' };
  const text = new TextDecoder(encoding).decode(head);
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  const first = lines.find((line) => line !== '') ?? '';
  if (first.startsWith('[') || first === '{') return { kind: 'json' };
  // A line within quotes belongs to a cell of CSV.
  const isObject = (line: string, index: number) =>
    line.startsWith('{') && lines.slice(0, index).join('').split('"').length % 2 === 1;
  if (lines.slice(0, 10).some(isObject)) return { kind: 'ndjson' };
  return csvForm(name, text) ?? { kind: 'ndjson' };
}

async function stateOf(name: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(name, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

async function orRefused<T>(name: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof StoreError || error instanceof InputError) throw error;
    throw new StoreError(
      `${name} could not be read to its end, and nothing of it was taken: ${fileErrorReason(error)}.`,
    );
  }
}
