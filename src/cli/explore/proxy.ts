// Answers the explorer's queries from another service over HTTP, for `explore --api-url` and `demo`.
import type { Dispatcher } from 'undici';
import type { Catalog } from '../../report/client/catalog.ts';
import { createClient } from '../../report/client/client.ts';
import { createSend } from '../../report/client/send.ts';
import { InputError, RequestError, messageOf } from '../../text/errors.ts';
import { createDispatcher } from '../../http/dispatcher.ts';
import { EXPLAIN_QUERY, RUN_QUERY } from '../../service/http/explorer.ts';
import { LISTING_PATHS } from '../../service/http/listing.ts';
import { HttpProblem } from '../../service/http/problem.ts';
import { CancelledError } from '../../service/errors.ts';
import { withDataSource } from '../../report/client/data-source.ts';
import { isQuery } from '../../tql/query.ts';
import { type Answering, type Operation, typedToken } from './app.ts';
import { getOrAdd } from '../../text/get-or-add.ts';

/** The limits of the requests that find out which namespace a token reads. */
const LIMITS = { timeoutMs: 20_000, retries: 1, deadlineMs: Infinity, concurrency: 1 };

/**
 * Passes queries on to a query service and gives back its answers. The token is the environment's; if it has
 * none, the one that was typed into the page. The events are those of `dataSource`; null: of the one
 * namespace that the token reads.
 */
export function proxyTo(
  base: URL,
  token: string,
  environment: NodeJS.ProcessEnv,
  dataSource: string | null,
): Answering {
  const prefix = base.pathname.replace(/\/+$/, '');
  // With the first query, which reports a refused proxy address.
  let connected: Dispatcher | null = null;
  const connect = () => (connected ??= createDispatcher(base, environment));
  const catalogs = new Map<string, Catalog>();
  const withSource = async (query: unknown, used: string): Promise<unknown> => {
    if (!isQuery(query)) return query;
    const open = () => createClient({ url: base.href, token: used, ...LIMITS }).catalog;
    return withDataSource(query, dataSource, getOrAdd(catalogs, used, open));
  };
  const ask: Ask = async (path, query, typed, signal) => {
    const used = token === '' ? typed : token;
    if (used === null) throw new HttpProblem(401, 'Type the token of the query service.');
    const send = createSend(base.origin, used, connect);
    const body = query === undefined ? null : JSON.stringify(await withSource(query, used).catch(refuse));
    const { status, headers, text } = await send(`${prefix}${path}`, body, signal).catch((error: unknown) => {
      if (signal.aborted) throw new CancelledError();
      throw new HttpProblem(503, `${base.host} does not answer: ${messageOf(error)}`);
    });
    const type = String(headers['content-type'] ?? 'application/json');
    return new Response(text, { status, headers: { 'content-type': type } });
  };
  return {
    answer: (operation, query, typed, signal) => ask(PATHS[operation], query, typed, signal),
    addListing: (app) => {
      app.on('GET', LISTING_PATHS, ({ req }) =>
        ask(req.path, undefined, typedToken(req.raw), req.raw.signal),
      );
    },
  };
}

const PATHS: Readonly<Record<Operation, string>> = {
  run: RUN_QUERY,
  explain: EXPLAIN_QUERY,
};

/** Sends a query, or gets a path without one. */
type Ask = (path: string, query: unknown, typed: string | null, signal: AbortSignal) => Promise<Response>;

function refuse(error: unknown): never {
  if (error instanceof RequestError) throw new HttpProblem(400, error.message);
  if (error instanceof InputError) throw new HttpProblem(401, error.message);
  throw error;
}
