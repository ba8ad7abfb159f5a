import { type Hono } from 'hono';
import { refuseOthers } from '../refuse-others.ts';
import { type Ingest } from './ingest.ts';

const OF_NAMESPACE = '/v2/namespace/:namespace';
const OF_FIRST = '/v2';

/** Serves the ingest at the two paths that the SDK posts to, from pages of any origin. */
export function addIngest(app: Hono, ingest: Ingest): void {
  for (const path of [OF_NAMESPACE, OF_FIRST]) {
    app.use(path, async (context, next) => {
      await next();
      const headers = context.req.method === 'OPTIONS' ? { ...SHARED, ...PREFLIGHT } : SHARED;
      for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
    });
  }
  app.post(OF_NAMESPACE, async (context) => {
    return context.json({ accepted: await ingest.take(context.req.param('namespace'), context.req.raw) });
  });
  app.post(OF_FIRST, async (context) => {
    return context.json({ accepted: await ingest.take(ingest.namespaces[0] ?? '', context.req.raw) });
  });
  for (const path of [OF_NAMESPACE, OF_FIRST]) refuseOthers(app, path, 'POST, OPTIONS');
}

/** The path as the route has it, null where it is none of these. */
export function ingestRouteOf(path: string): string | null {
  if (path === OF_FIRST) return OF_FIRST;
  return /^\/v2\/namespace\/[^/]+$/.test(path) ? OF_NAMESPACE : null;
}

/** No cookie and no token is sent along, so every page may post and read the answer. */
const SHARED = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };
const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};
