import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { errorCode } from '../../text/file-error.ts';
import { EngineError, QueryError, StoreError } from '../errors.ts';
import type { ImportNote, ImportPart } from '../import/files.ts';
import { OPERATIONS, type RemoteOperations, type StoreOperations } from './operations.ts';
import { connectionLost, jsonLine, readJsonLines, replySchema, VERSION, VERSION_HEADER } from './protocol.ts';

/**
 * The operations of a serving process behind a socket; null if no process listens there. Throws `StoreError`.
 */
export async function remoteOperations(path: string): Promise<StoreOperations | null> {
  if (!(await isServed(path))) return null;
  const calls = OPERATIONS.map((name) => [name, (...given: unknown[]) => call(path, name, given)]);
  // Both processes are of one version, so that each name has the function that it has there.
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

/** The last argument of some operations, which cannot be sent in one piece. */
interface Streams {
  readonly parts?: AsyncIterable<ImportPart>;
  readonly note?: (note: ImportNote) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

function isStreams(value: unknown): value is Streams {
  return typeof value === 'object' && value !== null && ('parts' in value || 'signal' in value);
}

/** Calls an operation, over a connection of its own. */
async function call(path: string, name: string, given: readonly unknown[]): Promise<unknown> {
  const last = given.at(-1);
  const { parts, note, signal }: Streams = isStreams(last) ? last : {};
  const input = isStreams(last) ? given.slice(0, -1) : given;
  const sending = request({
    socketPath: path,
    path: `/operations/${name}`,
    method: 'POST',
    headers: { [VERSION_HEADER]: VERSION },
    agent: false,
    ...(signal !== undefined && { signal }),
  });
  let unreadable: unknown = null;
  const body = Readable.from(
    bodyOf(input, parts, (error) => {
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
    return await readResult(
      await answer.catch((error: unknown) => {
        throw connectionLost(error);
      }),
      note,
    );
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
  for await (const part of noteFailure(parts, failed))
    yield jsonLine(part.kind === 'bytes' ? Buffer.from(part.bytes).toString('base64') : part);
  yield jsonLine(null);
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
