// A gate speaks in words: its name, its limit, its number with what was counted, and all of it in a sentence.
import { parseWorse } from '../../../../src/report/expression/worse.ts';
import { nameGates } from '../../../../src/report/render/verdict/gate-words.ts';
import { formatCount, formatVerdictValue } from '../../../../src/report/render/format/verdicts.ts';
import type { ReleaseThreshold } from '../../../../src/report/inputs/request.ts';
import type { Query } from '../../../../src/tql/query.ts';
import { answering, judged, judgeWith, parsed, threshold, users } from '../../gate/fixtures.ts';

const OS = users([
  ['iOS 26', 900, 800],
  ['iOS 15', 21, 30],
]);

test.each([
  ['share(only(below("iOS 16"))) < 2%', 'Users lost by requiring iOS 16'],
  ['share("iOS 15") < 2%', 'Share of iOS 15'],
  ['!(share("iOS 15") >= 2%)', 'Share of iOS 15'],
  ['share(oneOf("iOS 14", "iOS 15")) < 2%', 'Share of iOS 14 or iOS 15'],
  ['share(atLeast("iOS 26")) > 2%', 'Share of iOS 26 or newer'],
  ['share(below("iOS 16")) < 2%', 'Share below iOS 16'],
  ['value("iOS 15") < 20', 'iOS 15: Users'],
  ['change("iOS 15") < 20%', 'Change of iOS 15'],
  ['change(below("iOS 16")) < 20%', 'Change below iOS 16'],
  ['rank("iPhone17,1") <= 3', 'Rank of iPhone 16 Pro'],
  ['total() >= 1000', 'OS versions'],
  ['totalChange() > -5%', 'Change of OS versions'],
  ['count() < 9', 'Rows of OS versions'],
  ['share("a") + share("b") < 9%', 'share("a") + share("b") < 9%'],
  ['total() > previousTotal()', 'total() > previousTotal()'],
])('the gate %s is called %s', (assert, name) => {
  expect(
    nameGates([parsed(threshold(assert), [OS])], { insights: [OS], releases: [], locale: 'en-US' }),
  ).toEqual([name]);
});

test.each([
  ['worse() < 10%', 'crashed: new version compared with older ones'],
  ['worse("hung") < 10%', 'hung: new version compared with older ones'],
])('the gate %s of a release is called %s', (written, name) => {
  const assert = parseWorse(written);
  if ('why' in assert) throw new Error(assert.why);
  const { title, minSample, confidence, missingRow, reason, until } = threshold(written);
  const policies = { title, minSample, confidence, missingRow, reason, until };
  const gate: ReleaseThreshold = { kind: 'release', insight: 'stability', assert, warn: null, ...policies };
  const releases = [{ name: 'stability', title: null, event: 'crashed' }];
  expect(nameGates([gate], { insights: [], releases, locale: 'en-US' })).toEqual([name]);
});

test('gates of the same name have the titles of their insights in front, and a title is the name', () => {
  const other = { ...OS, name: 'pads', title: 'iPads' };
  const gates = [
    parsed(threshold('share("iOS 15") < 2%'), [OS]),
    parsed(threshold('share("iOS 15") < 3%', { insight: 'pads' }), [OS, other]),
    parsed(threshold('share("iOS 15") < 3%', { title: 'Can we drop iOS 15?' }), [OS]),
  ];
  expect(nameGates(gates, { insights: [OS, other], releases: [], locale: 'en-US' })).toEqual([
    'OS versions: Share of iOS 15',
    'iPads: Share of iOS 15',
    'Can we drop iOS 15?',
  ]);
});

test.each([
  ['share("iOS 15") < 2%', 'below 2%'],
  ['2% >= share("iOS 15")', 'at most 2%'],
  ['!(share("iOS 15") >= 2%)', 'below 2%'],
  ['total() >= 1000', 'at least 1,000'],
  ['totalChange() > -5%', 'above −5%'],
  ['rank("iOS 15") <= 3', 'at most 3'],
  ['value("iOS 15") != 3', 'other than 3'],
  ['share("iOS 15") < 2% || total() > 1500', 'below 2%'],
])('the limit of %s is %s', async (assert, limit) => {
  expect((await judged(OS, threshold(assert))).limitText).toBe(limit);
});

test.each([
  [
    'total() >= 700',
    'total() >= 1000',
    'at least 700, warns below 1,000',
    'below the warning level of 1,000',
  ],
  [
    'share("iOS 15") < 3%',
    'share("iOS 15") < 1%',
    'below 3%, warns at or above 1%',
    'at or above the warning level of 1%',
  ],
])('the gate %s with the warning %s has the limit "%s"', async (assert, warn, limit, note) => {
  const verdict = await judged(OS, threshold(assert, { warn }));
  expect(verdict).toMatchObject({ outcome: 'warned', limitText: limit, note });
});

const DAYS = users([], {
  queryType: 'timeseries',
  rows: [
    ['2026-11-18T00:00:00.000Z', 700],
    ['2026-11-19T00:00:00.000Z', 838],
  ].map(([key, value], index) => ({
    key: String(key),
    parts: [String(key)],
    value: Number(value),
    share: null,
    rank: index + 1,
    values: { Users: Number(value) },
    previous: null,
    change: null,
    previousRank: null,
    history: [],
    isNew: false,
  })),
});
const daysIn = (granularity: NonNullable<Query['granularity']>) => ({
  ...DAYS,
  title: 'Daily active users',
  query: { ...DAYS.query, queryType: 'timeseries' as const, granularity },
});

test.each([
  [OS, 'share("iOS 15") < 2%', 'Share of iOS 15: failed, 2.28% (21 of 921 users), limit: below 2%'],
  [OS, 'rank("iOS 15") <= 3', 'Rank of iOS 15: passed, rank 2, limit: at most 3'],
  [OS, 'total() >= 1000', 'OS versions: failed, 921 users, limit: at least 1,000'],
  [OS, 'change("iOS 15") > -10%', 'Change of iOS 15: failed, −30% (21 of 921 users), limit: above −10%'],
  [
    daysIn('day'),
    'last() >= 900',
    'Daily active users, last day: failed, 838 users on Thu, Nov 19, limit: at least 900',
  ],
  [daysIn('all'), 'last() >= 900', 'Daily active users, last bucket: failed, 700 users, limit: at least 900'],
  [
    daysIn({ type: 'period', period: 'P2D' }),
    'first() >= 900',
    'Daily active users, first bucket: failed, 700 users from Wed, Nov 18, limit: at least 900',
  ],
])('a gate says it in one sentence (%#)', async (insight, assert, message) => {
  expect((await judged(insight, threshold(assert))).message).toBe(message);
});

const COUNTED = { Users: 21, _users: 921, _everyone: 921 };

test.each([
  ['Can we drop iOS 15?', 'share(only(below("iOS 26"))) < 2%', true],
  ['Can we drop iOS 15?', '2% > share(only(below("iOS 26")))', true],
  ['iOS 15 is rare', 'share(only(below("iOS 26"))) < 2%', false],
  ['Can we drop iOS 15?', 'share("iOS 15") < 2%', false],
])('the gate %s (%s) says how many users would lose the app: %s', async (title, assert, isSaid) => {
  const { lossText } = await judged(OS, threshold(assert, { title }), { '*': COUNTED });
  const loss = '2.28% of users (21 of 921) would lose the app; the limit is 2%';
  expect(lossText).toBe(isSaid ? loss : undefined);
});

test('a gate without an answer says why, with its limit', async () => {
  const failed = { name: 'os', id: null, title: 'OS versions', status: 'error' as const };
  const error = { kind: 'timeout' as const, status: null, message: 'no answer' };
  const [verdict] = await judgeWith(
    [threshold('share("iOS 15") < 2%')],
    [{ ...failed, error }],
    answering({}).run,
  );
  expect(verdict?.message).toBe(
    'Share of iOS 15: inconclusive, limit: below 2%; the insight could not be queried (timeout): no answer',
  );
});

test.each([
  [24_999 / 25_000, 0.999, '99.996%'],
  [24_999 / 25_000, 0.99996, '99.996%'],
  [0.00002, 0.5, '0.002%'],
  [1, 0.5, '100%'],
  [0, 0.5, '0%'],
])('the part %d with the limit %d reads %s: never all, never none', (value, limit, text) => {
  expect(formatVerdictValue(value, limit, 'percent', 'en-US')).toBe(text);
});

test.each(['ar', 'ar-EG', 'fa', 'he'])('a number in the locale %s has no marks of direction', (locale) => {
  expect(formatVerdictValue(-0.3333, 0.9, 'change', locale)).not.toMatch(/\p{Bidi_Control}/u);
});

test('a sum below 0 is shown, and only a small group is hidden', () => {
  expect(['en-US', 'de'].map((locale) => formatCount(-65.44, locale))).toEqual(['−65.44', '−65,44']);
  expect([3, 12].map((count) => formatCount(count, 'en-US', 10))).toEqual(['< 10', '12']);
});
