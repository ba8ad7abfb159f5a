// How commands (`client.ts`) talk to the process that serves their store (`server.ts`), by lines of JSON over
// a Unix socket that only its owner can open. A request (`POST /operations/<name>`) is one line, the
// operation's arguments: `["acme","paid"]`. An answer is one line, too, a result or an error:
// `{"kind":"result","value":…}`.
import * as v from 'valibot';
import { packageVersion } from '../../text/package-version.ts';
import { EngineError } from '../errors.ts';

/**
 * This header has the version of the package, which must be the same on both sides: both then mean the same
 * by an operation.
 */
export const VERSION_HEADER = 'insight-report-version';

export const VERSION = packageVersion();

/** A line of an answer. */
export const replySchema = v.variant('kind', [
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
      yield JSON.parse(text) as unknown;
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
