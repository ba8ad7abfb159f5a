// Recognizes compressed files, and decompresses gzip and zstd; zip.ts reads zip files.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import zlib from 'node:zlib';
import { InputError } from '../../text/errors.ts';
import { StoreError } from '../../service/errors.ts';

/** The first bytes of compressed files. */
const COMPRESSIONS = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
] as const;

/** How a file is compressed, by its first bytes and whatever its name; null if it is not. */
export function compressionOf(head: Uint8Array) {
  return COMPRESSIONS.find(([, beginning]) => beginsWith(head, beginning))?.[0] ?? null;
}

export function beginsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}

const CHUNKS = { chunkSize: 256 * 1024 };

/** The bytes of a file. */
export function readBytes(path: string, start = 0): AsyncIterable<Buffer> {
  return createReadStream(path, { start, highWaterMark: CHUNKS.chunkSize });
}

/** The decompressed bytes of a file. Throws zlib's error if it is damaged or cut off. */
export async function* readPlain(path: string, compression: 'gzip' | 'zstd'): AsyncGenerator<Uint8Array> {
  const { size } = await stat(path);
  yield* bounded(path, size, compression === 'gzip' ? gunzip(readBytes(path)) : unzstd(path, size));
}

/**
 * Decompresses bytes. The returned stream throws the errors of its source, so the callback has nothing to
 * do.
 */
export function gunzip(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(bytes, zlib.createGunzip(CHUNKS), () => undefined);
}

/**
 * Decompresses one frame after the other. A file may have several, and Node's stream (also in 24.21) ends
 * without an error after the first frame that ends within a chunk.
 */
async function* unzstd(path: string, size: number): AsyncGenerator<Uint8Array> {
  if (typeof zlib.createZstdDecompress !== 'function')
    throw new InputError([
      `Node ${process.versions.node} cannot read zstd; use Node 22.15 or newer, or decompress the file first`,
    ]);
  for (let start = 0; start < size;) {
    const frame = zlib.createZstdDecompress(CHUNKS);
    yield* pipeline(readBytes(path, start), frame, () => undefined);
    start += frame.bytesWritten;
  }
}

/** 1 GiB: a file that decompresses to less is never refused. */
const LIMIT_BYTES = 1024 ** 3;
/** How many times as large as its compressed file a text of events may be. */
const LIMIT_RATIO = 200;

/**
 * Passes on the decompressed bytes of a file. Throws `StoreError` once they are more than events can
 * compress to: such a file was made to fill the disk. `size` is that of the compressed file.
 */
export async function* bounded(
  name: string,
  size: number,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.byteLength;
    if (total > Math.max(LIMIT_BYTES, LIMIT_RATIO * size))
      throw new StoreError(
        `${name} is refused, and nothing of it was taken: decompressed it is more than ${LIMIT_RATIO} times as large.`,
      );
    yield chunk;
  }
}
