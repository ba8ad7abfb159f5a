// The files of the preview's page: its own, GitHub's styles for Markdown, and Mermaid for diagrams.
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { readPageStyle } from '../../http/page.ts';

/** A file of the page: its text and content type. */
interface Asset {
  readonly text: string;
  readonly type: string;
}

// One literal path each, so that ncc finds the files and copies them beside the bundle.
const FILES: Readonly<Record<string, () => string>> = {
  '/': () => readFileSync(new URL('../../../templates/preview/preview.html', import.meta.url), 'utf8'),
  '/preview.css': () =>
    readPageStyle() +
    readFileSync(new URL('../../../templates/preview/preview.css', import.meta.url), 'utf8'),
  '/preview.mjs': () =>
    readFileSync(new URL('../../../templates/preview/preview.mjs', import.meta.url), 'utf8'),
  '/github-light.css': () =>
    readFileSync(
      new URL('../../../node_modules/github-markdown-css/github-markdown-light.css', import.meta.url),
      'utf8',
    ),
  '/github-dark.css': () =>
    readFileSync(
      new URL('../../../node_modules/github-markdown-css/github-markdown-dark.css', import.meta.url),
      'utf8',
    ),
  '/mermaid.js': () =>
    readFileSync(
      new URL('../../../node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js', import.meta.url),
      'utf8',
    ),
};

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
};

/** A file of the page, by path; null for any other path. */
export function pageAsset(path: string): Asset | null {
  const read = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
  return read === undefined
    ? null
    : { text: read(), type: TYPES[extname(path)] ?? 'text/html; charset=utf-8' };
}
