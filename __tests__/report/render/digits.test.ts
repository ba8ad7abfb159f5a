// A number beside its limit has the digits that show on which side it is, wherever it stands.
import { suggestGates } from '../../../src/cli/init/gates.ts';
import { buildBadge } from '../../../src/report/render/badge.ts';
import { renderChecks } from '../../../src/report/render/checks.ts';
import { renderReport } from '../../../src/report/render/report.ts';
import { renderSlackMessage } from '../../../src/report/render/slack/message.ts';
import { renderTerminal } from '../../../src/report/render/terminal/report.ts';
import { describeReason } from '../../../src/report/render/verdict/reasons.ts';
import { formatVerdictValue } from '../../../src/report/render/format/verdicts.ts';
import { rangeText } from '../../../src/report/render/format/releases.ts';
import type { ReportedInsight, Results } from '../../../src/report/results/results.ts';
import { answering, judgeWith, threshold, users } from '../gate/fixtures.ts';
import { report } from '../../support/render/results.ts';
import fc, { runs } from '../../support/properties.ts';

/** The number that a text such as `1.997%` or `-0.5%` shows, as a fraction. */
function read(text: string): number {
  return Number(text.replace('%', '').replace('−', '-').replaceAll(',', '')) / (text.endsWith('%') ? 100 : 1);
}

const { OLD, ALL } = { OLD: 1997, ALL: 100_000 };
const INSIGHT = users([
  ['iOS 26', ALL - OLD],
  ['iOS 15', OLD],
]);

async function resultsOf(assert: string): Promise<Results> {
  const asked = [threshold(assert)];
  return report([INSIGHT], { thresholds: await judgeWith(asked, [INSIGHT], answering({}).run) });
}

test('a verdict within 0.003 points of its limit shows it in every output', async () => {
  const results = await resultsOf('share("iOS 15") < 2%');
  const { markdown } = await renderReport(results, {
    template: { kind: 'builtin', name: 'compact' },
    destination: 'pull-request',
    limit: null,
    links: { whole: null },
  });
  const outputs = {
    markdown: markdown.split('\n').filter((line) => line.includes('limit: below 2%')),
    terminal: renderTerminal(results, { width: 200, color: false }).split('\n'),
    slack: renderSlackMessage(results).blocks.map((block) => JSON.stringify(block)),
    badge: [buildBadge([results], 'passed').message],
    check: renderChecks(results).flatMap(({ title, summary }) => [title, summary]),
    file: results.thresholds.flatMap(({ valueText, message }) => [valueText, message]),
  };
  for (const [place, lines] of Object.entries(outputs))
    expect([place, lines.join('\n')]).toEqual([place, expect.stringContaining('1.997%')]);
});

test('the ends of an interval are shown on the side of the limit on which they are', () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true });
  const distance = fc.double({ min: -1e-4, max: 1e-4, noNaN: true });
  const property = fc.property(fraction, distance, distance, (limit, one, other) => {
    const interval = { low: limit + Math.min(one, other), high: limit + Math.max(one, other) };
    const reason = { kind: 'interval', confidence: 0.95, isSure: true, interval } as const;
    const text = describeReason(reason, { unit: 'percent', limit, read: null, isCount: false }, 'en-US');
    const [low = '', high = ''] = text.replace(' at 95% confidence', '').split(' to ');
    for (const [shown, bound] of [[low, interval.low] as const, [high, interval.high] as const])
      if (Math.abs(bound - limit) > 1e-9)
        expect([shown, Math.sign(read(shown) - limit)]).toEqual([shown, Math.sign(bound - limit)]);
  });
  fc.assert(property, { numRuns: runs(5000, 500) });
});

test('the range of a release is rounded outwards, but not over its limit', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -0.99, max: 3, noNaN: true }),
      fc.double({ min: -5e-4, max: 5e-4, noNaN: true }),
      (limit, distance) => {
        const high = limit + distance;
        const [, shown = ''] = rangeText({ low: -0.995, high, limit }, 'en-US').split(' to ');
        if (Math.abs(distance) > 1e-9) expect(Math.sign(read(shown) - limit)).toBe(Math.sign(distance));
      },
    ),
    { numRuns: runs(5000, 500) },
  );
  expect(rangeText({ low: 0.02004, high: 0.09996, limit: 0.1 }, 'en-US')).toBe('+2% to +9.996%');
});

test('the ways a number and its limit are written differ as they do', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: -1e-3, max: 1e-3, noNaN: true }),
      (limit, distance) => {
        const shown = formatVerdictValue(limit + distance, limit, 'percent', 'en-US');
        if (Math.abs(distance) > 1e-9)
          expect(shown).not.toBe(formatVerdictValue(limit, null, 'percent', 'en-US'));
      },
    ),
    { numRuns: runs(5000, 500) },
  );
});

test('a gate that init suggests shows its value today next to its limit', () => {
  const rows = [
    { version: 'iOS 9', share: 0 },
    { version: 'iOS 16', share: 0.01997 },
  ];
  const insight = { ...INSIGHT, total: null, versions: { keep: 0.98, families: [{ rows }] } };
  const suggested = suggestGates(report([insight as unknown as ReportedInsight]));
  expect(suggested).toEqual([{ threshold: '- os: share(only(below("iOS 16"))) < 2%', today: '1.997%' }]);
});

test('the table of versions shows which share is too large', async () => {
  const row = { lost: 2003, history: [], expected: null };
  const rows = [
    { ...row, version: 'iOS 16', share: 0.02003 },
    { ...row, version: 'iOS 9', lost: 0, share: 0 },
  ];
  const versions = { keep: 0.98, users: ALL, families: [{ rows, minimum: 'iOS 9', more: 0, word: 'iOS' }] };
  const insight = { ...INSIGHT, versions } as unknown as ReportedInsight;
  const { markdown } = await renderReport(report([insight]), {
    template: { kind: 'builtin', name: 'report' },
    destination: 'file',
    limit: null,
    links: { whole: null },
  });
  expect(markdown).toContain('2.003%');
});
