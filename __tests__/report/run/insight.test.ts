import type { QueryService } from '../../../src/report/client/client.ts';
import { NetworkError, RequestError } from '../../../src/text/errors.ts';
import type { InsightRequest, ReportRequest } from '../../../src/report/inputs/request.ts';
import { reportInsight } from '../../../src/report/run/insight.ts';
import type { Query } from '../../../src/tql/query.ts';
import type { QueryResult } from '../../../src/tql/result.ts';
import { asQuery } from '../../support/as-query.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const LAST_30_DAYS = {
  beginningDate: { component: 'day', offset: -30, position: 'beginning' },
  endDate: { component: 'day', offset: 0, position: 'end' },
} as const;
const USERS = { type: 'userCount', name: 'Users' } as const;

function entryOf(query: Query, more: Partial<InsightRequest> = {}): InsightRequest {
  const interval = { kind: 'relative', label: 'last 30 days', interval: LAST_30_DAYS } as const;
  const source = { kind: 'query', path: 'q.json', query } as const;
  const said = { title: null, metric: null, kind: null, keep: 0.98 } as const;
  return { name: 'q', top: 10, compare: 'none', history: 0, interval, source, ...said, ...more };
}

function answering(answer: (query: Query) => QueryResult): QueryService {
  return {
    resolveInsight: () => Promise.reject(new Error('unexpected')),
    runQuery: async (query) => Promise.resolve({ result: answer(query), durationMs: 1 }),
  };
}

async function report(
  query: Query,
  service: QueryService,
  timezone: string | null = null,
  more: Partial<InsightRequest> = {},
) {
  const request = { service: { dataSource: null }, timezone, minGroupSize: 0 } as unknown as ReportRequest;
  return reportInsight(entryOf(query, more), query, request, service, NOW);
}

describe('a query for the total', () => {
  const query: Query = {
    queryType: 'topN',
    granularity: 'all',
    aggregations: [USERS],
    dimension: 'model',
    metric: 'Users',
    threshold: 10,
  };
  const withFailingTotal = (error: Error): QueryService =>
    answering(({ queryType }) => {
      if (queryType === 'timeseries') throw error;
      const rows = [
        { model: 'a', Users: 3 },
        { model: 'b', Users: 2 },
      ];
      return { kind: 'topN', buckets: [{ timestampMs: Date.parse('2026-10-21'), rows }] };
    });

  test.each([
    new RequestError('invalid-query', 400, 'Running a timeseries query at host: no (400).'),
    new NetworkError('timeout', 'Running a timeseries query at host: timed out after 150 s.'),
  ])('a query for the total loses only the total if it fails: %s', async (error) => {
    const insight = await report(query, withFailingTotal(error));
    expect(insight.rows.map(({ key, value, share }) => [key, value, share])).toEqual([
      ['a', 3, null],
      ['b', 2, null],
    ]);
    expect(insight.total).toBeNull();
    expect(insight.notes).toEqual([`The total is not known, nor are the shares: ${error.message}`]);
  });

  test.each([
    ['unauthorized', 401],
    ['plan', 402],
  ] as const)('a query for the total stops the run if it is refused as %s', async (kind, status) => {
    await expect(report(query, withFailingTotal(new RequestError(kind, status, 'no')))).rejects.toMatchObject(
      { kind },
    );
  });
});

describe('a first bucket', () => {
  const first = async (granularity: string, at: string, timezone: string | null, queryType = 'timeseries') =>
    (
      await report(
        asQuery({
          queryType,
          granularity,
          aggregations: [{ type: 'eventCount', name: 'n' }],
          dimension: 'model',
          metric: 'n',
        }),
        answering(() => {
          const timestampMs = Date.parse(at);
          if (queryType === 'topN')
            return { kind: 'topN', buckets: [{ timestampMs, rows: [{ model: 'a', n: 1 }] }] };
          return { kind: 'timeseries', buckets: [{ timestampMs, values: { n: 1 } }] };
        }),
        timezone,
      )
    ).notes;

  test('a first bucket has no note if it begins with the period', async () => {
    expect(await first('day', '2026-10-21T00:00:00Z', null)).toEqual([]);
    expect(await first('day', '2026-10-20T22:00:00Z', 'Europe/Berlin')).toEqual([]);
    expect(await first('all', '2026-10-20T22:00:00Z', 'Europe/Berlin', 'topN')).toEqual([]);
  });

  test("a first bucket has a note in the report's zone if it begins elsewhere", async () => {
    expect(await first('week', '2026-10-19T00:00:00Z', null)).toEqual([
      'The answer begins at 2026-10-19, but the period begins at 2026-10-21 (UTC): only events within the period count.',
    ]);
    expect(await first('day', '2026-10-23T00:00:00Z', null)).toEqual([
      'The answer begins at 2026-10-23, but the period begins at 2026-10-21 (UTC): there are no earlier events, or the query service counts in another time zone.',
    ]);
    expect(await first('all', '2026-10-21T00:00:00Z', 'Europe/Berlin', 'topN')).toEqual([
      'The answer begins at 2026-10-21 02:00, but the period begins at 2026-10-21 (Europe/Berlin): there are no earlier events, or the query service counts in another time zone.',
    ]);
  });
});

describe('what an insight requests besides its rows', () => {
  const query: Query = {
    queryType: 'topN',
    granularity: 'all',
    aggregations: [{ type: 'eventCount', name: 'n' }],
    dimension: { type: 'default', dimension: 'model', outputName: 'model' },
    metric: 'n',
    threshold: 10,
    filter: { type: 'selector', dimension: 'type', value: 't' },
  };
  const START = Date.parse('2026-10-21T00:00:00Z');
  const more = { compare: 'previous-period', history: 2 } as const;
  const OWN_PERIOD = '2026-10-21T00:00:00.000Z/2026-11-20T10:00:00.000Z';
  const isOfOwnPeriod = ({ intervals }: Query): boolean =>
    Array.isArray(intervals) && intervals.includes(OWN_PERIOD);
  /** Answers the query for the rows and fails on all others. */
  const refusing = (error: Error): QueryService =>
    answering((asked) => {
      if (!isOfOwnPeriod(asked)) throw error;
      return { kind: 'topN', buckets: [{ timestampMs: START, rows: [{ model: 'a', n: 3 }] }] };
    });

  test('an insight requests its comparison, its first and last event, and each of its histories once', async () => {
    const asked: Query[] = [];
    await report(
      query,
      answering((each) => {
        asked.push(each);
        if (each.queryType === 'timeseries') return { kind: 'timeseries', buckets: [] };
        if (each.queryType === 'groupBy') return { kind: 'groupBy', rows: [] };
        const rows = [
          { model: 'a', n: 3 },
          { model: null, n: 2 },
        ];
        return { kind: 'topN', buckets: [{ timestampMs: START, rows }] };
      }),
      null,
      more,
    );
    const { aggregations, dimension, filter } = query;
    const origin = '2026-08-20T00:00:00.000Z';
    const history = {
      aggregations,
      intervals: [`${origin}/2026-10-21T00:00:00.000Z`],
      granularity: { type: 'period', period: 'P31D', timeZone: 'UTC', origin },
    };
    const isIn = { type: 'in', dimension: 'model', values: ['a'] };
    const matching = { type: 'longSum', name: '_events_by_day_0', fieldName: 'count' };
    const shown = { type: 'or', fields: [isIn, { type: 'null', column: 'model' }] };
    expect(asked).toEqual([
      { ...query, intervals: [OWN_PERIOD] },
      { ...query, intervals: ['2026-09-20T00:00:00.000Z/2026-10-20T10:00:00.000Z'] },
      { queryType: 'timeBoundary', intervals: ['1970-01-01T00:00:00.000Z/2026-11-20T10:00:00.000Z'] },
      {
        queryType: 'timeseries',
        granularity: 'day',
        aggregations: [
          { type: 'eventCount', name: '_events_by_day' },
          { type: 'filtered', name: '_events_by_day_0', filter, aggregator: matching },
        ],
        intervals: ['2026-07-23T00:00:00.000Z/2026-11-20T10:00:00.000Z'],
      },
      {
        ...history,
        queryType: 'groupBy',
        dimensions: [dimension],
        filter: { type: 'and', fields: [filter, shown] },
      },
      { ...history, queryType: 'timeseries', filter },
    ]);
  });

  test('the further queries of an insight are sent once the rows are there, even without the comparison', async () => {
    const asked: string[] = [];
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const service = answering(() => ({ kind: 'topN', buckets: [] }));
    const slow: QueryService = {
      ...service,
      runQuery: async (each) => {
        asked.push(each.queryType);
        if (each.queryType === 'topN' && !isOfOwnPeriod(each)) await promise;
        if (asked.length === 5) resolve(undefined);
        if (each.queryType === 'timeseries')
          return { result: { kind: 'timeseries', buckets: [] }, durationMs: 1 };
        return service.runQuery(each);
      },
    };
    await report(query, slow, null, more);
    expect(asked).toEqual(['topN', 'topN', 'timeBoundary', 'timeseries', 'timeseries', 'segmentMetadata']);
  });

  test.each([
    ['retention', ['Not compared with an earlier period: its cohorts are compared with each other.']],
    ['experiment', ['Not compared with an earlier period: its variants are compared with each other.']],
    ['scan', []],
  ] as const)(
    'a %s has no further queries for numbers, and a note says why if a reader could expect something',
    async (queryType, notes) => {
      const asked: Query[] = [];
      const service = answering((each) => {
        asked.push(each);
        if (queryType === 'scan') return { kind: 'scan', columns: ['type'], events: [{ type: 'a' }] };
        return { kind: 'groupBy', rows: [{ timestampMs: START, event: { pvalue: 0.5 } }] };
      });
      const written: Query = { queryType, granularity: queryType === 'retention' ? 'day' : 'month' };
      expect((await report(written, service, null, { compare: 'previous-period' })).notes).toEqual(notes);
      expect((await report(written, service, null, { compare: 'none' })).notes).toEqual([]);
      expect(
        (await report(written, service, null, { compare: 'previous-period', history: 3 })).notes,
      ).toEqual(notes);
      expect((await report(written, service, null, { compare: 'none', history: 3 })).notes).toEqual([]);
      // What compares its own cohorts or variants needs its source's first event and days, too.
      expect(asked).toHaveLength(queryType === 'scan' ? 4 : 3 * 4);
    },
  );

  test('a further query of an insight loses only its own part if it fails', async () => {
    const error = new RequestError('service', 503, 'too many queries');
    const { rows, compare, history, notes } = await report(query, refusing(error), null, more);
    expect(rows).toMatchObject([
      { key: 'a', value: 3, share: 1, previous: null, change: null, isNew: false, history: [] },
    ]);
    expect([compare, history]).toEqual([null, []]);
    expect(notes).toEqual([
      'There is no comparison: too many queries',
      'The values of earlier periods are not known: too many queries',
    ]);
  });

  test.each([
    ['unauthorized', 401],
    ['plan', 402],
  ] as const)('a further query of an insight stops the run if it is refused as %s', async (kind, status) => {
    const refused = refusing(new RequestError(kind, status, 'no'));
    await expect(report(query, refused, null, { compare: 'previous-year' })).rejects.toMatchObject({ kind });
    await expect(report(query, refused, null, { history: 1 })).rejects.toMatchObject({ kind });
  });

  test('a history is left out with a note if the service used periods that begin at other times', async () => {
    const shifted = answering((asked) => {
      const timestampMs = START - 3_600_000;
      if (asked.queryType === 'timeseries')
        return { kind: 'timeseries', buckets: [{ timestampMs, values: { n: 4 } }] };
      if (asked.queryType === 'groupBy')
        return { kind: 'groupBy', rows: [{ timestampMs, event: { model: 'a', n: 4 } }] };
      return { kind: 'topN', buckets: [{ timestampMs: START, rows: [{ model: 'a', n: 3 }] }] };
    });
    const { rows, totalHistory, notes } = await report(query, shifted, null, { history: 2 });
    expect([rows[0]?.history, totalHistory]).toEqual([[], []]);
    expect(notes).toEqual([expect.stringContaining('divided time into other periods')]);
  });
});
