// Expression × data × policies → outcome, message, exit code. The numbers were computed by hand from `DATA`
// below.
import { type ErrorKind, NetworkError, RequestError, ResponseError } from '../../../src/text/errors.ts';
import type { InsightResult, Outcome, ReportedInsight } from '../../../src/report/results/results.ts';
import type { ResultRow } from '../../../src/tql/result.ts';
import { users, type WrittenThreshold } from './fixtures.ts';
import { asQuery } from '../../support/as-query.ts';

/** `exit` is the exit code, where it is not that of the outcome. */
type Policies = Partial<WrittenThreshold> & {
  readonly onInconclusive?: 'fail' | 'warn' | 'pass';
  readonly exit?: 0;
};

/** A case: an assertion, its outcome, what follows it in the message, and policies. */
export type Case = readonly [assert: string, outcome: Outcome, says: string, policies?: Policies];

interface Data {
  readonly insight: InsightResult;
  readonly points?: Readonly<Record<string, ResultRow | Error>>;
  readonly cases: readonly Case[];
}

/** Complete; 12,450 users in all, 12,000 before. 50, 30, 10, 2 and 0.249 per cent. */
const OS = users(
  [
    ['iOS 26', 6225, 5000],
    ['iOS 18', 3735, 4150],
    ['iOS 17', 1245, 1245],
    ['iOS 15', 249, 300],
    ['iOS 14', 31, null],
  ],
  {
    total: 12_450,
    previousTotal: 12_000,
    gone: [{ key: 'iOS 12', parts: ['iOS 12'], previous: 4, previousRank: 5 }],
  },
);

/** The same, cut off after two rows. */
const CUT: ReportedInsight = { ...OS, rows: OS.rows.slice(0, 2), cutOff: true, gone: [] };

/** Cut off; all of the 1,000 users had a version before, and 100 have one now. */
const RENAMED = users(
  [
    ['iOS 18', 94, 940],
    ['iOS 15', 6, 60],
  ],
  { total: 1000, previousTotal: 1000, cutOff: true },
);
const ANY_ROW = '900 of 1,000 users have no "system", so they may be of any row';

const COUNTRIES = users([
  ['DE', 500],
  ['US', 450],
  ['null', 60],
  ['FR', 30],
]);

const EVENTS = {
  outputs: ['Events', 'Users', 'rate'],
  metric: 'Events',
  unit: 'events',
  query: {
    ...OS.query,
    aggregations: [
      { type: 'eventCount', name: 'Events' },
      { type: 'userCount', name: 'Users' },
    ],
    postAggregations: [{ type: 'arithmetic', name: 'rate', fn: '/', fields: [] }],
    metric: { type: 'numeric', metric: 'Events' },
  },
} as const;

/** Complete, events with users beside them: 1,000 events in all, 800 before. */
const SCREENS: ReportedInsight = {
  ...users(
    [
      ['Today', 700, 500],
      ['Map', 200, 200],
      ['Settings', 100, 100],
    ],
    { ...EVENTS, previousTotal: 800 },
  ),
  rows: users([
    ['Today', 700, 500],
    ['Map', 200, 200],
    ['Settings', 100, 100],
  ]).rows.map((row, index) => {
    const [count = 0, rate = 0] =
      [
        [70, 10],
        [50, 4],
        [90, 1.1],
      ][index] ?? [];
    return { ...row, values: { Events: row.value, Users: count, rate } };
  }),
};

const CRASHED = { type: 'selector', dimension: 'type', value: 'crash' } as const;
const CRASHES_BY_SYSTEM = {
  ...OS.query,
  aggregations: [
    { type: 'userCount', name: 'Users' },
    {
      type: 'filtered',
      name: 'Crashes',
      filter: CRASHED,
      aggregator: { type: 'eventCount', name: 'Crashes' },
    },
  ],
} as const;

/** Two systems without a crash. */
const NO_CRASHES: ReportedInsight = {
  ...users(
    [
      ['iOS 18', 90],
      ['iOS 17', 10],
    ],
    { outputs: ['Users', 'Crashes'], query: CRASHES_BY_SYSTEM },
  ),
  rows: users([
    ['iOS 18', 90],
    ['iOS 17', 10],
  ]).rows.map((row) => ({ ...row, values: { Users: row.value, Crashes: 0 } })),
};

/** Sums, one of which is negative: no part of them is a share. */
const BALANCES: ReportedInsight = {
  ...users(
    [
      ['iOS 18', 90],
      ['iOS 17', 10],
    ],
    { outputs: ['Users', 'Amount'] },
  ),
  query: asQuery({
    ...OS.query,
    aggregations: [
      ...CRASHES_BY_SYSTEM.aggregations,
      { type: 'longSum', name: 'Amount', fieldName: 'floatValue' },
    ],
  }),
  rows: users([
    ['iOS 18', 90],
    ['iOS 17', 10],
  ]).rows.map((row, i) => ({ ...row, values: { Users: row.value, Amount: i === 0 ? 10 : -5 } })),
};

/** A bucket a day; the last is not over, and the first began before the period. */
const DAYS: ReportedInsight = {
  ...users(
    [
      ['2026-10-20T00:00:00Z', 900],
      ['2026-10-21T00:00:00Z', 100],
      ['2026-10-22T00:00:00Z', 0],
      ['2026-11-19T00:00:00Z', 300],
      ['2026-11-20T00:00:00Z', 40],
    ],
    { total: 1340, previousTotal: 0, previous: null } as Partial<ReportedInsight>,
  ),
  queryType: 'timeseries',
  dimensions: [],
  query: {
    queryType: 'timeseries',
    granularity: 'day',
    aggregations: [{ type: 'userCount', name: 'Users' }],
  },
};

/** Crashes per user over the whole period: 0.012, and 0.01 before. */
const RATE: ReportedInsight = {
  ...users([['2026-10-21T00:00:00Z', 0.012, 0.01]], { total: null }),
  queryType: 'timeseries',
  dimensions: [],
  metric: 'perUser',
  unit: 'other',
  outputs: ['Crashes', 'Users', 'perUser'],
  query: {
    queryType: 'timeseries',
    granularity: 'all',
    aggregations: [
      { type: 'eventCount', name: 'Crashes' },
      { type: 'userCount', name: 'Users' },
    ],
    postAggregations: [{ type: 'arithmetic', name: 'perUser', fn: '/', fields: [] }],
  },
};
const RATE_ROW = RATE.rows[0];
if (RATE_ROW === undefined) throw new Error('no row');
const RATES: ReportedInsight = {
  ...RATE,
  rows: [{ ...RATE_ROW, values: { Crashes: 60, Users: 5000, perUser: 0.012 } }],
};

const PER_USER = {
  type: 'arithmetic',
  name: 'perUser',
  fn: '/',
  fields: [
    { type: 'fieldAccess', fieldName: 'Crashes' },
    { type: 'finalizingFieldAccess', fieldName: 'Users' },
  ],
} as const;

const FUNNEL: ReportedInsight = {
  ...users(
    [
      ['Paywall shown', 5210],
      ['Plan chosen', 1188],
      ['Purchased', 0],
    ],
    { total: 5210, compare: null },
  ),
  rows: users(
    [
      ['Paywall shown', 5210],
      ['Plan chosen', 1188],
      ['Purchased', 0],
    ],
    { total: 5210 },
  ).rows,
  queryType: 'funnel',
  dimensions: ['step'],
  query: { queryType: 'funnel', steps: [] },
};

const failing = (kind: ErrorKind, status: number | null): InsightResult => ({
  name: 'os',
  id: 'x',
  title: 'OS versions',
  status: 'error',
  error: { kind, status, message: 'Running a topN query at host: no.' },
});

const kinds: readonly ErrorKind[] = ['unauthorized', 'timeout', 'unreadable'];

const GUESSED = (key: string, similar: string): string =>
  `, 0% (0 of 12,450 users); there is no row "${key}" (the most similar is "${similar}"), so it counts as zero; if that is right, set missing-row to zero`;

export const DATA: Readonly<Record<string, Data>> = {
  'a complete table': {
    insight: OS,
    cases: [
      // Limits from both sides, equality included.
      ['share("iOS 15") < 2%', 'failed', ', 2% (249 of 12,450 users)'],
      ['share("iOS 15") >= 2%', 'passed', ', 2% (249 of 12,450 users)'],
      ['share("iOS 15") == 2%', 'passed', ', 2% (249 of 12,450 users)'],
      ['10% > share("iOS 15")', 'passed', ', 2% (249 of 12,450 users)'],
      ['share("iOS 14") < 0.25%', 'passed', ', 0.249% (31 of 12,450 users)'],
      ['share("iOS 26") > 0 && share("iOS 26") < 5e1%', 'failed', ', 50% (6,225 of 12,450 users)'],
      // Integers mix with every kind of number.
      ['value("iOS 15") / total() < 3%', 'passed', ', 2% (249 of 12,450 users)'],
      ['total() / value("iOS 15") > 3', 'passed', ', 50'],
      ['7 / 2 * value("iOS 15") == 871.5', 'passed', ', 871.5'],
      ['total() >= 1000', 'passed', ', 12,450 users'],
      ['previousTotal() == 12000', 'passed', ', 12,000 users'],
      ['totalChange() == 3.75%', 'passed', ', +3.75% (12,450 users)'],
      ['count() == 5', 'passed', ', 5 rows'],
      ['rank("iOS 15") == 4', 'passed', ', rank 4'],
      // The comparison.
      ['change("iOS 18") >= -10%', 'passed', ', −10% (3,735 of 12,450 users)'],
      ['change("iOS 18") > -10%', 'failed', ', −10% (3,735 of 12,450 users)'],
      ['previous("iOS 15") == 300', 'passed', ', 300 users'],
      ['change("iOS 14") < 20%', 'inconclusive', ', "iOS 14" has no value in the earlier period'],
      // missing-row.
      ['share("iOS 13") < 2%', 'warned', GUESSED('iOS 13', 'iOS 18')],
      ['share("ios15") < 2%', 'inconclusive', ', there is no row "ios15"; did you mean "iOS 15"?'],
      [
        'share("iOS-15") < 2%',
        'inconclusive',
        ', there is no row "iOS-15"; did you mean "iOS 15"?',
        { missingRow: 'zero' },
      ],
      ['share("iOS 1.5") < 2%', 'passed', ', 0% (0 of 12,450 users)', { missingRow: 'zero' }],
      // From nothing to nothing.
      ['change("iOS 13") <= 0', 'passed', ', 0% (0 of 12,450 users)', { missingRow: 'zero' }],
      ['change("iOS 13") <= 0', 'inconclusive', ', "iOS 13" has no value in the earlier period'],
      [
        'change("iOS 14") <= 0',
        'inconclusive',
        ', "iOS 14" was zero in the earlier period, so there is no change',
        { missingRow: 'zero' },
      ],
      ['change("iOS 12") == -100%', 'passed', ', −100% (0 of 12,450 users)', { missingRow: 'zero' }],
      [
        'share("Windows") < 2%',
        'warned',
        ', 0% (0 of 12,450 users); there is no row "Windows", so it counts as zero; if that is right, set missing-row to zero',
      ],
      ['share("iOS 13") < 2%', 'passed', ', 0% (0 of 12,450 users)', { missingRow: 'zero' }],
      [
        'share("iOS 13") < 2%',
        'failed',
        ', there is no row "iOS 13" (missing-row: fail)',
        { missingRow: 'fail' },
      ],
      [
        'share("iOS 12") < 2%',
        'failed',
        ', there is no row "iOS 12" (missing-row: fail)',
        { missingRow: 'fail' },
      ],
      ['share("iOS 13") < 2%', 'inconclusive', ', there is no row "iOS 13"', { missingRow: 'inconclusive' }],
      ['rank("iOS 13") > 3', 'inconclusive', ', "iOS 13" is not in the table, so it has no rank'],
      // on-inconclusive.
      [
        'rank("iOS 13") > 3',
        'inconclusive',
        ', "iOS 13" is not in the table, so it has no rank',
        { onInconclusive: 'warn', exit: 0 },
      ],
      [
        'rank("iOS 13") > 3',
        'inconclusive',
        ', "iOS 13" is not in the table, so it has no rank',
        { onInconclusive: 'pass', exit: 0 },
      ],
      ['share("iOS 15") < 2%', 'failed', ', 2% (249 of 12,450 users)', { onInconclusive: 'pass' }],
      // min-sample.
      ['share("iOS 15") < 3%', 'passed', ', 2% (249 of 12,450 users)', { minSample: 12_450 }],
      [
        'share("iOS 15") < 3%',
        'inconclusive',
        ', 12,450 users, fewer than the 12,451 of min-sample',
        { minSample: 12_451 },
      ],
      [
        'share("iOS 15") < 1%',
        'inconclusive',
        ', 12,450 users, fewer than the 12,451 of min-sample',
        { minSample: 12_451 },
      ],
      ['share("iOS 15") < 3%', 'passed', ', 2% (249 of 12,450 users)', { minSample: 0 }],
      // warn.
      ['share("iOS 15") < 3%', 'passed', ', 2% (249 of 12,450 users)', { warn: 'share("iOS 15") < 2.5%' }],
      [
        'share("iOS 15") < 3%',
        'warned',
        ', 2% (249 of 12,450 users); at or above the warning level of 1.5%',
        { warn: 'share("iOS 15") < 1.5%' },
      ],
      ['share("iOS 15") < 2%', 'failed', ', 2% (249 of 12,450 users)', { warn: 'share("iOS 15") < 1.5%' }],
      [
        'share("iOS 15") < 3%',
        'warned',
        ', 2% (249 of 12,450 users); there is no row "iOS 13" (the most similar is "iOS 18"), so it counts as zero; if that is right, set missing-row to zero',
        { warn: 'share("iOS 13") < 1%' },
      ],
      [
        'share("iOS 15") < 3%',
        'warned',
        ', 2% (249 of 12,450 users); the warning level could not be checked: "iOS 14" has no value in the earlier period',
        { warn: 'change("iOS 14") < 1' },
      ],
      // until; the report's day is 2026-11-20.
      [
        'share("iOS 15") < 2%',
        'failed',
        ', 2% (249 of 12,450 users); snoozed until Nov 21, 2026',
        { until: '2026-11-21', exit: 0 },
      ],
      [
        'share("iOS 15") < 2%',
        'failed',
        ', 2% (249 of 12,450 users); snoozed until Mar 1, 2027',
        { until: '2027-03-01', exit: 0 },
      ],
      [
        'share("iOS 15") < 2%',
        'failed',
        ', 2% (249 of 12,450 users); the snooze ended on Nov 20, 2026',
        { until: '2026-11-20' },
      ],
      [
        'share("iOS 15") < 3%',
        'passed',
        ', 2% (249 of 12,450 users); the snooze ended on Nov 19, 2026',
        { until: '2026-11-19' },
      ],
      [
        'share("iOS 15") < 3%',
        'passed',
        ', 2% (249 of 12,450 users); snoozed until Mar 1, 2027',
        { until: '2027-03-01' },
      ],
      [
        'rank("iOS 13") > 3',
        'inconclusive',
        ', "iOS 13" is not in the table, so it has no rank; snoozed until Mar 1, 2027',
        { until: '2027-03-01', exit: 0 },
      ],
      // An unknown number matters only if CEL needs it.
      ['share("iOS 15") < 3% && share("iOS 18") < 20%', 'failed', ', 30% (3,735 of 12,450 users)'],
      ['share("iOS 15") < 1% || share("iOS 18") < 20%', 'failed', ', 2% (249 of 12,450 users)'],
      ['!(share("iOS 15") < 1%)', 'passed', ', 2% (249 of 12,450 users)'],
      ['change("iOS 14") < 1 || total() > 5', 'passed', ', 12,450 users'],
      ['change("iOS 14") < 1 && total() < 5', 'failed', ', 12,450 users'],
      [
        'change("iOS 14") < 1 && total() > 5',
        'inconclusive',
        ', "iOS 14" has no value in the earlier period',
      ],
      [
        'change("iOS 14") < 1 || total() < 5',
        'inconclusive',
        ', "iOS 14" has no value in the earlier period',
      ],
      ['!(change("iOS 14") < 1)', 'inconclusive', ', "iOS 14" has no value in the earlier period'],
      ['change("iOS 14") < 1 ? true : true', 'inconclusive', ', "iOS 14" has no value in the earlier period'],
      ['total() > 5 ? share("iOS 15") < 1% : share("iOS 15") < 9%', 'failed', ', 2% (249 of 12,450 users)'],
      // Only numbers are compared.
      ['value("iOS 15") / 0 < 1', 'inconclusive', ', it divides by zero'],
      ['value("iOS 15") * 1e300 * 1e300 > 5', 'inconclusive', ', a number in it grows too large'],
      [
        'value("iOS 15", "Sessions") > 5',
        'inconclusive',
        ', there is no output "Sessions" in the answer; there are "Users"',
      ],
      [
        'first() > 5',
        'inconclusive',
        ', only a timeseries has a first and a last bucket, and this is a topN',
      ],
      // The list of rows.
      ['rows.all(r, r.share <= 50%)', 'passed', ''],
      ['rows.all(r, r.share < 30%)', 'failed', ', it does not hold for "iOS 26", "iOS 18"'],
      [
        'rows.all(r, r.value < 31)',
        'failed',
        ', it does not hold for "iOS 26", "iOS 18", "iOS 17" and 2 more',
      ],
      ['rows.exists(r, r.key == "iOS 15" && r.share == 2%)', 'passed', ''],
      ['rows.exists_one(r, r.rank == 1)', 'passed', ''],
      ['rows.filter(r, r.share < 5%).size() == 2', 'passed', ', 2'],
      ['rows[0].share > 60%', 'failed', ', 50% (6,225 of 12,450 users)'],
      ['rows[9].value > 3', 'inconclusive', ', it cannot be evaluated: there is no row 10'],
      ['"iOS 15" in rows.map(r, r.key)', 'passed', ''],
      ['rows.exists(r, r.key.matches("^iOS 1[0-3]$"))', 'failed', ''],
      ['value("iOS 15") / previousTotal() < 5', 'passed', ', 0.021'],
      ['(total() + 1) * (count() + 2) < 5', 'failed', ', 87,157'],
      ['rows.all(r, r.change < 30%)', 'inconclusive', ', "iOS 14" has no value in the earlier period'],
      ['rows.exists(r, r.change > 20%)', 'passed', ''],
      ['rows.exists(r, r.previous > 9000)', 'inconclusive', ', "iOS 14" has no value in the earlier period'],
    ],
  },
  'filtered counts of nothing': {
    insight: NO_CRASHES,
    cases: [
      ['total("Crashes") < 5', 'passed', ', 0 events'],
      ['total("Crashes") / total() < 1%', 'passed', ', 0%'],
    ],
  },
  'sums of which one is negative': {
    insight: BALANCES,
    cases: [
      [
        'share("iOS 18", "Amount") > 50%',
        'inconclusive',
        ', the share of "iOS 18" is not known, since the true total is not',
      ],
      [
        'share("iOS 17", "Amount") < 50%',
        'inconclusive',
        ', the share of "iOS 17" is not known, since the true total is not',
      ],
    ],
  },
  'a table of Apple’s devices': {
    insight: users(
      [
        ['iPhone17,1', 90, 80],
        ['iPhone9,3', 10, 20],
      ],
      { total: 100 },
    ),
    cases: [
      ['share("iPhone17,1") == 90%', 'passed', ', 90% (90 of 100 users); iPhone17,1 is iPhone 16 Pro'],
      ['share("iPhone 16 Pro") < 95%', 'passed', ', 90% (90 of 100 users); iPhone 16 Pro is iPhone17,1'],
      // No other model of this product was seen.
      ['share("iPhone 7") > 5%', 'passed', ', 10% (10 of 100 users); iPhone 7 is iPhone9,3'],
      [
        'share("iPhone 17") < 5%',
        'warned',
        ', 0% (0 of 100 users); there is no row "iPhone18,3" (the most similar is "iPhone17,1"), so it counts as zero; if that is right, set missing-row to zero; iPhone 17 is iPhone18,3',
      ],
      [
        'share("iphone 16 pro") < 95%',
        'inconclusive',
        ', there is no row "iphone 16 pro"; did you mean "iPhone17,1"?',
      ],
    ],
  },
  'a table of Apple’s devices that names a device twice': {
    insight: users(
      [
        ['iPhone 16 Pro', 60, 50],
        ['iPhone17,1', 40, 50],
      ],
      { total: 100 },
    ),
    cases: [['share("iPhone 16 Pro") == 60%', 'passed', ', 60% (60 of 100 users)']],
  },
  'a table that is cut off': {
    insight: CUT,
    points: {
      'iOS 15': { Users: 249 },
      'before iOS 15': { Users: 300 },
      'iOS 11': { Users: 0 },
      'before iOS 11': { Users: 12 },
      'iOS 9': { Users: 31 },
      'before iOS 9': { Users: 0 },
      'iOS 8': new NetworkError('timeout', 'Running a timeseries query at host: timed out after 150 s.'),
      'before iOS 8': { Users: 3 },
      'iOS 7': new RequestError('rate-limited', 429, 'too many requests'),
      'iOS 6': new ResponseError('the answer is not JSON'),
    },
    cases: [
      ['share("iOS 15") < 2%', 'failed', ', 2% (249 of 12,450 users)'],
      ['share("iOS 15") <= 2%', 'passed', ', 2% (249 of 12,450 users)'],
      ['value("iOS 15") == 249', 'passed', ', 249 of 12,450 users'],
      ['previous("iOS 15") == 300', 'passed', ', 300 users'],
      ['change("iOS 15") == -17%', 'passed', ', −17% (249 of 12,450 users)'],
      ['change("iOS 9") < 1', 'inconclusive', ', "iOS 9" has no value in the earlier period'],
      ['rank("iOS 15") > 2', 'passed', ''],
      ['rank("iOS 15") > 3', 'inconclusive', ', the table is cut off at 2 rows'],
      ['share("iOS 11") < 2%', 'passed', ', 0% (0 of 12,450 users)'],
      [
        'share("iOS 11") < 2%',
        'failed',
        ', there is no row "iOS 11" (missing-row: fail)',
        { missingRow: 'fail' },
      ],
      [
        'share("iOS 5") < 2%',
        'warned',
        ', 0% (0 of 12,450 users); there is no row "iOS 5", so it counts as zero; if that is right, set missing-row to zero',
      ],
      ['share("iOS 5") < 2%', 'passed', ', 0% (0 of 12,450 users)', { missingRow: 'zero' }],
      [
        'share("iOS 8") < 2%',
        'inconclusive',
        ', "iOS 8" could not be queried by itself: timeout: Running a timeseries query at host: timed out after 150 s.',
      ],
      [
        'share("iOS 8") < 2%',
        'inconclusive',
        ', "iOS 8" could not be queried by itself: timeout: Running a timeseries query at host: timed out after 150 s.',
        { missingRow: 'zero' },
      ],
      [
        'share("iOS 7") < 2%',
        'inconclusive',
        ', "iOS 7" could not be queried by itself: rate-limited: too many requests',
        { onInconclusive: 'warn', exit: 0 },
      ],
      [
        'share("iOS 6") < 2%',
        'inconclusive',
        ', "iOS 6" could not be queried by itself: unreadable: the answer is not JSON',
      ],
      [
        'share(true ? "iOS 15" : "iOS 14") < 2%',
        'inconclusive',
        ', "iOS 15" could not be queried by itself: it was not requested',
      ],
      // Of the number of rows, only the minimum is known.
      ['count() >= 2', 'passed', ''],
      ['count() > 2', 'inconclusive', ', the table is cut off at 2 rows'],
      ['count() < 2', 'failed', ''],
      ['count() == 2', 'inconclusive', ', the table is cut off at 2 rows'],
      ['total() / count() <= 6225', 'passed', ''],
      ['rows.size() >= 2', 'passed', ''],
      ['rows.size() > 2', 'inconclusive', ', the table is cut off at 2 rows'],
      ['rows.filter(r, r.share > 10%).size() == 2', 'inconclusive', ', the table is cut off at 2 rows'],
      ['rows.exists_one(r, r.value < 6225)', 'inconclusive', ', the table is cut off at 2 rows'],
      // An unseen row has at most the value of the last row.
      ['rows.all(r, r.share <= 50%)', 'passed', ''],
      ['rows.all(r, r.share > 10%)', 'inconclusive', ', the table is cut off at 2 rows'],
      ['rows.all(r, r.rank <= 2)', 'inconclusive', ', the table is cut off at 2 rows'],
      ['rows.all(r, r.change < 90%)', 'inconclusive', ', the table is cut off at 2 rows'],
      ['rows.all(r, r.change < 20%)', 'failed', ', it does not hold for "iOS 26"'],
      ['rows.all(r, r.key.startsWith("iOS"))', 'inconclusive', ', the table is cut off at 2 rows'],
      ['rows.exists(r, r.share > 50%)', 'failed', ''],
      ['rows.exists(r, r.share >= 50%)', 'passed', ''],
      ['rows.exists(r, r.share < 1%)', 'inconclusive', ', the table is cut off at 2 rows'],
      ['rows[1].key == "iOS 18"', 'passed', ''],
      ['rows[2].share < 90%', 'inconclusive', ', the table is cut off at 2 rows'],
    ],
  },
  'a table of a column that a new SDK sends under another name': {
    insight: RENAMED,
    points: { 'with a value': { Users: 100 }, 'before with a value': { Users: 1000 } },
    cases: [
      ['share("iOS 15") < 2%', 'inconclusive', `, 0.6% (6 of 1,000 users); ${ANY_ROW}`],
      ['value("iOS 15") / total() < 2%', 'inconclusive', `, 0.6% (6 of 1,000 users); ${ANY_ROW}`],
      ['value("iOS 15") < 2% * total()', 'inconclusive', `, 6 of 1,000 users; ${ANY_ROW}`],
      ['value("iOS 15") - 0.02 * total() < 0', 'inconclusive', `, −14; ${ANY_ROW}`],
      [
        '(value("iOS 15") + value("iOS 18")) / total() < 20%',
        'inconclusive',
        ', a user may be in several of "iOS 15", "iOS 18", so their sum may be larger than the number of users',
      ],
      ['value("iOS 15") / value("iOS 18") < 10%', 'inconclusive', `, 6.38%; ${ANY_ROW}`],
      ['change("iOS 15") > -50%', 'inconclusive', `, −90% (6 of 1,000 users); ${ANY_ROW}`],
      ['change("iOS 15") < 2000%', 'passed', ', −90% (6 of 1,000 users)'],
      ['rows.all(r, r.value / total() < 50%)', 'inconclusive', `, ${ANY_ROW}`],
      [
        'value("iOS 15") < 10',
        'inconclusive',
        ', 6 of 1,000 users; 900 of 1,000 users have no "system", so they may be of any row',
      ],
      ['totalChange() > -1%', 'passed', ', 0% (1,000 users)'],
    ],
  },
  'a table of which some rows are nearer to each other than those without a value': {
    insight: {
      ...COUNTRIES,
      ...EVENTS,
      rows: COUNTRIES.rows.map((row) => (row.key === 'null' ? { ...row, parts: [null] } : row)),
    },
    cases: [
      [
        'rank("DE") == 1',
        'inconclusive',
        ', rank 1; 60 of 1,040 events have no "system", so they may be of any row',
      ],
      ['rank("DE") <= 2', 'passed', ', rank 1'],
      ['rank("FR") > 2', 'passed', ', rank 4'],
    ],
  },
  'events, with users beside them': {
    insight: SCREENS,
    points: {
      '*': { Events: 1000, Users: 120, rate: 8.3 },
      'before *': { Users: 100 },
      'before Map': { Users: 40 },
    },
    cases: [
      ['share("Settings") >= 10%', 'passed', ', 10% (100 of 1,000 events)'],
      ['value("Settings", "Users") == 90', 'passed', ', 90 users'],
      ['totalChange("Users") == 20%', 'passed', ', +20% (120 users)'],
      ['totalChange() == 25%', 'passed', ', +25% (1,000 events)'],
      ['previous("Map", "Users") == 40', 'passed', ', 40 users'],
      ['rank("Settings", "Users") == 1', 'passed', ', rank 1'],
      ['value("Today", "rate") < 11', 'passed', ', 10'],
      ['share("Today", "rate") < 11%', 'inconclusive', ', "rate" has no share'],
      ['total("rate") < 11', 'inconclusive', ', "rate" has no total: it does not add up'],
      [
        'value("Maps") == 0',
        'warned',
        ', 0 of 1,000 events; there is no row "Maps" (the most similar is "Map"), so it counts as zero; if that is right, set missing-row to zero',
      ],
    ],
  },
  'a timeseries by day': {
    insight: DAYS,
    cases: [
      ['first() == 100', 'passed', ', 100 users on Wed, Oct 21'],
      ['last() > 300', 'failed', ', 300 users on Thu, Nov 19'],
      ['last("Users") >= first("Users") * 3', 'passed', ', 300 users on Thu, Nov 19'],
      ['value("2026-10-22T00:00:00Z") == 0', 'passed', ', 0 of 1,340 users'],
      ['rows.all(r, r.value > 10)', 'failed', ', it does not hold for "2026-10-22T00:00:00Z"'],
      [
        'totalChange() > -10%',
        'inconclusive',
        ', the total was zero in the earlier period, so there is no change',
      ],
    ],
  },
  'a rate over the whole period': {
    insight: RATES,
    points: { 'before *': { Users: 4000, Crashes: 40 } },
    cases: [
      ['totalChange() <= 20%', 'passed', ', +20% (5,000 users)'],
      ['totalChange() < 20%', 'failed', ', +20% (5,000 users)'],
      ['rows[0].change <= 20%', 'passed', ', 20%'],
      ['total() < 2%', 'passed', ', 1.2%', { minSample: 5000 }],
      [
        'total() < 2%',
        'inconclusive',
        ', 5,000 users, fewer than the 5,001 of min-sample',
        { minSample: 5001 },
      ],
    ],
  },
  'a rate of which nothing was counted': {
    insight: {
      ...RATES,
      query: asQuery({ ...RATES.query, postAggregations: [PER_USER] }),
      rows: [{ ...RATE_ROW, value: 0, previous: null, values: { Crashes: 0, Users: 5000, perUser: 0 } }],
    },
    points: { 'before *': { Users: 4000, Crashes: null, perUser: null } },
    cases: [
      [
        'total() < 1%',
        'passed',
        ', 0% (0 of 5,000 users); nothing was counted in "Crashes": are its events still sent?',
      ],
      ['previousTotal() == 0', 'passed', ', 0'],
      [
        'totalChange() <= 20%',
        'passed',
        ', 0% (0 of 5,000 users); nothing was counted in "Crashes": are its events still sent?',
      ],
      [
        'rows[0].value < 1%',
        'passed',
        ', 0% (0 of 5,000 users); nothing was counted in "Crashes": are its events still sent?',
      ],
    ],
  },
  'a rate of which nothing was counted, after one of which something was': {
    insight: {
      ...RATES,
      query: asQuery({ ...RATES.query, postAggregations: [PER_USER] }),
      rows: [{ ...RATE_ROW, value: 0, values: { Crashes: 0, Users: 5000, perUser: 0 } }],
    },
    cases: [
      [
        'totalChange() <= 20%',
        'passed',
        ', −100% (0 of 5,000 users); nothing was counted in "Crashes": are its events still sent?',
      ],
    ],
  },
  'a rate without anything that it is a rate of': {
    insight: {
      ...RATES,
      query: asQuery({ ...RATES.query, postAggregations: [PER_USER] }),
      rows: [{ ...RATE_ROW, value: null, values: { Crashes: 3, Users: 0, perUser: null } }],
    },
    cases: [
      ['total() < 1%', 'inconclusive', ', the bucket of 2026-10-21T00:00:00Z has no value'],
      ['totalChange() <= 20%', 'inconclusive', ', the bucket of 2026-10-21T00:00:00Z has no value'],
    ],
  },
  'a day of 23 hours after one of 24': {
    insight: {
      ...SCREENS,
      previousTotal: 1040,
      interval: {
        ...OS.interval,
        start: '2026-09-26T12:00:00Z',
        end: '2026-09-27T11:00:00Z',
        complete: true,
      },
      compare: {
        start: '2026-09-25T12:00:00Z',
        end: '2026-09-26T12:00:00Z',
        relation: 'previous-period',
      },
    },
    cases: [
      [
        'totalChange() > -3%',
        'inconclusive',
        ', −3.85% (1,000 events); the days of the week or the hours differ, and what is usual on them may decide otherwise',
      ],
      ['totalChange() > -4%', 'passed', ', −3.85% (1,000 events)'],
    ],
  },
  'nothing in both periods': {
    insight: users([['a', 0]], { total: 0, previousTotal: 0 }),
    cases: [
      ['totalChange() <= 20%', 'passed', ', 0% (0 users)', { minSample: 0 }],
      [
        'totalChange() <= 20%',
        'inconclusive',
        ', the answer is empty: nothing was counted in the period (min-sample: 0 says that this is to be expected)',
      ],
    ],
  },
  'a funnel, compared with nothing': {
    insight: FUNNEL,
    cases: [
      ['value("Plan chosen") / value("Paywall shown") > 20%', 'passed', ', 22.8%'],
      ['share("Plan chosen") > 25%', 'failed', ', 22.8% (1,188 of 5,210 users)'],
      ['share("Refunded") == 0', 'passed', ', 0% (0 of 5,210 users)', { missingRow: 'zero' }],
      ['change("Purchased") < 1', 'inconclusive', ', there is no earlier period to compare with'],
    ],
  },
  'an empty answer': {
    insight: users([], { total: 0 }),
    cases: [
      ['total() < 5', 'inconclusive', ', the answer is empty'],
      ['share("iOS 15") < 2%', 'inconclusive', ', the answer is empty', { missingRow: 'zero' }],
      ['count() == 0', 'inconclusive', ', the answer is empty', { minSample: 0 }],
      [
        'rows.all(r, r.value > 1)',
        'inconclusive',
        ', the answer is empty',
        { onInconclusive: 'pass', exit: 0 },
      ],
    ],
  },
  'nothing but zeros': {
    insight: users(
      [
        ['a', 0],
        ['b', null],
      ],
      { total: 0, previousTotal: 10 },
    ),
    cases: [
      [
        'total() < 5',
        'inconclusive',
        ', the answer is empty: nothing was counted in the period (min-sample: 0 says that this is to be expected)',
      ],
      ['total() < 5', 'passed', ', 0 users', { minSample: 0 }],
      ['totalChange() < 0', 'passed', ', −100% (0 users)', { minSample: 0 }],
      ['share("a") < 5%', 'inconclusive', ', it divides by zero', { minSample: 0 }],
    ],
  },
  ...Object.fromEntries(
    kinds.map((kind): [string, Data] => [
      `an insight that fails: ${kind}`,
      {
        insight: failing(kind, null),
        cases: [
          [
            'share("iOS 15") < 2%',
            'inconclusive',
            `, the insight could not be queried (${kind}): Running a topN query at host: no.`,
          ],
        ],
      },
    ]),
  ),
};
