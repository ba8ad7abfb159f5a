import { once } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';
import { InputError } from '../../errors.ts';

/** How the bytes of a file are packed, known by how they begin. */
export type Compression = 'gzip' | 'zstd' | 'none';

/** What the first bytes of a file say of the rest. */
export function detectCompression(head: Uint8Array): Compression {
  if (beginsWith(head, [0x1f, 0x8b])) return 'gzip';
  return beginsWith(head, [0x28, 0xb5, 0x2f, 0xfd]) ? 'zstd' : 'none';
}

/** Whether bytes begin with these. */
export function beginsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}

/** The bytes unpacked as they come, in constant memory. Throws what zlib throws where they are damaged or end too early. */
export function decompress(bytes: AsyncIterable<Uint8Array>, packing: Compression): AsyncIterable<Uint8Array> {
  if (packing === 'none') return bytes;
  if (packing === 'zstd') return decompressZstd(bytes);
  // What goes wrong in the source comes out of the sink.
  return pipeline(Readable.from(bytes, { objectMode: false }), zlib.createGunzip(CHUNKS), () => undefined);
}

const CHUNKS = { chunkSize: 256 * 1024 };

/** A file can be of several frames; Node's stream ends, in silence, with the first that ends within a chunk. */
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

/** Chunks of which a reader may not have wanted the last. */
class PushbackSource {
  private readonly source: AsyncIterator<Uint8Array>;
  private waiting: Uint8Array[] = [];
  private given: Uint8Array[] = [];
  /** As many bytes were given out before those in `given`. */
  private forgotten = 0;
  private total = 0;

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
      this.given.push(chunk);
      this.total += chunk.byteLength;
      // A stream holds few chunks that it has not worked on.
      while (this.given.length > KEPT_CHUNKS) this.forgotten += this.given.shift()?.byteLength ?? 0;
      yield chunk;
    }
  }

  /** What was given out beyond so many bytes is given out again. */
  giveBackAfter(consumed: number): void {
    const unread = this.total - consumed;
    if (unread > 0) this.waiting.unshift(Buffer.concat(this.given).subarray(consumed - this.forgotten));
    this.given = [];
    this.forgotten = 0;
    this.total = 0;
  }
}

const KEPT_CHUNKS = 16;

/** Node has had it since 22.15 and 23.8. Throws `InputError` where this one does not. */
function zstdStream(): zlib.ZstdDecompress {
  if (typeof zlib.createZstdDecompress === 'function') return zlib.createZstdDecompress(CHUNKS);
  throw new InputError([
    `Node ${process.versions.node} cannot read zstd; use Node 22.15 or newer, or unpack the file first`,
  ]);
}
