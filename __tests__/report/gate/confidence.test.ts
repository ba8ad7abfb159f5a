import { said } from '../../support/said.ts';
import { normalQuantile, wilsonInterval } from '../../../src/report/tables/proportions.ts';
import type { ReportedInsight } from '../../../src/report/results/results.ts';
import type { Query } from '../../../src/tql/query.ts';
import fc from '../../support/properties.ts';
import { faultOf, judged, KNOWN, threshold, users } from './fixtures.ts';
import { asQuery } from '../../support/as-query.ts';

const OS = users(
  [
    ['iOS 18', 960, 900],
    ['iOS 15', 40, 60],
  ],
  { total: 1000, previousTotal: 960 },
);

test('an interval uses the quantiles of the normal distribution', () => {
  const table: readonly (readonly [number, number])[] = [
    [0.75, 0.674489750196],
    [0.95, 1.644853626951],
    [0.975, 1.95996398454],
    [0.995, 2.575829303549],
    [0.9995, 3.290526731492],
    [1 - 5e-13, 7.13],
  ];
  for (const [probability, quantile] of table)
    expect(normalQuantile(probability)).toBeCloseTo(quantile, probability < 0.9999 ? 9 : 2);
});

test("an interval of a share ends where the score test does, which is Wilson's interval by its definition", () => {
  const pair = fc.integer({ min: 1, max: 5000 }).chain((of) => fc.tuple(fc.nat(of), fc.constant(of)));
  fc.assert(
    fc.property(pair, fc.constantFrom(0.8, 0.95, 0.99), ([count, of], confidence) => {
      const { low, high } = wilsonInterval(count, of, confidence);
      const z = normalQuantile((1 + confidence) / 2);
      const isWithin = (share: number) =>
        Math.abs(count / of - share) <= z * Math.sqrt((share * (1 - share)) / of);
      expect(low).toBeLessThanOrEqual(count / of + 1e-12);
      expect(high).toBeGreaterThanOrEqual(count / of - 1e-12);
      const width = (high - low) / 1000;
      for (const [share, expected] of [
        [low + width, true],
        [high - width, true],
        [low - width, false],
        [high + width, false],
      ] as const) {
        if (share > 0 && share < 1) expect(isWithin(share)).toBe(expected);
      }
    }),
  );
});

test.each([
  ['share("iOS 15") < 6%', 0.95, 'passed', '4% (40 of 1,000 users); 2.95% to 5.4% at 95% confidence'],
  [
    'share("iOS 15") < 5%',
    0.95,
    'inconclusive',
    '4% (40 of 1,000 users); the limit is inside the interval at 95% confidence: 2.95% to 5.4%',
  ],
  ['share("iOS 15") < 5%', 0.8, 'passed', '4% (40 of 1,000 users); 3.28% to 4.87% at 80% confidence'],
  ['share("iOS 15") < 2%', 0.95, 'failed', '4% (40 of 1,000 users); 2.95% to 5.4% at 95% confidence'],
  ['2% > share("iOS 15")', 0.95, 'failed', '4% (40 of 1,000 users); 2.95% to 5.4% at 95% confidence'],
] as const)(
  'confidence decides only where all of the interval does: %s at %d is %s',
  async (assert, confidence, outcome, says) => {
    expect(said(await judged(OS, threshold(assert, { confidence })))).toBe(`${outcome}, ${says}`);
  },
);

test.each([
  ['share(oneOf("iOS 15", "iOS 18")) >= 50%', OS],
  ['share("iOS 12") < 5%', OS],
])('confidence takes sets and rows that are not there: %s', async (assert, insight) => {
  const { note } = await judged(insight, threshold(assert, { confidence: 0.95, missingRow: 'zero' }), {
    '*': { Users: 1000 },
  });
  expect(note).toMatch(/95% confidence/);
});

test('confidence comes first where it leaves the outcome open, and last where it does not', async () => {
  const warned = { confidence: 0.8, warn: 'share("iOS 15") < 1%' };
  expect((await judged(OS, threshold('share("iOS 15") < 5%', warned))).message).toBe(
    'Share of iOS 15: warned, 4% (40 of 1,000 users), limit: below 5%, warns at or above 1%; at or above the warning level of 1%; 3.28% to 4.87% at 80% confidence',
  );
  const open = threshold('share("iOS 15") < 4.1%', { ...warned, until: '2030-01-01' });
  expect(await judged(OS, open)).toMatchObject({
    outcome: 'inconclusive',
    snoozedUntil: '2030-01-01',
    note: 'the limit is inside the interval at 80% confidence: 3.28% to 4.87%; at or above the warning level of 1%',
  });
});

test('confidence holds the error of estimated users, which does not shrink with their number', async () => {
  const many = users(
    [
      ['iOS 15', 2_000_000],
      ['iOS 18', 98_000_000],
    ],
    { total: 100_000_000 },
  );
  // 1 / √16384 for each of the two counts, 1.96 times.
  const error = 0.02 * Math.sqrt(2 / 16_384) * 1.96;
  const [low, high] = [0.02 - error, 0.02 + error];
  expect((await judged(many, threshold('share("iOS 15") < 2.1%', { confidence: 0.95 }))).note).toBe(
    `${(low * 100).toFixed(2)}% to ${(high * 100).toFixed(2)}% at 95% confidence`,
  );
  expect((await judged(many, threshold('share("iOS 15") < 2.04%', { confidence: 0.95 }))).outcome).toBe(
    'inconclusive',
  );
});

test('confidence leaves a gate on something that is not counted inconclusive', async () => {
  const query = asQuery({
    ...OS.query,
    aggregations: [{ type: 'doubleSum', name: 'Users', fieldName: 'price' }],
  });
  const sums = { ...OS, unit: 'other', query } as const;
  const { outcome, note } = await judged(sums, threshold('share("iOS 15") < 6%', { confidence: 0.95 }));
  expect([outcome, note]).toEqual([
    'inconclusive',
    'at 95% confidence only a share or a rate of users, in which each counts once, can be decided',
  ]);
});

test.each([
  'change("a") < 5%',
  'totalChange() < 5%',
  'count() > 5',
  'share("a") < 5% && share("b") < 5%',
  'share("a") + share("b") < 5%',
  'share("a") == 5%',
  'share("a") < share("b")',
  'rows.all(r, r.share < 5%)',
  '!(share("a") < 5%)',
  'share(true ? "a" : "b") < 5%',
  'rows.exists(r, share(r.key) < 5%)',
  'rank("a") < 5',
])('confidence says what it takes before anything is asked: %s', (written) => {
  expect(faultOf(written, KNOWN, true)?.why).toMatch(/^confidence takes one comparison/);
  expect(faultOf(written, KNOWN)).toBeNull();
});

test('confidence of what the query in a file does not count is bad input', () => {
  const query = asQuery({
    ...OS.query,
    aggregations: [{ type: 'doubleSum', name: 'Users', fieldName: 'price' }],
  });
  const all = [{ name: 'os', isCompared: true, query, metric: null }];
  expect(faultOf('share("iOS 15") < 6%', { defaultInsight: 'os', all }, true)?.why).toBe(
    'confidence takes shares and rates in which a user counts once, since events are not independent, and "Users" of the query of os is neither',
  );
  const events = asQuery({ ...OS.query, aggregations: [{ type: 'eventCount', name: 'Users' }] });
  const ofEvents = [{ name: 'os', isCompared: true, query: events, metric: null }];
  expect(faultOf('share("iOS 15") < 6%', { defaultInsight: 'os', all: ofEvents }, true)?.why).toContain(
    'since events are not independent',
  );
  const counted = [{ name: 'os', isCompared: true, query: OS.query, metric: null }];
  expect(faultOf('share("iOS 15") < 6%', { defaultInsight: 'os', all: counted }, true)).toBeNull();
});

describe('a rate of users', () => {
  const fields = ['Crashed', 'Users'].map((fieldName) => ({ type: 'finalizingFieldAccess', fieldName }));
  const aggregations = [
    { type: 'userCount', name: 'Users' },
    { type: 'filtered', name: 'Crashed', filter: {}, aggregator: { type: 'userCount', name: 'Crashed' } },
  ];
  const query = asQuery({
    queryType: 'timeseries',
    granularity: 'all',
    aggregations,
    postAggregations: [{ type: 'arithmetic', name: 'rate', fn: '/', fields }],
    valueFormatter: { options: { style: 'percent' } },
  });
  const values = { Users: 1000, Crashed: 40, rate: 0.04 };
  const rate: ReportedInsight = {
    ...users([['2026-10-21T00:00:00Z', 0.04]], { total: 0.04 }),
    queryType: 'timeseries',
    unit: 'other',
    metric: 'rate',
    outputs: ['Users', 'Crashed', 'rate'],
    query,
  };
  const insight = { ...rate, rows: rate.rows.map((row) => ({ ...row, values })) };

  test('a rate of users has the interval of its users, and is written in percent', async () => {
    expect((await judged(insight, threshold('total() < 0.06', { confidence: 0.95 }))).message).toContain(
      'OS versions: passed, 4% (40 of 1,000 users), limit: below 6%; 2.95% to 5.4% at 95% confidence',
    );
  });

  test('a rate of users is what confidence takes of the query in a file, of which it is the metric', () => {
    const known = (given: Query) => ({
      defaultInsight: 'os',
      all: [{ name: 'os', isCompared: true, query: given, metric: null }],
    });
    expect(faultOf('total() < 6%', known(query), true)).toBeNull();
    expect(faultOf('total() < 6%', known(query))).toBeNull();
    const counts: Query = { ...query, valueFormatter: null };
    expect(faultOf('total() < 6%', known(counts))?.why).toContain(
      '6% is a percentage, and total() is a count',
    );
    expect(faultOf('total() < 6', known(counts), true)?.why).toContain(
      '"Users" of the query of os is neither',
    );
    const events = JSON.parse(JSON.stringify(query).replaceAll('userCount', 'eventCount')) as Query;
    expect(faultOf('total() < 6%', known(events), true)?.why).toContain(
      '"rate" of the query of os is neither',
    );
  });
});

test('a gate with a title is called by it', async () => {
  const { message, title } = await judged(OS, threshold('share("iOS 15") < 6%', { title: 'Drop iOS 15' }));
  expect(message).toBe('Drop iOS 15: passed, 4% (40 of 1,000 users), limit: below 6%');
  expect(title).toBe('Drop iOS 15');
});
