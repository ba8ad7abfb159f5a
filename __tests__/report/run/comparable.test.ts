// Compared sides are comparable: how long they last, what counts in them, and what filters they have.
import { parseInputs } from '../../../src/report/inputs/parse-report.ts';
import { silentLog } from '../../../src/text/log.ts';
import { runReport } from '../../../src/report/run/reports.ts';
import { startService } from '../../../src/service/start.ts';
import type { JsonObject } from '../../../src/tql/json.ts';
import { buildView } from '../../../src/report/render/view/report.ts';
import { effects } from '../../support/inputs/read-inputs.ts';
import { addEvents, addOrganization } from '../../support/service/service-of-file.ts';

const COUNT: JsonObject = {
  queryType: 'topN',
  granularity: 'all',
  threshold: 50,
  dimension: { type: 'default', dimension: 'feature', outputName: 'feature' },
  metric: { type: 'numeric', metric: 'Users' },
  aggregations: [{ type: 'userCount', name: 'Users' }],
};

const TOTAL: JsonObject = {
  queryType: 'timeseries',
  granularity: 'all',
  aggregations: [{ type: 'eventCount', name: 'Events' }],
};

interface Sent {
  readonly at: string;
  readonly feature?: string;
}

async function report(
  now: string,
  events: readonly Sent[],
  query: JsonObject,
  inputs: Readonly<Record<string, string>>,
) {
  const nowMs = Date.parse(now);
  const service = await startService({ dbPath: ':memory:', nowMs: nowMs + 3_600_000 });
  try {
    const token = await addOrganization(service, 'com.example');
    await addEvents(
      service,
      'com.example',
      events.map(({ at, feature = 'a' }, index) => ({
        timestamp: at,
        appID: 'app',
        clientUser: `u${index}`,
        type: 'used',
        isTestMode: false,
        payload: { feature },
      })),
    );
    const given = { 'api-token': token, 'api-url': service.url, queries: 'it: query.json', ...inputs };
    const request = await parseInputs(given, effects({ 'query.json': JSON.stringify(query) }));
    return await runReport(request, { nowMs, log: silentLog, run: null });
  } finally {
    await service.close(0);
  }
}

async function insightOf(...args: Parameters<typeof report>) {
  const results = await report(...args);
  const [insight] = results.insights;
  if (insight?.status !== 'ok') throw new Error(JSON.stringify(insight));
  return { ...insight, view: buildView(results, 'file', null).insights[0] };
}

/** One event for each hour from a moment on. */
function hourly(from: string, hours: number, feature = 'a') {
  return Array.from({ length: hours }, (_, hour) => ({
    at: new Date(Date.parse(from) + hour * 3_600_000 + 60_000).toISOString(),
    feature,
  }));
}

describe('a period that is still running', () => {
  const both = hourly('2026-11-17T00:00:00Z', 96);

  test('a period that is still running ends at the last full hour if it is compared, and at now if it is not', async () => {
    const today = await insightOf('2026-11-20T06:30:00Z', both, TOTAL, { interval: 'today' });
    expect([today.total, today.previousTotal]).toEqual([6, 6]);
    const alone = await insightOf('2026-11-20T06:30:00Z', both, TOTAL, {
      interval: 'today',
      compare: 'none',
    });
    expect(alone.total).toBe(7);
  });

  test('a period that is still running has the same last bucket in its sentences as in its gates', async () => {
    const cases = [
      ['hour', '2026-11-20T06:30:00Z', 'today', '2026-11-20T05:00:00Z'],
      ['day', '2026-11-20T00:30:00Z', 'last 2 days', '2026-11-19T00:00:00Z'],
      ['day', '2026-11-20T01:30:00Z', 'last 2 days', '2026-11-19T00:00:00Z'],
    ] as const;
    for (const [granularity, now, interval, last] of cases) {
      const series = await insightOf(now, both, { ...TOTAL, granularity }, { interval });
      expect([granularity, now, series.view?.series?.last?.key]).toEqual([granularity, now, last]);
    }
  });

  test('a period that is still running is not compared within its first hour', async () => {
    const today = await insightOf('2026-11-20T00:30:00Z', both, TOTAL, { interval: 'today' });
    expect([today.total, today.compare]).toEqual([1, null]);
    expect(today.notes).toContain('There is no comparison yet: the first hour of the period is not over.');
  });

  test('a period that is still running counts no later event in its first moment', async () => {
    for (const compare of ['previous-period', 'none']) {
      const inputs = { interval: 'today', compare };
      const today = await insightOf('2026-11-20T00:00:00Z', both, TOTAL, inputs);
      expect([compare, today.total]).toEqual([compare, 0]);
    }
  });

  test('a running period is compared with the same duration directly before it if the earlier one is shorter', async () => {
    const events = hourly('2026-01-25T00:00:00Z', 24 * 80);
    const march = await insightOf('2026-03-31T12:20:00Z', events, TOTAL, { interval: 'this month' });
    expect([march.total, march.previousTotal]).toEqual([30 * 24 + 12, 30 * 24 + 12]);
    expect(march.compare?.end).toBe('2026-03-01T00:00:00.000Z');
    expect(march.notes.join()).toContain('is compared with the same duration directly before it');
  });

  test('a period that is still running has no new rows and none that are gone', async () => {
    const events = [
      ...hourly('2026-11-17T00:00:00Z', 96),
      ...hourly('2026-11-20T00:00:00Z', 6, 'new'),
      ...hourly('2026-11-19T00:00:00Z', 5, 'late'),
    ];
    const today = await insightOf('2026-11-20T06:30:00Z', events, COUNT, { interval: 'today' });
    expect(today.view?.ranking?.gone).toEqual([]);
    expect(today.view?.rows.map(({ isNew }) => isNew)).toEqual([false, false]);
    const yesterday = await insightOf('2026-11-21T06:30:00Z', events, COUNT, { interval: 'yesterday' });
    expect(yesterday.view?.ranking?.gone.map(({ label }) => label)).toEqual(['late']);
  });

  test('a running period that began with the first event is not reported as before it', async () => {
    const events = hourly('2026-11-20T00:00:00Z', 6);
    const today = await insightOf('2026-11-20T06:30:00Z', events, TOTAL, { interval: 'this week' });
    expect(today.notes.join()).toContain('The first event is from 2026-11-20');
    expect(today.notes.join()).not.toContain('after this period');
  });
});

test('a relative interval inside a filter moves along with the period, the comparison, history and gates', async () => {
  const lastTwoDays = {
    type: 'interval',
    dimension: '__time',
    relativeIntervals: [
      {
        beginningDate: { component: 'day', offset: -2, position: 'beginning' },
        endDate: { component: 'day', offset: -1, position: 'end' },
      },
    ],
  };
  const filtered = { ...TOTAL, filter: lastTwoDays };
  const events = hourly('2026-10-20T00:00:00Z', 24 * 31);

  const week = await insightOf('2026-11-20T06:30:00Z', events, filtered, {
    interval: 'last 7 complete days',
    history: '2',
    thresholds: 'previousTotal() == 48',
  });
  expect([week.total, week.previousTotal, week.totalHistory]).toEqual([48, 48, [48, 48]]);
});

test('the last hour of a running period is one that was requested as a whole, also in a zone half an hour off UTC', async () => {
  const query = { ...TOTAL, granularity: 'hour' };
  const events = ['2026-10-01T00:00', '2026-10-21T10:40', '2026-10-21T10:50', '2026-10-21T11:40'];
  // The period ends at 12:00 in UTC, in the middle of the hour that begins at 11:30.
  const { thresholds } = await report(
    '2026-10-21T12:46:00Z',
    events.map((at) => ({ at: `${at}:00Z` })),
    query,
    { interval: 'last 5 hours', timezone: 'America/St_Johns', thresholds: 'last() == 2' },
  );
  expect(thresholds.map(({ outcome, value }) => [outcome, value])).toEqual([['passed', 2]]);
});

test('a day of 23 hours is compared by hour with one of 24, and the report says so', async () => {
  const startMs = Date.parse('2026-09-20T00:00:00Z');
  // Ten an hour. In Auckland, clocks go forward on 27 September.
  const events = Array.from({ length: 2_400 }, (_, tenth) => ({
    at: new Date(startMs + tenth * 360_000).toISOString(),
  }));
  const inputs = { interval: 'yesterday', timezone: 'Pacific/Auckland', thresholds: 'totalChange() > -3%' };
  const results = await report('2026-09-28T09:00:00Z', events, TOTAL, inputs);
  expect(results.insights).toMatchObject([{ total: 230, previousTotal: 240 }]);
  expect(results.thresholds).toMatchObject([{ outcome: 'passed', value: 0 }]);
  const words = buildView(results, 'file', null).insights[0]?.compared?.words;
  expect(words).toContain('(23 hours against 24 hours, so sums are compared by hour)');
});
