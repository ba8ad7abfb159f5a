import type { QueryService } from '../../../src/report/client/client.ts';
import { asCoverage } from '../../../src/report/run/optional-queries.ts';
import { roundedBy, roundingService } from '../../../src/report/run/rounding-service.ts';
import type { ReportRequest } from '../../../src/report/inputs/request.ts';
import { countedBy } from '../../../src/report/tables/rounding/counted.ts';
import { rowRounder } from '../../../src/report/tables/rounding/row.ts';
import { ALL_USERS } from '../../../src/report/tables/aggregations.ts';
import { historyQuery } from '../../../src/report/tables/companion-queries.ts';
import type { TableRow } from '../../../src/report/tables/table.ts';
import { tabulate } from '../../../src/report/tables/tabulate.ts';
import { onlyQueries, WITH_AND_WITHOUT } from '../../../src/report/tables/set-queries.ts';
import { sizeName, withGroupSizes } from '../../../src/report/tables/rounding/sizes.ts';
import { type JsonObject, without } from '../../../src/tql/json.ts';
import type { Query, QueryFilter, QueryHaving } from '../../../src/tql/query.ts';
import type { QueryResult, ResultRow } from '../../../src/tql/result.ts';

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

test('a condition on numbers chooses rows by the rounded ones, as who sends events sees when a row begins to pass', async () => {
  const users = { type: 'userCount', name: 'Users' } as const;
  const more = { type: 'greaterThan', aggregation: 'Users', value: 50 } as const;
  const query = (having: QueryHaving): Query => ({
    queryType: 'groupBy',
    intervals: ['2026-11-09T00:00:00Z/2026-11-10T00:00:00Z'],
    granularity: 'all',
    dimensions: ['plan'],
    aggregations: [users],
    having,
    limit: 1,
  });
  const rowsOf = async (
    asked: Query,
    counts: Readonly<Record<string, number>>,
  ): Promise<readonly unknown[]> => {
    const service: QueryService = {
      resolveInsight: () => Promise.reject(new Error('nothing is to be resolved')),
      runQuery: (given) => {
        const rows = Object.entries(counts).map(([plan, Users]) => ({
          timestampMs: 0,
          event: { plan, Users },
        }));
        const passing = rows.filter(({ event }) => !('having' in given) || event.Users > 50);
        const limit = 'limit' in given ? Number(given.limit) : Infinity;
        return Promise.resolve({ result: { kind: 'groupBy', rows: passing.slice(0, limit) }, durationMs: 0 });
      },
    };
    const { result } = await roundingService(service, requestOf(10)).runQuery(asked);
    return result.kind === 'groupBy' ? result.rows.map(({ event }) => event) : [];
  };
  const shown = new Set<number>();
  for (let count = 40; count < 90; count++) {
    const all = await rowsOf(without(query(more), 'having'), { free: count });
    const passing = all.filter((row) => Number((row as ResultRow)['Users']) > 50);
    expect(await rowsOf(query(more), { free: count })).toEqual(passing);
    const [first] = await rowsOf(query({ type: 'not', havingSpec: more }), { free: count, pro: 30 });
    expect(first).toEqual(passing.length === 0 ? all[0] : expect.objectContaining({ plan: 'pro' }));
    shown.add(passing.length);
  }
  expect(shown).toEqual(new Set([0, 1]));
  const named = { type: 'dimSelector', dimension: 'plan', value: 'pro' } as const;
  const counts = { free: 90, pro: 90, team: 20 };
  expect(await rowsOf(query({ type: 'and', havingSpecs: [more, named] }), counts)).toEqual([
    expect.objectContaining({ plan: 'pro' }),
  ]);
  // A filter's meaning is the engine's, which knows the true numbers.
  const filter = { type: 'range', column: 'Users', matchValueType: 'LONG', lower: 50 } as const;
  for (const having of [
    { type: 'filter', filter },
    { type: 'not', havingSpec: { type: 'filter', filter } },
  ]) {
    const asked = query(having as QueryHaving);
    await expect(rowsOf(asked, {})).rejects.toThrow('min-group-size does not support a having spec "filter"');
  }
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

test.each([5, 50])(
  'events of a data source by day are rounded to multiples of %i, except that a day has any or none',
  async (size) => {
    const counts = [0, 1, 3, 19, 20, 21, 1234];
    const service: QueryService = {
      resolveInsight: () => Promise.reject(new Error('nothing is to be resolved')),
      runQuery: () => {
        const buckets = counts.map((n, day) => ({ timestampMs: day * 86_400_000, values: { n } }));
        return Promise.resolve({ result: { kind: 'timeseries', buckets }, durationMs: 0 });
      },
    };
    const query = asCoverage({
      queryType: 'timeseries',
      granularity: 'day',
      aggregations: [{ type: 'eventCount', name: 'n' }],
      intervals: ['1970-01-01T00:00:00Z/1970-01-08T00:00:00Z'],
    });
    const { result } = await roundingService(service, requestOf(size)).runQuery(query);
    const shown = result.kind === 'timeseries' ? result.buckets.map(({ values }) => Number(values['n'])) : [];
    expect(shown).toHaveLength(counts.length);
    for (const [day, count] of shown.entries()) {
      expect(count === 0).toBe(counts[day] === 0);
      if (count > 1) expect([count % size, count <= (counts[day] ?? 0)]).toEqual([0, true]);
    }
    // Whoever sends events would otherwise see at how many a day counts as usual, which is at 20.
    if (size === 50) expect(shown.slice(1, 6)).toEqual([1, 1, 1, 1, 1]);
  },
);

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

  test('an offset is of all rows of a topN before it is cut off: which of two is truly larger is not shown', async () => {
    const keysOf = async (threshold: number, free: number): Promise<readonly unknown[]> => {
      const rows = [
        { plan: 'free', Users: free },
        { plan: 'pro', Users: 50 },
      ].toSorted((one, other) => other.Users - one.Users);
      const service: QueryService = {
        resolveInsight: () => Promise.reject(new Error('nothing is to be resolved')),
        runQuery: (query) => {
          const first = rows.slice(0, 'threshold' in query ? Number(query.threshold) : 0);
          const buckets = [{ timestampMs: startMs, rows: first }];
          return Promise.resolve({ result: { kind: 'topN', buckets }, durationMs: 0 });
        },
      };
      const answer = await roundingService(service, requestOf(20)).runQuery({ ...byPlan, threshold });
      return 'buckets' in answer.result ? answer.result.buckets : [];
    };
    const shown = await Promise.all(
      Array.from({ length: 40 }, async (_, more) => {
        const [one, both] = [await keysOf(1, 30 + more), await keysOf(2, 30 + more)];
        return { one: JSON.stringify(one), both: JSON.stringify(both) };
      }),
    );
    const worlds = new Set(shown.map(({ both }) => both));
    expect(worlds.size).toBeGreaterThan(1);
    expect(new Set(shown.map(({ one, both }) => one + both)).size).toBe(worlds.size);
  });

  test('an offset shows a count as a multiple of the size, from 2N − 2 below it to the count itself', async () => {
    const shown = (await shownOf(byPlan)).map(Number);
    shown.forEach((each, more) => {
      expect(each % 20).toBe(0);
      expect(100 + more - each).toBeGreaterThanOrEqual(0);
      expect(100 + more - each).toBeLessThanOrEqual(38);
    });
    expect(new Set(shown).size).toBeGreaterThan(1);
  });

  test('an offset is the same in every run, however the same events are asked for', async () => {
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

  test('an offset is another one for another token, time, filter or count', async () => {
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

  /** What an output counts. */
  const countedIn = (query: Query, output: string): string =>
    countedBy({ intervals: [day], granularity: 'all', ...query })(output, {}, startMs);
  const is = (plan: string): QueryFilter => ({ type: 'selector', dimension: 'plan', value: plan });

  test('an offset is the same for a choice of values, however it is written', () => {
    const any: QueryFilter = { type: 'in', dimension: 'plan', values: ['a', 'b', 'c'] };
    const nested: QueryFilter = { type: 'or', fields: [is('c'), { type: 'or', fields: [is('b'), is('a')] }] };
    const mixed: QueryFilter = {
      type: 'or',
      fields: [{ type: 'in', dimension: 'plan', values: ['b', 'a'] }, is('c')],
    };
    const [one, ...others] = [any, nested, mixed].map((filter) => countedIn(ofPlan(filter), 'Users'));
    expect(others).toEqual([one, one]);
    const typed: QueryFilter = { type: 'or', fields: [is('a'), { ...is('b'), dimension: 'type' }] };
    expect(countedIn(ofPlan(typed), 'Users')).not.toBe(
      countedIn(ofPlan({ ...any, values: ['a', 'b'] }), 'Users'),
    );
  });

  test('an offset is the same for a row, whatever other rows and formats its trend is asked for with', () => {
    const trend = (...shown: readonly (string | null)[]): Query => ({
      ...byPlan,
      ...historyQuery(
        byPlan,
        tabulate(byPlan, { kind: 'topN', buckets: [] }, 'Users'),
        shown.map((part) => ({ parts: [part] }) as unknown as TableRow),
      ),
    });
    for (const part of ['free', null]) {
      const row = countedBy(byPlan)('Users', { plan: part }, startMs);
      const others = [['pro'], ['pro', 'team', 'é'], [null, 'pro', 'free']].map((each) =>
        trend(part, ...each),
      );
      for (const query of [
        ...others,
        { ...byPlan, valueFormatter: { options: {} }, compilationStatus: 'ok' },
      ])
        expect(countedBy(query)('Users', { plan: part }, startMs)).toBe(row);
    }
    const some: QueryFilter = { type: 'in', dimension: 'plan', values: ['a', 'b'] };
    expect(countedIn(ofPlan({ type: 'and', fields: [some, is('a')] }), 'Users')).toBe(
      countedIn(ofPlan(is('a')), 'Users'),
    );
    expect(countedIn(ofPlan(some), 'Users')).not.toBe(countedIn(ofPlan(is('a')), 'Users'));
  });

  test('an offset is the same for all users and for those whom only(…) counts, unless some have no value', () => {
    const only = onlyQueries(byPlan, users, 'plan', [{ name: 'set', members: [{ shown: 'a', raw: 'a' }] }]);
    const counted = countedBy(only ?? byPlan);
    const everyone = counted(WITH_AND_WITHOUT, {}, startMs);
    expect(everyone).toBe(countedIn(ofPlan(null), 'Users'));
    expect(counted(ALL_USERS, { [ALL_USERS]: 30, [WITH_AND_WITHOUT]: 30 }, startMs)).toBe(everyone);
    expect(counted(ALL_USERS, { [ALL_USERS]: 30, [WITH_AND_WITHOUT]: 31 }, startMs)).not.toBe(everyone);
  });

  test('an offset is the same for the steps that funnels share, and for the users of one filter', () => {
    const funnel = (...plans: readonly string[]): Query => ({
      queryType: 'funnel',
      steps: plans.map((plan) => ({ name: plan, filter: is(plan) })),
    });
    const users = (filter: QueryFilter): string => countedIn(ofPlan(filter), 'Users');
    const short = funnel('a', 'b');
    expect(countedIn(short, '0_a')).toBe(users(is('a')));
    expect(countedIn(short, '1_b')).toBe(countedIn(funnel('b', 'a', 'c'), '1_a'));
    expect(countedIn(short, '1_b')).not.toBe(countedIn(funnel('a', 'c'), '1_c'));
    expect(countedIn(short, '1_b')).not.toBe(users({ type: 'and', fields: [is('a'), is('b')] }));
    const named = { name: 'bought', filter: is('b') };
    const experiment: Query = {
      queryType: 'experiment',
      sample1: { name: 'one', filter: is('a') },
      sample2: { name: 'all' },
      successCriterion: named,
    };
    expect(countedIn(experiment, 'cohort_1')).toBe(users(is('a')));
    expect(countedIn(experiment, 'cohort_1_success')).toBe(countedIn(short, '1_b'));
    expect(countedIn(experiment, 'cohort_2_success')).toBe(users(is('b')));
    // A step without a filter has the events of the others.
    expect(countedIn({ queryType: 'funnel', steps: [{ name: 'all' }, named] }, '0_all')).toBe(users(is('b')));
  });

  test('an offset is the same for a retention’s cohort in each report that holds it, and for the users of its period', () => {
    const ofDays = (from: number, until: number, granularity = 'day'): Query => {
      const text = (date: number): string => new Date(Date.UTC(2026, 10, date)).toISOString();
      const end = new Date(Date.UTC(2026, 10, until) - 1).toISOString();
      return { queryType: 'retention', granularity, intervals: [`${text(from)}/${end}`] };
    };
    const of = (query: Query, ...dates: readonly string[]): string =>
      countedBy(query)(`retention_${dates.join('_')}`, {}, 0);
    const ninth = ['2026-11-09', '2026-11-09'];
    const back = [...ninth, '2026-11-11', '2026-11-11'];
    expect(of(ofDays(3, 13), ...back)).toBe(of(ofDays(1, 12), ...back));
    expect(of(ofDays(3, 13), ...ninth, ...ninth)).toBe(countedIn(ofPlan(null), 'Users'));
    expect(of(ofDays(3, 13), ...back)).not.toBe(of(ofDays(3, 13), ...ninth, '2026-11-10', '2026-11-10'));
    // A week that is still running has more each day.
    const running = ['2026-11-02', '2026-11-08', '2026-11-09', '2026-11-15'];
    const [tuesday, again, wednesday] = [11, 11, 12].map((until) => of(ofDays(2, until, 'week'), ...running));
    expect(again).toBe(tuesday);
    expect(wednesday).not.toBe(tuesday);
  });

  test('an offset is another one for those who have a value, if some have none', () => {
    const size = 10;
    const measure = { fieldName: 'floatValue' } as const;
    const query = withGroupSizes({
      queryType: 'timeseries',
      intervals: [day],
      granularity: 'all',
      aggregations: [
        users,
        { type: 'doubleSum', name: 'sum', ...measure },
        { type: 'doubleMean', name: 'mean', ...measure },
      ],
    });
    const stepsOf = (token: string, lacking: number): readonly (readonly number[])[] => {
      const round = rowRounder(query, [], roundedBy(token, size));
      const seen = Array.from({ length: 2 * size }, (_, sent) => {
        const have = 40 + sent;
        const row = { Users: have + lacking, sum: 5 * have, mean: 5 };
        const shown = round({ ...row, [sizeName('sum')]: have, [sizeName('mean')]: have }, startMs);
        return [Number(shown['Users']), Number(shown['sum']) / 5];
      });
      return seen.slice(1).map((each, at) => each.map((count, of) => count - (seen[at]?.[of] ?? 0)));
    };
    const guesses = Array.from({ length: 40 }, (_, token) => {
      const steps = stepsOf(`token ${token}`, 3);
      const [all, some] = [0, 1].map((of) => steps.findIndex((each) => each[of] === size));
      return ((some ?? 0) - (all ?? 0) + size) % size;
    });
    expect(guesses.filter((guess) => guess === 3).length).toBeLessThan(12);
    // If all have the value, it is one number, which is drawn once.
    for (const [all, some] of stepsOf('token', 0)) expect(some).toBe(all);
  });
});
