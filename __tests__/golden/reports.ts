import type { Results } from '../../src/report/results/results.ts';
import { days, failed, ranking, report, row } from '../support/render/results.ts';
import { VERDICTS } from './gates.ts';
import { experiment, funnel, retention, revenue, scan, versions, weekly } from './insights.ts';

const MODELS = ['iPhone 16 Pro', 'iPhone 17', 'iPhone 15', 'iPhone15,3', 'iPad Air (M3)', 'iPhone 17e', 'iPad Pro', 'iPhone 12'];
const COUNTS = [3184, 2207, 1980, 1642, 903, 310, 97, 12];
const TOTAL = 10_335;

const devices = ranking(
  MODELS.map((model, index) => row(index + 1, model, COUNTS[index]!, COUNTS[index]! / TOTAL)),
  { top: 5, total: TOTAL },
);
const cutOff = ranking(
  MODELS.map((model, index) => row(index + 1, model, COUNTS[index]!, COUNTS[index]! / 12_450)),
  { name: 'os', title: 'OS versions', top: 8, total: 12_450, unit: 'users', metric: 'users', outputs: ['users'], cutOff: true },
);
const NOT_FOUND =
  'no insight has the ID 8A41D2F0-1111-4222-8333-944445555666 at api.telemetrydeckapi.com (404): it was deleted, or it is in another organization. Its URL in the dashboard holds its ID.';
const HOSTILE = [
  '@octocat', '#1 GH-2 :x: $x$', '</table><!--', 'a|b\\|c', '`` ` ``', 'line\nbreak\u202eright', '[x](javascript:y)', '',
  '::error::x ##[error]x', 'x'.repeat(300), 'www.example.com', '日本語 🎉', 'deadbeefdeadbeef', '1. one',
];

/** The reports whose Markdown is kept in this folder, by the name of the file. */
export const REPORTS: Readonly<Record<string, Results>> = {
  weekly: report([weekly.devices, weekly.daily, funnel, failed(NOT_FOUND)], {
    generatedAt: '2026-11-16T07:00:00Z',
    previousPost: { url: 'https://github.com/acme/app/issues/7', at: '2026-11-09T07:04:00Z' },
  }),
  plain: report([
    devices,
    days([4402, 3871, 4103, 4120, 4260, 5102, 4312], { total: null }),
    failed(NOT_FOUND),
  ]),
  kinds: report([funnel, retention, experiment, revenue, scan], {
    previousPost: { url: 'https://github.com/acme/app/issues/7', at: '2026-10-26T07:04:00Z' },
  }),
  versions: report([versions], {}),
  running: report([weekly.running], {}),
  'cut-off': report([cutOff, { ...cutOff, name: 'os-5', title: 'OS versions, first five', top: 5, notes: ['The first bucket begins on Oct 22.'] }]),
  timeseries: report(
    [
      days(Array.from({ length: 12 }, (_, index) => 4000 + ((index * 37) % 11) * 90), {
        top: 5, unit: 'events', total: 53_400, timezone: 'Europe/Berlin',
        interval: { label: 'last 11 days', start: '2026-11-08T23:00:00Z', end: '2026-11-20T23:00:00Z', complete: false },
      }),
    ],
    { timezone: 'Europe/Berlin', locale: 'de-DE', title: 'Tägliche Ereignisse' },
  ),
  failed: report([failed(NOT_FOUND)], { run: null }),
  gates: report([cutOff], { conclusion: 'failed', thresholds: VERDICTS }),
  hostile: report(
    [
      ranking([row(1, null, 20, 0.5), ...HOSTILE.map((key, index) => row(index + 2, key, 19 - index, null))], {
        title: 'Hostile `values` | @here', top: 20, outputs: ['count', '@sum|x'], dimensions: ['model|#1'],
        versions: {
          keep: 0.5, users: 20,
          families: HOSTILE.slice(0, 5).map((version) => ({
            word: version, minimum: version, more: 1,
            rows: [{ version, lost: 1, share: 0.05, history: [], expected: null }],
          })),
        },
        query: { queryType: 'topN', filter: { type: 'selector', dimension: 'x', value: '```\n@octocat </details> \u202e' } },
      }),
      failed('the query service answered 400: <!doctype html> @octocat said\n```no``` to #1'),
    ],
    { title: '@here <b>#1</b>' },
  ),
  empty: report([
    ranking([], { total: 0 }),
    days([], { total: null, interval: devices.interval }),
    ranking([row(1, 'only', 1, 1)], { name: 'one', title: 'One row', metric: 'share', unit: 'other', total: null, outputs: ['share', 'mean'] }),
  ]),
};
