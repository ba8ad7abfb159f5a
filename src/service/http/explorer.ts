import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { pageHeaders, readPageStyle } from '../../http/page.ts';
import { errorCode } from '../../text/file-error.ts';
import { getOrAdd } from '../../text/get-or-add.ts';

/** The operation that runs a query. */
export const RUN_QUERY = '/api/v4/query/tql';
/** This service's own operation: how a query would be run. */
export const EXPLAIN_QUERY = `${RUN_QUERY}/explain`;

/** The header in which the page of `explore` sends the secret of its address. */
export const EXPLORER_KEY = 'x-explorer-key';

/** Whether an explanation is asked with `?measure=true`: the query is then run, too. */
export function isMeasuring(url: string): boolean {
  return new URL(url).searchParams.get('measure') === 'true';
}

/** What the page has to know before it asks anything. */
export interface ExplorerSession {
  /** Whether a token has to be typed. */
  readonly needsToken: boolean;
  /** What is asked, for people: a file's name, or an address. Null: the service that serves the page. */
  readonly source: string | null;
  /**
   * The clock by which the service resolves intervals, which may be fixed, in epoch milliseconds. Default:
   * not known.
   */
  readonly now?: () => number;
}

/** The headers of the page and of its files. */
const HEADERS = { ...pageHeaders({ 'img-src': 'data:' }), 'cache-control': 'no-cache' } as const;

/**
 * A file of the page: its content type, and how it is read. One literal path each, so that ncc copies the
 * files beside the bundle.
 */
interface Asset {
  readonly type: string;
  readonly read: () => string | Promise<string>;
}

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
  '/explorer.js': { type: 'text/javascript', read: readScript },
};

/** Adds the explorer's page and its files to an app. Nothing of them is read before it is asked for. */
export function addExplorer(app: Hono, session: ExplorerSession): void {
  const kept = new Map<string, Promise<PackedAsset>>();
  for (const [path, asset] of Object.entries(ASSETS)) {
    app.get(path, async (context) => {
      const { plain, packed, etag } = await getOrAdd(kept, path, () => pack(asset));
      const headers = { ...HEADERS, etag, vary: 'accept-encoding' };
      if (context.req.header('if-none-match')?.includes(etag) === true)
        return context.body(null, 304, headers);
      const isPacked = accepts(context, ENCODINGS) === 'gzip';
      return context.body(isPacked ? packed : plain, 200, {
        ...headers,
        'content-type': `${asset.type}; charset=utf-8`,
        ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      });
    });
  }
  const { needsToken, source, now } = session;
  app.get('/session', (context) =>
    context.json({ needsToken, source, nowMs: now?.() ?? null }, 200, HEADERS),
  );
}

const ENCODINGS = {
  header: 'Accept-Encoding',
  supports: ['gzip', 'identity'],
  default: 'identity',
} satisfies Parameters<typeof accepts>[1];

/** A file as it is sent, compressed once: anyone may ask for it as often as they like. */
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

/**
 * The page's script: beside the bundle it is a file; from the sources it is bundled when it is first asked
 * for.
 */
async function readScript(): Promise<string> {
  try {
    return readFileSync(new URL('../../explorer/explorer.js', import.meta.url), 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    const builder = fileURLToPath(new URL(BUILDER.join('/'), import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [builder], { maxBuffer: 50_000_000 });
    return stdout;
  }
}

/** Not one literal path, which ncc would copy. */
const BUILDER = ['..', '..', '..', 'scripts', 'explorer.mjs'];
