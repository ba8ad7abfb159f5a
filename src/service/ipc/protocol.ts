import * as v from 'valibot';
import { EngineError } from '../errors.ts';
import { count } from './operations.ts';

/**
 * How commands talk to the process that serves their store: `POST /operations/<name>` over a Unix socket,
 * with lines of JSON as bodies. The first line of a request is the operation's input; the parts of an import
 * follow. An answer is any number of notes, then a result or an error. This header has the version of the
 * protocol, which must be the same on both sides.
 */
export const VERSION_HEADER = 'insight-report-protocol';

export const VERSION = '1';

/**
 * A line of an import's request after the first: a file begins, some of its bytes (in base64), or the end of
 * the import.
 */
export const partSchema = v.variant('kind', [
  v.object({
    kind: v.literal('file'),
    name: v.string(),
    format: v.picklist(['ndjson', 'csv']),
    content: v.nullable(v.string()),
  }),
  v.object({ kind: v.literal('bytes'), bytes: v.string() }),
  v.object({ kind: v.literal('end') }),
]);

const note = v.variant('kind', [
  v.object({
    kind: v.literal('refused'),
    file: v.string(),
    line: count,
    reason: v.string(),
    text: v.string(),
  }),
  v.object({ kind: v.literal('progress'), file: v.string(), events: count, bytes: count }),
  v.object({ kind: v.literal('storing'), file: v.string(), events: count, done: v.optional(count) }),
]);

/** A line of an answer. */
export const replySchema = v.variant('kind', [
  v.object({ kind: v.literal('note'), note }),
  v.object({ kind: v.literal('result'), value: v.optional(v.unknown()) }),
  v.object({
    kind: v.literal('error'),
    name: v.picklist(['StoreError', 'QueryError', 'Error']),
    message: v.string(),
    path: v.nullable(v.string()),
  }),
]);

/** A line of an answer. */
export type Reply = v.InferOutput<typeof replySchema>;

/** A value as a line of JSON. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** The values of lines of JSON. Throws `EngineError` if the bytes end within a line, or break off. */
export async function* readJsonLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<unknown, void, undefined> {
  let line: Uint8Array[] = [];
  for await (const chunk of orConnectionLost(chunks)) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const text = Buffer.concat([...line, chunk.subarray(start, end)]).toString('utf8');
      line = [];
      start = end + 1;
      const value: unknown = JSON.parse(text);
      yield value;
    }
    if (start < chunk.length) line.push(chunk.subarray(start));
  }
  if (line.length > 0) throw connectionLost();
}

const NEWLINE = 10;

async function* orConnectionLost(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw connectionLost(error);
  }
}

/** The error if the other side ends the connection too early. */
export function connectionLost(cause?: unknown): EngineError {
  return new EngineError('The connection to the serving process broke off.', { cause });
}
