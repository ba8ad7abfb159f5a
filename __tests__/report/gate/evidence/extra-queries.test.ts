import { extraQueryFor, type WhichPeriod } from '../../../../src/report/gate/evidence/evidence.ts';
import type { ReportedInsight } from '../../../../src/report/results/results.ts';
import type { Json } from '../../../../src/tql/json.ts';
import type { Query } from '../../../../src/tql/query.ts';
import { parseRunQuery } from '../../../../src/tql/schema/run-query.ts';
import { answering, judged, judgeWith, threshold, users, USERS_BY_SYSTEM } from '../fixtures.ts';
import { asQuery } from '../../../support/as-query.ts';

function queryFor(insight: ReportedInsight, key: string, when: WhichPeriod = 'now'): Query {
  const extra = extraQueryFor(insight, key, when);
  if ('problem' in extra) throw new Error(extra.problem);
  return extra.query;
}

function problemOf(insight: ReportedInsight, key: string): string | null {
  const extra = extraQueryFor(insight, key, 'now');
  return 'problem' in extra ? extra.problem : null;
}

describe('the query for one row', () => {
  const cut = users([['iOS 26', 600, 500]], { total: 1000, cutOff: true });
  const by = (dimension: Json, more: Partial<ReportedInsight> = {}): ReportedInsight => ({
    ...cut,
    ...more,
    query: asQuery({ ...USERS_BY_SYSTEM, dimension }),
  });
  const plain = { type: 'default', dimension: 'systemVersion', outputName: 'system' };

  test('the query for one row is the same query as a timeseries of one bucket with a selector on the row', () => {
    const filter = { type: 'selector', dimension: 'isTestMode', value: 'false' } as const;
    const insight = { ...cut, query: { ...cut.query, filter, context: { timezone: 'Europe/Berlin' } } };
    expect(queryFor(insight, 'iOS 15')).toEqual({
      queryType: 'timeseries',
      granularity: 'all',
      aggregations: [{ type: 'userCount', name: 'Users' }],
      relativeIntervals: USERS_BY_SYSTEM['relativeIntervals'],
      context: { timezone: 'Europe/Berlin' },
      filter: {
        type: 'and',
        fields: [filter, { type: 'selector', dimension: 'systemVersion', value: 'iOS 15' }],
      },
    });
    expect(queryFor(insight, 'iOS 15', 'before')).toMatchObject({
      intervals: ['2026-09-21T00:00:00.000Z/2026-10-21T00:00:00.000Z'],
    });
    expect(queryFor(insight, 'iOS 15', 'before')).not.toHaveProperty('relativeIntervals');
  });

  const lookup = (more: Record<string, Json>) => ({
    type: 'extraction',
    dimension: 'systemVersion',
    outputName: 'age',
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
      'a value that the lookup keeps',
      lookup({ retainMissingValue: true }),
      'z',
      { type: 'selector', dimension: 'systemVersion', value: 'z' },
    ],
    [
      'a value that replaces all unmapped ones',
      lookup({ replaceMissingValueWith: 'old' }),
      'old',
      { type: 'or', fields: [isOld, ...unmapped] },
    ],
    ['the values that the lookup does not map', lookup({}), 'null', { type: 'or', fields: unmapped }],
  ])('the query for one row selects %s', (_, dimension, key, filter) => {
    const query = queryFor(by(dimension), key);
    expect(query).toMatchObject({ filter });
    expect(parseRunQuery(query)).toMatchObject({ ok: true });
  });

  test.each<[string, Json, string, RegExp]>([
    [
      'a number that several texts may become',
      { ...plain, outputType: 'LONG' },
      '15',
      /turned into a number/,
    ],
    [
      'a lookup elsewhere',
      { ...plain, type: 'extraction', extractionFn: { type: 'lookup', lookup: 'systems' } },
      'x',
      /a table that the query does not hold/,
    ],
    ['a value that a lookup never makes', lookup({}), 'z', /no such value/],
  ])('the query for one row cannot express %s', async (_, dimension, key, note) => {
    expect(problemOf(by(dimension), key)).toMatch(note);
    const verdict = await judged(by(dimension), threshold(`value("${key}") < 5`));
    expect(verdict).toMatchObject({ outcome: 'inconclusive', note: expect.stringMatching(note) });
  });

  test('the query for one row has a filter for each of several dimensions, and none for an ambiguous key', () => {
    const query = asQuery({
      ...USERS_BY_SYSTEM,
      queryType: 'groupBy',
      dimensions: [plain, { ...plain, dimension: 'model' }],
    });
    const groups = { ...cut, query, queryType: 'groupBy' } as const;
    expect(queryFor(groups, 'iOS 15 / iPad')).toMatchObject({
      filter: {
        type: 'and',
        fields: [
          { dimension: 'systemVersion', value: 'iOS 15' },
          { dimension: 'model', value: 'iPad' },
        ],
      },
    });
    expect(problemOf(groups, 'iOS 15')).toBe('its key has 2 parts, with " / " between them');
    expect(problemOf(groups, 'a / b / c')).toBe('" / " in its key leaves open where a part of it ends');
  });

  test('the query for one row is sent once for several gates, and not for a row that the table has', async () => {
    const service = answering({ 'iOS 15': { Users: 20 }, 'before iOS 15': { Users: 25 } });
    const requests = ['share("iOS 15") < 5%', 'change("iOS 15") < 0', 'value("iOS 26") > 5'].map((assert) =>
      threshold(assert),
    );
    await judgeWith(requests, [cut], service.run);
    // The row in both periods and by day, the users who have a value in both, all before, and all by day.
    expect(service.asked).toHaveLength(7);
    await judgeWith(requests, [{ ...cut, cutOff: false }], service.run);
    expect(service.asked.length - 7).toBe(3); // only the value before, and by day
  });
});
