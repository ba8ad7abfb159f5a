import type { Socket } from 'node:net';
import * as v from 'valibot';
import { isJsonObject, type Json, type JsonObject } from '../../tql/json.ts';
import { EngineError, StoreError } from '../errors.ts';

/** Both sides of the socket must be of one version of this. */
export const WIRE_VERSION = 3;

const count = v.pipe(v.number(), v.safeInteger());
const maybeText = v.nullable(v.string());
const plan = v.picklist(['paid', 'free']);

/** A value that came as JSON is JSON. */
const json = v.custom<Json>(() => true);
const jsonObject = v.custom<JsonObject>(isJsonObject);

const organization = v.object({ id: count, namespace: v.string(), plan, createdMs: count });
const tokenRecord = v.object({
  id: v.string(),
  namespace: v.string(),
  createdMs: count,
  expiresMs: count,
  revokedMs: v.nullable(count),
});
const insight = v.object({ id: v.string(), name: v.string(), query: jsonObject });
const refused = v.object({ reason: v.string(), count, lines: v.array(count) });

/** What each operation is asked with, and what it answers. */
export const WIRE = {
  createOrganization: { input: v.tuple([v.string(), plan]), output: organization },
  setPlan: { input: v.tuple([v.string(), plan]), output: organization },
  listOrganizations: { input: v.tuple([]), output: v.array(organization) },
  createToken: {
    input: v.tuple([v.string(), v.nullable(v.number())]),
    output: v.object({ ...tokenRecord.entries, token: v.string() }),
  },
  listTokens: { input: v.tuple([maybeText]), output: v.array(tokenRecord) },
  revokeToken: { input: v.tuple([v.string()]), output: tokenRecord },
  addInsights: {
    input: v.tuple([v.string(), v.array(v.object({ ...insight.entries, id: v.optional(v.string()) }))]),
    output: v.array(insight),
  },
  listInsights: { input: v.tuple([v.string()]), output: v.array(insight) },
  findImport: {
    input: v.tuple([v.string(), v.string()]),
    output: v.nullable(v.object({ file: v.string(), importedMs: count })),
  },
  importFiles: {
    input: v.tuple([v.string(), v.object({ strict: v.boolean(), again: v.boolean() })]),
    output: v.object({
      taken: v.boolean(),
      files: v.array(v.object({ file: v.string(), events: count, refused: v.array(refused) })),
    }),
  },
  query: { input: v.tuple([v.string(), json, v.nullable(count)]), output: json },
  explain: {
    input: v.tuple([v.string(), json, v.nullable(count)]),
    output: v.object({
      compiled: v.unknown(),
      statement: v.string(),
      parameters: v.array(v.string()),
      plan: v.string(),
    }),
  },
  backup: { input: v.tuple([v.string(), v.boolean()]), output: count },
} as const;

/** The first frame of a connection. */
export const callSchema = v.object({
  version: v.number(),
  operation: v.string(),
  input: v.array(v.unknown()),
});

/** Within an import: the next file begins, or there is none. Bytes of a file are frames of their own. */
export const partSchema = v.variant('kind', [
  v.object({
    kind: v.literal('file'),
    name: v.string(),
    format: v.picklist(['ndjson', 'csv']),
    content: maybeText,
  }),
  v.object({ kind: v.literal('end') }),
]);

const note = v.variant('kind', [
  v.object({ kind: v.literal('refused'), file: v.string(), line: count, reason: v.string(), text: v.string() }),
  v.object({ kind: v.literal('progress'), file: v.string(), events: count, bytes: count }),
  v.object({ kind: v.literal('storing'), file: v.string(), events: count }),
]);

/** What comes back: any number of notes, then a result or an error. */
export const replySchema = v.variant('kind', [
  v.object({ kind: v.literal('note'), note }),
  v.object({ kind: v.literal('result'), value: v.unknown() }),
  v.object({
    kind: v.literal('error'),
    name: v.picklist(['StoreError', 'QueryError', 'Error']),
    message: v.string(),
    path: maybeText,
  }),
]);

/** A reply of the serving process. */
export type Reply = v.InferOutput<typeof replySchema>;

/** What travels through the socket: JSON values and bytes, each with its length before it. */
export type Frame =
  { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

const HEAD_BYTES = 5;
const JSON_TYPE = 0;
const LIMIT_FRAME_BYTES = 256 * 1_048_576;

/** Writes a frame and waits where the other side is slow. Throws where it has gone. */
export async function writeFrame(socket: Socket, frame: Frame): Promise<void> {
  if (socket.destroyed) throw connectionLost();
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
      if (socket.destroyed) reject(connectionLost());
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
  if (size > 0) throw connectionLost();
}

async function* chunksOf(socket: Socket): AsyncGenerator<Buffer, void, undefined> {
  try {
    const chunks: AsyncIterable<Buffer> = socket;
    yield* chunks;
  } catch {
    // Reset or destroyed: to whoever reads, it is all the other side's going.
    throw connectionLost();
  }
}

function toFrame(bytes: Buffer): Frame {
  const body = bytes.subarray(HEAD_BYTES);
  if (bytes.readUInt8(4) !== JSON_TYPE) return { kind: 'bytes', bytes: body };
  const value: unknown = JSON.parse(body.toString('utf8'));
  return { kind: 'json', value };
}

/** The other side ended before it had said everything. */
export function connectionLost(): EngineError {
  return new EngineError('The connection to the serving process broke off.');
}
