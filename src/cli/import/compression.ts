// Recognizes compressed files by their first bytes, for `sources.ts` and `prepare.ts`, and decompresses gzip
// and zstd; `zip.ts` reads zip files.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import zlib from 'node:zlib';

/** The first bytes of compressed files. */
const COMPRESSIONS = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
] as const;

/** How a file is compressed, by its first bytes and whatever its name; undefined if it is not. */
export async function compressionOf(path: string) {
  const head = await readHead(path, 16);
  return COMPRESSIONS.find(([, beginning]) => beginsWith(head, beginning))?.[0];
}

export function beginsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}

/** The first bytes of a file. */
export async function readHead(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const CHUNKS = { chunkSize: 256 * 1024 };

/** The bytes of a file. */
export function readBytes(path: string, start = 0): AsyncIterable<Buffer> {
  return createReadStream(path, { start, highWaterMark: CHUNKS.chunkSize });
}

/**
 * Decompresses bytes. The returned stream throws the errors of its source, so the callback has nothing to
 * do. It throws zlib's error if they are damaged or cut off.
 */
export function gunzip(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(bytes, zlib.createGunzip(CHUNKS), () => undefined);
}

/**
 * Decompresses one frame after the other. A file may have several, and Node's stream (also in 24.21) ends
 * without an error after the first frame that ends within a chunk.
 */
export async function* unzstd(path: string): AsyncGenerator<Uint8Array> {
  const { size } = await stat(path);
  for (let start = 0; start < size;) {
    const frame = zlib.createZstdDecompress(CHUNKS);
    yield* pipeline(readBytes(path, start), frame, () => undefined);
    start += frame.bytesWritten;
  }
}

/** 1 GiB: what decompresses to less is never refused. */
const LIMIT_BYTES = 1024 ** 3;
/** How many times as large as its compressed file a text of events may be. */
const LIMIT_RATIO = 200;

/**
 * Passes on the decompressed bytes of a file. Throws once they are so many that the file was made to fill
 * the disk.
 */
export async function* bounded(path: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const limit = Math.max(LIMIT_BYTES, LIMIT_RATIO * (await stat(path)).size);
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.byteLength;
    if (total > limit) throw new Error(`it decompresses to more than ${LIMIT_RATIO} times its size`);
    yield chunk;
  }
}
