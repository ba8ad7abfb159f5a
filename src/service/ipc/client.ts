import { connect, type Socket } from 'node:net';
import * as v from 'valibot';
import { EngineError, QueryError } from '../errors.ts';
import type { ImportNote, ImportPart } from '../import/files.ts';
import type { StoreOperations } from './operations.ts';
import { StoreError } from '../errors.ts';
import { connectionLost, readFrames, writeFrame } from './protocol.ts';
import { replySchema, WIRE, WIRE_VERSION } from './protocol.ts';

/** The operations of a serving process behind a socket; null where nobody listens there. */
export async function remoteOperations(path: string): Promise<StoreOperations | null> {
  const first = await open(path);
  if (first === null) return null;
  first.destroy();
  const call = caller(path);
  return {
    createOrganization: (...input) => call('createOrganization', WIRE.createOrganization.output, input),
    setPlan: (...input) => call('setPlan', WIRE.setPlan.output, input),
    listOrganizations: () => call('listOrganizations', WIRE.listOrganizations.output, []),
    createToken: (...input) => call('createToken', WIRE.createToken.output, input),
    listTokens: (...input) => call('listTokens', WIRE.listTokens.output, input),
    revokeToken: (...input) => call('revokeToken', WIRE.revokeToken.output, input),
    addInsights: (...input) => call('addInsights', WIRE.addInsights.output, input),
    listInsights: (...input) => call('listInsights', WIRE.listInsights.output, input),
    findImport: (...input) => call('findImport', WIRE.findImport.output, input),
    importFiles: (namespace, parts, options, note) =>
      call('importFiles', WIRE.importFiles.output, [namespace, options], { parts, note }),
    // A serving process reads no file but its own.
    importDirectly: () => Promise.resolve(null),
    query: (namespace, query, nowMs, signal) => call('query', WIRE.query.output, [namespace, query, nowMs], { signal }),
    explain: (...input) => call('explain', WIRE.explain.output, input),
    backup: (...input) => call('backup', WIRE.backup.output, input),
    close: () => undefined,
  };
}

interface More {
  readonly parts?: AsyncIterable<ImportPart>;
  readonly note?: (note: ImportNote) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

/** One connection for each call. */
function caller(path: string) {
  return async <T>(
    operation: string,
    output: v.GenericSchema<unknown, T>,
    input: readonly unknown[],
    more: More = {},
  ) => {
    const socket = await open(path);
    if (socket === null) throw new EngineError('The serving process has ended.');
    const hangUp = () => socket.destroy();
    more.signal?.addEventListener('abort', hangUp);
    try {
      await writeFrame(socket, { kind: 'json', value: { version: WIRE_VERSION, operation, input } });
      const sending = sendParts(socket, more.parts);
      const reply = await readReply(socket, more.note).catch((error: unknown) => {
        // Where the connection was given up because the parts could not be read, that is what happened.
        throw sending.failure ?? error;
      });
      return v.parse(output, reply);
    } finally {
      more.signal?.removeEventListener('abort', hangUp);
      socket.destroy();
    }
  };
}

/** Sends an import's parts while the reply is awaited. Nobody waits for it: a reply can come before the last part is there. */
function sendParts(socket: Socket, parts: More['parts']): { readonly failure: unknown } {
  const sending: { failure: unknown } = { failure: null };
  const send = async () => {
    if (parts === undefined) return;
    for await (const part of parts)
      await writeFrame(socket, part.kind === 'bytes' ? part : { kind: 'json', value: part });
    await writeFrame(socket, { kind: 'json', value: { kind: 'end' } });
  };
  send().catch((error: unknown) => {
    sending.failure = error;
    // The other side must not take what it has for everything.
    socket.destroy();
  });
  return sending;
}

async function readReply(socket: Socket, note: More['note']): Promise<unknown> {
  for await (const frame of readFrames(socket)) {
    if (frame.kind !== 'json') continue;
    const reply = v.parse(replySchema, frame.value);
    if (reply.kind === 'result') return reply.value;
    if (reply.kind === 'note') await note?.(reply.note);
    else if (reply.name === 'QueryError') throw new QueryError(reply.path, reply.message);
    else throw reply.name === 'StoreError' ? new StoreError(reply.message) : new EngineError(reply.message);
  }
  throw connectionLost();
}

function open(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      // What breaks later ends the reading, which is where it is noticed.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', (error) => {
      const code = 'code' in error ? error.code : null;
      if (code === 'EACCES' || code === 'EPERM') {
        reject(new StoreError(`${path} belongs to somebody else: another user's process is serving this file.`));
      } else resolve(null);
    });
  });
}
