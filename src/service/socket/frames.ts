import { type Socket } from 'node:net';
import { EngineError } from '../errors.ts';
import { StoreError } from '../store/error.ts';

/** What travels through the socket: JSON values and bytes, each with its length before it. */
export type Frame =
  { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

const HEAD_BYTES = 5;
const JSON_TYPE = 0;
const LIMIT_FRAME_BYTES = 256 * 1_048_576;

/** Writes a frame and waits where the other side is slow. Throws where it has gone. */
export async function writeFrame(socket: Socket, frame: Frame): Promise<void> {
  if (socket.destroyed) throw gone();
  const body = frame.kind === 'json' ? Buffer.from(JSON.stringify(frame.value)) : frame.bytes;
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(body.byteLength, 0);
  head.writeUInt8(frame.kind === 'json' ? JSON_TYPE : 1, 4);
  socket.cork();
  socket.write(head);
  const isRoom = socket.write(body);
  socket.uncork();
  if (!isRoom) await drained(socket);
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      socket.off('drain', settle);
      socket.off('close', settle);
      if (socket.destroyed) reject(gone());
      else resolve();
    };
    socket.on('drain', settle);
    socket.on('close', settle);
  });
}

/** The frames that arrive, until the other side ends. Throws where it ends within a frame. */
export async function* readFrames(socket: Socket): AsyncGenerator<Frame, void, undefined> {
  let pending: Buffer[] = [];
  let size = 0;
  let wanted = HEAD_BYTES;
  for await (const chunk of chunksOf(socket)) {
    pending.push(chunk);
    size += chunk.length;
    while (size >= wanted) {
      const bytes = Buffer.concat(pending);
      const length = HEAD_BYTES + bytes.readUInt32BE(0);
      if (length > LIMIT_FRAME_BYTES) throw new StoreError('What came through the socket is longer than it may be.');
      if (bytes.length >= length) yield toFrame(bytes.subarray(0, length));
      const rest = bytes.length >= length ? bytes.subarray(length) : bytes;
      pending = [rest];
      size = rest.length;
      wanted = bytes.length >= length ? HEAD_BYTES : length;
    }
  }
  if (size > 0) throw gone();
}

async function* chunksOf(socket: Socket): AsyncGenerator<Buffer, void, undefined> {
  try {
    const chunks: AsyncIterable<Buffer> = socket;
    yield* chunks;
  } catch {
    // Reset or destroyed: to whoever reads, it is all the other side's going.
    throw gone();
  }
}

function toFrame(bytes: Buffer): Frame {
  const body = bytes.subarray(HEAD_BYTES);
  if (bytes.readUInt8(4) !== JSON_TYPE) return { kind: 'bytes', bytes: body };
  const value: unknown = JSON.parse(body.toString('utf8'));
  return { kind: 'json', value };
}

/** The other side ended before it had said everything. */
export function gone(): EngineError {
  return new EngineError('The connection to the serving process broke off.');
}
