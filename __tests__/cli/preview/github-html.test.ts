import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { sanitize } from 'hast-util-sanitize';
import { githubHtml } from '../../../src/cli/preview/github-html.ts';
import { testWithCmark } from '../../support/render/cmark.ts';

const GOLDEN = new URL('../../golden/', import.meta.url);
const DOCUMENT = `Two lines
of one paragraph, **bold
over two**, a hard one\\
here and a \`code
span\`.

- tight
  item
  - nested
- [x] done

1. loose

   item

> quote
> goes on

| a | b |
| :- | -: |
| ~~x~~ www.example.com | \`|\` \\| |

<details>
<summary>Raw
HTML</summary>

Within
it

</details>

Text<br>
after a break, me@example.com, [^1]

[^1]: A note.

    code
    block

Heading
===
`;

/**
 * A document's elements and text, attributes other than addresses and alignment aside, layout of the source
 * aside.
 */
function outline(node: Nodes): string[] {
  if (node.type === 'text') return node.value.trim() === '' ? [] : [node.value.replace(/\s+/g, ' ').trim()];
  if (node.type === 'root') return node.children.flatMap(outline);
  if (node.type !== 'element') return [];
  const { href, align } = node.properties;
  const own = [node.tagName, href, align].filter((part) => typeof part === 'string').join(' ');
  return [`<${own}>`, ...node.children.flatMap(outline), `</${node.tagName}>`];
}

function byCmark(markdown: string, hardBreaks: boolean) {
  const extensions = ['table', 'autolink', 'strikethrough', 'tasklist', 'tagfilter'].flatMap((name) => [
    '-e',
    name,
  ]);
  const flags = [...extensions, '--unsafe', ...(hardBreaks ? ['--hardbreaks'] : [])];
  const { stdout } = spawnSync('cmark-gfm', flags, { input: markdown, encoding: 'utf8' });
  expect(stdout).not.toBe('');
  return outline(sanitize(fromHtml(stdout, { fragment: true })));
}

const ours = (markdown: string, hardBreaks: boolean) =>
  outline(fromHtml(githubHtml(markdown, { hardBreaks }), { fragment: true }));

describe('the preview shows what cmark-gfm makes of it', () => {
  const files = readdirSync(GOLDEN).filter((name) => name.endsWith('.md'));
  const documents = [
    ...files.map((name) => [name, readFileSync(new URL(name, GOLDEN), 'utf8')]),
    // Footnotes are numbered by both, but written into different lists.
    ['a document with everything else', DOCUMENT.replaceAll(/\[\^1\]:?.*/g, '')] as [string, string],
  ];
  testWithCmark.each(documents)('%s', (_, markdown) => {
    expect(ours(markdown, false)).toEqual(byCmark(markdown, false));
    expect(ours(markdown, true)).toEqual(byCmark(markdown, true));
  });
});

test.each([
  ['<script>alert(1)</script>\n\nafter', '&#x3C;script>alert(1)&#x3C;/script>\n<p>after</p>'],
  ['a <img src="x" onerror="alert(1)"> b', '<p>a <img src="x"> b</p>'],
  ['[x](javascript:alert(1))', '<p><a>x</a></p>'],
  ['<a href="java\tscript:alert(1)">x</a>', '<p><a>x</a></p>'],
  ['a <span style="position:fixed" class="c" onclick="x()">b</span>', '<p>a <span>b</span></p>'],
  ['<svg onload="alert(1)"><circle/></svg>', '<p></p>'],
  ['<form action="https://example.com"><button>x</button></form>', 'x'],
  ['<b id="pages">x</b>', '<p><b id="user-content-pages">x</b></p>'],
])('%j is made harmless', (markdown, html) => {
  expect(githubHtml(markdown, { hardBreaks: false })).toBe(html);
});

test('a diagram keeps its source for the page to draw', () => {
  const html = githubHtml('```mermaid\npie\n"<b>" : 1\n```', { hardBreaks: false });
  expect(html).toBe('<pre class="mermaid"><code class="language-mermaid">pie\n"&#x3C;b>" : 1\n</code></pre>');
});

test('a document of 12,000 blocks is rendered in full', () => {
  const blocks = 12_000;
  const html = githubHtml('a\n\n'.repeat(blocks), { hardBreaks: false });
  expect(html.match(/<p>a<\/p>/g)).toHaveLength(blocks);
});
