// Draws a Markdown file as GitHub would show it: `node scripts/picture.ts report.md report.png [--dark]
// [--open] [--comment] [--width 900]`. `--open` unfolds what is folded; `--comment` frames it as a comment on
// a pull request. Mermaid draws the diagrams. Needs Debian's `cmark-gfm` (GitHub's own parser),
// `fonts-noto-core`, `fonts-noto-color-emoji` and a Chromium (`CHROMIUM`, else /usr/bin/chromium).
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    dark: { type: 'boolean', default: false },
    open: { type: 'boolean', default: false },
    comment: { type: 'boolean', default: false },
    width: { type: 'string', default: '900' },
  },
});
const [source, target] = positionals;
if (source === undefined || target === undefined) {
  console.error(
    'usage: node scripts/picture.ts report.md report.png [--dark] [--open] [--comment] [--width 900]',
  );
  process.exit(2);
}

const extensions = ['table', 'autolink', 'strikethrough', 'tasklist'].flatMap((name) => ['-e', name]);
const html = execFileSync('cmark-gfm', [...extensions, '--unsafe', source], { encoding: 'utf8' })
  .replace(/<pre><code class="language-mermaid">([^]*?)<\/code><\/pre>/g, '<div class="mermaid">$1</div>')
  .replaceAll('<details>', values.open ? '<details open>' : '<details>');
const colors = values.dark
  ? '--text:#f0f6fc;--muted:#9198a1;--page:#0d1117;--line:#3d444d;--stripe:#151b23;--code:#656c7633;--link:#4493f8'
  : '--text:#1f2328;--muted:#59636e;--page:#ffffff;--line:#d1d9e0;--stripe:#f6f8fa;--code:#818b981f;--link:#0969da';
const style = `
  :root { ${colors} }
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
  .comment header b { color: var(--text); font-weight: 600 } .comment header i { padding: 0 6px; border: 1px solid var(--line); border-radius: 2em; font: 12px/18px inherit; font-style: normal }`;
const framed = values.comment
  ? `<div class="comment"><header><b>github-actions</b> <i>bot</i> commented</header><main>${html}</main></div>`
  : `<main>${html}</main>`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
try {
  const page = await browser.newPage({
    viewport: { width: Number(values.width), height: 600 },
    deviceScaleFactor: 2,
  });
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>${style}</style>${framed}`);
  await page.addScriptTag({
    path: fileURLToPath(import.meta.resolve('@mermaid-js/tiny/dist/mermaid.tiny.js')),
  });
  await page.addScriptTag({
    content: `mermaid.initialize({ startOnLoad: false, theme: '${values.dark ? 'dark' : 'default'}' })`,
  });
  await page.evaluate('mermaid.run()');
  await page.screenshot({ path: target, fullPage: true });
} finally {
  await browser.close();
}
