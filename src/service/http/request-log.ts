import { isIP } from 'node:net';
import type { Context, Hono } from 'hono';
import { connectedOf, type readAddress } from './client-address.ts';

/** The sender, as far as a token or a write key names it; an expired or revoked one does, too. */
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
    const origin = addressOf(connectedOf(context)) ?? '';
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

/** The pattern of a request's path, also if it has no handler for the request's method. */
function routeOf(app: Hono, { req, res }: Context): string {
  const method = req.method === 'HEAD' ? 'GET' : req.method;
  const [allowed = method] = (res.headers.get('allow') ?? method).split(', ');
  const [handlers] = app.router.match(allowed, req.path);
  const paths = handlers.map(([[, { path }]]) => path);
  // A pattern that ends with * is middleware's, not the route's.
  const path = paths.find((each) => !each.endsWith('*')) ?? '(no such path)';
  // What a part of the path must look like is written in braces.
  return path.replaceAll(/\{[^}]*\}/g, '');
}
