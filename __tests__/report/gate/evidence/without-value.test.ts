import type { ReportedInsight, Verdict } from '../../../../src/report/results/results.ts';
import type { QueryResult } from '../../../../src/tql/result.ts';
import { judged, judgeWith, threshold, users, USERS_BY_SYSTEM } from '../fixtures.ts';

/** A share of 0.6 % of 1,000 users, of whom so many have a value in the column. */
function half(having: number): (assert: string) => Promise<Verdict> {
  const table = users([
    ['null', 1000 - having],
    ['iOS 18', having - 6],
    ['iOS 15', 6],
  ]);
  const rows = table.rows.map((row) => (row.key === 'null' ? { ...row, parts: [null] } : row));
  const insight: ReportedInsight = { ...table, rows };
  return (assert) => judged(insight, threshold(assert), { 'with a value': { Users: having } });
}

describe('a share in a column that is partly missing', () => {
  test.each(['share("iOS 15") < 2%', 'rows.all(r, r.key != "iOS 15" || r.share < 2%)'])(
    'the gate %s is inconclusive if those without a value could turn it, and passes otherwise',
    async (assert) => {
      const [half0, most] = await Promise.all([half(100)(assert), half(990)(assert)]);
      expect([half0.outcome, most.outcome]).toEqual(['inconclusive', 'passed']);
      expect(half0.message).toContain('900 of 1,000 users have no "system", so they may be of any row');
    },
  );

  test('a share that decides says how many have no value', async () => {
    const { message } = await half(990)('share("iOS 15") < 2%');
    expect(message).toBe(
      'Share of iOS 15: passed, 0.6% (6 of 1,000 users), limit: below 2%; 10 of 1,000 users have no "system", so they may be of any row',
    );
  });

  test('a share that the missing part can only confirm fails, and that of the missing row is known', async () => {
    const said = await Promise.all(['share("iOS 18") < 5%', 'share("null") > 80%'].map(half(100)));
    expect(said.map(({ outcome }) => outcome)).toEqual(['failed', 'passed']);
  });

  test('a share of a table that is cut off is known as far as those with a value are', async () => {
    const cut = users([['iOS 18', 500]], { cutOff: true, total: 1000 });
    const points = { 'iOS 15': { Users: 6 }, 'with a value': { Users: 600 } };
    const { outcome, message } = await judged(cut, threshold('share("iOS 15") < 2%'), points);
    expect([outcome, message.includes('400 of 1,000 users have no "system"')]).toEqual([
      'inconclusive',
      true,
    ]);
  });
});

test.each([
  ['value("iOS 15") < 20', 'inconclusive'],
  ['share("iOS 15") < 2%', 'inconclusive'],
  ['share(oneOf("iOS 15")) < 2%', 'inconclusive'],
  ['share(startsWith("iOS 15")) < 8%', 'passed'],
  ['value("iOS 15") > 9', 'passed'],
  ['rank("iOS 15") > 2', 'inconclusive'],
  ['rows.all(r, r.key != "iOS 15" || r.value < 20)', 'passed'],
  ['value("-1") < 20', 'passed'],
])('a row that is spelt in another way beside it may be the same: %s', async (assert, outcome) => {
  const table = users([
    ['iOS 18', 920],
    ['ios 15', 60],
    ['iOS 15', 10],
    ['-1', 5],
    ['1', 50],
  ]);
  const verdict = await judged(table, threshold(assert), { 'iOS 15': { Users: 10 } });
  expect([verdict.outcome, verdict.message.includes('"ios 15" may be the same')]).toEqual([
    outcome,
    outcome === 'inconclusive',
  ]);
});

test.each(['change("FR") > -20%', 'value("FR") > previous("FR") - 50'])(
  'a row that lost as many as now have no value may have lost none: %s',
  async (assert) => {
    const without = (missing: number): ReportedInsight => {
      const table = users([
        ['DE', 9600, 9600],
        ['FR', 400 - missing, 400],
        ['null', missing, 0],
      ]);
      const rows = table.rows.map((row) => (row.key === 'null' ? { ...row, parts: [null] } : row));
      return { ...table, rows, previousTotal: 10_000 };
    };
    const outcomes = [390, 10].map(async (missing) => {
      const points = {
        'with a value': { Users: 10_000 - missing },
        'before with a value': { Users: 10_000 },
      };
      return (await judged(without(missing), threshold(assert), points)).outcome;
    });
    expect(await Promise.all(outcomes)).toEqual(['inconclusive', 'passed']);
  },
);

test('an empty value of a computed dimension is not the missing one, also beyond a cut-off', async () => {
  const dimension = {
    type: 'extraction',
    dimension: 'systemVersion',
    outputName: 'system',
    extractionFn: { type: 'regex', expr: '^([a-z]*)' },
  } as const;
  const query = { ...USERS_BY_SYSTEM, dimension };
  const cut = users([['iOS', 500]], { cutOff: true, total: 1000, query });
  const run = (): Promise<QueryResult> =>
    Promise.resolve({
      kind: 'groupBy',
      rows: [
        { timestampMs: 0, event: { system: null, Users: 15, _events_of_value: 15 } },
        { timestampMs: 0, event: { system: '', Users: 3, _events_of_value: 3 } },
      ],
    });
  const [verdict] = await judgeWith([threshold('value("") >= 3')], [cut], run);
  expect([verdict?.value, verdict?.outcome]).toEqual([3, 'passed']);
});
