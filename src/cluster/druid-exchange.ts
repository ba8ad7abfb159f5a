// One request to a Druid server and its answer, and what is wrong if there is none: the server is away, keeps
// us out, or answers with an error.
import type { Dispatcher } from 'undici';
import { connectionCode, describeConnection, isLasting } from '../http/connection-error.ts';
import { isEncoded, redirectHost } from '../http/headers.ts';
import { type Answer, readBody, sendRequest } from '../http/send-request.ts';
import { CancelledError, ClusterAnswerError, ClusterAwayError } from '../service/errors.ts';
import type { ServerAccess } from './credentials.ts';
import { DruidError, readDruidError } from './druid-error.ts';

/** A request to a Druid server. `path` begins with a slash; `body` is sent as JSON. */
export interface DruidRequest {
  /** Default: POST with a body, else GET. */
  readonly method?: 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Once it is aborted, the request is given up and rejects with `CancelledError`. */
  readonly signal?: AbortSignal;
  /** How long the server may take to answer, the body included. Default: 30 seconds. */
  readonly timeoutMs?: number;
  /** How many bytes of an answer are read; more is an `EngineError`. Default: 16 MiB. */
  readonly limitBytes?: number;
}

/** Reads an answer: its body as it comes, and the header `x-druid-response-context`, which may name gaps. */
export type ReadAnswer<T> = (chunks: AsyncIterable<Uint8Array>, context: string) => Promise<T>;

const TIMEOUT_MS = 30_000;
/** How much of an error's body is read. */
const ERROR_LIMIT_BYTES = 64 * 1024;

/** How a server is reached. `setting` is the flag that holds its address. */
export interface Connection {
  readonly base: URL;
  readonly setting: string;
  readonly access: ServerAccess;
  readonly dispatcher: { readonly get: () => Dispatcher; readonly isMade: () => boolean };
}

/** Sends a request, and hands its answer to `read`. Throws as `DruidServer.ask` does. */
export async function exchange<T>(
  { base, setting, access, dispatcher }: Connection,
  { method: requestMethod, path, body, headers, signal: callerSignal, timeoutMs = TIMEOUT_MS }: DruidRequest,
  read: ReadAnswer<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = callerSignal === undefined ? limit : AbortSignal.any([callerSignal, limit]);
  const text = body === undefined ? null : JSON.stringify(body);
  const method = requestMethod ?? (text === null ? 'GET' : 'POST');
  const request = {
    method,
    origin: base.origin,
    path: prefixOf(base) + path,
    headers: {
      ...headersOf(access),
      ...(text !== null && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: text,
  };
  const doing = `${method} ${path.replace(/\?.*/s, '')} at ${base.host}`;
  let answer: Answer | null = null;
  try {
    answer = await sendRequest(dispatcher.get(), request, signal);
    await checkStatus(answer, doing, setting, access);
    return await read(answer.body, [answer.headers['x-druid-response-context']].flat().join());
  } catch (error) {
    if (callerSignal?.aborted === true)
      throw new CancelledError('the request to Druid was cancelled', { cause: error });
    if (limit.aborted)
      throw new ClusterAwayError(`${doing}: no answer within ${timeoutMs / 1000} s`, { cause: error });
    const code = error instanceof Error && OWN_ERRORS.has(error.name) ? null : connectionCode(error);
    if (code === null) throw error;
    // Once an answer has begun, the query may have failed for a reason that Druid can no longer send.
    if (answer !== null)
      throw new ClusterAnswerError(`${doing}: the answer was cut off (${code})`, { cause: error });
    const { reason, advice } = describeConnection(code, setting, '--druid-ca');
    const problem = isLasting(code) ? UNSAFE : null;
    throw new ClusterAwayError(`${doing}: ${[reason, advice].filter(Boolean).join('. ')}`, {
      cause: error,
      problem,
    });
  } finally {
    answer?.body.destroy();
  }
}

const OWN_ERRORS: ReadonlySet<string> = new Set([
  'QueryError',
  'EngineError',
  'DruidError',
  'ClusterAwayError',
]);

function headersOf({ login }: ServerAccess): Readonly<Record<string, string>> {
  const commonHeaders = { accept: 'application/json', 'user-agent': 'insight-report' };
  if (login === null) return commonHeaders;
  if ('token' in login) return { ...commonHeaders, authorization: `Bearer ${login.token}` };
  return {
    ...commonHeaders,
    authorization: `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`,
  };
}

/** Throws unless an answer is a success that can be read. */
async function checkStatus(
  answer: Answer,
  doing: string,
  setting: string,
  access: ServerAccess,
): Promise<void> {
  const { status, headers } = answer;
  if (status >= 200 && status <= 299 && !isEncoded(answer)) return;
  if (status >= 300 && status <= 399) {
    throw new ClusterAnswerError(
      `${doing}: redirects to ${redirectHost(headers, 'http://druid')}. Check ${setting}`,
    );
  }
  const { bytes } = await readBody(answer.body, ERROR_LIMIT_BYTES);
  if (status < 300)
    throw new ClusterAnswerError(
      `${doing}: the answer is compressed, although the request does not allow that`,
    );
  const details = readDruidError(new TextDecoder().decode(bytes));
  const message = `${doing}: ${status}${details.reason === '' ? '' : `, ${details.reason}`}`;
  // A router or proxy without a server behind it answers so, without the name that Druid's errors have.
  if (AWAY_STATUSES.has(status) && details.error === '') throw new ClusterAwayError(message);
  if (status === 401) {
    const problem = access.login === null ? ASKS : REFUSES;
    throw new ClusterAwayError(`${message}. ${problem}`, { problem });
  }
  throw new DruidError(status, details, message);
}

const UNSAFE = 'No safe connection to Druid can be made; the log says why.';
const ASKS = 'Druid needs a login: give --druid-auth FILE, with a user and password or a token.';
/** The problem of a user, password or token that Druid does not know. */
export const REFUSES = 'Druid refuses the user and password, or the token, of --druid-auth.';

const AWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** The path of a server's address, before that of each request: `/druid-router`. */
export function prefixOf(base: URL): string {
  return base.pathname.replace(/\/+$/, '');
}
