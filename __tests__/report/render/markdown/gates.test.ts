import type { Verdict } from '../../../../src/report/results/results.ts';
import { renderChecks } from '../../../../src/report/render/checks.ts';
import { renderGates } from '../../../../src/report/render/markdown/gates.ts';
import { renderReport } from '../../../../src/report/render/report.ts';
import { renderSlackMessage } from '../../../../src/report/render/slack/message.ts';
import { renderTerminal } from '../../../../src/report/render/terminal/report.ts';
import { buildView } from '../../../../src/report/render/view/report.ts';
import { VERDICTS } from '../../../golden/gates.ts';
import { failed, PAGE, ranking, report, row, verdict } from '../../../support/render/results.ts';

const rows = Array.from({ length: 300 }, (_, index) => row(index + 1, `model ${index}`, 1000 - index, 0.001));
const results = report([ranking(rows, { top: 300 }), ranking(rows, { top: 300, name: 'more' })], {
  thresholds: VERDICTS,
  conclusion: 'failed',
});

async function fitted(
  count: number,
  thresholds: readonly Verdict[] = VERDICTS,
  name: 'report' | 'compact' = 'report',
) {
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
      for (const template of ['report', 'compact'] as const) {
        const markdown = await fitted(count, VERDICTS, template);
        expect(markdown.split('\n')[2]).toContain('**Not yet: 1 of 5 gates failed**');
        for (const { limitText } of VERDICTS) if (limitText !== null) expect(markdown).toContain(limitText);
        expect(markdown).toContain('not shown');
      }
    },
  );

  test('a report with gates, fitted into very little room, keeps the summary of the gates to the last', async () => {
    expect(await fitted(700)).toContain('**Share of iOS 15**');
    expect(await fitted(260)).toContain('**Not yet: 1 of 5 gates failed**');
  });

  test('a report with gates loses those of a hundred long gates first that passed', async () => {
    const [failed, passed] = VERDICTS;
    if (failed === undefined || passed === undefined) throw new Error('no verdicts');
    const many = [
      failed,
      ...Array.from({ length: 99 }, (_, index) => ({
        ...passed,
        name: `${'x'.repeat(250)} ${index}`,
      })),
    ];
    const markdown = await fitted(4000, many);
    expect(markdown).toContain('Not yet: 1 of 100 gates failed');
    expect(markdown).toContain('**Share of iOS 15**');
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
  expect(without).toMatch(/^❌ \*\*Not yet: 1 of 5 gates failed[^]*\n\nJust Weekly usage\n$/);
  expect(await render('{{#each gates}}{{outcome}} {{/each}}')).not.toContain('Not yet');
});

test('a single gate is a sentence with its number and limit, and a remark below', async () => {
  const [failed] = VERDICTS;
  const sentence = '❌ **Share of iOS 15**: **failed.** **2.3%** (286 of 12,450 users); limit: below 2%.';
  expect(await fitted(60_000, [failed!])).toContain(`\n\n${sentence}\n\n_dropping iOS 15 in 4.0_\n\n`);
  expect(await fitted(60_000, [{ ...failed!, note: 'only 286 in total' }])).toContain(
    '\n\nOnly 286 in total; _dropping',
  );
});

test.each([
  ['failed', '❌ **Can we drop iOS 15? Not yet.**'],
  ['passed', '✅ **Can we drop iOS 15? Yes.**'],
  ['warned', '⚠️ **Can we drop iOS 15? Yes, with a warning.**'],
  ['inconclusive', '❓ **Can we drop iOS 15? Not known yet.**'],
] as const)('a question is answered if its gate %s', async (outcome, answer) => {
  expect(await fitted(60_000, [{ ...VERDICTS[0]!, outcome, name: 'Can we drop iOS 15?' }])).toContain(
    `${answer} **2.3%** (286 of 12,450 users); limit: below 2%.`,
  );
});

test('a question about lost users is answered with how many would lose the app, and what is expected', async () => {
  const asked = {
    name: 'Can we drop iOS 15?',
    lossText: '2.19% of users (55 of 2,514) would lose the app; the limit is 2%',
    forecast: 'It falls by about 7 in 30 days (an estimate).',
    reason: null,
  };
  expect(await fitted(60_000, [{ ...VERDICTS[0]!, ...asked }])).toContain(
    '\n\n❌ **Can we drop iOS 15? Not yet.** 2.19% of users (55 of 2,514) would lose the app; the limit is 2%. ' +
      'It falls by about 7 in 30 days (an estimate).\n\n',
  );
});

test('what stands above the gates says in words how many had each outcome, whose rows show symbols only', async () => {
  const [failed, passed, warned, open, snoozed] = VERDICTS;
  const headingOf = async (...verdicts: readonly (Verdict | undefined)[]) => {
    const markdown = await fitted(
      60_000,
      verdicts.flatMap((each) => each ?? []),
    );
    return markdown.split('\n')[2];
  };
  const others = '1 inconclusive, 1 warned, 1 passed, 1 snoozed';
  expect(await headingOf(...VERDICTS)).toBe(`❌ **Not yet: 1 of 5 gates failed**, ${others}`);
  expect(await headingOf(open, warned, passed)).toBe(
    '❓ **Not known yet: 1 of 3 gates has no answer**, 1 warned, 1 passed',
  );
  expect(await headingOf(warned, passed)).toBe('⚠️ **Passed with a warning: 1 of 2 gates warned**, 1 passed');
  expect(await headingOf(passed, snoozed)).toBe('💤 **1 of 2 gates passed**, 1 snoozed');
  expect(await headingOf(snoozed, snoozed)).toBe('💤 **2 of 2 gates snoozed**');
  expect(await headingOf(passed, passed)).toBe('✅ **All 2 gates passed**');
  expect(await headingOf(failed, failed)).toBe('❌ **Not yet: 2 of 2 gates failed**');
});

test('several gates are a table with names, numbers and limits, and a remark below its gate', async () => {
  const [failed, passed] = VERDICTS;
  expect(await fitted(60_000, [failed!, passed!])).toContain(
    [
      '❌ **Not yet: 1 of 2 gates failed**, 1 passed',
      '',
      '|  | Gate | Now | Limit |',
      '|:-:|:--|--:|:--|',
      '| ❌ | **Share of iOS 15** | **2.3%** (286 of 12,450 users) | below 2% |',
      '|  | <sub>_dropping iOS 15 in 4.0_</sub> |  |  |',
      '| ✅ | `value(\u200b"crash") / total() < 0.5%` | **0.12%** (31 of 25,811 events) | below 0.5% |',
    ].join('\n'),
  );
});

test('how a gate was computed is folded: its assertion, and its period if the report shows another', () => {
  const { gates, period } = buildView(
    report([ranking([row(1, 'a', 3)])], { thresholds: VERDICTS }),
    'issue',
    null,
  );
  const assertion = '* Share of iOS 15: `os: share("iOS 15") < 2%`';
  expect(renderGates(gates)).toContain(`${assertion} · Oct 21 – Nov 20, 2026 (UTC), today so far`);
  expect(renderGates(gates, period)).toContain(`${assertion}\n`);
});

test('a gate without a number has no data only if it is inconclusive: all rows may have passed', () => {
  const nowOf = (outcome: 'passed' | 'inconclusive') => {
    const verdict = { ...VERDICTS[0]!, outcome, valueText: null, nowText: null };
    return renderGates(buildView(report([], { thresholds: [verdict, verdict] }), 'issue', null).gates);
  };
  expect(nowOf('passed')).toContain('**Share of iOS 15** | – |');
  expect(nowOf('inconclusive')).toContain('**Share of iOS 15** | no data |');
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
  const markdown = async (name: 'report' | 'compact'): Promise<string> =>
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
