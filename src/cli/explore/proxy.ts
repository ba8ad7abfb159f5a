import { createSend } from '../../client/send.ts';
import { createDispatcher } from '../../http/dispatcher.ts';
import { EXPLAIN_QUERY, RUN_QUERY } from '../../service/http/explorer.ts';
import { HttpProblem } from '../../service/http/problem.ts';
import { CancelledError } from '../../service/errors.ts';
import type { Answering } from './app.ts';

/** Hands queries on to a query service with the interface. The token is the environment's, else the page's. */
export function proxyTo(base: URL, token: string, environment: NodeJS.ProcessEnv): Answering {
  const prefix = base.pathname.replace(/\/+$/, '');
  const connected = createDispatcher(base, environment);
  // A refused proxy address is told with the first query.
  connected.catch(() => undefined);
  const ask = async (path: string, query: unknown, typed: string | null, signal: AbortSignal): Promise<Response> => {
    const used = token === '' ? typed : token;
    if (used === null) throw new HttpProblem(401, 'Type the token of the query service.');
    const send = createSend(base.origin, used, () => connected);
    const { status, headers, text } = await send(`${prefix}${path}`, JSON.stringify(query), signal).catch(
      (error: unknown) => {
        if (signal.aborted) throw new CancelledError();
        throw new HttpProblem(
          503,
          `${base.host} does not answer: ${error instanceof Error ? error.message : String(error)}`,
        );
      },
    );
    const type = String(headers['content-type'] ?? 'application/json');
    return new Response(text, { status, headers: { 'content-type': type } });
  };
  return {
    run: (query, typed, signal) => ask(RUN_QUERY, query, typed, signal),
    explain: (query, typed, signal) => ask(EXPLAIN_QUERY, query, typed, signal),
    measure: (query, typed, signal) => ask(`${EXPLAIN_QUERY}?measure=true`, query, typed, signal),
  };
}
