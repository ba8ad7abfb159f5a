import type { Hono } from 'hono';
import { matchedRoutes } from 'hono/route';

/** One line of the request log: no values, no tokens. */
export interface RequestEntry {
  readonly method: string;
  /** The route's pattern, so that no id of a path is logged. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** What was thrown, null if nothing was. */
  readonly error: unknown;
}

/** Takes entries of the request log. */
export type RequestLog = (entry: RequestEntry) => void;

/** Logs each request to an app once it is answered. */
export function logRequests(app: Hono, log: RequestLog): void {
  app.use(async (context, next) => {
    const startMs = performance.now();
    await next();
    // A pattern that ends with * is middleware's, not the route's.
    const path = matchedRoutes(context).find((route) => !route.path.endsWith('*'))?.path ?? '(no such path)';
    // What a part of the path must look like is written in braces.
    const route = path.replaceAll(/\{[^}]*\}/g, '');
    log({
      method: context.req.method,
      route,
      status: context.res.status,
      durationMs: Math.round(performance.now() - startMs),
      error: context.error ?? null,
    });
  });
}
