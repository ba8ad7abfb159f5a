// The routes of the page that `explore` and `demo` serve. `serve` has the same page without a guard; here
// the process may hold a token, so only those who know the page's whole address may ask.
import { Hono } from 'hono';
import { addExplorer, EXPLORER_KEY, type ExplorerSession } from '../../service/http/explorer.ts';
import { HttpProblem, problemResponse, refuseOtherMethods } from '../../service/http/problem.ts';
import { EXPLAIN_QUERY, RUN_QUERY } from '../../service/http/query-paths.ts';
import { readJson } from '../../service/http/request-body.ts';
import type { Json } from '../../tql/json.ts';
import type { PageGuard } from '../page-guard.ts';

/** What is done with a query, and the path for it: here, and at the service that `proxy.ts` asks. */
export const PATHS = { run: RUN_QUERY, explain: EXPLAIN_QUERY } as const;
export type Operation = keyof typeof PATHS;

/** Who answers what the page asks. */
export interface Answering {
  /** `token` is what was typed into the page; null if nothing was. */
  readonly answer: (
    operation: Operation,
    query: unknown,
    token: string | null,
    signal: AbortSignal,
  ) => Promise<Response>;
  /** Adds the paths that list the saved insights. */
  readonly addListing: (app: Hono) => void;
}

/**
 * The explorer's page. Its queries are answered from elsewhere, for anyone who knows the secret of its
 * address.
 */
export function createExploreApp(answering: Answering, session: ExplorerSession, guard: PageGuard): Hono {
  const app = new Hono({ strict: false });
  app.use(async (context, next) => {
    if (guard.isForeign(context.req.header('host') ?? '')) throw new HttpProblem(403, FOREIGN_HOST);
    await next();
  });
  refuseOtherMethods(app);
  for (const path of ['/session', '/api/*']) {
    app.use(path, async ({ req }, next) => {
      if (!guard.isSecret(req.header(EXPLORER_KEY) ?? '')) throw new HttpProblem(403, NO_SECRET);
      await next();
    });
  }
  addExplorer(app, session);
  for (const operation of ['run', 'explain'] as const) {
    app.post(PATHS[operation], async ({ req }) => {
      // The token may be this process's own: another page must not ask with it.
      if (req.header('origin') !== `http://${req.header('host') ?? ''}`)
        throw new HttpProblem(403, FOREIGN_PAGE);
      return answering.answer(operation, await readJson(req.raw), typedToken(req.raw), req.raw.signal);
    });
  }
  answering.addListing(app);
  app.notFound(() => problemResponse(new HttpProblem(404, 'This path does not exist.')));
  app.onError((error) => problemResponse(error));
  return app;
}

const FOREIGN_HOST = 'The explorer answers only to the address that it printed.';
const NO_SECRET = 'The explorer answers only to its whole address, as it was printed: open that.';
const FOREIGN_PAGE = 'Only the explorer itself may ask.';

/** The token that was typed into the page; null if none was. */
export function typedToken(request: Request): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/** An answer as the service sends it. */
export function jsonAnswer(answer: Json): Response {
  return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
}
