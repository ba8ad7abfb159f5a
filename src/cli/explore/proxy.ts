// Answers the explorer's queries from another service over HTTP, for `explore --api-url` and `demo`: the page
// sends them here, because a browser may not query a service of another address.
import type { Dispatcher } from 'undici';
import type { Catalog } from '../../report/client/catalog.ts';
import { createClient } from '../../report/client/client.ts';
import { createSend } from '../../report/client/send.ts';
import { InputError, RequestError, messageOf } from '../../text/errors.ts';
import { createDispatcher } from '../../http/dispatcher.ts';
import { LISTING_PATHS } from '../../service/http/listing.ts';
import { HttpProblem } from '../../service/http/problem.ts';
import { CancelledError } from '../../service/errors.ts';
import { withDataSource } from '../../report/client/data-source.ts';
import { isQuery } from '../../tql/query.ts';
import { type Answering, PATHS, typedToken } from './app.ts';
import { getOrAdd } from '../../text/get-or-add.ts';

/** Sends a query, or gets a path if there is none. */
type Ask = (path: string, query: unknown, typedIn: string | null, signal: AbortSignal) => Promise<Response>;

/** The limits of the requests that find out which namespace a token reads. */
const LIMITS = { timeoutMs: 20_000, retries: 1, deadlineMs: Infinity, concurrency: 1 };

/**
 * Passes queries on to a query service and gives back its answers. `environmentToken` is sent; if it is
 * empty, the token that was typed into the page. The events are those of `dataSource`; null: of the one
 * namespace that the token reads.
 */
export function proxyTo(
  base: URL,
  environmentToken: string,
  environment: NodeJS.ProcessEnv,
  dataSource: string | null,
): Answering {
  const prefix = base.pathname.replace(/\/+$/, '');
  // Made at the first query, so that a wrong HTTPS_PROXY is an answer on the page and not the end of
  // `explore`.
  let connected: Dispatcher | null = null;
  const connect = () => (connected ??= createDispatcher(base, environment));
  const catalogs = new Map<string, Catalog>();
  const withSource = async (query: unknown, token: string) => {
    if (!isQuery(query)) return query;
    const open = () => createClient({ url: base.href, token, ...LIMITS }).catalog;
    return withDataSource(query, dataSource, getOrAdd(catalogs, token, open));
  };
  const ask: Ask = async (path, query, typedIn, signal) => {
    const token = environmentToken === '' ? typedIn : environmentToken;
    if (token === null) throw new HttpProblem(401, 'Type the token of the query service.');
    const send = createSend(base.origin, token, connect);
    const body = query === undefined ? null : JSON.stringify(await withSource(query, token).catch(toProblem));
    const { status, headers, text } = await send(`${prefix}${path}`, body, signal).catch((error: unknown) => {
      if (signal.aborted) throw new CancelledError();
      throw new HttpProblem(503, `${base.host} does not answer: ${messageOf(error)}`);
    });
    const type = String(headers['content-type'] ?? 'application/json');
    return new Response(text, { status, headers: { 'content-type': type } });
  };
  return {
    answer: (operation, query, typedIn, signal) => ask(PATHS[operation], query, typedIn, signal),
    addListing: (app) => {
      app.on('GET', LISTING_PATHS, ({ req }) =>
        ask(req.path, undefined, typedToken(req.raw), req.raw.signal),
      );
    },
  };
}

/**
 * What the page shows if no namespace was found for the token. `createClient` throws an `InputError` only
 * for a text that is no token, since `base` is a URL.
 */
function toProblem(error: unknown): never {
  if (error instanceof RequestError) throw new HttpProblem(400, error.message);
  if (error instanceof InputError) throw new HttpProblem(401, error.message);
  throw error;
}
