import { sentenceAsHtml, sentenceAsMarkdown } from '../../../../../src/report/render/markdown/sentence.ts';
import { renderReport, renderTitle } from '../../../../../src/report/render/report.ts';
import { ranking, report, row } from '../../../../support/render/results.ts';
import {
  chart,
  formatted,
  join,
  link,
  prose,
  say,
  sentenceAsText,
  strong,
  value,
  words,
} from '../../../../../src/report/render/view/sentences/sentence.ts';

const HOSTILE = '@octocat <img>\u202e';

test('a value from outside cannot act in any output', () => {
  const sentence = say`Most: ${strong(value(HOSTILE))}.`;
  expect(sentenceAsMarkdown(sentence)).toBe('Most: **`@\u200boctocat <img>⟨U+202E⟩`**.');
  expect(sentenceAsHtml(sentence)).toBe('Most: <b><code>@\u200boctocat &lt;img&gt;⟨U+202E⟩</code></b>.');
  expect(sentenceAsText(sentence)).toBe('Most: @octocat <img>⟨U+202E⟩.');
});

test.each([
  [formatted('€4.00'), '€4.00', '€4.00'],
  [formatted('@here 4'), '`@\u200bhere 4`', '<code>@\u200bhere 4</code>'],
  [prose('All of #12 today'), 'All of `#12` today', '<code>All of #12 today</code>'],
  [chart('▁▂ '), '`▁▂ `', '▁▂ '],
  [words('p < 0.001'), 'p < 0.001', 'p &lt; 0.001'],
  [link('https://example.org/a', 'the run'), '[the run](<https://example.org/a>)', 'the run'],
  [link('javascript:alert(1)', 'the run'), 'the run', 'the run'],
  [value(null), '_not set_', '<i>not set</i>'],
])('each style is written for Markdown and for raw HTML (%#)', (sentence, markdown, html) => {
  expect(sentenceAsMarkdown(sentence)).toBe(markdown);
  expect(sentenceAsHtml(sentence)).toBe(html);
});

test('parts that are null are left out, with their separators', () => {
  expect(sentenceAsText(join([null, words('a'), null, words('b')], ', '))).toBe('a, b');
  expect(join([null], ', ')).toBeNull();
  expect(sentenceAsText(say`a${null}b`)).toBe('ab');
});

test("a template prints a sentence in the way of the place: Markdown, raw HTML, or an issue's title", async () => {
  const results = report([{ ...ranking([row(1, '@octocat', 5)]), total: 5 }]);
  const source = '{{insights.[0].says.glance}}\n\n<b>{{html insights.[0].says.glance}}</b>\n';
  const template = { kind: 'file', name: 'own.hbs', source } as const;
  const options = { template, destination: 'file', limit: null, links: { whole: null } } as const;
  expect((await renderReport(results, options)).markdown).toBe(
    '**5 events**. Only **`@\u200boctocat`** (5).\n\n' +
      '<b><b>5 events</b>. Only <b><code>@\u200boctocat</code></b> (5).</b>\n',
  );
  expect(await renderTitle(results, '{{insights.[0].says.glance}}')).toBe(
    '5 events. Only @\u200boctocat (5).',
  );
});
