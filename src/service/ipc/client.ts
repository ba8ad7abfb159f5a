import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { errorCode } from '../../text/file-error.ts';
import { EngineError, QueryError, StoreError } from '../errors.ts';
import type { ImportNote, ImportPart } from '../import/files.ts';
import type { StoreOperations } from './operations.ts';
import {
  connectionLost,
  type Input,
  jsonLine,
  OPERATIONS,
  type Output,
  readJsonLines,
  replySchema,
  VERSION,
  VERSION_HEADER,
} from './protocol.ts';

/** The operations of a serving process behind a socket; null if no process listens there. Throws `StoreError`. */
export async function remoteOperations(path: string): Promise<StoreOperations | null> {
  if (!(await isServed(path))) return null;
  const call = caller(path);
  return {
    createOrganization: (...input) => call('createOrganization', input),
    setPlan: (...input) => call('setPlan', input),
    listOrganizations: () => call('listOrganizations', []),
    createToken: (...input) => call('createToken', input),
    listTokens: (...input) => call('listTokens', input),
    revokeToken: (...input) => call('revokeToken', input),
    createWriteKey: (...input) => call('createWriteKey', input),
    listWriteKeys: (...input) => call('listWriteKeys', input),
    revokeWriteKey: (...input) => call('revokeWriteKey', input),
    addInsights: (namespace, insights, replace) => call('addInsights', [namespace, [...insights], replace]),
    removeInsights: async (namespace, ids) => {
      await call('removeInsights', [namespace, [...ids]]);
    },
    syncInsights: (namespace, insights, isDry) => call('syncInsights', [namespace, [...insights], isDry]),
    listInsights: (...input) => call('listInsights', input),
    findImport: (...input) => call('findImport', input),
    importFiles: (namespace, parts, options, note) => call('importFiles', [namespace, options], { parts, note }),
    // A serving process reads no file but its own.
    importParquet: () => Promise.resolve(null),
    query: (namespace, query, nowMs, signal) => call('query', [namespace, query, nowMs], { signal }),
    explain: (namespace, query, nowMs, isMeasured, signal) =>
      call('explain', [namespace, query, nowMs, isMeasured], { signal }),
    backup: (...input) => call('backup', input),
    exportEvents: (...input) => call('exportEvents', input),
    countEvents: (...input) => call('countEvents', input),
    deleteEvents: (...input) => call('deleteEvents', input),
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

interface More {
  readonly parts?: AsyncIterable<ImportPart>;
  readonly note?: (note: ImportNote) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

/** Calls operations, each over a connection of its own. */
function caller(path: string) {
  return async <K extends keyof typeof OPERATIONS>(name: K, input: Input<K>, more: More = {}): Promise<Output<K>> => {
    const call = request({
      socketPath: path,
      path: `/operations/${name}`,
      method: 'POST',
      headers: { [VERSION_HEADER]: VERSION },
      agent: false,
      ...(more.signal === undefined ? {} : { signal: more.signal }),
    });
    let unreadable: unknown = null;
    const body = Readable.from(
      bodyOf(input, more.parts, (error) => {
        unreadable = error;
      }),
    );
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      call.once('response', resolve);
      call.on('error', reject);
    });
    // An answer can come before all is sent, and a failure to send ends the answer, too.
    pipeline(body, call).catch(() => undefined);
    try {
      return v.parse(OPERATIONS[name].output, await readResult(await answer.catch(transportError), more.note));
    } catch (error) {
      throw unreadable ?? error;
    } finally {
      call.destroy();
    }
  };
}

/** The lines of a request. If the parts cannot be read, calls `failed` and throws, so that the request stays incomplete. */
async function* bodyOf(
  input: readonly unknown[],
  parts: More['parts'],
  failed: (error: unknown) => void,
): AsyncGenerator<string> {
  yield jsonLine(input);
  if (parts === undefined) return;
  for await (const part of noteFailure(parts, failed)) {
    const line = part.kind === 'bytes' ? { ...part, bytes: Buffer.from(part.bytes).toString('base64') } : part;
    yield jsonLine(line);
  }
  yield jsonLine({ kind: 'end' });
}

/**
 * The parts. It is a generator of its own because a connection that breaks off throws its error into the request's generator, where it
 * would be taken for a failure to read them.
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

async function readResult(answer: IncomingMessage, note: More['note']): Promise<unknown> {
  for await (const line of readJsonLines(answer)) {
    const reply = v.parse(replySchema, line);
    if (reply.kind === 'result') return reply.value;
    if (reply.kind === 'note') await note?.(reply.note);
    else if (reply.name === 'QueryError') throw new QueryError(reply.path, reply.message);
    else throw reply.name === 'StoreError' ? new StoreError(reply.message) : new EngineError(reply.message);
  }
  throw connectionLost();
}

/** What a request without an answer means. Earlier versions did not speak HTTP. */
function transportError(error: unknown): never {
  if (!errorCode(error).startsWith('HPE_')) throw connectionLost(error);
  throw new StoreError('The serving process is of another version than this command; run both from the same one.');
}
