// The paths of TelemetryDeck's ingest, to which its SDKs post. The SDKs cannot send a header, so a write key
// is in the path; that of the web SDK, which posts to `/v2/w`, is in the query.
import type { Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Metrics } from '../http/metrics.ts';
import { originOf } from '../http/client-address.ts';
import { HttpProblem } from '../http/problem.ts';
import type { Ingest, TakenPost } from './accept-events.ts';
import type { Guard, Sender } from './guard.ts';
import { identifyByDay, webEvent } from './web.ts';

const NAMESPACE_PATHS = ['/v2/namespace/:namespace', '/v2/namespace/:namespace/:key'] as const;
/**
 * Posts without a namespace belong to the first that is served. A token (`tdpat_…`) is refused with a
 * reason.
 */
const FIRST_NAMESPACE_PATHS = ['/v2', '/v2/:key{(?:ikey|tdpat)_.+}'];
const WEB_PATH = '/v2/w';

/** How many refused events and left-out keys an answer names; the metrics count them all. */
const LIMIT_NAMED = 1000;

/** Adds the paths that apps post events to, from pages of any origin. `now` is the service's clock. */
export function addIngest(
  app: Hono,
  ingest: Ingest,
  guard: Guard,
  metrics: Metrics,
  now: () => number,
): void {
  const identify = identifyByDay(now);
  const take = async (context: Context, namespace: string, isWeb = false): Promise<Response> => {
    const address = await guard(namespace, senderOf(context, isWeb), (client) => {
      context.set('client', client);
    });
    const agent = context.req.header('user-agent') ?? null;
    const toEvents = (body: unknown) => webEvent(body, { address, agent }, identify);
    // `sendBeacon` sends plain text.
    const form = isWeb ? { toEvents, takesText: true } : undefined;
    const takenPost = await ingest.take(namespace, address, context.req.raw, form);
    context.set('client', context.get('client') ?? { organization: namespace });
    metrics.countEvents({
      ...takenPost,
      refused: takenPost.refused.length,
      trimmed: takenPost.leftOut?.events ?? 0,
    });
    return context.json(answerOf(takenPost));
  };
  for (const path of [...NAMESPACE_PATHS, WEB_PATH, ...FIRST_NAMESPACE_PATHS]) app.use(path, anyOrigin);
  for (const path of NAMESPACE_PATHS)
    app.post(path, (context) => take(context, context.req.param('namespace')));
  app.post(WEB_PATH, (context) => take(context, namespaceOf(context, ingest), true));
  for (const path of FIRST_NAMESPACE_PATHS)
    app.post(path, (context) => take(context, ingest.namespaces[0] ?? ''));
}

/** The namespace in a post's query, or else the only one whose events are taken. Throws `HttpProblem` 400. */
function namespaceOf(context: Context, { namespaces }: Ingest): string {
  const [first = '', ...others] = namespaces;
  const namespace = context.req.query('namespace');
  if (namespace !== undefined || others.length === 0) return namespace ?? first;
  const detail = 'Events of several namespaces are taken here: say which in the address, `?namespace=…`.';
  throw new HttpProblem(400, detail);
}

/** `isWeb`: the key is in the query, since a page's beacon has no headers. */
function senderOf(context: Context, isWeb: boolean): Sender {
  const { req } = context;
  return {
    key: (isWeb ? req.query('key') : req.param('key')) ?? null,
    authorization: req.header('authorization') ?? null,
    ...originOf(context),
  };
}

/**
 * The answer to a post; it names what was sent again, refused, dropped and left out only if something was.
 * Throws `HttpProblem` 400 if nothing was taken of what was sent.
 */
function answerOf({ accepted, repeated, dropped, refused, leftOut, fault }: TakenPost) {
  if (fault !== null) throw new HttpProblem(400, fault.detail, { path: fault.path });
  return {
    accepted,
    ...(repeated > 0 && { repeated }),
    ...(dropped > 0 && { dropped }),
    ...(refused.length > 0 && { refused: refused.slice(0, LIMIT_NAMED) }),
    ...(leftOut !== null && { leftOut: { ...leftOut, keys: leftOut.keys.slice(0, LIMIT_NAMED) } }),
  };
}

/**
 * Requests carry no cookie, and a write key only lets events in, so every page may post and read the answer.
 */
const anyOrigin = cors({
  origin: '*',
  allowMethods: ['POST'],
  allowHeaders: ['authorization', 'content-type'],
  exposeHeaders: ['retry-after'],
  maxAge: 86_400,
});
