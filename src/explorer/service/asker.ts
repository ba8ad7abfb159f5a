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
    super(KINDS[status] ?? (status < 500 ? 'invalid-query' : 'service'), status, message);
    this.path = path;
  }
}

const KINDS: Readonly<Record<number, RequestError['kind']>> = {
  401: 'unauthorized',
  402: 'plan',
  403: 'forbidden',
  404: 'not-found',
  429: 'rate-limited',
  504: 'timeout',
};

/**
 * Queries the service that the page came from, one request at a time but for those of `runBeside`. An aborted
 * request is cancelled in the
 * engine, too.
 */
export interface Asker {
  run(query: Query, signal: AbortSignal): Promise<Json>;
  explain(query: Query, signal: AbortSignal): Promise<Explanation>;
  /** Runs a query at once, without waiting for others. */
  runBeside(query: Query, signal: AbortSignal): Promise<Json>;
  /** Gets what a path lists. */
  get(path: string, signal: AbortSignal): Promise<Json>;
  /** Explains, and has the query run again, to say how many rows were read. */
  measure(query: Query, signal: AbortSignal): Promise<Explanation>;
  /**
   * The same requests, sent while there is no other: a new one cancels them, and they are sent again after
   * it.
   */
  readonly behind: Omit<Asker, 'behind' | 'get' | 'runBeside'>;
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
  const operations = (inTurn: InTurn): Asker['behind'] => ({
    run: (query, signal) => inTurn((turnSignal) => send(RUN, query, turnSignal), signal),
    explain: async (query, signal) =>
      parseExplanation(await inTurn((turnSignal) => send(EXPLAIN, query, turnSignal), signal)),
    measure: async (query, signal) =>
      parseExplanation(
        await inTurn((turnSignal) => send(`${EXPLAIN}?measure=true`, query, turnSignal), signal),
      ),
  });
  return {
    ...operations(first),
    runBeside: (query, signal) => send(RUN, query, signal),
    get: (path, signal) => send(path, null, signal),
    behind: operations(behind),
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

/** The asker as the query service of a report. `onAnswer` gets each query and its answer. */
export function serviceOf(
  asker: Asker,
  signal: AbortSignal,
  onAnswer: (query: Query, answer: Json) => void,
): QueryService {
  return {
    resolveInsight: () =>
      Promise.reject(new ResponseError('The explorer reports queries, not saved insights.')),
    runQuery: (query, requestSignal) =>
      timedResult(query, async () => {
        const answer = await asker.run(
          query,
          requestSignal === undefined ? signal : AbortSignal.any([signal, requestSignal]),
        );
        onAnswer(query, answer);
        return answer;
      }),
  };
}
