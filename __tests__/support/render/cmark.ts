import { spawnSync } from 'node:child_process';

// GitHub's own Markdown parser, as Debian packages it. On CI its absence is a failure, elsewhere a skipped test.
const EXTENSIONS = ['table', 'autolink', 'strikethrough', 'tasklist', 'footnotes'];
const version = spawnSync('cmark-gfm', ['--version'], { encoding: 'utf8' });
export const cmarkIsMissing = version.status !== 0;

/** How a test that needs cmark-gfm is called where it has to be left out. */
export const withoutCmark = 'SKIPPED: cmark-gfm is not installed (apt-get install cmark-gfm)';

/** `xml` is the parsed document, `html` what a browser gets. */
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

/** A document's nodes without what stands in text and code, neighbours of these kinds taken as one. */
export function skeleton(xml: string): string {
  return xml
    .replace(/<(text|code) xml:space="preserve">[^<]*<\/\1>|<text \/>|<code \/>/g, '§')
    .replace(/(?:\s*§)+/g, '§');
}

/** What the text and code nodes within some XML say, and the text nodes alone. */
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
