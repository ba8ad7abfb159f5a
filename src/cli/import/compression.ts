import { once } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';
import { InputError } from '../../text/errors.ts';

/** How a file is compressed. */
type Compression = 'gzip' | 'zstd' | 'none';

/** The first bytes of files that are compressed in other ways: bzip2 and xz. */
export const UNREADABLE = [
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a],
];

export function isZip(head: Uint8Array): boolean {
  return beginsWith(head, [0x50, 0x4b, 0x03, 0x04]);
}

/** Bytes as they were before they were compressed. */
export async function* readPlain(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const raw = await peek(bytes);
  yield* decompress(raw.bytes, detectCompression(raw.head));
}

/** Detects the compression by the first bytes. */
function detectCompression(head: Uint8Array): Compression {
  if (beginsWith(head, [0x1f, 0x8b])) return 'gzip';
  return beginsWith(head, [0x28, 0xb5, 0x2f, 0xfd]) ? 'zstd' : 'none';
}

export function beginsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}

/**
 * Decompresses bytes as they arrive, in constant memory. Throws zlib's error if they are damaged or
 * incomplete.
 */
function decompress(bytes: AsyncIterable<Uint8Array>, compression: Compression): AsyncIterable<Uint8Array> {
  if (compression === 'none') return bytes;
  if (compression === 'zstd') return decompressZstd(bytes);
  // An error of the source is thrown by the returned stream, so the callback has nothing to do.
  return pipeline(Readable.from(bytes, { objectMode: false }), zlib.createGunzip(CHUNKS), () => undefined);
}

const CHUNKS = { chunkSize: 256 * 1024 };

/**
 * A file may have several frames, but Node's stream (24.21 too) ends without an error after the first frame
 * that ends within a chunk.
 */
async function* decompressZstd(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = new PushbackSource(bytes);
  while (await source.hasMore()) {
    const stream = zstdStream();
    const input = Readable.from(source.chunks(), { objectMode: false });
    input.on('error', (error) => stream.destroy(error));
    input.pipe(stream);
    yield* stream;
    if (!input.destroyed) await once(input.destroy(), 'close');
    source.giveBackAfter(stream.bytesWritten);
  }
}

/** Chunks that can be given back in part, to be read again. */
class PushbackSource {
  private readonly source: AsyncIterator<Uint8Array>;
  private waiting: Uint8Array[] = [];
  /** The last chunks that were read. */
  private recent: Uint8Array[] = [];
  /** How many bytes were read before those in `recent`. */
  private droppedBytes = 0;
  private totalBytes = 0;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.source = bytes[Symbol.asyncIterator]();
  }

  async hasMore(): Promise<boolean> {
    if (this.waiting.length > 0) return true;
    const next = await this.source.next();
    if (next.done !== true) this.waiting.push(next.value);
    return next.done !== true;
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    while (await this.hasMore()) {
      const [chunk] = this.waiting.splice(0, 1);
      if (chunk === undefined || chunk.byteLength === 0) continue;
      this.recent.push(chunk);
      this.totalBytes += chunk.byteLength;
      // The stream buffers only a few chunks, so older ones are never given back.
      while (this.recent.length > KEPT_CHUNKS) this.droppedBytes += this.recent.shift()?.byteLength ?? 0;
      yield chunk;
    }
  }

  /** Pushes back everything after the first `consumedBytes` bytes. */
  giveBackAfter(consumedBytes: number): void {
    const unread = this.totalBytes - consumedBytes;
    if (unread > 0)
      this.waiting.unshift(Buffer.concat(this.recent).subarray(consumedBytes - this.droppedBytes));
    this.recent = [];
    this.droppedBytes = 0;
    this.totalBytes = 0;
  }
}

const KEPT_CHUNKS = 16;

/** Throws `InputError` if this Node has no zstd; 22.15 and 23.8 were the first to have it. */
function zstdStream(): zlib.ZstdDecompress {
  if (typeof zlib.createZstdDecompress === 'function') return zlib.createZstdDecompress(CHUNKS);
  throw new InputError([
    `Node ${process.versions.node} cannot read zstd; use Node 22.15 or newer, or decompress the file first`,
  ]);
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
