import { HttpProblem } from './problem.ts';
import { readBody } from '../../http/send-request.ts';

/** The longest body that is read, in bytes. */
const LIMIT_BODY_BYTES = 1_048_576;

/**
 * Reads the JSON value in a request's body. `textToo`: also if its type is plain text. Throws
 * `HttpProblem` 415, 413 or 400.
 */
export async function readJson(request: Request, textToo = false): Promise<unknown> {
  checkType(request, textToo);
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

/** The length of a request's body in bytes as its headers announce it; the limit if they do not. */
export function announcedBytes(request: Request): number {
  return Number(request.headers.get('content-length') ?? LIMIT_BODY_BYTES);
}

function checkType(request: Request, textToo: boolean): void {
  const header = request.headers.get('content-type');
  const type = (header ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isTaken = /^application\/([\w.-]+\+)?json$/.test(type) || (textToo && type === 'text/plain');
  if (!isTaken) {
    const problem =
      header === null
        ? 'The request has no content type'
        : `The request's content type is ${JSON.stringify(header.slice(0, 100))}`;
    throw new HttpProblem(415, `${problem}; it must be application/json.`);
  }
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') throw new HttpProblem(415, 'The body is compressed; send it uncompressed.');
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (request.headers.has('content-length')) {
    if (announcedBytes(request) > LIMIT_BODY_BYTES) throw tooLarge();
    // No more can come than is announced, so it can be read at once, which is faster.
    return new Uint8Array(await request.arrayBuffer());
  }
  if (request.body === null) return new Uint8Array();
  const { bytes, isWhole } = await readBody(request.body, LIMIT_BODY_BYTES);
  if (!isWhole) throw tooLarge();
  return bytes;
}

/**
 * The only other reason why a body cannot be read. The status, which no caller sees, is the one that servers
 * log in this case.
 */
function callerGone(error: unknown): never {
  if (error instanceof HttpProblem) throw error;
  throw new HttpProblem(499, 'The caller went away before its body was complete.');
}

function tooLarge(): HttpProblem {
  return new HttpProblem(413, 'The body is longer than 1 MiB.');
}
