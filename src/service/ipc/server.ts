import { lstat, unlink } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import * as v from 'valibot';
import { QueryError, StoreError } from '../errors.ts';
import type { ImportNote, ImportPart } from '../import/files.ts';
import type { StoreOperations } from './operations.ts';
import {
  callSchema,
  connectionLost,
  type Frame,
  partSchema,
  readFrames,
  type Reply,
  WIRE,
  WIRE_VERSION,
  writeFrame,
} from './protocol.ts';
import { prepareSocketFolder } from './socket-path.ts';

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
    const value = await callOperation(operations, operation, input, { frames, note, signal: hungUp.signal });
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

/** What some operations need besides their input. */
interface CallContext {
  readonly frames: AsyncGenerator<Frame, void, undefined>;
  readonly note: (note: ImportNote) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Calls the operation of a name that came through the socket, its input parsed first. */
async function callOperation(
  operations: StoreOperations,
  operation: string,
  input: readonly unknown[],
  { frames, note, signal }: CallContext,
): Promise<unknown> {
  switch (operation) {
    case 'createOrganization':
      return operations.createOrganization(...v.parse(WIRE.createOrganization.input, input));
    case 'setPlan':
      return operations.setPlan(...v.parse(WIRE.setPlan.input, input));
    case 'listOrganizations':
      return operations.listOrganizations();
    case 'createToken':
      return operations.createToken(...v.parse(WIRE.createToken.input, input));
    case 'listTokens':
      return operations.listTokens(...v.parse(WIRE.listTokens.input, input));
    case 'revokeToken':
      return operations.revokeToken(...v.parse(WIRE.revokeToken.input, input));
    case 'addInsights':
      return operations.addInsights(...v.parse(WIRE.addInsights.input, input));
    case 'listInsights':
      return operations.listInsights(...v.parse(WIRE.listInsights.input, input));
    case 'findImport':
      return operations.findImport(...v.parse(WIRE.findImport.input, input));
    case 'importFiles': {
      const [namespace, options] = v.parse(WIRE.importFiles.input, input);
      return operations.importFiles(namespace, partsOf(frames), options, note);
    }
    case 'query':
      return operations.query(...v.parse(WIRE.query.input, input), signal);
    case 'explain':
      return operations.explain(...v.parse(WIRE.explain.input, input));
    case 'backup':
      return operations.backup(...v.parse(WIRE.backup.input, input));
    default:
      throw new StoreError(
        `The serving process knows no operation ${operation}; it is of another version than this command.`,
      );
  }
}

/** Throws where the frames end before the import's own end: a command that was stopped has not sent everything. */
async function* partsOf(frames: CallContext['frames']): AsyncGenerator<ImportPart> {
  // Not a `for await`: leaving that would end the frames, and with them the socket that the answer goes through.
  for (;;) {
    const next = await frames.next();
    if (next.done === true) throw connectionLost();
    if (next.value.kind === 'bytes') yield next.value;
    else {
      const part = v.parse(partSchema, next.value.value);
      if (part.kind === 'end') return;
      yield part;
    }
  }
}
