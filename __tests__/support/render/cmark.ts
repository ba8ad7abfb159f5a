import { spawnSync } from 'node:child_process';
import { testWith } from '../needs.ts';

// GitHub's own Markdown parser, as Debian packages it.
const EXTENSIONS = ['table', 'autolink', 'strikethrough', 'tasklist', 'footnotes'];

/** A test with cmark-gfm. */
export const testWithCmark = testWith('cmark-gfm', spawnSync('cmark-gfm', ['--version']).status === 0);

/** Runs cmark-gfm: `xml` gives the parsed document, `html` what a browser would get. */
export function cmark(markdown: string, format: 'xml' | 'html'): string {
  const options = EXTENSIONS.flatMap((name) => ['-e', name]);
  const { status, stdout, stderr } = spawnSync('cmark-gfm', [...options, '--unsafe', '-t', format], {
    input: markdown,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`cmark-gfm ended with ${String(status)}: ${stderr}`);
  return stdout;
}

/** A document's nodes without the contents of text and code; adjacent nodes of these kinds count as one. */
export function skeleton(xml: string): string {
  return xml
    .replace(/<(text|code) xml:space="preserve">[^<]*<\/\1>|<text \/>|<code \/>/g, '§')
    .replace(/(?:\s*§)+/g, '§');
}

/** The contents of the text and code nodes in some XML, and those of the text nodes alone. */
export function textsOf(xml: string): { readonly all: string; readonly outsideCode: readonly string[] } {
  const nodes = [...xml.matchAll(/<(text|code) xml:space="preserve">([^<]*)<\/\1>/g)];
  const texts = nodes.map(([, kind, text = '']) => ({ kind, text: decode(text) }));
  return {
    all: texts.map(({ text }) => text).join(''),
    outsideCode: texts.filter(({ kind }) => kind === 'text').map(({ text }) => text),
  };
}

/** The entities that cmark-gfm writes. */
export function decode(text: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole);
}
