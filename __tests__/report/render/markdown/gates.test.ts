import type { Verdict } from '../../../../src/report/results/results.ts';
import { renderChecks } from '../../../../src/report/render/checks.ts';
import { renderGates } from '../../../../src/report/render/markdown/gates.ts';
import { renderReport } from '../../../../src/report/render/report.ts';
import { renderSlackMessage } from '../../../../src/report/render/slack/message.ts';
import { renderTerminal } from '../../../../src/report/render/terminal/report.ts';
import { buildView } from '../../../../src/report/render/view/report.ts';
import { VERDICTS } from '../../../golden/gates.ts';
import { cmark, testWithCmark } from '../../../support/render/cmark.ts';
import { failed, PAGE, ranking, report, row, verdict } from '../../../support/render/results.ts';

const rows = Array.from({ length: 300 }, (_, index) => row(index + 1, `model ${index}`, 1000 - index, 0.001));
const results = report([ranking(rows, { top: 300 }), ranking(rows, { top: 300, name: 'more' })], {
  thresholds: VERDICTS,
  conclusion: 'failed',
});

async function fitted(count: number, thresholds: readonly Verdict[] = VERDICTS, name = 'report') {
  const options = { destination: 'issue', limit: { units: 'utf16', count }, links: { whole: null } } as const;
  const { markdown } = await renderReport(
    { ...results, thresholds },
    { ...options, template: { kind: 'builtin', name } },
  );
  expect(markdown.length).toBeLessThanOrEqual(count);
  return markdown;
}

describe('a report with gates, fitted', () => {
  test.each([20_000, 6000, 3000, 2000])(
    'a report with gates, fitted into %d characters, shows all gates before anything else',
    async (count) => {
      for (const template of ['report', 'compact']) {
        const markdown = await fitted(count, VERDICTS, template);
        expect(markdown.split('\n')[2]).toContain(
          '**Usage gates: 1 failed, 1 inconclusive, 1 warned, 1 passed, 1 snoozed**',
        );
        for (const { needs } of VERDICTS) if (needs !== null) expect(markdown).toContain(`\`${needs}\``);
        expect(markdown).toContain('not shown');
      }
    },
  );

  test('a report with gates, fitted into very little room, keeps the summary of the gates to the last', async () => {
    expect(await fitted(700)).toContain('`os: share("iOS 15") < 2%`');
    expect(await fitted(260)).toContain('**Usage gates: 1 failed');
  });

  test('a report with gates loses those of a hundred long gates first that passed', async () => {
    const [failed, passed] = VERDICTS;
    if (failed === undefined || passed === undefined) throw new Error('no verdicts');
    const many = [
      failed,
      ...Array.from({ length: 99 }, (_, index) => ({
        ...passed,
        assert: `value("${'x'.repeat(250)}") < ${index}`,
      })),
    ];
    const markdown = await fitted(4000, many);
    expect(markdown).toContain('Usage gates: 1 failed, 99 passed');
    expect(markdown).toContain('`os: share("iOS 15") < 2%`');
  });
});

test('nothing in a gate can act', async () => {
  const note = 'there is no row "@octocat #1 </td> | `x`" ##[error]x';
  const [first] = VERDICTS;
  if (first === undefined) throw new Error('no verdict');
  const options = { destination: 'issue', limit: null, links: { whole: null } } as const;
  const thresholds = [
    { ...first, assert: 'value("@octocat|`#1`\u202e") < 2', note, reason: '@octocat <b>#1</b>' },
  ];
  const { markdown } = await renderReport(
    { ...results, thresholds },
    { ...options, template: { kind: 'builtin', name: 'report' } },
  );
  const gates = markdown.slice(0, markdown.indexOf('\n- **Devices**'));
  expect(gates).not.toContain('@octocat');
  expect(gates).not.toContain('\u202e');
  const outside = gates.replace(/(`+)(?:(?!\1)[^])*?\1/g, '');
  expect(outside).not.toMatch(/#1|<\/td>|<b>/);
});

test("gates are put before the text of a user's template, unless it shows them itself", async () => {
  const render = async (source: string) => {
    const options = { destination: 'summary', limit: null, links: { whole: null } } as const;
    return (await renderReport(results, { ...options, template: { kind: 'file', name: 'own.hbs', source } }))
      .markdown;
  };
  const without = await render('Just {{prose title}}');
  expect(without).toMatch(/^❌ \*\*Usage gates: 1 failed[^]*\n\nJust Weekly usage\n$/);
  expect(await render('{{#each gates}}{{outcome}} {{/each}}')).not.toContain('Usage gates');
});

test('a gate is an item in which outcome, number and limit come first, and a remark last', async () => {
  const [failed, passed] = VERDICTS;
  const item = [
    '* ❌ **failed: 2.3%**, needs `< 2%`, 286 of 12,450 users',
    '`os: share("iOS 15") < 2%`',
  ].join('<br>');
  const remark = '_dropping iOS 15 in 4.0_';
  expect(await fitted(60_000, [failed!])).toContain(`\n\n${item}\n\n${remark}\n\n- **Devices**`);
  expect(await fitted(60_000, [failed!, passed!])).toContain(`\n\n${item}<br>${remark}\n* ✅ `);
  expect(await fitted(60_000, [{ ...failed!, note: 'only 286 in total' }])).toContain(
    '\n\nOnly 286 in total; _dropping',
  );
});

testWithCmark('the items of gates and those of insights are two lists', async () => {
  const markdown = await fitted(60_000, [VERDICTS[0]!]);
  expect(cmark(markdown, 'html').split('<ul>')).toHaveLength(3);
});

test('a sample is shown without "of" if the gate has no value', async () => {
  const blank = { ...VERDICTS[0]!, value: null, needs: null, valueText: null, sampleText: 'of 12,450' };
  expect(await fitted(60_000, [blank])).toContain('* ❌ **failed**, 12,450 users<br>');
  expect(await fitted(60_000, [{ ...blank, valueText: '233' }])).toContain(
    '* ❌ **failed: 233**, of 12,450 users<br>',
  );
});

test('a gate is named by its title in prose, and its assertion is in code, once', async () => {
  const titled = { ...VERDICTS[0]!, title: 'iOS 15 can go_', assert: 'share("iOS 15") < 2%' };
  expect(await fitted(60_000, [titled])).toContain('<br>iOS 15 can `go_`: `share("iOS 15") < 2%`\n\n');
});

test('the period of the gates is shown unless the report shows it already', () => {
  const { gates, period } = buildView(
    report([ranking([row(1, 'a', 3)])], { thresholds: VERDICTS }),
    'issue',
    null,
  );
  expect(renderGates(gates)).toContain('<sub>Gates are of Oct 21 – Nov 20, 2026 (UTC), today so far.</sub>');
  expect(renderGates(gates, period)).not.toContain('Gates are of');
  expect(renderGates(gates, { text: 'Oct 21 – Nov 20, 2026 (Europe/Berlin), so far' })).toContain(
    'Gates are of',
  );
});

test('a remark begins with a capital letter, unless it begins with a name', async () => {
  const remarked = (note: string) => fitted(60_000, [{ ...VERDICTS[0]!, note }]);
  expect(await remarked('only 286 in total')).toContain('\n\nOnly 286 in total');
  expect(await remarked('iPhone 16 Pro is iPhone17,1')).toContain('\n\niPhone 16 Pro is iPhone17,1');
});

test.each(['-6.4%', '+3.75%'])('a change of %s is not in code', async (valueText) => {
  expect(await fitted(60_000, [{ ...VERDICTS[0]!, valueText }])).toContain(`* ❌ **failed: ${valueText}**, `);
});

test('a forecast goes on within the sentence that another remark began', async () => {
  const forecast = 'It falls by about 7 in 30 days (an estimate).';
  const [first, second] = VERDICTS;
  const since = { since: '2026-11-10T12:00:00Z', reason: null };
  expect(await fitted(60_000, [{ ...first!, ...since, forecast }, second!])).toContain(
    'Failed since Nov 10, 2026; it falls by about 7 in 30 days (an estimate)\n',
  );
  expect(await fitted(60_000, [{ ...first!, reason: null, forecast }])).toContain('\n\nIt falls by');
});

test('why an insight could not be reported stands once, in its section, and its gates refer to it', async () => {
  const why = 'the query service did not answer within 150 s.';
  const insights = [ranking([row(1, 'a', 5)]), failed(why)];
  const noteOf = (of: string) => `the insight${of} could not be queried (not-found): ${why}`;
  const gates = ['', ' "crashes"'].map((of) =>
    verdict('inconclusive', {
      insight: 'crashes',
      note: noteOf(of),
      message: `total() > 1: inconclusive, ${noteOf(of)}`,
    }),
  );
  const ofFailed = report(insights, { thresholds: gates, conclusion: 'inconclusive' });
  const markdown = async (name: string): Promise<string> =>
    (await renderReport(ofFailed, { ...PAGE, template: { kind: 'builtin', name } })).markdown;
  const slack = JSON.stringify(renderSlackMessage(ofFailed).blocks);
  const terminal = renderTerminal(ofFailed, { width: 300, color: false });
  for (const text of [await markdown('report'), await markdown('compact'), slack, terminal]) {
    expect(text.split(why)).toHaveLength(2);
    expect(text.split('could not be queried (not-found), for the reason below')).toHaveLength(3);
    expect(text.lastIndexOf('for the reason below')).toBeLessThan(text.indexOf(why));
  }
  // The same gates by themselves, as check runs show them, have no section to refer to.
  expect(renderChecks(ofFailed).map(({ summary }) => summary.split(why).length)).toEqual([2, 2]);
});
