import type { QueryService } from '../../report/client/client.ts';
import { timedResult } from '../../report/client/timed-result.ts';
import { NetworkError, RequestError, ResponseError } from '../../text/errors.ts';
import { createTurns, type InTurn } from './turns.ts';
import { type Explanation, parseExplanation } from '../../tql/result.ts';
import { isJsonObject, type Json } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';

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
  /** Runs a query while no other request is under way: a new one cancels it, and it runs again after that. */
  readonly runBehind: (query: Query, signal: AbortSignal) => Promise<Json>;
  /** Explains a query behind other requests, and has it run again to say how many rows it reads. */
  readonly measureBehind: (query: Query, signal: AbortSignal) => Promise<Explanation>;
}

const RUN = '/api/v4/query/tql';
const EXPLAIN = `${RUN}/explain`;

/**
 * Makes an asker with a token; null sends none. Rejects with a `Refusal`, a `NetworkError`, or the signal's
 * reason.
 */
export function createAsker(token: string | null): Asker {
  const send = async (path: string, query: Query | null, signal: AbortSignal): Promise<Json> => {
    signal.throwIfAborted();
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
    const headers = { 'content-type': 'application/json', ...ownKey(), ...authorization };
    const sent = query === null ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(query) };
    const answer = await fetch(path, { ...sent, headers, signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new NetworkError('network', 'The service does not answer. Is it still running?', {
        cause: error,
      });
    });
    const body: unknown = await answer.json().catch(() => null);
    signal.throwIfAborted();
    if (answer.ok && body !== null) return body as Json;
    throw refusal(answer.status, body);
  };
  const { first, behind } = createTurns();
  const post = (inTurn: InTurn, path: string, query: Query, signal: AbortSignal): Promise<Json> =>
    inTurn((turnSignal) => send(path, query, turnSignal), signal);
  return {
    run: (query, signal) => post(first, RUN, query, signal),
    explain: async (query, signal) => parseExplanation(await post(first, EXPLAIN, query, signal)),
    get: (path, signal) => send(path, null, signal),
    runBehind: (query, signal) => post(behind, RUN, query, signal),
    measureBehind: async (query, signal) =>
      parseExplanation(await post(behind, `${EXPLAIN}?measure=true`, query, signal)),
  };
}

/** The header with the secret of the page's address, which `explore` prints; the page of `serve` has none. */
export function ownKey(): Record<string, string> {
  const key = new URLSearchParams(location.search).get('key');
  return key === null ? {} : { 'x-explorer-key': key };
}

function refusal(status: number, body: unknown): Refusal {
  const { detail, reason, path } = isJsonObject(body) ? body : {};
  const said = detail ?? reason;
  const words = typeof said === 'string' ? said : `The service answered with the status ${status}.`;
  return new Refusal(status, words, typeof path === 'string' ? path : null);
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
