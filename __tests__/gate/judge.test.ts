import { describe, expect, test } from '@jest/globals';
import { extraQueryFor } from '../../src/gate/evidence/evidence.ts';
import { fitTrend } from '../../src/gate/verdict/forecast.ts';
import type { ReportedInsight } from '../../src/results.ts';
import { parseRunQuery } from '../../src/tql/query.ts';
import type { Json } from '../../src/tql/json.ts';
import { answering, judged, judgeWith, SETTING, threshold, users, USERS_BY_SYSTEM, type Written } from './fixtures.ts';

describe('a row that is asked for by itself', () => {
  const cut = users([['iOS 26', 600, 500]], { total: 1000, cutOff: true });
  const by = (dimension: Json, more: Partial<ReportedInsight> = {}): ReportedInsight => ({
    ...cut,
    ...more,
    query: { ...USERS_BY_SYSTEM, dimension },
  });
  const plain = { type: 'default', dimension: 'systemVersion', outputName: 'system' };

  test('is the same query as a timeseries of one bucket, with a selector on it', () => {
    const filter = { type: 'selector', dimension: 'isTestMode', value: 'false' };
    const insight = { ...cut, query: { ...cut.query, filter, context: { timezone: 'Europe/Berlin' } } };
    expect(extraQueryFor(insight, 'iOS 15', 'now')).toEqual({
      queryType: 'timeseries',
      granularity: 'all',
      aggregations: [{ type: 'userCount', name: 'Users' }],
      relativeIntervals: USERS_BY_SYSTEM['relativeIntervals'],
      context: { timezone: 'Europe/Berlin' },
      filter: { type: 'and', fields: [filter, { type: 'selector', dimension: 'systemVersion', value: 'iOS 15' }] },
    });
    expect(extraQueryFor(insight, 'iOS 15', 'before')).toMatchObject({
      intervals: ['2026-09-21T00:00:00.000Z/2026-10-21T00:00:00.000Z'],
    });
    expect(extraQueryFor(insight, 'iOS 15', 'before')).not.toHaveProperty('relativeIntervals');
  });

  const lookup = (more: Record<string, Json>) => ({
    ...{ type: 'extraction', dimension: 'systemVersion', outputName: 'age' },
    extractionFn: { type: 'lookup', lookup: { type: 'map', map: { a: 'old', b: 'old', c: 'new' } }, ...more },
  });
  const isOld = { type: 'in', dimension: 'systemVersion', values: ['a', 'b'] };
  const unmapped = [
    { type: 'null', column: 'systemVersion' },
    { type: 'not', field: { type: 'in', dimension: 'systemVersion', values: ['a', 'b', 'c'] } },
  ];

  test.each<[string, Json, string, Json]>([
    [
      'a missing value',
      plain,
      'null',
      {
        type: 'or',
        fields: [
          { type: 'selector', dimension: 'systemVersion', value: 'null' },
          { type: 'null', column: 'systemVersion' },
        ],
      },
    ],
    [
      'a key with the separator, of one dimension',
      plain,
      'a / b',
      { type: 'selector', dimension: 'systemVersion', value: 'a / b' },
    ],
    ['a looked-up value', lookup({}), 'old', isOld],
    [
      'a value that the lookup leaves as it is',
      lookup({ retainMissingValue: true }),
      'z',
      { type: 'selector', dimension: 'systemVersion', value: 'z' },
    ],
    [
      'a value that takes the place of all others',
      lookup({ replaceMissingValueWith: 'old' }),
      'old',
      { type: 'or', fields: [isOld, ...unmapped] },
    ],
    ['what the lookup makes nothing of', lookup({}), 'null', { type: 'or', fields: unmapped }],
  ])('%s', (_, dimension, key, filter) => {
    const query = extraQueryFor(by(dimension), key, 'now');
    expect(query).toMatchObject({ filter });
    expect(parseRunQuery(query)).toMatchObject({ ok: true });
  });

  test.each<[string, Json, string, RegExp]>([
    ['a number that several texts may become', { ...plain, outputType: 'LONG' }, '15', /turned into a number/],
    [
      'a lookup elsewhere',
      { ...plain, type: 'extraction', extractionFn: { type: 'lookup', lookup: 'systems' } },
      'x',
      /a table that the query does not hold/,
    ],
    ['a value that a lookup never makes', lookup({}), 'z', /no such value/],
  ])('cannot be expressed: %s', async (_, dimension, key, why) => {
    expect(extraQueryFor(by(dimension), key, 'now')).toMatch(why);
    const verdict = await judged(by(dimension), threshold(`value("${key}") < 5`));
    expect(verdict).toMatchObject({ outcome: 'inconclusive', note: expect.stringMatching(why) });
  });

  test('of several dimensions has a filter for each, and an ambiguous key none', () => {
    const query = { ...USERS_BY_SYSTEM, queryType: 'groupBy', dimensions: [plain, { ...plain, dimension: 'model' }] };
    const groups = { ...cut, query, queryType: 'groupBy' };
    expect(extraQueryFor(groups, 'iOS 15 / iPad', 'now')).toMatchObject({
      filter: {
        type: 'and',
        fields: [
          { dimension: 'systemVersion', value: 'iOS 15' },
          { dimension: 'model', value: 'iPad' },
        ],
      },
    });
    expect(extraQueryFor(groups, 'iOS 15', 'now')).toMatch(/2 parts/);
    expect(extraQueryFor(groups, 'a / b / c', 'now')).toMatch(/leaves open/);
  });

  test('is asked for once, however many gates name it, and not where the table holds it or all', async () => {
    const service = answering({ 'iOS 15': { Users: 20 }, 'before iOS 15': { Users: 25 } });
    const requests = ['share("iOS 15") < 5%', 'change("iOS 15") < 0', 'value("iOS 26") > 5'].map((assert) =>
      threshold(assert),
    );
    await judgeWith(requests, [cut], service.run);
    expect(service.asked).toHaveLength(2);
    await judgeWith(requests, [{ ...cut, cutOff: false }], service.run);
    expect(service.asked.length - 2).toBe(1); // the value before alone
  });
});

describe('an estimate', () => {
  const many = (size?: number): ReportedInsight => ({
    ...users(
      [
        ['iOS 26', 98_500],
        ['iOS 15', 2010],
      ],
      { total: 100_000, compare: null },
    ),
    query: {
      ...USERS_BY_SYSTEM,
      aggregations: [
        { type: 'thetaSketch', name: 'Users', fieldName: 'clientUser', ...(size === undefined ? {} : { size }) },
      ],
    },
  });

  test('within its stated error of the limit says so', async () => {
    // 2 / √16384 of the total: 1.56 %, so 2.01 % may be 1.98 % to 2.04 %.
    expect((await judged(many(), threshold('share("iOS 15") < 2%'))).note).toBe(
      'within the error of the estimate (± 1.56%: 1.98% to 2.04%)',
    );
    expect((await judged(many(), threshold('share("iOS 15") < 3%'))).note).toBeNull();
    expect((await judged(many(262_144), threshold('share("iOS 15") < 2%'))).note).toBeNull();
  });

  test('is none below the size of the sketch', async () => {
    expect(
      (
        await judged(
          users([
            ['a', 201],
            ['b', 9799],
          ]),
          threshold('share("a") < 2%'),
        )
      ).note,
    ).toBeNull();
  });
});

describe('a small group', () => {
  test('that is folded for readers is judged, and its number not told', async () => {
    const insight = users([
      ['a', 990],
      ['b', 10],
    ]);
    const verdict = await judged(insight, threshold('share("b") < 2%'), {}, { ...SETTING, minGroupSize: 20 });
    expect(verdict).toMatchObject({
      outcome: 'passed',
      value: null,
      valueText: null,
      sample: { count: null, of: 1000 },
    });
    expect(verdict.message).toBe(
      'os: share("b") < 2%: passed, its value would tell of small groups, which are kept back (min-group-size)',
    );
  });
});

describe('a snooze', () => {
  test.each([
    ['UTC', '2026-11-21', true],
    ['Pacific/Kiritimati', '2026-11-21', false],
    ['Pacific/Honolulu', '2026-11-20', false],
    ['America/Los_Angeles', '2026-11-21', true],
  ])('in %s until %s', async (timezone, until, isAhead) => {
    const verdict = await judged(
      users([['a', 5]]),
      threshold('value("a") < 1', { until }),
      {},
      { ...SETTING, timezone },
    );
    expect(verdict.snoozedUntil === until).toBe(isAhead);
    expect(verdict.snoozeEnded === until).toBe(!isAhead);
  });
});

describe('a trend', () => {
  const DAY_MS = 86_400_000;
  const points = (values: readonly number[]) => values.map((value, day) => ({ atMs: day * DAY_MS, value }));

  test('of points on a line has its slope, meets the limit where the line does, and errs by nothing', () => {
    const trend = fitTrend(points([10, 9, 8, 7, 6]), 2);
    expect(trend?.slope).toBeCloseTo(-1 / DAY_MS, 15);
    expect(trend?.crossing?.atMs).toBeCloseTo(8 * DAY_MS, 3);
    expect(trend?.crossing?.errorMs).toBeCloseTo(0, 3);
  });

  test('errs as the text-book says', () => {
    // x 0…4, y 1 3 2 5 4: slope 0.8, residual variance 3.6 / 3, t(3) = 3.182: ± 3.182 · √(1.2 / 10).
    const trend = fitTrend(points([1, 3, 2, 5, 4]), 7);
    expect(trend?.slope).toBeCloseTo(0.8 / DAY_MS, 15);
    expect((trend?.slopeError ?? 0) * DAY_MS).toBeCloseTo(3.182 * Math.sqrt(0.12), 6);
    expect(trend?.crossing?.atMs).toBeCloseTo(7 * DAY_MS, 3);
  });

  test('of three points is none', () => {
    expect(fitTrend(points([1, 2, 3]), 5)).toBeNull();
  });
});

test('the days of a running month that have not begun are no rows', async () => {
  const days: Written[] = [
    ['2026-11-19T00:00:00Z', 12],
    ['2026-11-20T00:00:00Z', 11],
    ['2026-11-21T00:00:00Z', 0],
  ];
  const month = users(days, { queryType: 'timeseries', query: { queryType: 'timeseries', granularity: 'day' } });
  expect((await judged(month, threshold('rows.all(row, row.value > 10) && count() == 2'))).outcome).toBe('passed');
  expect((await judged(month, threshold('rows.all(row, row.value > 11)'))).outcome).toBe('failed');
});

test.each([
  ['change("losses") == 50%', 0.5],
  ['totalChange() == 50%', 0.5],
  ['rows.all(r, r.change == 50%)', null],
])('a change from below zero is relative to its size, as the report has it: %s', async (assert, value) => {
  const query = { ...USERS_BY_SYSTEM, aggregations: [{ type: 'doubleSum', name: 'Users', fieldName: 'floatValue' }] };
  const balance = users([['losses', -5, -10]], { query, unit: 'other', total: -5, previousTotal: -10 });
  const verdict = await judged(balance, threshold(assert));
  expect(verdict).toMatchObject({ outcome: 'passed', ...(value !== null && { value }) });
});
