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
    { interval: 'last month', thresholds: '- totalChange() < 5%' },
    '2024-04-02T09:00:00Z',
  );
  expect(results.thresholds[0]).toMatchObject({ outcome: 'passed', value: 0 });
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
  ['every country alike', 1.6, undefined],
  ['one country most', 1, [{ dimension: 'country', value: 'DE', difference: 420 }]],
])('a move of %s is mostly of a country only beyond its part of all', async (name, others, mostly) => {
  const sizes = { DE: 700, US: 150, FR: 150 };
  const payloads = (times: (country: string) => number) =>
    Object.entries(sizes).flatMap(([country, size]) =>
      Array.from({ length: Math.round(size * times(country)) }, () => ({ os: 'iOS 26', country })),
    );
  const { results } = await report(
    `growth ${name}`.replaceAll(' ', '-'),
    [
      ...daily('2026-08-01', '2026-08-02', () => copies(1)),
      ...daily('2026-11-03', '2026-11-04', () => payloads(() => 1)),
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
