import { display } from '../../../src/report/render/format/display.ts';
import { escapeValue } from '../../../src/report/render/markdown/escape.ts';
import { escapeHtml } from '../../../src/report/render/markdown/html.ts';
import { escapeProse } from '../../../src/report/render/markdown/prose.ts';
import { renderReport } from '../../../src/report/render/report.ts';
import type { ReportedInsight, Results, Verdict } from '../../../src/report/results/results.ts';
import { cmark, decode, skeleton, textsOf, testWithCmark } from '../../support/render/cmark.ts';
import { hostileStrings } from '../../support/render/tricks.ts';
import { days, failed, PAGE, ranking, report, row } from '../../support/render/results.ts';
import { asQuery } from '../../support/as-query.ts';
import { isLong, runs } from '../../support/properties.ts';

/** A short run tries each third. */
const values = hostileStrings().filter((_, place) => isLong || place % 3 === 0);

/** What GitHub acts on in text outside of code. */
const ACTS = [
  /(?<![A-Za-z0-9_])@[a-z0-9]/i,
  /#\d/,
  /gh-\d/i,
  /ghsa-/i,
  /(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/i,
  /:[a-z0-9_+-]+:/i,
  /\$/,
  /https?:\/\/|www\./i,
];

const plain = (text: string): string => text.replaceAll('\u200b', '');

/**
 * The places of a value in a report: how it is written there, and which node of the parsed document holds it.
 */
const PLACES = [
  {
    name: 'a table cell',
    before: '| v |\n|:--|\n',
    write: (v: string) => `| ${escapeValue(v, 'cell')} |\n`,
    node: 'table_cell',
    skip: 1,
  },
  {
    name: 'any mustache in a table cell',
    before: '| v |\n|:--|\n',
    write: (v: string) => `| ${escapeValue(v)} |\n`,
    node: 'table_cell',
    skip: 1,
  },
  {
    name: 'a paragraph',
    before: '',
    write: (v: string) => `${escapeValue(v)}\n\n`,
    node: 'paragraph',
    skip: 0,
  },
  {
    name: 'a list item',
    before: '',
    write: (v: string) => `- ${escapeValue(v)}\n`,
    node: 'paragraph',
    skip: 0,
  },
  {
    name: 'a heading',
    before: '',
    write: (v: string) => `### ${escapeValue(v)}\n\n`,
    node: 'heading',
    skip: 0,
  },
  {
    name: 'a quote',
    before: '',
    write: (v: string) => `> ${escapeValue(v)}\n\n`,
    node: 'paragraph',
    skip: 0,
  },
];

describe('hostile values through cmark-gfm', () => {
  testWithCmark.each(PLACES)(
    '$name shows display(value) and nothing else',
    ({ before, write, node, skip }) => {
      for (const batch of batches(values, 2000)) {
        const xml = cmark(before + batch.map(write).join(''), 'xml');
        const nodes = [...xml.matchAll(new RegExp(`<${node}[^>]*>([^]*?)</${node}>`, 'g'))].slice(skip);
        expect(nodes).toHaveLength(batch.length);
        const wrong = batch.flatMap((value, index) => {
          const { all, outsideCode } = textsOf(nodes[index]![1]!);
          const acting = outsideCode.flatMap((text) =>
            ACTS.filter((pattern) => pattern.test(text)).map(String),
          );
          const shown = plain(all);
          return shown === plain(display(value)) && acting.length === 0 ? [] : [{ value, shown, acting }];
        });
        expect(wrong).toEqual([]);
        const harmless = cmark(before + batch.map((value) => write(value === '' ? '' : 'x')).join(''), 'xml');
        expect(skeleton(xml)).toBe(skeleton(harmless));
      }
    },
  );

  testWithCmark('a sentence with hostile words shows them and nothing else', () => {
    for (const batch of batches(values, 2000)) {
      const xml = cmark(
        batch.map((value) => `> ❌ ${escapeProse(`It said ${value} there`)}\n\n`).join(''),
        'xml',
      );
      const nodes = [...xml.matchAll(/<paragraph>([^]*?)<\/paragraph>/g)];
      expect(nodes).toHaveLength(batch.length);
      for (const [index, value] of batch.entries()) {
        const { all, outsideCode } = textsOf(nodes[index]![1]!);
        const sentence = plain(`❌ ${display(`It said ${value} there`, 1000)}`);
        // Words between backticks are written as code, without their backticks.
        expect(plain(all).replaceAll('`', '')).toBe(sentence.replaceAll('`', ''));
        expect(outsideCode.filter((text) => ACTS.some((pattern) => pattern.test(text)))).toEqual([]);
      }
      const harmless = cmark(batch.map(() => '> ❌ x\n\n').join(''), 'xml');
      expect(skeleton(xml)).toBe(skeleton(harmless));
    }
  });

  testWithCmark('a summary line shows display(value), and nothing in it can act', () => {
    for (const batch of batches(values, 2000)) {
      const html = cmark(
        batch
          .map((v) => `<details><summary><b>${escapeHtml(v)}</b></summary>\n\nx\n\n</details>\n\n`)
          .join(''),
        'html',
      );
      const lines = [
        ...html.matchAll(/<details><summary><b>([^\n]*)<\/b><\/summary>\n<p>x<\/p>\n<\/details>\n/g),
      ];
      expect(lines).toHaveLength(batch.length);
      for (const [index, value] of batch.entries()) {
        const inner = /^(?:<(code|i)>)?([^<>]*)(?:<\/\1>)?$/.exec(lines[index]![1]!);
        expect(inner && plain(decode(inner[2]!))).toBe(plain(display(value)));
        if (inner![1] === undefined)
          expect(ACTS.filter((pattern) => pattern.test(decode(inner![2]!)))).toEqual([]);
      }
    }
  });
});

describe('a whole report through cmark-gfm', () => {
  const of = (values: readonly string[]): Results =>
    report(
      values.flatMap((value) => [
        ranking([row(1, value, 2, 0.5), row(2, 'x', 1, 0.5)], {
          name: value,
          id: value,
          title: value,
          notes: [value],
          dimensions: [`d${value}`],
          outputs: ['count', `o${value}`],
          query: asQuery({ queryType: 'topN', value }),
        }),
        { ...failed(value), title: value, name: value },
        ...compared(value),
      ]),
      { title: values[0]!, reportId: values[0]!, thresholds: values.map(gate) },
    );
  /** Rows that moved, are new or disappeared, each with a trend; a diagram of days; folded rows. */
  const compared = (value: string): ReportedInsight[] => {
    const period = {
      label: value,
      start: '2026-09-20T00:00:00Z',
      end: '2026-10-21T00:00:00Z',
      complete: true,
    };
    const moved = { previous: 9, previousRank: 1, change: -0.5, history: [1, 2, 3] };
    return [
      ranking(
        [
          { ...row(1, value, 5, 0.6), ...moved },
          { ...row(2, `n${value}`, 3, 0.4), isNew: true },
        ],
        {
          title: 'Moved',
          name: 'moved',
          compare: period,
          previousTotal: 20,
          totalHistory: [1, 2, 3],
          history: [period],
          gone: [{ key: value, parts: [value], previous: 8, previousRank: 2 }],
          folded: { rows: 2, value: 4, share: 0.1 },
        },
      ),
      ranking(
        [1, 2, 3, 4].map((count) => row(count, `${count}${value}`, 9 - count, 0.2)),
        { outputs: [`o${value}`, 'count'] },
      ),
      days([3, 1, 2, 5], { title: value, metric: 'Users' }),
    ];
  };
  const gate = (value: string): Verdict => ({
    insight: value,
    name: value,
    title: value,
    limitText: value,
    nowText: `1 (${value})`,
    assert: `share("${value}") < 2%`,
    outcome: 'failed',
    message: value,
    note: value,
    value: 1,
    limit: 2,
    subject: value,
    needs: value,
    unit: 'number',
    valueText: '1',
    sample: { count: 1, of: 2, unit: 'other', output: value },
    sampleText: `${value}: 1 of 2`,
    interval: null,
    timezone: null,
    warn: value,
    reason: value,
    snoozedUntil: null,
    snoozeEnded: null,
  });
  const nodes = (markdown: string): string =>
    skeleton(cmark(markdown, 'xml').replace(/(<(?:code_block|html_block)[^>]*>)[^<]*/g, '$1'));

  testWithCmark.each(['report', 'compact'] as const)(
    '%s has the same nodes as with harmless values',
    async (name) => {
      const options = { ...PAGE, template: { kind: 'builtin', name } } as const;
      for (const batch of batches(
        values.filter((value) => value.trim() !== '').slice(0, runs(600, 200)),
        100,
      )) {
        const { markdown } = await renderReport(of(batch), options);
        const harmless = await renderReport(of(batch.map(() => 'x')), options);
        expect(nodes(markdown)).toBe(nodes(harmless.markdown));
      }
    },
  );
});

function batches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
