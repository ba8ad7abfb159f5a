// Answers other commands on a socket (`protocol.ts`), because they cannot open the file that this process
// serves.
import { messageOf } from '../../text/errors.ts';
import { lstat, unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import * as v from 'valibot';
import { QueryError, StoreError } from '../errors.ts';
import { createHttpServer } from '../http/listen.ts';
import { OPERATIONS, type RemoteOperations } from './operations.ts';
import { connectionLost, jsonLine, readJsonLines, type Reply, VERSION, VERSION_HEADER } from './protocol.ts';
import { prepareSocketFolder } from './socket-path.ts';

/**
 * Listens on a socket that only its owner can open. Because this process has the file open, a socket that
 * already exists is left over from a dead process. Throws `StoreError` if the socket cannot be made.
 */
export async function serveSocket(path: string, operations: RemoteOperations) {
  await prepareSocketFolder(path);
  await removeStale(path);
  const runningCalls = new Set<Promise<void>>();
  const app = new Hono();
  app.post('/operations/:name', (context) =>
    stream(context, (answer) => {
      const reply = async (value: Reply) => {
        await answer.write(jsonLine(value));
      };
      const call = answerCall(operations, context.req.param('name'), context.req.raw, reply).finally(() => {
        runningCalls.delete(call);
      });
      runningCalls.add(call);
      return call;
    }),
  );
  const server = createHttpServer(app);
  // An import may take any length of time.
  server.requestTimeout = 0;
  await bind(server, path);
  return {
    /** Disconnects every command and waits until its work is done or undone. */
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, ...runningCalls]);
    },
  };
}

async function removeStale(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const status = await lstat(path).catch(() => null);
  if (status === null) return;
  if (!status.isSocket())
    throw new StoreError(`${path} exists and is not a socket, but the socket needs this path.`);
  await unlink(path);
}

function bind(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(new StoreError(`The socket ${path} cannot be made: ${error.message}`, { cause: error }));
    });
    // Node binds within `listen`, so this mask applies to the socket's file: it is never open to others, not
    // even for a moment.
    const before = process.umask(0o177);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(before);
    }
  });
}

/** Answers one call of an operation. Never throws: an error is a reply, too. */
async function answerCall(
  operations: RemoteOperations,
  name: string,
  { body, headers, signal }: Request,
  reply: (value: Reply) => Promise<void>,
): Promise<void> {
  const lines = readJsonLines(body ?? Readable.from([]));
  try {
    if (headers.get(VERSION_HEADER) !== VERSION) {
      throw new StoreError(
        'The serving process is of another version than this command; run both from the same one.',
      );
    }
    const operation = OPERATIONS.find((operationName) => operationName === name);
    if (operation === undefined)
      throw new StoreError(`The serving process does not know the operation ${name}.`);
    const first = await lines.next();
    if (first.done === true) throw connectionLost();
    // The command is of the same version, and its arguments were type-checked there. `signal` cannot be
    // sent: it is added here as the last argument, which operations without it ignore.
    const run = operations[operation] as (...callArgs: readonly unknown[]) => Promise<unknown>;
    const args = [...v.parse(v.array(v.unknown()), first.value), { signal }];
    await reply({ kind: 'result', value: await run(...args) });
  } catch (error) {
    await reply(toReply(error));
  }
  // Waits until the caller, who has its answer, disconnects; otherwise the connection could be reset too
  // early.
  await drain(lines).catch(() => undefined);
}

async function drain(lines: AsyncGenerator<unknown, void, undefined>): Promise<void> {
  while ((await lines.next()).done !== true);
}

function toReply(error: unknown): Reply {
  const message = messageOf(error);
  if (error instanceof QueryError) return { kind: 'error', name: 'QueryError', message, path: error.path };
  if (error instanceof StoreError) return { kind: 'error', name: 'StoreError', message, path: null };
  return { kind: 'error', name: 'Error', message: `The serving process failed: ${message}`, path: null };
}
