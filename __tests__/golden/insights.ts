import type { ReportedInsight, ResultsRow, VersionRow } from '../../src/report/results/results.ts';
import { days, ranking, row } from '../support/render/results.ts';

const DAY_MS = 86_400_000;
const WEEK = { label: 'last week', start: '2026-11-09T00:00:00Z', end: '2026-11-16T00:00:00Z', complete: true };
const WEEK_BEFORE = { start: '2026-11-02T00:00:00Z', end: '2026-11-09T00:00:00Z' };
const NOVEMBER = { label: 'this month', start: '2026-11-01T00:00:00Z', end: '2026-12-01T00:00:00Z', complete: false };

/** The 13 weeks before Nov 9, 2026. */
const WEEKS = Array.from({ length: 13 }, (_, index) => ({
  start: new Date(Date.UTC(2026, 7, 10) + index * 7 * DAY_MS).toISOString(),
  end: new Date(Date.UTC(2026, 7, 17) + index * 7 * DAY_MS).toISOString(),
}));

/**
 * A version that could be required, with what it would have lost in five weeks and in this one, of 4,127
 * users.
 */
function required(version: string, shares: readonly number[], expected: VersionRow['expected'] = null): VersionRow {
  const share = shares.at(-1) ?? 0;
  return { version, lost: Math.round(share * 4127), share, history: shares.slice(0, -1), expected };
}

/** What requiring a version would lose. */
export const versions = ranking(
  [row(1, 'iOS 18', 2600, 0.63), row(2, 'iOS 17', 1270, 0.308), row(3, 'iOS 16', 150, 0.036), row(4, 'macOS 15', 107, 0.026)],
  {
    name: 'os', title: 'OS versions', metric: 'Users', outputs: ['Users'], unit: 'users', interval: WEEK, total: 4127, history: WEEKS.slice(-5),
    versions: {
      keep: 0.98, users: 4127,
      families: [
        {
          word: 'iOS', minimum: 'iOS 16', more: 2,
          rows: [
            required('iOS 15', [0.012, 0.011, 0.007, 0.004, 0.001, 0]),
            required('iOS 16', [0.043, 0.04, 0.031, 0.029, 0.02, 0.0196]),
            required('iOS 17', [0.09, 0.081, 0.07, 0.059, 0.047, 0.036], { at: '2026-11-30T04:00:00.000Z' }),
            required('iOS 18', [0.32, 0.4, 0.33, 0.37, 0.38, 0.344]),
          ],
        },
        { word: 'macOS', minimum: 'macOS 15', rows: [required('macOS 15', [0, 0, 0, 0, 0, 0])], more: 0 },
      ],
    },
  },
);

/** Values that rise or fall evenly over the 13 weeks, up to the last but one. */
function towards(first: number, last: number): number[] {
  return WEEKS.map((_, index) => Math.round(first + ((last - first) * index) / 12));
}

function moved(rank: number, key: string, value: number, previous: number, previousRank: number): ResultsRow {
  const change = value / previous - 1;
  const history = towards(previous * (change > 0 ? 0.8 : 1.2), previous);
  return { ...row(rank, key, value, value / 12_450), previous, change, previousRank, history };
}

const deviceRows: readonly ResultsRow[] = [
  moved(1, 'iPhone 16 Pro', 3184, 3001, 1),
  moved(2, 'iPhone 17', 2207, 1795, 4),
  moved(3, 'iPhone 15', 1980, 2029, 2),
  moved(4, 'iPhone 14', 1642, 1800, 3),
  moved(5, 'iPad Air (M3)', 903, 899, 5),
  { ...row(6, 'iPhone 17e', 310, 310 / 12_450), isNew: true, history: WEEKS.map(() => 0) },
  moved(7, 'iPhone 12', 97, 295, 6),
  moved(8, 'iPad Pro', 12, 12, 7),
];

const devices = ranking(deviceRows, {
  title: 'Devices', metric: 'Users', outputs: ['Users'], unit: 'users', top: 6, interval: WEEK,
  compare: WEEK_BEFORE, total: 12_450, previousTotal: 11_948, history: WEEKS,
  totalHistory: towards(9400, 11_948),
  gone: [{ key: 'iPhone 8', parts: ['iPhone 8'], previous: 88, previousRank: 8 }],
  query: {
    queryType: 'topN', granularity: 'all', threshold: 200, metric: 'Users',
    aggregations: [{ type: 'userCount' }],
    dimension: { type: 'default', dimension: 'modelName', outputName: 'modelName' },
  },
});

const before = [4270, 3910, 4015, 3962, 4050, 4664, 4072];
const dailyInsight = days([4402, 3871, 4103, 4120, 4260, 5102, 4312], {
  total: 12_450, previousTotal: 11_948, compare: WEEK_BEFORE, history: WEEKS,
  totalHistory: towards(9400, 11_948),
});
const daily: ReportedInsight = {
  ...dailyInsight,
  rows: dailyInsight.rows.map((each, index) => {
    const previous = before[index] ?? null;
    const change = previous === null || each.value === null ? null : each.value / previous - 1;
    return { ...each, previous, change, previousRank: index + 1 };
  }),
};

const running = ranking(
  [moved(1, 'de', 5120, 4100, 1), moved(2, 'fr', 2300, 2480, 2), { ...row(3, 'xx', 40, null), isNew: true }],
  {
    name: 'countries', title: 'Countries', top: 10, interval: NOVEMBER, total: 7460, previousTotal: 6580,
    dimensions: ['TelemetryDeck.UserPreference.region'], cutOff: false,
    compare: { start: '2026-10-01T00:00:00Z', end: '2026-10-20T12:00:00Z' },
  },
);

/** A week compared with the week before, with 13 weeks of history, and a month that is still running. */
export const weekly = { devices, daily, running };

function step(rank: number, name: string, value: number, previous: number): ResultsRow {
  const of = { ...row(rank, name, value, value / 5210), previous, change: value / previous - 1, previousRank: rank };
  return { ...of, values: { Users: value } };
}

/** A funnel of three steps, compared with the week before. */
export const funnel = ranking(
  [step(1, 'Paywall shown', 5210, 5000), step(2, 'Plan chosen', 1188, 1100), step(3, 'Purchased', 402, 350)],
  {
    name: 'purchase', title: 'Purchase funnel', queryType: 'funnel', metric: 'Users', unit: 'users',
    dimensions: ['step'], outputs: ['Users'], total: 5210, previousTotal: 5000, interval: WEEK, compare: WEEK_BEFORE,
    query: { queryType: 'funnel', granularity: 'all', steps: [{ name: 'Paywall shown' }, { name: 'Plan chosen' }, { name: 'Purchased' }] },
  },
);

const MONTHS = ['2026-08-01_2026-08-31', '2026-09-01_2026-09-30', '2026-10-01_2026-10-31', '2026-11-01_2026-11-30'];
const RETAINED = [[800, 400, 240, 120], [600, 240, 90], [500, 150], [300]];
const pairs = RETAINED.flatMap((users, cohort) =>
  users.map((value, offset) => ({ parts: [MONTHS[cohort]!, MONTHS[cohort + offset]!], value, share: value / users[0]! })),
);

/** Four monthly cohorts, the last month still running. */
export const retention = ranking(
  pairs.map(({ parts, value, share }, index) => ({ ...row(index + 1, parts.join(' / '), value, share), parts })),
  {
    name: 'retention', title: 'Retention', queryType: 'retention', metric: 'Users', unit: 'users', top: 10,
    dimensions: ['cohort', 'period'], outputs: ['Users'], total: null,
    interval: { label: 'last 4 months', start: '2026-08-01T00:00:00Z', end: '2026-12-01T00:00:00Z', complete: false },
    query: { queryType: 'retention', granularity: 'month' },
  },
);

const OUTPUTS: readonly (readonly [string, number])[] = [
  ...([['cohort_1', 240], ['cohort_2', 260], ['success', 90], ['users', 500]] as const),
  ...([['cohort_1_success', 36], ['cohort_2_success', 26]] as const),
  ...([['zscore', 1.6879914302191077], ['pvalue', 0.0914128740162421]] as const),
];

/** Two variants whose difference may be chance. */
export const experiment = ranking(
  OUTPUTS.map(([output, value], index) => ({ ...row(index + 1, output, value), values: { value } })),
  {
    name: 'paywall', title: 'Paywall experiment', queryType: 'experiment', metric: 'value', unit: 'other',
    dimensions: ['output'], outputs: ['value'], total: null,
    query: {
      queryType: 'experiment', sample1: { name: 'Blue button' }, sample2: { name: 'Green button' },
      successCriterion: { name: 'Purchased' },
    },
  },
);

function sale(rank: number, country: string | null, plan: string, values: readonly [number, number, number]): ResultsRow {
  const [value, events, mean] = values;
  const parts = [country, plan];
  return { ...row(rank, `${country ?? 'null'} / ${plan}`, value, value / 8000), parts, values: { revenue: value, Events: events, mean } };
}

/** Two dimensions, three aggregations, and values formatted as money. */
export const revenue = ranking(
  [sale(1, 'DE', 'yearly', [4800.5, 120, 40.004]), sale(2, 'US', 'monthly', [2400.25, 480, 5.0005]), sale(3, null, 'yearly', [799.25, 20, 39.9625])],
  {
    name: 'revenue', title: 'Revenue by country and plan', queryType: 'groupBy', metric: 'revenue', unit: 'other',
    dimensions: ['country', 'plan'], outputs: ['revenue', 'Events', 'mean'], total: 8000,
    query: {
      queryType: 'groupBy', granularity: 'all', dimensions: ['country', 'plan'],
      aggregations: [{ type: 'doubleSum', fieldName: 'floatValue', name: 'revenue' }, { type: 'eventCount' }],
      valueFormatter: { locale: 'en-US', options: { style: 'currency', currency: 'EUR' } },
    },
  },
);

/** Three raw events. */
export const scan = ranking(
  ['appLaunched', 'crash', '@octocat'].map((type, index) => ({
    ...row(index + 1, String(index + 1), null), values: { __time: `2026-11-20T0${index}:00:00Z`, type, floatValue: index },
  })),
  {
    name: 'events', title: 'Latest events', queryType: 'scan', metric: null, unit: 'other', total: null, cutOff: true,
    dimensions: [], outputs: ['__time', 'type', 'floatValue'], query: { queryType: 'scan', limit: 3 },
  },
);
