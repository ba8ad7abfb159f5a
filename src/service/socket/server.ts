import { lstat, unlink } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import * as v from 'valibot';
import { QueryError } from '../errors.ts';
import { type StoreOperations } from '../operations/operations.ts';
import { StoreError } from '../store/error.ts';
import { dispatch } from './dispatch.ts';
import { readFrames, writeFrame } from './frames.ts';
import { prepareSocketFolder } from './path.ts';
import { callSchema, type Reply, WIRE_VERSION } from './wire.ts';

/** A socket that commands reach a serving process through. */
export interface SocketServer {
  /** Hangs up on everybody and waits until what they had begun is undone or done. */
  close(): Promise<void>;
}

/** Listens on a socket that only its owner can open. The caller holds the file, so a socket that lies there is a dead one's. */
export async function serveSocket(path: string, operations: StoreOperations): Promise<SocketServer> {
  await prepareSocketFolder(path);
  await removeStale(path);
  const sockets = new Set<Socket>();
  const underWay = new Set<Promise<void>>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // A caller that hangs up ends the reading, which is where it is noticed.
    socket.on('error', () => undefined);
    const work = converse(socket, operations).finally(() => {
      sockets.delete(socket);
      underWay.delete(work);
    });
    underWay.add(work);
  });
  await bind(server, path);
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed, ...underWay]);
    },
  };
}

async function removeStale(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const found = await lstat(path).catch(() => null);
  if (found === null) return;
  if (!found.isSocket())
    throw new StoreError(`${path} is in the way: it is where the socket goes, and it is no socket.`);
  await unlink(path);
}

function bind(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(new StoreError(`The socket ${path} cannot be made: ${error.message}`, { cause: error }));
    });
    // Node binds within `listen`, so the file is made under this mask: it is never open to others, not even for a moment.
    const before = process.umask(0o177);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(before);
    }
  });
}

async function converse(socket: Socket, operations: StoreOperations): Promise<void> {
  const frames = readFrames(socket);
  const hungUp = new AbortController();
  const hangUp = () => {
    hungUp.abort();
  };
  const reply = (value: Reply) => writeFrame(socket, { kind: 'json', value });
  try {
    const first = await frames.next();
    if (first.done === true) return;
    const { version, operation, input } = v.parse(callSchema, first.value.kind === 'json' ? first.value.value : null);
    if (version !== WIRE_VERSION) {
      throw new StoreError('The serving process is of another version than this command; run both from the same one.');
    }
    const note = (given: Extract<Reply, { kind: 'note' }>['note']) => reply({ kind: 'note', note: given });
    // Nothing more comes but in an import, so the end that comes is the caller's.
    if (operation !== 'importFiles') void frames.next().then(hangUp, hangUp);
    const value = await dispatch(operations, operation, input, { frames, note, signal: hungUp.signal });
    await reply({ kind: 'result', value });
  } catch (error) {
    await reply(toReply(error)).catch(() => undefined);
  } finally {
    socket.end();
  }
}

function toReply(error: unknown): Reply {
  if (error instanceof QueryError)
    return { kind: 'error', name: 'QueryError', message: error.message, path: error.path };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof StoreError) return { kind: 'error', name: 'StoreError', message, path: null };
  return { kind: 'error', name: 'Error', message: `The serving process failed: ${message}`, path: null };
}
