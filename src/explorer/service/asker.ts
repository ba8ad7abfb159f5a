// Sends the page's queries to the service that it came from, and gets what the service lists.
import pLimit from 'p-limit';
import type { QueryService } from '../../report/client/client.ts';
import { timedResult } from '../../report/client/timed-result.ts';
import { NetworkError, RequestError, ResponseError } from '../../text/errors.ts';
import { isJsonObject, type Json } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import { type Explanation, parseExplanation } from '../../tql/explanation.ts';

/**
 * A request that the service refused, in its own words. `path` is the place in the query, if it named one.
 */
export class Refusal extends RequestError {
  readonly path: string | null;
  constructor(status: number, message: string, path: string | null) {
    super(status < 500 ? 'invalid-query' : 'service', status, message);
    this.path = path;
  }
}

/**
 * Queries the service that the page came from. A request whose signal is aborted is cancelled in the engine,
 * too.
 */
export interface Asker {
  readonly run: (query: Query, signal: AbortSignal) => Promise<Json>;
  readonly explain: (query: Query, signal: AbortSignal) => Promise<Explanation>;
  /** Gets what a path lists. */
  readonly get: (path: string, signal: AbortSignal) => Promise<Json>;
  /** Waits until all queries that were sent before have ended. */
  readonly answered: () => Promise<unknown>;
}

const RUN = '/api/v4/query/tql';

/** The service runs two queries of a token at a time: more wait there, and may be refused there. */
const AT_ONCE = 4;

/**
 * Makes an asker with a token; null sends none. Rejects with a `Refusal`, a `NetworkError`, or the signal's
 * reason.
 */
export function createAsker(token: string | null): Asker {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...ownKey(), ...authorization };
  const inTurn = pLimit(AT_ONCE);
  let answered: Promise<unknown> = Promise.resolve();
  const post = (path: string, query: Query, signal: AbortSignal): Promise<Json> => {
    const answer = inTurn(() => send(path, { method: 'POST', body: JSON.stringify(query), headers, signal }));
    answered = Promise.allSettled([answered, answer]).then(() => null);
    return answer;
  };
  return {
    run: (query, signal) => post(RUN, query, signal),
    explain: async (query, signal) => parseExplanation(await post(`${RUN}/explain`, query, signal)),
    get: (path, signal) => inTurn(() => send(path, { headers, signal })),
    answered: () => answered,
  };
}

async function send(path: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Json> {
  const { signal } = init;
  signal.throwIfAborted();
  const answer = await fetch(path, init).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new NetworkError('network', 'The service does not answer. Is it still running?', { cause: error });
  });
  const body: unknown = await answer.json().catch(() => null);
  signal.throwIfAborted();
  if (answer.ok && body !== null) return body as Json;
  throw refusal(answer.status, body);
}

/** The header with the secret of the page's address, which `explore` prints; the page of `serve` has none. */
export function ownKey(): Record<string, string> {
  const key = new URLSearchParams(location.search).get('key');
  return key === null ? {} : { 'x-explorer-key': key };
}

function refusal(status: number, body: unknown): Refusal {
  const { detail, reason, path } = isJsonObject(body) ? body : {};
  const sentence = detail ?? reason;
  const message = typeof sentence === 'string' ? sentence : `The service answered with the status ${status}.`;
  return new Refusal(status, message, typeof path === 'string' ? path : null);
}

/** The service as a report queries it, through `run`. */
export function serviceOf(run: Asker['run'], signal: AbortSignal): QueryService {
  return {
    resolveInsight: () =>
      Promise.reject(new ResponseError('The explorer reports queries, not saved insights.')),
    runQuery: (query, requestSignal = signal) =>
      timedResult(query, () => run(query, AbortSignal.any([signal, requestSignal]))),
  };
}
