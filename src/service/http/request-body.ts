// Reads the JSON in the body of a request, and limits its length.
import { messageOf } from '../../text/errors.ts';
import { HttpProblem } from './problem.ts';
import { readBody } from '../../http/send-request.ts';

/** The longest body that is read, in bytes. */
const LIMIT_BODY_BYTES = 1_048_576;

/**
 * Reads the JSON value in the body of a request. `takesText`: also if its content type is plain text,
 * which a page's `sendBeacon` sends. Throws `HttpProblem` 415, 413, 400, or 499 if the caller went away.
 */
export async function readJson(request: Request, takesText = false): Promise<unknown> {
  checkType(request, takesText);
  const bytes = await readBytes(request);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new HttpProblem(400, 'The body is not UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    if (text.trim() === '') throw new HttpProblem(400, 'The body is empty; it must be JSON.');
    throw new HttpProblem(400, `The body is not JSON: ${messageOf(error).slice(0, 200)}`);
  }
}

/** The length of a request's body in bytes as its headers announce it; the limit if they do not. */
export function announcedBytes(request: Request): number {
  return Number(request.headers.get('content-length') ?? LIMIT_BODY_BYTES);
}

function checkType(request: Request, takesText: boolean): void {
  const header = request.headers.get('content-type');
  const type = (header ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isTaken = /^application\/([\w.-]+\+)?json$/.test(type) || (takesText && type === 'text/plain');
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
    // Node reads no more than is announced.
    return new Uint8Array(await request.arrayBuffer().catch(callerGone));
  }
  if (request.body === null) return new Uint8Array();
  const { bytes, isComplete } = await readBody(request.body, LIMIT_BODY_BYTES).catch(callerGone);
  if (!isComplete) throw tooLarge();
  return bytes;
}

/**
 * Reading a body fails only for this reason. No caller sees 499: it is nginx's status for it, for the log.
 */
function callerGone(): never {
  throw new HttpProblem(499, 'The caller went away before its body was complete.');
}

function tooLarge(): HttpProblem {
  return new HttpProblem(413, 'The body is longer than 1 MiB.');
}
