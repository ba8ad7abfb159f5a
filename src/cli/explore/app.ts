import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import {
  addExplorer,
  EXPLAIN_QUERY,
  EXPLORER_KEY,
  type ExplorerSession,
  isMeasuring,
  RUN_QUERY,
} from '../../service/http/explorer.ts';
import { HttpProblem, problemResponse, refuseOtherMethods } from '../../service/http/problem.ts';
import { readJson } from '../../service/http/request-body.ts';
import type { Json } from '../../tql/json.ts';
import { isForeignHost } from '../foreign-host.ts';

/** Answers a query. `token` is what was typed into the page; null if nothing was. */
type Answer = (query: unknown, token: string | null, signal: AbortSignal) => Promise<Response>;

/** Who answers what the page asks. */
export interface Answering {
  readonly run: Answer;
  readonly explain: Answer;
  /** Explains, and runs the query, too, to say how many rows it reads. */
  readonly measure: Answer;
  /** Adds the paths that list the saved insights. */
  readonly addListing: (app: Hono) => void;
}

/**
 * Where the page is served, and the secret of its address: another user of the machine reaches the port, too.
 */
interface Guard {
  readonly host: string;
  readonly secret: string;
}

/** The explorer's page on `host`, with its queries answered from elsewhere to who knows the secret. */
export function createExploreApp(
  answering: Answering,
  session: ExplorerSession,
  { host, secret }: Guard,
): Hono {
  const app = new Hono({ strict: false });
  app.use(async (context, next) => {
    if (isForeignHost(context.req.header('host') ?? '', host)) throw new HttpProblem(403, FOREIGN_HOST);
    await next();
  });
  refuseOtherMethods(app);
  for (const path of ['/session', '/api/*']) {
    app.use(path, async ({ req }, next) => {
      if (!isSame(req.header(EXPLORER_KEY) ?? '', secret)) throw new HttpProblem(403, NO_SECRET);
      await next();
    });
  }
  addExplorer(app, session);
  for (const [path, answerOf] of [
    [RUN_QUERY, () => answering.run],
    [EXPLAIN_QUERY, (url: string) => (isMeasuring(url) ? answering.measure : answering.explain)],
  ] as const) {
    app.post(path, async ({ req }) => {
      // The token may be this process's own: another page must not ask with it.
      if (req.header('origin') !== `http://${req.header('host') ?? ''}`)
        throw new HttpProblem(403, FOREIGN_PAGE);
      return answerOf(req.url)(await readJson(req.raw), typedToken(req.raw), req.raw.signal);
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

/** Compares in a time that says nothing of where two texts differ. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

/** An answer as the service sends it. */
export function jsonAnswer(answer: Json): Response {
  return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
}
