import { findColumn, findNew, findOld, readPopulations } from '../../../src/report/release/versions.ts';
import { VERSION_COLUMNS } from '../../../src/report/release/queries.ts';
import { isPreRelease } from '../../../src/report/tables/versions/versions.ts';
import type { QueryResult } from '../../../src/tql/result.ts';

const [TODAY, FORMER] = VERSION_COLUMNS;
type Row = Readonly<Record<string, string | number>>;

/** An answer whose rows have these values, and null in the columns that they do not name. */
function answer(rows: readonly Row[]): QueryResult {
  const none = { [TODAY]: null, [FORMER]: null, platform: null };
  return { kind: 'groupBy', rows: rows.map((row) => ({ timestampMs: 0, event: { ...none, ...row } })) };
}

function newOf(rows: readonly Row[]): string | null {
  return findNew({ new: null }, VERSION_COLUMNS, answer(rows), answer(rows), 0).version;
}

describe('the new version of a release', () => {
  test('the version of an event is in the first column of versions that it has', () => {
    const rows = [
      { [FORMER]: '4.1', users: 900 },
      { [TODAY]: '4.2', [FORMER]: '4.1', users: 100 },
    ];
    expect([newOf(rows), findColumn(VERSION_COLUMNS, answer(rows))]).toEqual(['4.2', TODAY]);
  });

  test('a version with a v before its number is as new as its number', () => {
    const rows = [
      { [TODAY]: 'v4.1 (build 7)', users: 900 },
      { [TODAY]: '4.2', users: 100 },
    ];
    expect(newOf(rows)).toBe('4.2');
  });

  test('a release does not begin with events from wrong clocks, long before others', () => {
    const day = (dayMs: number, users: number) => ({
      timestampMs: dayMs * 86_400_000,
      event: { [TODAY]: '4.2', [FORMER]: null, users },
    });
    const daily: QueryResult = {
      kind: 'groupBy',
      rows: [day(1, 12), day(2, 12), day(40, 300), day(44, 500)],
    };
    const all = answer([{ [TODAY]: '4.2', users: 600 }]);
    const { sinceMs } = findNew({ new: null }, VERSION_COLUMNS, daily, all, 44 * 86_400_000);
    expect(sinceMs).toBe(40 * 86_400_000);
  });

  test('a version of fewer than ten users is not the new one', () => {
    expect(
      newOf([
        { [TODAY]: '4.1', users: 900 },
        { [TODAY]: '99.0', users: 9 },
      ]),
    ).toBe('4.1');
    expect(
      newOf([
        { [TODAY]: '4.1', users: 900 },
        { [TODAY]: '99.0', users: 10 },
      ]),
    ).toBe('99.0');
  });

  test.each([
    '99.0-dev',
    '4.2.0-beta.1',
    '4.2b3',
    '4.2 (rc)',
    '4.2.0-alpha',
    '4.2-SNAPSHOT',
    '4.2+debug',
    '4.2 TestFlight',
  ])('the pre-release %s is not the new version', (version) => {
    expect(
      newOf([
        { [TODAY]: '4.1', users: 900 },
        { [TODAY]: version, users: 100 },
      ]),
    ).toBe('4.1');
  });

  test.each([
    '4.2',
    'v4.2.1',
    '4.2+7',
    '4.2 (1203)',
    '4.2-build.7',
    '4.2-android',
    'Release 4.2',
    '4.2+a1b2c3d',
    '4.2-b1234567',
    '4.2+b0ffee1',
  ])('%s is released', (version) => {
    expect(isPreRelease(version)).toBe(false);
  });
});

test.each([
  [400, '4.2b'],
  [300, '4.2'],
])(
  'a version that %d of 1,000 users have is released if no version has twice as many, whatever its name',
  (users, version) => {
    const rows = [
      { [TODAY]: '4.2', users: 1000 - users },
      { [TODAY]: '4.2b', users },
    ];
    expect(newOf(rows)).toBe(version);
  },
);

describe('what a new version is compared with', () => {
  /** Users before 4.2 and since: most had 4.0, and the 4.1 before a hotfix was broken. */
  const before = [
    { [TODAY]: '4.0', platform: 'iOS', users: 700 },
    { [TODAY]: '4.1', platform: 'iOS', users: 300 },
    { [TODAY]: '10.0', platform: 'Android', users: 600 },
    { [TODAY]: '5.0-beta', platform: 'iOS', users: 5000 },
  ];
  const since = [...before, { [TODAY]: '4.2', platform: 'iOS', users: 90 }];
  const populations = (strata: readonly string[]) =>
    readPopulations(answer(before), answer(since), VERSION_COLUMNS, strata);

  test('a new version is compared with the one that most users had before', () => {
    expect(findOld({ kind: 'previous' }, '4.2', populations([]))).toEqual(['4.0']);
    expect(findOld({ kind: 'previous' }, '10.0', populations(['platform']))).toEqual([]);
  });

  test('a new version is compared with all lower ones, or with those that are named, on request', () => {
    const found = ([{ kind: 'lower' }, { kind: 'version', text: '4.1' }] as const).map((against) =>
      findOld(against, '4.2', populations([])),
    );
    expect(found).toEqual([['4.0', '4.1'], ['4.1']]);
    expect(findOld({ kind: 'startsWith', text: '4.' }, '4.2', populations([]))).toEqual(['4.0', '4.1']);
  });
});
