// Gives `serve` an entry for each request, to log as a line: `POST /api/v4/query/tql 200 12 ms`.
import { isIP } from 'node:net';
import type { Context, Hono } from 'hono';
import { originOf, type readAddress } from './client-address.ts';

/** The organization that a request's token or write key belongs to, also if that is expired or revoked. */
export interface LoggedClient {
  readonly organization: string;
  /** The id of the token or of the write key, never the secret itself. */
  readonly token?: string;
  readonly key?: string;
}

declare module 'hono' {
  interface ContextVariableMap {
    readonly client: LoggedClient | undefined;
  }
}

/** One line of the request log: no values, no tokens. */
export interface RequestEntry {
  readonly method: string;
  /** The route's pattern, so that no id of a path is logged. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** The client's; null if it is not known. */
  readonly address: string | null;
  readonly client: LoggedClient | null;
  /** What was thrown, null if nothing was. */
  readonly error: unknown;
}

/** Takes entries of the request log. */
export type RequestLog = (entry: RequestEntry) => void;

/** Logs each request to an app once it is answered. */
export function logRequests(app: Hono, addressOf: ReturnType<typeof readAddress>, log: RequestLog): void {
  app.use(async (context, next) => {
    const startMs = performance.now();
    // Before the answer: a connection that is closed has no address.
    const origin = addressOf(originOf(context)) ?? '';
    await next();
    const route = routeOf(app, context);
    log({
      method: context.req.method,
      route,
      status: context.res.status,
      durationMs: Math.round(performance.now() - startMs),
      // A proxy hands on what a client wrote, which may be anything.
      address: isIP(origin) === 0 ? null : origin,
      client: context.get('client') ?? null,
      error: context.error ?? null,
    });
  });
}

/**
 * The route of a request's path, such as `/api/v3/insights/:id/query`, also if it does not take the method.
 */
function routeOf(app: Hono, { req, res }: Context): string {
  const method = req.method === 'HEAD' ? 'GET' : req.method;
  const [allowed = method] = (res.headers.get('allow') ?? method).split(', ');
  const [handlers] = app.router.match(allowed, req.path);
  const paths = handlers.map(([[, { path }]]) => path);
  // Middleware has the patterns that end with `*`.
  const path = paths.find((each) => !each.endsWith('*')) ?? '(no such path)';
  // Without Hono's patterns: `/v2/:key{ikey_.+}` → `/v2/:key`.
  return path.replaceAll(/\{.*?\}(?=\/|$)/g, '');
}
