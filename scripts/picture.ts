// Draws Markdown as GitHub would show it, and text as a terminal would: `node scripts/picture.ts report.md
// report.png` draws a file. Mermaid draws the diagrams. Needs Debian's `cmark-gfm` (GitHub's own parser),
// `fonts-noto-core`, `fonts-noto-color-emoji` and a Chromium (`CHROMIUM`, otherwise /usr/bin/chromium).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

export interface Look {
  readonly dark: boolean;
  readonly width: number;
  /** Frames it as what the bot did: "commented". */
  readonly frame?: string;
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });

const LIGHT =
  '--text:#1f2328;--muted:#59636e;--page:#ffffff;--line:#d1d9e0;--stripe:#f6f8fa;--code:#818b981f;--link:#0969da;--red:#d1242f;--green:#1a7f37;--yellow:#9a6700;--cyan:#1b7c83';
const DARK =
  '--text:#f0f6fc;--muted:#9198a1;--page:#0d1117;--line:#3d444d;--stripe:#151b23;--code:#656c7633;--link:#4493f8;--red:#f85149;--green:#3fb950;--yellow:#d29922;--cyan:#39c5cf';
const STYLE = `
  body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 "Noto Sans", "Liberation Sans", "DejaVu Sans", sans-serif; }
  main { padding: 32px; max-width: 836px; overflow-wrap: break-word; }
  h1, h2, h3, h4 { margin: 24px 0 16px; font-weight: 600; line-height: 1.25; }
  h1, h2 { padding-bottom: .3em; border-bottom: 1px solid var(--line); }
  h2 { font-size: 1.5em } h3 { font-size: 1.25em } h4 { font-size: 1em }
  main > :first-child { margin-top: 0 }
  p, table, pre, blockquote, details, ul, ol { margin: 0 0 16px; }
  a { color: var(--link); text-decoration: none }
  table { border-collapse: collapse; display: block; width: max-content; max-width: 100%; overflow: auto; font-variant: tabular-nums; }
  th { font-weight: 600 } td, th { padding: 6px 13px; border: 1px solid var(--line); }
  tr:nth-child(2n) { background: var(--stripe) }
  code, pre { font: 85%/1.45 "DejaVu Sans Mono", "Liberation Mono", monospace; border-radius: 6px; background: var(--code); }
  code { padding: .2em .4em; white-space: break-spaces }
  pre { padding: 16px; overflow: auto; background: var(--stripe) } pre code { padding: 0; background: none; font-size: 100% ; white-space: pre }
  blockquote { padding: 0 1em; color: var(--muted); border-left: .25em solid var(--line); }
  hr { height: .25em; margin: 24px 0; border: 0; background: var(--line); }
  sub, sup { font-size: 75%; line-height: 0 } summary { cursor: pointer }
  .comment { margin: 24px; border: 1px solid var(--line); border-radius: 6px } .comment main { padding: 16px; font-size: 14px }
  .comment header { padding: 8px 16px; border-bottom: 1px solid var(--line); background: var(--stripe); border-radius: 6px 6px 0 0; font-size: 14px; color: var(--muted) }
  .comment header b { color: var(--text); font-weight: 600 } .comment header i { padding: 0 6px; border: 1px solid var(--line); border-radius: 2em; font: 12px/18px inherit; font-style: normal }
  .terminal { padding: 16px 20px; margin: 0; border-radius: 0; background: var(--page); color: var(--text); font-size: 14px; overflow: hidden } .terminal b { font-weight: 700 }`;

/** Draws a report in GitHub's Markdown. */
export async function drawMarkdown(
  browser: Browser,
  markdown: string,
  target: string,
  look: Look,
): Promise<void> {
  const extensions = ['table', 'autolink', 'strikethrough', 'tasklist'].flatMap((name) => ['-e', name]);
  const html = execFileSync('cmark-gfm', [...extensions, '--unsafe'], {
    encoding: 'utf8',
    input: markdown,
  }).replace(/<pre><code class="language-mermaid">([^]*?)<\/code><\/pre>/g, '<div class="mermaid">$1</div>');
  const framed =
    look.frame !== undefined
      ? `<div class="comment"><header><b>github-actions</b> <i>bot</i> ${look.frame}</header><main>${html}</main></div>`
      : `<main>${html}</main>`;
  await drawHtml(browser, framed, target, look);
}

/** Draws what a command printed, with its colours. */
export async function drawTerminal(
  browser: Browser,
  text: string,
  target: string,
  look: Look,
): Promise<void> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const [first = '', ...rest] = escaped.split('\u001b[');
  const html = first + rest.map((part) => part.replace(/^([\d;]*)m/, toTag)).join('');
  await drawHtml(browser, `<pre class="terminal">${html}</pre>`, target, look);
}

/** What the command line's colours are in HTML. Every other code ends one. */
const SPANS: Readonly<Record<string, string>> = {
  1: '<span style="font-weight:700">',
  2: '<span style="color:var(--muted)">',
  31: '<span style="color:var(--red)">',
  32: '<span style="color:var(--green)">',
  33: '<span style="color:var(--yellow)">',
  36: '<span style="color:var(--cyan)">',
  90: '<span style="color:var(--muted)">',
};

const toTag = (_: string, codes: string): string => SPANS[codes] ?? '</span>';

async function drawHtml(
  browser: Browser,
  html: string,
  target: string,
  { dark, width }: Look,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 100 }, deviceScaleFactor: 2 });
  await page.setContent(
    `<!doctype html><meta charset="utf-8"><style>:root { ${dark ? DARK : LIGHT} }${STYLE}</style>${html}`,
  );
  await page.addScriptTag({
    path: fileURLToPath(import.meta.resolve('@mermaid-js/tiny/dist/mermaid.tiny.js')),
  });
  await page.addScriptTag({
    content: `mermaid.initialize({ startOnLoad: false, theme: '${dark ? 'dark' : 'default'}' })`,
  });
  await page.evaluate('mermaid.run()');
  await page.screenshot({ path: target, fullPage: true });
  await page.close();
}

if (import.meta.main) {
  const [source = '', target = ''] = process.argv.slice(2);
  const browser = await openBrowser();
  await drawMarkdown(browser, readFileSync(source, 'utf8'), target, { dark: false, width: 900 });
  await browser.close();
}
