import { readBody } from '../../http/read-body.ts';
import { HttpProblem } from './problem.ts';

/** A request's body may have this many bytes. */
export const LIMIT_BODY_BYTES = 1_048_576;

/** The JSON value that a request's body holds. Throws `HttpProblem` 415, 413 or 400. */
export async function readJson(request: Request): Promise<unknown> {
  checkType(request);
  const bytes = await readBytes(request).catch(callerGone);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new HttpProblem(400, 'The body is not UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : '';
    throw new HttpProblem(
      400,
      text.trim() === '' ? 'The body is empty; it must be JSON.' : `The body is not JSON: ${why}`,
    );
  }
}

/** How many bytes a request's body may have, by what it says of itself: the limit where it says nothing. */
export function announcedBytes(request: Request): number {
  return Number(request.headers.get('content-length') ?? LIMIT_BODY_BYTES);
}

function checkType(request: Request): void {
  const written = request.headers.get('content-type');
  const type = (written ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    const given =
      written === null
        ? 'The request names no content type'
        : `The request's content type is ${JSON.stringify(written.slice(0, 100))}`;
    throw new HttpProblem(415, `${given}; it must be application/json.`);
  }
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') throw new HttpProblem(415, 'The body is compressed; send it as it is.');
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (request.headers.has('content-length')) {
    if (announcedBytes(request) > LIMIT_BODY_BYTES) throw tooLarge();
    // No more can come than is announced, and so it is read at once, which is faster.
    return new Uint8Array(await request.arrayBuffer());
  }
  if (request.body === null) return new Uint8Array();
  const { bytes, isWhole } = await readBody(request.body, LIMIT_BODY_BYTES);
  if (!isWhole) throw tooLarge();
  return bytes;
}

/** Nothing else keeps a body from being read. Nobody reads this answer; the log has the status that servers use for it. */
function callerGone(error: unknown): never {
  if (error instanceof HttpProblem) throw error;
  throw new HttpProblem(499, 'The caller went away before its body was whole.');
}

function tooLarge(): HttpProblem {
  return new HttpProblem(413, 'The body is longer than 1 MiB.');
}
