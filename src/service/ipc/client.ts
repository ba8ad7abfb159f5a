import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { errorCode } from '../../text/file-error.ts';
import { EngineError, QueryError, StoreError } from '../errors.ts';
import type { ImportNote, ImportPart } from '../import/files.ts';
import { OPERATIONS, type OperationName, type RemoteOperations, type StoreOperations } from './operations.ts';
import { connectionLost, jsonLine, readJsonLines, replySchema, VERSION, VERSION_HEADER } from './protocol.ts';

/**
 * The operations of a serving process behind a socket; null if no process listens there. Throws `StoreError`.
 */
export async function remoteOperations(path: string): Promise<StoreOperations | null> {
  if (!(await isServed(path))) return null;
  const names = Object.keys(OPERATIONS) as OperationName[];
  const calls = names.map((name) => [name, (...given: unknown[]) => call(path, name, given)]);
  return {
    // Each name of the table has the function that the table describes.
    ...(Object.fromEntries(calls) as RemoteOperations),
    close: () => Promise.resolve(),
  };
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

/** What an operation may be given besides its input. */
interface Streams {
  readonly parts?: AsyncIterable<ImportPart>;
  readonly note?: (note: ImportNote) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

/** Calls an operation, over a connection of its own. */
async function call(path: string, name: OperationName, given: readonly unknown[]): Promise<unknown> {
  const { input, output } = OPERATIONS[name];
  const streams: Streams = given[input.items.length] ?? {};
  const sending = request({
    socketPath: path,
    path: `/operations/${name}`,
    method: 'POST',
    headers: { [VERSION_HEADER]: VERSION },
    agent: false,
    ...('signal' in streams && { signal: streams.signal }),
  });
  let unreadable: unknown = null;
  const body = Readable.from(
    bodyOf(given.slice(0, input.items.length), streams.parts, (error) => {
      unreadable = error;
    }),
  );
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve);
    sending.on('error', reject);
  });
  // An answer can come before all is sent, and a failure to send ends the answer, too.
  pipeline(body, sending).catch(() => undefined);
  try {
    return v.parse(output, await readResult(await answer.catch(connectionFailed), streams.note));
  } catch (error) {
    throw unreadable ?? error;
  } finally {
    sending.destroy();
  }
}

/**
 * The lines of a request. If the parts cannot be read, calls `failed` and throws, so that the request stays
 * incomplete.
 */
async function* bodyOf(
  input: readonly unknown[],
  parts: Streams['parts'],
  failed: (error: unknown) => void,
): AsyncGenerator<string> {
  yield jsonLine(input);
  if (parts === undefined) return;
  for await (const part of noteFailure(parts, failed)) {
    const line =
      part.kind === 'bytes' ? { ...part, bytes: Buffer.from(part.bytes).toString('base64') } : part;
    yield jsonLine(line);
  }
  yield jsonLine({ kind: 'end' });
}

/**
 * The parts. It is a generator of its own because a connection that breaks off throws its error into the
 * request's generator, where it would be taken for a failure to read them.
 */
async function* noteFailure(
  parts: AsyncIterable<ImportPart>,
  failed: (error: unknown) => void,
): AsyncGenerator<ImportPart> {
  try {
    yield* parts;
  } catch (error) {
    failed(error);
    throw error;
  }
}

async function readResult(answer: IncomingMessage, note: Streams['note']): Promise<unknown> {
  for await (const line of readJsonLines(answer)) {
    const reply = v.parse(replySchema, line);
    if (reply.kind === 'result') return reply.value;
    if (reply.kind === 'note') await note?.(reply.note);
    else if (reply.name === 'QueryError') throw new QueryError(reply.path, reply.message);
    else throw reply.name === 'StoreError' ? new StoreError(reply.message) : new EngineError(reply.message);
  }
  throw connectionLost();
}

function connectionFailed(error: unknown): never {
  throw connectionLost(error);
}
