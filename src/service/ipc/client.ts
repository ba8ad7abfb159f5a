// Calls the process that serves a store, over its socket (`protocol.ts`), so that commands such as `org list`
// can use a file that only that process can open.
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import * as v from 'valibot';
import { errorCode } from '../../text/file-error.ts';
import { EngineError, QueryError, StoreError } from '../errors.ts';
import { OPERATIONS, type RemoteOperations, type StoreOperations } from './operations.ts';
import {
  connectionLost,
  jsonLine,
  readJsonLines,
  type Reply,
  replySchema,
  VERSION,
  VERSION_HEADER,
} from './protocol.ts';

/** The operations of the process that listens on a socket; null if none does. Throws `StoreError`. */
export async function remoteOperations(path: string): Promise<StoreOperations | null> {
  if (!(await isServed(path))) return null;
  const calls = OPERATIONS.map((name) => [name, (...args: unknown[]) => call(path, name, args)]);
  // The protocol makes sure that both processes are of one version, so each operation has this type there.
  return { ...(Object.fromEntries(calls) as RemoteOperations), close: () => Promise.resolve() };
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => {
      if (['EACCES', 'EPERM'].includes(errorCode(error))) {
        reject(new StoreError(`${path} belongs to another user, whose process is serving this file.`));
      } else resolve(false);
    });
  });
}

/** The last argument of operations that can be cancelled. JSON cannot hold a signal, so it is not sent. */
interface Cancellable {
  readonly signal: AbortSignal;
}

function isCancellable(value: unknown): value is Cancellable {
  return typeof value === 'object' && value !== null && 'signal' in value;
}

/** Calls an operation over its own connection (`protocol.ts` describes it), which ends with the answer. */
async function call(path: string, name: string, args: readonly unknown[]): Promise<unknown> {
  const last = args.at(-1);
  const signal = isCancellable(last) ? last.signal : undefined;
  const sentArgs = isCancellable(last) ? args.slice(0, -1) : args;
  const httpRequest = request({
    socketPath: path,
    path: `/operations/${name}`,
    method: 'POST',
    headers: { [VERSION_HEADER]: VERSION },
    agent: false,
    ...(signal !== undefined && { signal }),
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest.once('response', resolve);
    // Also after the answer has begun, when the promise is settled: without a listener the process would end.
    httpRequest.on('error', (error) => {
      reject(connectionLost(error));
    });
  });
  httpRequest.end(jsonLine(sentArgs));
  try {
    return await readResult(await answer);
  } finally {
    httpRequest.destroy();
  }
}

async function readResult(answer: IncomingMessage): Promise<unknown> {
  for await (const line of readJsonLines(answer)) {
    const reply = v.parse(replySchema, line);
    if (reply.kind === 'result') return reply.value;
    throw errorOf(reply);
  }
  throw connectionLost();
}

function errorOf({ name, path, message }: Extract<Reply, { readonly kind: 'error' }>): Error {
  if (name === 'QueryError') return new QueryError(path, message);
  return name === 'StoreError' ? new StoreError(message) : new EngineError(message);
}
