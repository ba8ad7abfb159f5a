// Serves the explorer, the page for queries in a browser that is built from `src/explorer`: its files,
// compressed, and `/session`, by which the page learns what it shows.
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { pageHeaders, readPageStyle } from '../../http/page.ts';
import { getOrAdd } from '../../text/get-or-add.ts';
import { readScripts } from './explorer-scripts.ts';

/**
 * The header in which the page sends the secret that `explore` put into its URL, so that no other program of
 * this machine can query through `explore`.
 */
export const EXPLORER_KEY = 'x-explorer-key';

/** What the page requests at `/session` before its first query. */
export interface ExplorerSession {
  /** Whether a token has to be typed. */
  readonly needsToken: boolean;
  /** Whose events the page shows: a file's name, or an address. Null: those of the service itself. */
  readonly source: string | null;
  /** The clock by which the service resolves intervals (`serve --now` fixes it). Default: it is not known. */
  readonly now?: () => number;
}

/** The headers of the page and of its files: the policy lets the page load nothing from elsewhere. */
const HEADERS = { ...pageHeaders({ 'img-src': 'data:' }), 'cache-control': 'no-cache' } as const;

/** A file of the page: its content type, and how it is read. */
interface Asset {
  readonly type: string;
  readonly read: () => string | Promise<string>;
}

/** By their paths. The files are named by literal paths, so that the bundler (ncc) copies them. */
const ASSETS: Readonly<Record<string, Asset>> = {
  '/': {
    type: 'text/html',
    read: () => readFileSync(new URL('../../../templates/explorer/explorer.html', import.meta.url), 'utf8'),
  },
  '/explorer.css': {
    type: 'text/css',
    read: () =>
      readPageStyle() +
      readFileSync(new URL('../../../node_modules/uplot/dist/uPlot.min.css', import.meta.url), 'utf8') +
      readFileSync(new URL('../../../templates/explorer/explorer.css', import.meta.url), 'utf8'),
  },
};

/** The page's script, and the chunks that it loads, whose names change with their content. */
const FIRST_SCRIPT = 'explorer.js';
const SCRIPTS = [`/${FIRST_SCRIPT}`, '/:chunk{explorer-.+\\.js}'];

/**
 * Adds the explorer to an app: that of `serve` (`app.ts`) or that of `explore`. Each file is read and
 * compressed when it is first requested.
 */
export function addExplorer(app: Hono, session: ExplorerSession): void {
  const packedAssets = new Map<string, Promise<PackedAsset>>();
  const sendAsset = async (
    context: Context,
    path: string,
    asset: Asset,
    moreHeaders: Readonly<Record<string, string>> = {},
  ) => {
    const { plain, packed, etag } = await getOrAdd(packedAssets, path, () => pack(asset));
    const headers = { ...HEADERS, ...moreHeaders, etag, vary: 'accept-encoding' };
    if (context.req.header('if-none-match')?.includes(etag) === true) return context.body(null, 304, headers);
    const isPacked = accepts(context, ENCODINGS) === 'gzip';
    return context.body(isPacked ? packed : plain, 200, {
      ...headers,
      'content-type': `${asset.type}; charset=utf-8`,
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    });
  };
  for (const [path, asset] of Object.entries(ASSETS))
    app.get(path, (context) => sendAsset(context, path, asset));
  app.on('GET', SCRIPTS, async (context) => {
    const name = context.req.param('chunk') ?? FIRST_SCRIPT;
    const text = (await readScripts())[name];
    if (text === undefined) return context.notFound();
    const isChunk = name !== FIRST_SCRIPT;
    return sendAsset(context, name, { type: 'text/javascript', read: () => text }, isChunk ? IMMUTABLE : {});
  });
  const { needsToken, source, now } = session;
  app.get('/session', (context) =>
    context.json({ needsToken, source, nowMs: now?.() ?? null }, 200, HEADERS),
  );
}

/** A browser may keep a chunk for a year, since its name changes with its content. */
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };

const ENCODINGS = {
  header: 'Accept-Encoding',
  supports: ['gzip', 'identity'],
  default: 'identity',
} satisfies Parameters<typeof accepts>[1];

/** A file as it is sent, compressed once: anyone may request it as often as they like. */
interface PackedAsset {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

async function pack({ read }: Asset): Promise<PackedAsset> {
  const plain = new TextEncoder().encode(await read());
  const packed = new Uint8Array(await promisify(gzip)(plain));
  return { plain, packed, etag: `"${createHash('sha256').update(plain).digest('base64url')}"` };
}
