import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the page: its text and content type. */
export interface Asset {
  readonly text: string;
  readonly type: string;
}

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** The page's own files, by path. */
export function pageAssets(): ReadonlyMap<string, Asset> {
  // One literal path each, so that ncc finds the files to bundle.
  const html = readFileSync(new URL('../../../templates/preview/preview.html', import.meta.url), 'utf8');
  const style = readFileSync(new URL('../../../templates/preview/preview.css', import.meta.url), 'utf8');
  const script = readFileSync(new URL('../../../templates/preview/preview.mjs', import.meta.url), 'utf8');
  return new Map([
    ['/', { text: html, type: 'text/html; charset=utf-8' }],
    ['/preview.css', { text: style, type: STYLE }],
    ['/preview.mjs', { text: script, type: SCRIPT }],
  ]);
}

const PACKAGED: ReadonlyMap<string, readonly [file: string, type: string]> = new Map([
  ['/github-light.css', ['github-markdown-css/github-markdown-light.css', STYLE]],
  ['/github-dark.css', ['github-markdown-css/github-markdown-dark.css', STYLE]],
  ['/mermaid.js', ['mermaid/dist/mermaid.min.js', SCRIPT]],
]);

/** A file of an installed package, by path; null for any other path, or if the package is not installed. */
export async function packagedAsset(path: string): Promise<Asset | null> {
  const [file, type] = PACKAGED.get(path) ?? [];
  if (file === undefined || type === undefined) return null;
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const text = await readFile(join(folder, 'node_modules', file), 'utf8').catch(() => null);
    if (text !== null) return { text, type };
    if (folder === dirname(folder)) return null;
  }
}
