// Sentences that were false in lifelike worlds, with the real client and the real service.
import type { Results } from '../../src/report/results/results.ts';
import { reportInFull } from '../support/report-in-full.ts';
import { addEvents, addOrganization, serviceOfFile } from '../support/service/service-of-file.ts';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
const service = await serviceOfFile();
const folder = mkdtempSync(join(tmpdir(), 'truthful-'));

type Payload = Readonly<Record<string, string>>;

/** Events on each day from `from` until `until`: the payloads of each, one user for each place. */
function daily(from: string, until: string, payloadsOn: (dayMs: number) => readonly Payload[]) {
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS;
  return Array.from({ length: days }, (_, day) => Date.parse(from) + day * DAY_MS).flatMap((dayMs) =>
    payloadsOn(dayMs).map((payload, user) => ({
      timestamp: new Date(dayMs + 3_600_000).toISOString(),
      appID: 'app',
      type: 'opened',
      clientUser: `u${user}`,
      isTestMode: false,
      payload,
    })),
  );
}

async function report(
  name: string,
  events: ReturnType<typeof daily>,
  query: object,
  inputs: Payload,
  now: string,
): Promise<{ readonly results: Results; readonly text: string }> {
  const token = await addOrganization(service, name);
  await addEvents(service, name, events);
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(query));
  const given = {
    'api-url': service.url,
    'api-token': token,
    queries: `q: ${file}`,
    ...inputs,
  };
  return reportInFull(given, now);
}

const copies = (count: number): readonly Payload[] => Array.from({ length: count }, () => ({}));
const events = { aggregations: [{ type: 'eventCount', name: 'events' }] };

test('a flat app does not grow from February to March: what adds up is compared by day, and the report says both', async () => {
  const { results, text } = await report(
    'months',
    daily('2024-01-01', '2024-04-01', () => copies(10)),
    { queryType: 'timeseries', granularity: 'all', ...events },
    { interval: 'last month', thresholds: '[totalChange() < 5%, total() <= previousTotal()]' },
    '2024-04-02T09:00:00Z',
  );
  const [change, difference] = results.thresholds;
  expect(change).toMatchObject({ outcome: 'passed', value: 0 });
  expect(difference).toMatchObject({
    outcome: 'inconclusive',
    note: 'it compares months or periods of different lengths, and counts per day would decide otherwise',
  });
  const [insight] = results.insights;
  expect(insight).toMatchObject({ total: 310, previousTotal: 290, rows: [{ change: 0 }] });
  expect(text).toContain('**310 events**, **±0%** on the month before (31 days against 29 days, so sums');
});

test('a week of which the period has five days says so in its row', async () => {
  const { text } = await report(
    'weeks',
    daily('2026-09-01', '2026-11-19', () => copies(10)),
    { queryType: 'timeseries', granularity: 'week', ...events },
    { interval: 'last 28 complete days' },
    '2026-11-18T09:00:00Z',
  );
  expect(
    text.match(/\| [A-Z][a-z]{2} \d+, 2026[^|]*\|/g)?.map((cell) => /incomplete, \d of 7/.exec(cell)?.[0]),
  ).toEqual(['incomplete, 5 of 7', undefined, undefined, undefined, 'incomplete, 2 of 7']);
});

test('three days with a few late events are compared with nothing', async () => {
  const outage = Date.parse('2026-11-10');
  const { results } = await report(
    'outage',
    daily('2026-10-01', '2026-11-18', (dayMs) =>
      copies(dayMs >= outage && dayMs < outage + 3 * DAY_MS ? 2 : 100),
    ),
    { queryType: 'timeseries', granularity: 'all', ...events },
    { interval: 'last week', thresholds: '- totalChange() > -10%' },
    '2026-11-18T09:00:00Z',
  );
  expect(results.thresholds[0]?.outcome).toBe('inconclusive');
  expect(results.thresholds[0]?.message).toContain('no events on 2026-11-10 to 2026-11-12 but for 6');
});

test.each([
  ['every country alike', 1.6, 1, undefined],
  ['one country most', 1, 1, [{ dimension: 'country', value: 'DE', difference: 420 }]],
  ['a country that events begin to have', 1.6, 0.05, undefined],
])('a move of %s is mostly of a country only beyond its part of all', async (name, others, known, mostly) => {
  const sizes = { DE: 700, US: 150, FR: 150 };
  const payloads = (times: (country: string) => number, part = 1) =>
    Object.entries(sizes).flatMap(([country, size]) => {
      const length = Math.round(size * times(country));
      return Array.from({ length }, (_, place) => ({
        os: 'iOS 26',
        ...(place < part * length ? { country } : {}),
      }));
    });
  const { results } = await report(
    `growth ${name}`.replaceAll(' ', '-'),
    [
      ...daily('2026-08-01', '2026-08-02', () => copies(1)),
      ...daily('2026-11-03', '2026-11-04', () => payloads(() => 1, known)),
      ...daily('2026-11-10', '2026-11-11', () => payloads((country) => (country === 'DE' ? 1.6 : others))),
    ],
    {
      queryType: 'topN',
      granularity: 'all',
      threshold: 10,
      dimension: { type: 'default', dimension: 'os', outputName: 'os' },
      metric: { type: 'numeric', metric: 'events' },
      ...events,
    },
    {
      interval: 'last week',
      queries: `q: { file: ${join(folder, `growth-${name}.json`.replaceAll(' ', '-'))}, explain: [country, nothing] }`,
    },
    '2026-11-16T09:00:00Z',
  );
  const [insight] = results.insights;
  expect(insight?.status === 'ok' ? insight.explained?.mostly : null).toEqual(mostly);
});

test('the last month is compared with the first by day as well, and the report says that rows are', async () => {
  const { results, text } = await report(
    'first-and-last',
    daily('2025-06-01', '2026-03-01', () => copies(10)),
    { queryType: 'timeseries', granularity: 'month', ...events },
    { interval: 'last 2 months', thresholds: '[last() >= first(), last() > 200, last() < 60% * first()]' },
    '2026-03-05T09:00:00Z',
  );
  expect(results.thresholds.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'passed', 'failed']);
  const { results: early } = await report(
    'first-is-last',
    daily('2025-06-01', '2026-03-01', () => copies(10)),
    { queryType: 'timeseries', granularity: 'month', ...events },
    { interval: 'last month', thresholds: '[last() >= first(), last() > 200]' },
    '2026-03-05T09:00:00Z',
  );
  expect(early.thresholds.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'passed']);
  expect(text).toContain(
    'A month may be longer than the one it is compared with, so sums are compared by day.',
  );
});

test.each([
  ['a column that was renamed between them', 'inconclusive', 2],
  ['a column that half of the users never have', 'passed', 0],
] as const)('two periods of %s: a smaller number is %s', async (name, outcome, renamed) => {
  const plans = (dayMs: number) =>
    Array.from({ length: 40 }, (_, user): Payload => {
      const isRenamed = user % 4 < renamed && dayMs >= Date.parse('2026-11-09');
      const hasLeft = renamed === 0 && user < 8 && dayMs >= Date.parse('2026-11-09');
      const hasPlan = renamed > 0 || user % 2 === 0;
      return { [isRenamed ? 'App.plan' : hasPlan ? 'plan' : 'other']: hasLeft ? 'free' : 'pro' };
    });
  const { results } = await report(
    name.replaceAll(' ', '-'),
    daily('2026-10-01', '2026-11-16', plans),
    {
      queryType: 'topN',
      granularity: 'all',
      threshold: 10,
      dimension: { type: 'default', dimension: 'plan', outputName: 'plan' },
      metric: { type: 'numeric', metric: 'users' },
      aggregations: [{ type: 'userCount', name: 'users' }],
    },
    {
      interval: 'last week',
      thresholds: `['value("pro") < previous("pro")', 'previous("pro") - value("pro") > 1', 'rows.exists(r, r.key == "pro" && r.value < r.previous)']`,
    },
    '2026-11-16T09:00:00Z',
  );
  expect(results.thresholds.map((each) => each.outcome)).toEqual([outcome, outcome, outcome]);
});

test('an app of weekdays has no gap on the Monday morning on which its week is reported', async () => {
  const { results } = await report(
    'weekdays',
    daily('2026-10-01', '2026-11-16', (dayMs) => copies(new Date(dayMs).getUTCDay() % 6 === 0 ? 0 : 60)),
    { queryType: 'timeseries', granularity: 'all', ...events },
    { interval: 'last week', thresholds: '- totalChange() > -10%' },
    '2026-11-16T03:00:00Z',
  );
  expect(results.thresholds[0]).toMatchObject({ outcome: 'passed', value: 0 });
});

test('a day without crashes has a crash rate of 0, in the average, in its row, and in a gate with its sample', async () => {
  const isBad = (dayMs: number, user: number): boolean => user < 6 && new Date(dayMs).getUTCDay() % 2 === 1;
  const field = (fieldName: string) => ({ type: 'finalizingFieldAccess', fieldName });
  const { results, text } = await report(
    'rates',
    daily('2026-10-01', '2026-11-16', (dayMs) =>
      Array.from({ length: 60 }, (_, user) => ({ crashed: String(isBad(dayMs, user)) })),
    ),
    {
      queryType: 'timeseries',
      granularity: 'day',
      aggregations: [
        {
          type: 'filtered',
          filter: { type: 'selector', dimension: 'crashed', value: 'true' },
          aggregator: { type: 'eventCount', name: 'crashes' },
        },
        { type: 'eventCount', name: 'opened' },
      ],
      postAggregations: [
        { type: 'arithmetic', name: 'rate', fn: '/', fields: [field('crashes'), field('opened')] },
      ],
    },
    {
      interval: 'last week',
      thresholds: '- last() < 20%',
      history: '2',
      queries: `q: { file: ${join(folder, 'rates.json')}, metric: rate }`,
    },
    '2026-11-16T09:00:00Z',
  );
  expect(results.thresholds[0]?.message).toContain('passed, 0% (0 of 60 events) on Sun, Nov 15');
  expect(text).toContain('Average **0.0429**');
  expect(text).toContain('| Tue, Nov 10 | 0.0 |');
});

test('a column that comes with a version was missing before, and a gate says so without a number of a small group', async () => {
  const payloads = (dayMs: number) =>
    Array.from({ length: 40 }, (_, user): Payload => {
      const isNew = user < 20 || dayMs >= Date.parse('2026-11-09');
      return { lang: user < 6 ? 'nl' : 'de', ...(isNew ? { plan: user % 4 === 0 ? 'gold' : 'free' } : {}) };
    });
  const topN = (dimension: string) => ({
    queryType: 'topN',
    granularity: 'all',
    threshold: 10,
    dimension: { type: 'default', dimension, outputName: dimension },
    metric: { type: 'numeric', metric: 'users' },
    aggregations: [{ type: 'userCount', name: 'users' }],
  });
  writeFileSync(join(folder, 'lang.json'), JSON.stringify(topN('lang')));
  const { results } = await report(
    'comes',
    daily('2026-10-01', '2026-11-16', payloads),
    topN('plan'),
    {
      interval: 'last week',
      'min-group-size': '8',
      queries: `{ q: ${join(folder, 'comes.json')}, lang: ${join(folder, 'lang.json')} }`,
      thresholds: `['q.value("gold") > q.previous("gold")', 'lang.value("nl") >= lang.previous("nl")']`,
    },
    '2026-11-16T09:00:00Z',
  );
  const [gold, dutch] = results.thresholds;
  expect(gold?.message).toContain('20 of 40 users in the earlier period have no "plan"');
  expect(dutch).toMatchObject({
    outcome: 'passed',
    limit: null,
    limitText: null,
    nowText: '< 8 of 40 users',
  });
});

test('a release says nothing of an event that nobody had, nor how many had it on days that are not compared', async () => {
  const versions = (dayMs: number) =>
    Array.from({ length: 60 }, (_, user): Payload => {
      const isNew = dayMs >= Date.parse(user < 30 ? '2026-11-09' : '2026-11-13');
      return { appVersion: isNew ? '4.2' : user % 2 === 0 ? '4.1' : '4.0' };
    });
  const { results } = await report(
    'nobody',
    daily('2026-10-20', '2026-11-16', versions),
    { queryType: 'timeseries', granularity: 'all', ...events },
    {
      releases: '{ r: { event: hung, against: all } }',
      thresholds: '- r: worse() < 20%',
      'on-inconclusive': 'pass',
    },
    '2026-11-16T09:00:00Z',
  );
  const release = results.releases?.[0];
  expect(release).toMatchObject({ new: '4.2', against: 'a lower version' });
  const event = release?.status === 'ok' ? release.events[0] : undefined;
  expect(event).toMatchObject({ new: { had: 0 }, old: { had: 0 } });
  expect(event?.different).toBeUndefined();
  expect(JSON.stringify(release)).not.toMatch(/more likely/);
});
