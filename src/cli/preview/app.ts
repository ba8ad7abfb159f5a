// The routes of the preview's page, which reads the state and listens for newer versions of it.
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { pageHeaders } from '../../http/page.ts';
import type { PageGuard } from '../page-guard.ts';
import { pageAsset } from './assets.ts';
import type { Session } from './session.ts';

/** Mermaid's pictures need inline styles. */
const HEADERS = {
  ...pageHeaders({ 'style-src': "'self' 'unsafe-inline'" }),
  'cache-control': 'no-store',
} as const;

/** Proxies take longer pauses for a lost connection. */
const HEARTBEAT_MS = 20_000;

/**
 * The preview's routes: the page and its files; for anyone who knows the secret of its address, the state as
 * JSON and an event for each version of it.
 */
export function createPreviewApp(session: Session, guard: PageGuard): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    const { req } = context;
    if (guard.isForeign(req.header('host') ?? '')) return refuse(context, FOREIGN_HOST);
    if (ANSWERS.includes(req.path) && !guard.isSecret(req.query('key') ?? ''))
      return refuse(context, NO_SECRET);
    await next();
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    return undefined;
  });
  app.get('/state', (context) => context.json(session.state()));
  app.get('/events', (context) => streamEvents(context, session));
  app.post('/ask', (context) => {
    const { origin, host: named } = context.req.header();
    if (origin !== `http://${named ?? ''}`)
      return refuse(context, 'Only the preview itself may ask again.\n');
    void session.askAgain();
    return context.body(null, 202);
  });
  app.get('*', (context) => {
    const asset = pageAsset(context.req.path);
    return asset === null
      ? context.text('There is no such page.\n', 404)
      : context.body(asset.text, 200, { 'content-type': asset.type });
  });
  return app;
}

const ANSWERS = ['/state', '/events', '/ask'];
const NO_SECRET = 'The preview answers only to its whole address, as it was printed: open that.\n';
const FOREIGN_HOST = 'The preview answers only to the address that it printed.\n';

function refuse(context: Context, why: string): Response {
  return context.text(why, 403);
}

function streamEvents(context: Context, session: Session): Response {
  return streamSSE(context, async (stream) => {
    let wake: () => void = () => undefined;
    const isOver = () => stream.aborted;
    const unsubscribe = session.subscribe(() => {
      wake();
    });
    stream.onAbort(() => {
      wake();
    });
    let sentVersion = -1;
    while (!isOver()) {
      const { version } = session.state();
      // A version that was sent before is sent as a heartbeat.
      await stream.writeSSE({
        event: version === sentVersion ? 'heartbeat' : 'version',
        data: String(version),
      });
      sentVersion = version;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, HEARTBEAT_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (session.state().version !== sentVersion || isOver()) wake();
      });
    }
    unsubscribe();
  });
}
