import { once } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';
import { InputError } from '../../text/errors.ts';

/** How a file is compressed. */
export type Compression = 'gzip' | 'zstd' | 'none';

/** Detects the compression by the first bytes. */
export function detectCompression(head: Uint8Array): Compression {
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
export function decompress(
  bytes: AsyncIterable<Uint8Array>,
  compression: Compression,
): AsyncIterable<Uint8Array> {
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
