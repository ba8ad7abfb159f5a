// Worlds in which a gate was green, or said something false, because an unknown read as 0.
import { GateReader } from '../../../src/report/gate/evidence/gate-evidence.ts';
import { evaluate } from '../../../src/report/expression/evaluate.ts';
import { parseExpression } from '../../../src/report/expression/syntax.ts';
import type { ReportedInsight } from '../../../src/report/results/results.ts';
import { measuredValues } from '../../../src/report/tables/rates.ts';
import {
  answering,
  judged,
  judgeWith,
  NOW_MS,
  threshold,
  users,
  USERS_BY_SYSTEM,
  type Written,
  type WrittenThreshold,
} from './fixtures.ts';
import { asQuery } from '../../support/as-query.ts';

const OS = users([
  ['iOS 26', 900, 10],
  ['iOS 15', 100, 90],
]);

/** Users and crashes by version: 5,000 users, 2 crashes. */
const CRASHES: ReportedInsight = {
  ...users([
    ['4.2', 4000],
    ['4.1', 1000],
  ]),
  outputs: ['Users', 'crashes'],
  rows: users([
    ['4.2', 4000],
    ['4.1', 1000],
  ]).rows.map((row) => ({ ...row, values: { ...row.values, crashes: 1 } })),
  query: asQuery({
    ...USERS_BY_SYSTEM,
    aggregations: [
      { type: 'userCount', name: 'Users' },
      { type: 'eventCount', name: 'crashes' },
    ],
  }),
};

async function outcomeOf(
  insight: ReportedInsight,
  assert: string,
  policies: Partial<WrittenThreshold> = {},
): Promise<string> {
  const { outcome, needs, note } = await judged(insight, threshold(assert, policies));
  return [outcome, needs, note].join(' | ');
}

test.each([
  ['value("4.2", "crashes")', ['now 2 events']],
  ['share("4.2") * 3 - total("crashes")', ['now 2 events', 'now 5000 users']],
  ['previous("4.2") + 1', ['before 2500 users']],
  ['totalChange() / 2', ['before 2500 users', 'now 5000 users']],
  ['rows[1].value', ['now 5000 users']],
])('a sample comes with the number %s, of its own outputs and periods', (written, samples) => {
  const insight = { ...CRASHES, previousTotal: 2500 };
  const evidence = { insight, nowMs: NOW_MS, answers: new Map(), relations: new Set<never>() };
  const gate = { defaultInsight: 'os', insights: new Map([['os', evidence]]) };
  const reader = new GateReader(gate, { missingRow: null, minSample: null });
  const { from } = evaluate(parseExpression(written), reader);
  const found = [...from].flatMap((read) =>
    read.samples.map(({ period, size, counted }) => `${period} ${size} ${counted?.unit}`),
  );
  expect([...new Set(found)].sort()).toEqual(samples);
});

test('a sample is that of the output which decides, not that of the users in the same table', async () => {
  expect(await outcomeOf(CRASHES, 'share("4.2", "crashes") <= 50%', { minSample: 500 })).toContain(
    'inconclusive |  | 2 events, fewer than the 500 of min-sample',
  );
  expect(await outcomeOf(CRASHES, 'share("4.2") >= 50%', { minSample: 500 })).toContain('passed');
});

test('a sample of a change has to be large enough in both periods', async () => {
  const grown = { ...OS, previousTotal: 100 };
  expect(await outcomeOf(grown, 'change("iOS 26") > 20%', { minSample: 500 })).toContain(
    'inconclusive |  | 100 users in the earlier period, fewer than the 500 of min-sample',
  );
  expect(await outcomeOf(grown, 'change("iOS 26") > 20%', { minSample: 100 })).toContain('passed');
});

test('an unknown number is the share of a sum that is larger than its total, since other parts are negative', async () => {
  const sums = users([
    ['4.2', 120],
    ['4.1', -20],
  ]);
  const amounts: ReportedInsight = {
    ...sums,
    metric: 'Amount',
    unit: 'other',
    outputs: ['Amount'],
    rows: sums.rows.map((row) => ({ ...row, share: null, values: { Amount: row.value } })),
    query: asQuery({
      ...USERS_BY_SYSTEM,
      aggregations: [{ type: 'longSum', name: 'Amount', fieldName: 'floatValue' }],
    }),
  };
  for (const row of ['"4.2"', 'oneOf("4.2")']) {
    const { outcome } = await judged(amounts, threshold(`share(${row}) <= 99% || share(${row}) > 99%`), {
      '*': { Amount: 120 },
    });
    expect([row, outcome]).toEqual([row, 'inconclusive']);
  }
});

test.each([
  ['total()', { '*': { Amount: 'Infinity' } }],
  ['value("4.3")', { '*': { Amount: 'Infinity' }, '4.3': { Amount: 'Infinity' } }],
])('an unknown number is %s of sums that are too large to be represented, not 0', async (number, answers) => {
  const sums = users([['4.2', 1e308]]);
  const amounts: ReportedInsight = {
    ...sums,
    metric: 'Amount',
    unit: 'other',
    outputs: ['Amount'],
    total: null,
    cutOff: true,
    rows: sums.rows.map((row) => ({ ...row, share: null, values: { Amount: row.value } })),
    query: asQuery({
      ...USERS_BY_SYSTEM,
      threshold: 1,
      metric: { type: 'numeric', metric: 'Amount' },
      aggregations: [{ type: 'doubleSum', name: 'Amount', fieldName: 'floatValue' }],
    }),
  };
  const { outcome, note, needs, message } = await judged(amounts, threshold(`${number} < 100`), answers);
  expect([outcome, [note, needs, message].join(' ')]).toEqual([
    'inconclusive',
    expect.stringContaining('Infinity: it is too large to be represented'),
  ]);
});

test('an unknown number is what a dimension says that is missing in every row', async () => {
  const [row] = users([['null', 1000]]).rows;
  const missing = { ...OS, rows: row === undefined ? [] : [{ ...row, parts: [null] }] };
  expect(await outcomeOf(missing, 'share("iOS 15") < 2%', { missingRow: 'zero' })).toContain(
    'inconclusive | < 2% | no event of the period has "system"',
  );
  expect(await outcomeOf(missing, 'rows.all(r, r.share < 50%)')).toContain('inconclusive');
});

test('an unknown number is a rate that divides by nothing, also by a sketch, but not a rate of nothing', () => {
  const query = asQuery({
    ...USERS_BY_SYSTEM,
    postAggregations: [
      {
        type: 'arithmetic',
        name: 'rate',
        fn: '/',
        fields: [
          { type: 'fieldAccess', fieldName: 'crashes' },
          { type: 'thetaSketchEstimate', field: { type: 'fieldAccess', fieldName: 'Users' } },
        ],
      },
    ],
  });
  expect(measuredValues(query, { crashes: 500, Users: 0, rate: 0 })['rate']).toBeNull();
  expect(measuredValues(query, { crashes: 0, Users: 10, rate: 0 })['rate']).toBe(0);
  const crashes = { type: 'filtered', filter: { type: 'selector', dimension: 'type', value: 'crash' } };
  const counted = asQuery({
    ...query,
    aggregations: [
      { type: 'userCount', name: 'Users' },
      { ...crashes, aggregator: { type: 'eventCount', name: 'crashes' } },
    ],
  });
  const answered = { system: null, crashes: null, Users: 10, rate: null };
  expect(measuredValues(counted, answered)).toEqual({ system: null, crashes: 0, Users: 10, rate: 0 });
});

test('an unknown number is what a row beyond a cut-off may have, unless the output is a count', async () => {
  const rows: readonly Written[] = [
    ['4.2', 30],
    ['4.1', 20],
  ];
  const mean = asQuery({
    ...USERS_BY_SYSTEM,
    threshold: 2,
    metric: { type: 'numeric', metric: 'Mean' },
    aggregations: [{ type: 'doubleMean', name: 'Mean', fieldName: 'floatValue' }],
  });
  const means = users(rows, {
    metric: 'Mean',
    unit: 'other',
    outputs: ['Mean'],
    query: mean,
    cutOff: true,
  });
  const counts = users(rows, { cutOff: true });
  for (const assert of ['rows.all(r, r.value <= 30)', '!rows.exists(r, r.value > 30)']) {
    expect(await outcomeOf(means, assert)).toContain('inconclusive |  | the table is cut off at 2 rows');
    expect(await outcomeOf(counts, assert)).toContain('passed');
  }
  expect(await outcomeOf(means, 'rows.all(r, r.value <= 25)')).toContain('failed');
});

test('an unknown number is the last bucket of a series that is cut off, or of a period still running', async () => {
  const series = (granularity: string, key: string): ReportedInsight => ({
    ...users([[key, 500]]),
    queryType: 'timeseries',
    query: { ...USERS_BY_SYSTEM, queryType: 'timeseries', granularity },
  });
  const day = series('day', '2026-10-21T00:00:00Z');
  expect(await outcomeOf(day, 'last() > 100')).toContain('passed');
  expect(await outcomeOf({ ...day, cutOff: true }, 'last() > 100')).toContain('inconclusive');
  const cut = { ...day, cutOff: true, total: null };
  expect(await outcomeOf(cut, 'first() > 100')).toContain('inconclusive');
  // The total is requested.
  const { outcome, value } = await judged(cut, threshold('total() > 100'), { '*': { Users: 700 } });
  expect([outcome, value]).toEqual(['passed', 700]);
  const whole = series('all', '2026-10-21T00:00:00Z');
  expect(await outcomeOf(whole, 'last() > 100')).toContain('inconclusive');
});

test('an unknown number of an earlier period says that the request for it failed', async () => {
  const failed = { ...OS, compare: null, compareError: 'the service answered 500' };
  expect(await outcomeOf(failed, 'change("iOS 15") < 20%')).toContain(
    'the request for the earlier period failed: the service answered 500',
  );
});

test('two insights whose names differ in case are each judged by their own numbers', async () => {
  const insights = [
    { ...users([['a', 5]]), name: 'os' },
    { ...users([['a', 700]]), name: 'OS' },
  ];
  const asserts = ['OS.total() == 700', 'os.total() == 5', 'OS.total() > os.total()'];
  const requests = asserts.map((assert) => threshold(assert, { insight: null }));
  const verdicts = await judgeWith(requests, insights, answering({}).run);
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed']);
});

test('a key is found in whichever Unicode form it is written', async () => {
  const names = users([
    ['Caf\u00e9', 60],
    ['Bar', 40],
  ]);
  expect(await outcomeOf(names, 'share("Cafe\u0301") > 50%', { missingRow: 'zero' })).toContain('passed');
});

test.each([
  ['!(share("iOS 15") > 20%)', 'passed | <= 20%'],
  ['!(share("iOS 15") > 5%)', 'failed | <= 5%'],
  ['!(share("iOS 15") > 5% || share("iOS 26") < 5%)', 'failed | <= 5%'],
  ['!(share("iOS 26") < 5% || share("iOS 15") > 5%)', 'failed | <= 5%'],
  ['total() > 0 ? share("iOS 15") < 5% : count() > 100', 'failed | < 5%'],
  ['total() == 1000 && share("iOS 15") < 5%', 'failed | < 5%'],
])('a verdict of %s shows a comparison that decided: %s', async (assert, expected) => {
  expect(await outcomeOf(OS, assert)).toContain(expected);
});

test('a verdict takes numbers that differ in the last bits of a double only for equal', async () => {
  const hundred = users([
    ['a', 57],
    ['b', 43],
  ]);
  expect(await outcomeOf(hundred, 'value("a") > 100 * 57%')).toContain('failed');
  expect(await outcomeOf(hundred, 'value("a") >= 100 * 57%')).toContain('passed');
});

test('a verdict on estimates is the same for a > b and a - b > 0', async () => {
  const estimates = users([
    ['a', 1_000_500],
    ['b', 1_000_000],
  ]);
  const notes = await Promise.all(
    ['value("a") > value("b")', 'value("a") - value("b") > 0'].map((assert) => outcomeOf(estimates, assert)),
  );
  for (const note of notes) expect(note).toContain('within the error of the estimate');
});
