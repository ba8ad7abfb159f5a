// Sends one request to the query service and reads its answer, up to a limit. `requester.ts` decides when,
// and whether to try again.
import type { Dispatcher } from 'undici';
import { ResponseError } from '../../text/errors.ts';
import { type Headers, isEncoded } from '../../http/headers.ts';
import { readBody, sendRequest } from '../../http/send-request.ts';
import { quote } from './quote.ts';

/** An answer with its whole body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Sends one request, a POST with a body or a GET without, and reads its answer. Rejects with the signal's
 * reason, an error of undici's, or a `ResponseError`.
 */
export type Send = (path: string, body: string | null, signal: AbortSignal) => Promise<Answer>;

/** For a successful answer: TelemetryDeck limits its results to 32 MiB (tql-reference, section 7.2). */
const ANSWER_LIMIT_BYTES = 33 * 1024 * 1024;
/** For any other answer: as much as a message can quote. */
const ERROR_LIMIT_BYTES = 64 * 1024;

/** Makes a `Send` to one origin. The first request makes the dispatcher. */
export function createSend(origin: string, token: string, connect: () => Dispatcher): Send {
  let connected: Dispatcher | null = null;
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    'user-agent': 'insight-report',
  };
  return async (path, body, signal) => {
    connected ??= connect();
    const request =
      body === null
        ? { method: 'GET', origin, path, headers, body }
        : { method: 'POST', origin, path, headers: { ...headers, 'content-type': 'application/json' }, body };
    const { status, headers: received, body: stream } = await sendRequest(connected, request, signal);
    const answer = { status, headers: received };
    if (status < 200 || status > 299) {
      const { bytes } = await readBody(stream, ERROR_LIMIT_BYTES);
      stream.destroy();
      return { ...answer, text: decode(bytes) };
    }
    checkEncoding(received['content-encoding'], stream);
    return { ...answer, text: await readAll(stream, Number(received['content-length'] ?? 0)) };
  };
}

type Body = Dispatcher.ResponseData['body'];

/**
 * Throws if the answer is compressed: the request did not allow it, and a compressed body can grow a
 * thousandfold.
 */
function checkEncoding(encoding: Headers[string], stream: Body): void {
  if (!isEncoded({ headers: { 'content-encoding': encoding } })) return;
  stream.destroy();
  const name = quote(String(encoding), (text) => text).slice(0, 40);
  throw new ResponseError(
    `the answer is encoded (content-encoding: ${name}), although the request does not allow that`,
  );
}

async function readAll(stream: Body, announcedBytes: number): Promise<string> {
  if (announcedBytes <= ANSWER_LIMIT_BYTES) {
    const { bytes, isComplete } = await readBody(stream, ANSWER_LIMIT_BYTES);
    if (isComplete) return decode(bytes);
  }
  stream.destroy();
  throw new ResponseError(
    `the answer is larger than ${ANSWER_LIMIT_BYTES / 1024 / 1024} MiB; use a threshold or a shorter interval`,
  );
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
