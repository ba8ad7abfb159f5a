import type { ReportedInsight } from '../../../../src/report/results/results.ts';
import { judged, SETTING, threshold, users, USERS_BY_SYSTEM, type Written } from '../fixtures.ts';
import { asQuery } from '../../../support/as-query.ts';

describe('a value from estimated counts', () => {
  const many = (size?: number): ReportedInsight => ({
    ...users(
      [
        ['iOS 26', 98_500],
        ['iOS 15', 2010],
      ],
      { total: 100_000, compare: null },
    ),
    query: asQuery({
      ...USERS_BY_SYSTEM,
      aggregations: [
        {
          type: 'thetaSketch',
          name: 'Users',
          fieldName: 'clientUser',
          ...(size === undefined ? {} : { size }),
        },
      ],
    }),
  });

  test('a value from estimated counts has a note if its limit is within the stated error', async () => {
    // 2 / √16384 of the total: 1.56 %, so 2.01 % may be 1.98 % to 2.04 %.
    expect((await judged(many(), threshold('share("iOS 15") < 2%'))).note).toBe(
      'within the error of the estimate (1.98% to 2.04%)',
    );
    expect((await judged(many(), threshold('share("iOS 15") < 3%'))).note).toBeNull();
    expect((await judged(many(262_144), threshold('share("iOS 15") < 2%'))).note).toBeNull();
  });
});

test.each([
  ['total() > 9', 1, '; the period ended an hour ago, events may still arrive'],
  ['value("b / c") > 9', 1, '; the period ended an hour ago, events may still arrive'],
  ['total() < 9', 1, '; the period ended an hour ago, events may still arrive'],
  ['total() > 3', 1, 'above 3'],
  ['total() > 9', 49, 'above 9'],
  ['total() < 4', 1, 'below 4'],
  ['share("a") > 99%', 1, 'above 99%'],
])('a count may pass its limit soon after the period: %s after %d h', async (assert, hours, end) => {
  const interval = {
    label: 'x',
    start: '2026-11-13T10:00:00Z',
    end: '2026-11-20T10:00:00Z',
    complete: true,
  };
  const table = users(
    [
      ['a', 4],
      ['b / c', 1],
    ],
    { interval },
  );
  const nowMs = SETTING.nowMs + hours * 3_600_000;
  const { message } = await judged(table, threshold(assert), {}, { ...SETTING, nowMs });
  expect(message.endsWith(end)).toBe(true);
});

test.each([
  ['UTC', '2026-11-21', true],
  ['Pacific/Kiritimati', '2026-11-21', false],
  ['Pacific/Honolulu', '2026-11-20', false],
  ['America/Los_Angeles', '2026-11-21', true],
])('a snooze in %s until %s is ahead: %s', async (timezone, until, isAhead) => {
  const verdict = await judged(
    users([['a', 5]]),
    threshold('value("a") < 1', { until }),
    {},
    { ...SETTING, timezone },
  );
  expect(verdict.snoozedUntil === until).toBe(isAhead);
  expect(verdict.snoozeEnded === until).toBe(!isAhead);
});

test('the days of a running month that have not begun are not rows', async () => {
  const days: Written[] = [
    ['2026-11-19T00:00:00Z', 12],
    ['2026-11-20T00:00:00Z', 11],
    ['2026-11-21T00:00:00Z', 0],
  ];
  const month = users(days, {
    queryType: 'timeseries',
    query: { queryType: 'timeseries', granularity: 'day' },
  });
  expect((await judged(month, threshold('rows.all(row, row.value > 10) && count() == 2'))).outcome).toBe(
    'passed',
  );
  expect((await judged(month, threshold('rows.all(row, row.value > 12)'))).outcome).toBe('failed');
});

test.each([
  ['change("losses") == 50%', 0.5],
  ['totalChange() == 50%', 0.5],
  ['rows.all(r, r.change == 50%)', null],
])('a change from below zero is relative to its size, as the report has it: %s', async (assert, value) => {
  const aggregations = [{ type: 'doubleSum', name: 'Users', fieldName: 'floatValue' }];
  const query = asQuery({ ...USERS_BY_SYSTEM, aggregations });
  const balance = users([['losses', -5, -10]], { query, unit: 'other', total: -5, previousTotal: -10 });
  const verdict = await judged(balance, threshold(assert));
  expect(verdict).toMatchObject({ outcome: 'passed', ...(value !== null && { value }) });
});
