import { describe, expect, test } from '@jest/globals';
import type { QueryService } from '../../src/client/client.ts';
import { roundingService } from '../../src/run/rounding-service.ts';
import type { ReportRequest } from '../../src/inputs/request.ts';
import type { JsonObject } from '../../src/tql/json.ts';
import type { Query, QueryFilter } from '../../src/tql/query.ts';
import type { QueryResult } from '../../src/tql/result.ts';

const requestOf = (
  minGroupSize: number,
  token = 'secret',
): Pick<ReportRequest, 'minGroupSize' | 'service'> => ({
  minGroupSize,
  service: { token } as ReportRequest['service'],
});

test('a query whose answer is rounded can be cancelled', async () => {
  const { promise, resolve } = Promise.withResolvers<AbortSignal | undefined>();
  const service: QueryService = {
    resolveInsight: () => Promise.reject(new Error('nothing is to be resolved')),
    runQuery: (_, signal) => {
      resolve(signal);
      return Promise.resolve({ result: { kind: 'segmentMetadata', columns: [] }, durationMs: 0 });
    },
  };
  const { signal } = new AbortController();
  await roundingService(service, requestOf(5)).runQuery({ queryType: 'segmentMetadata' }, signal);
  expect(await promise).toBe(signal);
});

test('a series is asked for with its empty buckets, which nobody may tell from those of small groups', async () => {
  const asked: Query[] = [];
  const service: QueryService = {
    resolveInsight: () => Promise.reject(new Error('nothing is to be resolved')),
    runQuery: (query) => {
      asked.push(query);
      return Promise.resolve({ result: { kind: 'timeseries', buckets: [] }, durationMs: 0 });
    },
  };
  const context = { skipEmptyBuckets: true, timezone: 'Europe/Berlin' };
  const query: Query = {
    queryType: 'timeseries',
    granularity: 'day',
    aggregations: [{ type: 'userCount' }],
    context,
  };
  for (const size of [0, 5]) await roundingService(service, requestOf(size)).runQuery(query);
  expect(asked.map((each) => each.context)).toEqual([context, { ...context, skipEmptyBuckets: false }]);
});

test('a query that looks like the one for the days of a data source is rounded', async () => {
  const service: QueryService = {
    resolveInsight: () => Promise.reject(new Error('nothing is to be resolved')),
    runQuery: () => {
      const buckets = [{ timestampMs: 0, values: { _events_by_day: 1234 } }];
      return Promise.resolve({ result: { kind: 'timeseries', buckets }, durationMs: 0 });
    },
  };
  const query: Query = {
    queryType: 'timeseries',
    granularity: 'day',
    aggregations: [{ type: 'eventCount', name: '_events_by_day' }],
    intervals: ['2026-11-01T00:00:00Z/2026-11-02T00:00:00Z'],
  };
  const { result } = await roundingService(service, requestOf(100)).runQuery(query);
  expect(JSON.stringify(result)).not.toContain('1234');
});

describe('an offset', () => {
  const day = '2026-11-09T00:00:00Z/2026-11-10T00:00:00Z';
  const users = { type: 'userCount', name: 'Users' } as const;
  const [inPlan, choice]: readonly [QueryFilter, QueryFilter] = [
    { type: 'selector', dimension: 'plan', value: 'free' },
    { type: 'in', dimension: 'plan', values: ['free'] },
  ];
  const byPlan: Query = {
    queryType: 'topN',
    intervals: [day],
    granularity: 'all',
    dimension: 'plan',
    aggregations: [users],
    threshold: 9,
    metric: 'Users',
  };
  const ofPlan = (filter: Query['filter']): Query => ({
    queryType: 'timeseries',
    intervals: [day],
    granularity: 'all',
    aggregations: [users],
    filter: filter ?? null,
  });
  const startMs = Date.parse(day.slice(0, 20));
  const virtual = (name: string) => ({ type: 'expression', name, outputType: 'STRING', expression: 'type' });

  /** The counts that a query's answer shows if each of them is truly 100 … 139. */
  async function shownOf(query: Query, token = 'secret'): Promise<readonly unknown[]> {
    const shown = Array.from({ length: 40 }, async (_, more) => {
      const row = { plan: 'free', Users: 100 + more };
      const result: QueryResult =
        query.queryType === 'topN'
          ? { kind: 'topN', buckets: [{ timestampMs: startMs, rows: [row] }] }
          : { kind: 'timeseries', buckets: [{ timestampMs: startMs, values: { Users: row.Users } }] };
      const service: QueryService = {
        resolveInsight: () => Promise.reject(new Error('nothing is to be resolved')),
        runQuery: () => Promise.resolve({ result, durationMs: 0 }),
      };
      const answer = await roundingService(service, requestOf(20, token)).runQuery(query);
      const rows =
        answer.result.kind === 'topN'
          ? answer.result.buckets[0]?.rows
          : 'buckets' in answer.result
            ? answer.result.buckets.map(({ values }) => values)
            : [];
      return rows?.[0]?.['Users'];
    });
    return Promise.all(shown);
  }

  test('shows a count as a multiple of the size, from 2N − 2 below it to the count itself', async () => {
    const shown = (await shownOf(byPlan)).map(Number);
    shown.forEach((each, more) => {
      expect(each % 20).toBe(0);
      expect(100 + more - each).toBeGreaterThanOrEqual(0);
      expect(100 + more - each).toBeLessThanOrEqual(38);
    });
    expect(new Set(shown).size).toBeGreaterThan(1);
  });

  test('is the same in every run, however the same events are asked for', async () => {
    const shown = await shownOf(byPlan);
    const queries: readonly Query[] = [
      byPlan,
      ofPlan(inPlan),
      ofPlan(choice),
      ofPlan({ type: 'and', fields: [choice, inPlan] }),
      { ...byPlan, threshold: 3 },
      ofPlan({ type: 'equals', column: 'plan', matchValueType: 'STRING', matchValue: 'free' }),
      { ...byPlan, virtualColumns: [virtual('other')] },
      { ...byPlan, aggregations: [{ type: 'cardinality', name: 'Users', fields: ['clientUser'] }] },
      {
        ...byPlan,
        aggregations: [{ type: 'thetaSketch', name: 'all', fieldName: 'clientUser' }],
        postAggregations: [
          {
            type: 'thetaSketchEstimate',
            name: 'Users',
            field: { type: 'fieldAccess', fieldName: 'all' },
          },
        ],
      },
    ];
    for (const query of queries) expect(await shownOf(query)).toEqual(shown);
  });

  test('is another one for another token, time, filter or count', async () => {
    const plans = Array.from({ length: 12 }, (_, plan): QueryFilter => ({
      type: 'selector',
      dimension: 'plan',
      value: `${plan}`,
    }));
    const shownOfAll = async (more: JsonObject, token?: string): Promise<readonly string[]> =>
      Promise.all(
        plans.map(async (each) => JSON.stringify(await shownOf({ ...ofPlan(each), ...more }, token))),
      );
    const [plain, ...others] = await Promise.all([
      shownOfAll({}),
      shownOfAll({}, 'another'),
      shownOfAll({ intervals: ['2026-11-09T00:00:00Z/2026-11-11T00:00:00Z'] }),
      shownOfAll({ aggregations: [{ type: 'eventCount', name: 'Users' }] }),
      shownOfAll({ virtualColumns: [virtual('plan')] }),
      shownOfAll({ virtualColumns: [virtual('clientUser')] }),
    ]);
    // Which of twenty offsets a key has is fixed: most differ.
    expect(new Set(plain).size).toBeGreaterThan(6);
    for (const other of others) expect(other.filter((each, at) => each === plain[at]).length).toBeLessThan(4);
  });
});
