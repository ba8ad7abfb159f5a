import { composeBody } from '../../../../src/report/publish/body/compose.ts';
import { marker, readState } from '../../../../src/report/publish/body/parts.ts';
import { buildPeriodLine, renderHistory } from '../../../../src/report/render/history.ts';
import { renderReport } from '../../../../src/report/render/report.ts';
import fc, { runs } from '../../../support/properties.ts';
import { post, runContext } from '../../../support/publish-setting.ts';
import { cmark, skeleton, testWithCmark } from '../../../support/render/cmark.ts';
import { failed, PAGE, ranking, report, row, verdict } from '../../../support/render/results.ts';
import { hostileStrings } from '../../../support/render/tricks.ts';
import { composeHistory, digest, type HistoryLine } from '../../../../src/report/publish/body/state.ts';

const context = runContext('http://127.0.0.1:1');
const results = report([ranking([row(1, 'a', 3)])]);
const render = (lines: readonly HistoryLine[]) => renderHistory(lines, results);

function lineOf(period: number | string, more: Partial<HistoryLine> = {}) {
  return {
    dates: `day ${period}`,
    numbers: `${period} events`,
    gates: '✅ 1 passed',
    run: '7',
    runNumber: '1',
    ...more,
  };
}

/** The body of the next post after a post. */
function next(earlier: string, period: string, line: HistoryLine | null) {
  const history = composeHistory(readState(earlier).history, period, line, render);
  return composeBody(post('issue', { period }), context, 1, { history }).body;
}

/** The days that a body shows. */
function shown(body: string) {
  return [...body.matchAll(/^\| (day [^|]*) \|/gm)].map(([, day = '']) => day);
}

test('the past periods of a rolling post are at most 60 before this one, the newest first, each once', () => {
  let body = '';
  for (let day = 1; day <= 64; day += 1) {
    body = next(body, String(day), lineOf(day));
    body = next(body, String(day), lineOf(day, { numbers: 'shown again' }));
    const before = Array.from({ length: Math.min(day - 1, 60) }, (_, index) => `day ${day - 1 - index}`);
    expect(shown(body)).toEqual(before);
  }
  expect(body).toContain('**Earlier periods** (60)');
  expect(shown(body.slice(0, body.indexOf('<details>')))).toHaveLength(8);
  expect(body).toContain('<summary>52 more</summary>');
  expect(body).toContain(
    '| day 63 | shown again | ✅ 1 passed | [run 1](<https://github.com/acme/app/actions/runs/7>) |',
  );
});

test('the past periods of a rolling post are above its sections, each with a bar of its first number', async () => {
  const template = { kind: 'builtin', name: 'report' } as const;
  const { markdown } = await renderReport(results, { ...PAGE, template });
  const lines = [4, 8].map((value) => ({ ...lineOf(value), value, period: digest(String(value)) }));
  const history = composeHistory(lines, 'now', lineOf('now'), render);
  const { body } = composeBody({ ...post('issue'), body: markdown }, context, 1, { history });
  expect(body).toContain('| Period | Numbers | Trend of the first number | Gates | Run |\n');
  expect(body).toContain('| 4 events | `█████` |');
  expect(body).toContain('| 8 events | `██████████` |');
  const places = ['**3 events**', '**Earlier periods** (2)', '### Devices', '| a | 3 |'].map((text) =>
    body.indexOf(text),
  );
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});

test('the past periods are below a page without sections, and never inside its code', () => {
  const history = composeHistory([{ ...lineOf('a'), period: digest('a') }], 'now', lineOf('now'), render);
  const body = '```\n### no section\n```\n\nthe end';
  expect(composeBody({ ...post('issue'), body }, context, 1, { history }).body).toMatch(
    /^```\n### no section\n```\n\nthe end\n\n\*\*Earlier periods\*\*/,
  );
});

test('the past periods of a rolling post stay if nothing could be reported, and later say what they said then', () => {
  const first = next('', 'a', lineOf('a', { numbers: 'Devices 40 events' }));
  const second = next(next(first, 'b', null), 'c', lineOf('c'));
  expect(shown(second)).toEqual(['day a']);
  expect(second).toContain('| Devices 40 events |');
});

test('the past periods of a rolling post leave room for the report: the oldest of very long ones are left out', () => {
  const long = { dates: '@'.repeat(200), numbers: '@'.repeat(200), gates: '@'.repeat(200) };
  let body = '';
  for (let day = 1; day <= 62; day += 1) body = next(body, String(day), { ...lineOf(day), ...long });
  expect(body.length).toBeLessThan(28_500);
  expect(body).toMatch(/Earlier periods\*\* \(1\d\)/);
});

test('the past periods of a rolling post are read strictly after any edit by hand, and never grow by it', () => {
  const body = next(next(next('', 'a', lineOf('a')), 'b', lineOf('b')), 'c', lineOf('c'));
  const part = fc.oneof(
    fc.constantFrom(
      '-->',
      '<!--',
      '"',
      ']',
      '["',
      '\\u003e',
      '\n',
      '\r\n',
      '| day x |',
      '```',
      '<details>',
      '@octocat',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  fc.assert(
    fc.property(part, fc.nat(body.length), fc.nat(40), (text, at, cut) => {
      const after = next(body.slice(0, at) + text + body.slice(at + cut), 'd', lineOf('d'));
      const lines = after.split('\n');
      expect(lines.at(-1)).toBe(marker('default'));
      expect(readState(after).history[0]).toMatchObject({ dates: 'day d' });
      expect(lines.filter((line) => line.startsWith('<!-- insight-report-state: '))).toHaveLength(1);
      expect(shown(after).length).toBeLessThanOrEqual(3);
    }),
    { numRuns: runs(3000, 300) },
  );
});

test('a line has the first three numbers of the configuration, the gates and the run, as plain text', () => {
  const insights = [
    ranking([row(1, 'a', 40)]),
    failed('gone'),
    ranking([row(1, 'a', 6)], { title: 'One\n| two', unit: 'users' }),
  ];
  const line = buildPeriodLine(report(insights, { thresholds: [verdict('failed'), verdict('passed')] }));
  expect(line).toEqual({
    dates: 'Oct 21 – Nov 20, 2026',
    numbers: 'Devices 40 events; One | two 6 users',
    gates: '❌ 1 failed, 1 passed',
    run: '16438742981',
    runNumber: '',
    value: 40,
  });
});

test('a line tells a total that several insights share once', () => {
  const [one, other, third] = [
    ['One', 40],
    ['Other', 40],
    ['Third', 7],
  ].map(([title, count]) => ranking([row(1, 'a', count as number)], { title: title as string }));
  const { numbers } = buildPeriodLine(report([one!, other!, third!]));
  expect(numbers).toBe('One 40 events; Third 7 events');
});

describe('through cmark-gfm', () => {
  testWithCmark('lines that somebody wrote by hand show their texts, and nothing in them can act', () => {
    const values = hostileStrings()
      .filter((value) => value.trim() !== '')
      .slice(0, runs(2000, 500));
    const written = values.map((value) => lineOf('a', { dates: value, numbers: value, gates: value }));
    const document = cmark(render(written), 'xml');
    expect(skeleton(document)).toBe(skeleton(cmark(render(values.map(() => lineOf('a'))), 'xml')));
  });
});
