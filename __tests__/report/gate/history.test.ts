// What gates read in earlier periods, through the project's own query service, against plain loops over the
// same events.
import { historyOf } from '../../../src/report/gate/evidence/history.ts';
import { forecastCrossing } from '../../../src/report/gate/verdict/forecast.ts';
import { judgeAll } from '../../../src/report/gate/judge.ts';
import { describeForecast } from '../../../src/report/render/verdict/forecast.ts';
import { comparedCalls } from '../../../src/report/expression/values.ts';
import fc, { runs } from '../../support/properties.ts';
import { threshold, parsed } from './fixtures.ts';
import {
  DAY_MS,
  gather,
  judge,
  type Launch,
  NOW_MS,
  type Output,
  read,
  readOnly,
  topN,
  WEEK,
  openWorld,
} from './versions-world.ts';

await openWorld();

const PERIODS = 4;
const FIRST_EVENT = 30;

/** What is counted in a period: a reading of the events in it. */
interface Case {
  readonly row: string | null;
  readonly output: Output;
  readonly read: (launches: readonly Launch[]) => { readonly value: number; readonly total: number };
}

const isOld = (version: string | null) => version === '4.1' || version === '4.2';
const VERSIONS = ['4.1', '4.2', '5.0', '5.1'] as const;

const counted: fc.Arbitrary<Case> = fc.constantFrom<Output>('Users', 'Events', 'Amount').chain((output) =>
  fc.constantFrom<Case>(
    ...['oneOf("4.1", "4.2")', 'below("5")', 'startsWith("4.")'].map((row) => ({
      row,
      output,
      read: (some: readonly Launch[]) => read(some, isOld, output),
    })),
    { row: 'only(below("5"))', output: 'Users', read: (some) => readOnly(some, isOld) },
    { row: null, output: 'Users', read: (some) => read(some, () => true, 'Users') },
  ),
);

test('what a gate reads in earlier periods is what loops count in each, and nothing before the first event', async () => {
  const launch = fc.record({
    user: fc.integer({ min: 0, max: 5 }),
    daysAgo: fc.integer({ min: 1, max: 7 * (PERIODS + 1) }),
    version: fc.constantFrom<string | null>(...VERSIONS, null),
  });
  const launches = fc.array(launch, { minLength: 10, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(
      launches,
      fc.constantFrom(50, 2),
      fc.array(counted, { minLength: 1, maxLength: 3 }),
      async (all, rows, cases) => {
        fc.pre(all.some(({ daysAgo }) => daysAgo <= WEEK));
        // The report has the totals of its metric only, of which shares are parts.
        const calls = cases.flatMap(({ row, output }) => {
          if (row === null) return [`total("${output}")`];
          const value = `value(${row}, "${output}")`;
          return output === 'Users' ? [value, `share(${row}, "${output}")`] : [value];
        });
        const written = calls.map((call) => `${call} < 0.5`);
        const evidence = await gather(all, topN(rows), written, { history: String(PERIODS) });
        const firstDay = Math.max(FIRST_EVENT, ...all.map(({ daysAgo }) => daysAgo));
        const expected = cases.flatMap(({ row, output, read: readIn }) => {
          const readings = Array.from({ length: PERIODS }, (_, index) => {
            const week = PERIODS - index;
            const inWeek = all.filter(({ daysAgo }) => daysAgo > week * WEEK && daysAgo <= (week + 1) * WEEK);
            const before = firstDay > week * WEEK && firstDay <= (week + 1) * WEEK ? [BEGINNING] : [];
            return firstDay < (week + 1) * WEEK ? null : readIn([...inWeek, ...before]);
          });
          const values = readings.map((reading) => reading?.value ?? null);
          const shares = readings.map((each) =>
            each === null || each.total === 0 ? null : each.value / each.total,
          );
          return row !== null && output === 'Users' ? [values, shares] : [values];
        });
        const got = written.map((each) => {
          const [call] = comparedCalls(parsed(threshold(each)).assert.comparisons);
          return call === undefined ? [] : historyOf(evidence, call);
        });
        expect(got.map((series, index) => [calls[index], near(series)])).toEqual(
          expected.map((series, index) => [calls[index], near(series)]),
        );
      },
    ),
    { numRuns: runs(15, 8) },
  );
});

test('a report has no value of a period that begins before the first event, whether or not it compares', async () => {
  const all = [1, 8, 15, 22].map((daysAgo, user) => ({ user, daysAgo, version: '4.1' }));
  const { insight } = await gather(all, topN(50), [], { history: '4', compare: 'none' });
  // The first event is of 30 days ago, two days into its week.
  expect(insight.totalHistory).toEqual([null, 1, 1, 1]);
  expect(insight.rows.map(({ history }) => history)).toEqual([[null, 1, 1, 1]]);
});

/** The event that the world begins with; it counts as one of its user. */
const BEGINNING: Launch = { user: 0, daysAgo: FIRST_EVENT, version: null };

function near(series: readonly (number | null)[]) {
  return series.map((value) => (value === null ? null : value.toFixed(9)));
}

test.each([
  ['share(below("5")) < 20%', (some: readonly Launch[]) => read(some, isOld, 'Users')],
  ['share(only(below("5"))) < 20%', (some: readonly Launch[]) => readOnly(some, isOld)],
])('a forecast of a set is that of its earlier shares: %s', async (written, readIn) => {
  // 50 users a week, of whom ever fewer stay on an old version; one moves within each week.
  const old = [30, 27, 25, 21, 19, 15, 12];
  const all = old.flatMap((count, index) =>
    Array.from({ length: 50 }, (_, user) => {
      const daysAgo = (old.length - index) * WEEK - 3;
      const moved = user === 0 ? [{ user, daysAgo: daysAgo - 1, version: '5.0' }] : [];
      return [{ user, daysAgo, version: user < count ? (user % 2 === 0 ? '4.1' : '4.2') : '5.1' }, ...moved];
    }).flat(),
  );
  const begin: Launch = { user: 0, daysAgo: old.length * WEEK, version: '4.1' };
  const inWeek = (week: number) =>
    [begin, ...all].filter(({ daysAgo }) => daysAgo > week * WEEK && daysAgo <= (week + 1) * WEEK);
  const points = old.map((_, index) => {
    const week = old.length - 1 - index;
    const { value, total } = readIn(inWeek(week));
    return { day: -week * WEEK, share: value / total };
  });
  const [verdict] = await judge([begin, ...all], topN(2), [written], 'missing-row: zero', {
    history: '6',
  });
  expect(verdict?.forecast).toBe(sentenceFor(points, 0.2));
  expect(verdict?.forecast).toContain('It falls, and ');
});

test('a forecast whose questions fail does not change the verdict', async () => {
  const old = [30, 27, 25, 21, 19, 15, 12];
  const all = old.flatMap((count, index) =>
    Array.from({ length: 50 }, (_, user) => {
      return { user, daysAgo: (old.length - index) * WEEK - 3, version: user < count ? '4.1' : '5.1' };
    }),
  );
  const begin: Launch = { user: 0, daysAgo: old.length * WEEK, version: '4.1' };
  const [written, inputs] = ['share(below("5")) < 20%', { history: '6' }];
  const { insight, answers, nowMs } = await gather([begin, ...all], topN(2), [written], inputs);
  const isOfHistory = (key: string) => !key.includes('"granularity":"all"');
  const failed = new Map(
    [...answers].map(([key, answer]) => [key, isOfHistory(key) ? new Error('down') : answer]),
  );
  expect([...answers.keys()].filter(isOfHistory)).toHaveLength(1);
  const [verdict, without] = [answers, failed].map(
    (each) =>
      judgeAll(
        [parsed(threshold(written, { insight: 'versions', missingRow: 'zero' }), [insight])],
        [insight],
        each,
        nowMs,
      )[0],
  );
  expect(verdict?.forecast?.kind).toBe('crossing');
  expect(without).toMatchObject({ outcome: verdict?.outcome, value: verdict?.value, forecast: null });
});

/** What is forecast of these shares. */
function sentenceFor(points: readonly { readonly day: number; readonly share: number }[], limit: number) {
  const values = points.map(({ day, share }) => ({ atMs: NOW_MS + day * DAY_MS, value: share }));
  return describeForecast(forecastCrossing(values, limit, NOW_MS), 'percent', 'en-US');
}
