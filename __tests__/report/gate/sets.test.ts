// Sets of rows through the project's own query service, against plain loops over the same events.
import { said } from '../../support/said.ts';
import type { JsonObject } from '../../../src/tql/json.ts';
import type { QueryResult } from '../../../src/tql/result.ts';
import { judged, judgeWith, threshold, users } from './fixtures.ts';
import fc, { runs } from '../../support/properties.ts';
import {
  AGGREGATIONS,
  GROUPS,
  judge,
  type Launch,
  MAJORS,
  type Output,
  read,
  type Reading,
  readOnly,
  topN,
  VERSION,
  WEEK,
  openWorld,
} from './versions-world.ts';

await openWorld();

/** Whether a version is lower, number by number; null if they do not begin with the same word. */
function isLower(version: string, than: string): boolean | null {
  const [word, limitWord] = [version, than].map((each) => each.replace(/[\d.]+$/, ''));
  if (word !== limitWord || !/\d/.test(version)) return null;
  const [a, b] = [version, than].map((each) =>
    each
      .slice(word?.length ?? 0)
      .split('.')
      .map(Number),
  );
  for (let i = 0; i < 4; i += 1) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

interface SetCase {
  readonly written: string;
  readonly isIn: (version: string | null) => boolean;
}

const VERSIONS = [
  '4.1',
  '4.2',
  '4.10',
  '5.0',
  '5',
  '16.4',
  'iOS 16',
  'iOS 17.2',
  'iOS 4',
  'beta',
  'a / b',
] as const;
const version = fc.constantFrom<string | null>(...VERSIONS, null);
const launches = fc.array(
  fc.record({ user: fc.integer({ min: 0, max: 6 }), daysAgo: fc.integer({ min: 1, max: 14 }), version }),
  { minLength: 1, maxLength: 30 },
);

const set: fc.Arbitrary<SetCase> = fc.oneof(
  fc
    .uniqueArray(fc.constantFrom(...VERSIONS, 'null', 'nobody'), { minLength: 1, maxLength: 4 })
    .map((keys) => ({
      written: `oneOf(${keys.map((key) => `"${key}"`).join(', ')})`,
      isIn: (value: string | null) => keys.some((key) => key === (value ?? 'null')),
    })),
  fc.constantFrom('4.', 'iOS', '5', 'x').map((prefix) => ({
    written: `startsWith("${prefix}")`,
    isIn: (value: string | null) => value?.slice(0, prefix.length) === prefix,
  })),
  fc.constantFrom('^4[.]', '[0-9]$', '(?i)ios', 'b|5').map((pattern) => ({
    written: `matches("${pattern}")`,
    isIn: (value: string | null) =>
      value !== null && new RegExp(pattern.replace('(?i)', ''), 'i').test(value),
  })),
  fc
    .tuple(fc.constantFrom('below', 'atLeast'), fc.constantFrom('4.2', '5.0', '16', 'iOS 17'))
    .map(([name, limit]) => ({
      written: `${name}("${limit}")`,
      isIn: (value: string | null) => {
        const lower = value === null ? null : isLower(value, limit);
        return lower !== null && lower === (name === 'below');
      },
    })),
);

const output = fc.constantFrom<Output>('Users', 'Events', 'Amount');

test('a set of rows is counted once, as plain loops over the events count it, now and before', async () => {
  const wanted = fc.array(fc.tuple(set, output, fc.boolean()), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      launches,
      fc.constantFrom(topN(50), topN(2), GROUPS),
      wanted,
      async (all, query, cases) => {
        const [now, before] = [
          all.filter(({ daysAgo }) => daysAgo <= WEEK),
          all.filter(({ daysAgo }) => daysAgo > WEEK),
        ];
        const calls = cases.flatMap(([{ written }, name, isOnly]) => {
          const row = isOnly ? `only(${written})` : written;
          const named = isOnly ? 'Users' : name;
          return ['value', 'share', 'previous', 'change'].map(
            (number) => `${number}(${row}, "${named}") > 0.5`,
          );
        });
        const verdicts = await judge(all, query, calls);
        for (const [index, [{ isIn, written }, name, isOnly]] of cases.entries()) {
          const [current, earlier] = [now, before].map((some) =>
            isOnly ? readOnly(some, isIn) : read(some, isIn, name),
          ) as [Reading, Reading];
          const isKnown = now.some(hasVersion) && isComparable(written, all);
          const wasKnown =
            now.length > 0 && (before.length === 0 || before.some(hasVersion)) && isComparable(written, all);
          const isChanged = isKnown && wasKnown && (earlier.value > 0 || current.value === 0);
          const expected = [
            isKnown ? current.value : null,
            isKnown ? current.value / current.total : null,
            wasKnown ? earlier.value : null,
            isChanged ? (current.value - earlier.value) / (earlier.value || 1) : null,
          ];
          const got = verdicts.slice(index * 4, index * 4 + 4);
          expect(got.map(({ value, message }) => [message.split(':')[0], value])).toEqual(
            expected.map((each, i) => [
              got[i]?.message.split(':')[0],
              each === null ? null : (expect.closeTo(each, 10) as unknown as number),
            ]),
          );
        }
      },
    ),
    { numRuns: runs(20, 6) },
  );
});

test('a set of rows is of what the rows show, if they show another value than the column has', async () => {
  const all = [
    { user: 0, daysAgo: 1, version: '15.1' },
    { user: 0, daysAgo: 2, version: '15.2' },
    { user: 1, daysAgo: 2, version: '15.2' },
    { user: 1, daysAgo: 3, version: '17.0' },
    { user: 2, daysAgo: 3, version: '18' },
    { user: 3, daysAgo: 3, version: null },
  ];
  const verdicts = await judge(all, MAJORS, [
    'value(oneOf("15")) > 4',
    'value(below("16")) > 4',
    'value(only(below("16"))) > 4',
    'value(only(atLeast("16"))) > 4',
  ]);
  expect(verdicts.map(({ value }) => value)).toEqual([2, 2, 1, 1]);
});

test('a set of rows counts who moved from one of its rows to another within the period once', async () => {
  const moved = Array.from({ length: 10 }, (_, user): Launch[] =>
    user < 5
      ? [{ user, daysAgo: 2, version: '4.0' }]
      : [
          { user, daysAgo: 3, version: '4.1' },
          { user, daysAgo: 2, version: '4.2' },
        ],
  ).flat();
  const [verdict] = await judge(moved, topN(50), ['share(oneOf("4.1", "4.2")) >= 95%'], 'min-sample: 1');
  expect(said(verdict)).toMatch(/^failed, 50% \(5 of 10 users\)/);
});

test('a set of rows queries the values of a cut-off table first, and then its users', async () => {
  const all = VERSIONS.map((each, user) => ({ user, daysAgo: 1, version: each }));
  const [verdict] = await judge(all, topN(1), ['value(startsWith("4.")) > 1'], 'min-sample: 1');
  expect(verdict).toMatchObject({ outcome: 'passed', value: 3 });
});

test('sets that are added are known by bounds only, since users may be in several', async () => {
  const all = [
    { user: 1, daysAgo: 1, version: '4.1' },
    { user: 1, daysAgo: 1, version: '5.0' },
    { user: 2, daysAgo: 1, version: '5.0' },
    { user: 3, daysAgo: 1, version: '6.0' },
  ];
  const verdicts = await judge(all, topN(9), [
    'share(below("5")) + share(atLeast("5")) >= 80%',
    'value(below("5")) + value(oneOf("6.0")) >= 1',
  ]);
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
  const [open] = await judge(all, topN(9), ['value(below("5")) + value(oneOf("5.0")) >= 3']);
  expect(open).toMatchObject({ outcome: 'inconclusive' });
  expect(open?.message).not.toContain('write ');
});

describe('a set without a row', () => {
  const all = [{ user: 1, daysAgo: 1, version: 'iOS 17' }];
  const messageOf = async (
    assertion: string,
    more = 'min-sample: 1',
    query: JsonObject = topN(9),
  ): Promise<string> => said((await judge(all, query, [assertion], more))[0]);

  test('a set without a row warns of a key that no row has', async () => {
    expect(await messageOf('share(oneOf("iOS 16", "iOS 17")) > 10%')).toContain(
      'warned, 100% (1 of 1 user); there is no row "iOS 16" (the most similar is "iOS 17"), so it counts as zero',
    );
  });

  test('a set without a row warns of a beginning that no row has, unless missing-row is zero', async () => {
    expect(await messageOf('share(startsWith("tvOS")) < 5%')).toContain(
      'warned, 0% (0 of 1 user); no row is in startsWith("tvOS"), so it counts as zero; if that is right, set missing-row to zero',
    );
    expect(await messageOf('share(startsWith("tvOS")) < 5%', 'missing-row: zero')).toContain('passed, 0%');
    expect(await messageOf('share(startsWith("tvOS")) < 5%', 'missing-row: fail')).toContain('failed');
  });

  test('a set without a row is zero if versions are there, and all of them are higher', async () => {
    expect(await messageOf('share(only(below("iOS 15"))) < 2%')).toContain('passed, 0% (0 of 1');
  });

  test('a set without a row is inconclusive if no version begins with the same word', async () => {
    expect(await messageOf('share(only(below("15"))) < 2%')).toContain(
      'inconclusive, no value begins with the same word as only(below("15"))',
    );
  });

  const timeseries = { queryType: 'timeseries', granularity: 'all', aggregations: AGGREGATIONS };
  const pairs = {
    ...GROUPS,
    dimensions: [VERSION, { type: 'default', dimension: 'type', outputName: 'Type' }],
  };

  test.each<[JsonObject, string, string]>([
    [
      timeseries,
      'value(below("iOS 18"), "Users") < 2',
      'a set of rows is of the values of the only dimension of a topN or groupBy, and the query of versions is a timeseries with 0',
    ],
    [
      pairs,
      'value(below("iOS 18"), "Users") < 2',
      'a set of rows is of the values of the only dimension of a topN or groupBy, and the query of versions is a groupBy with 2',
    ],
    [
      topN(9),
      'value(only(below("iOS 18")), "Mean") < 2',
      'only(…) is of users, and "Mean" of the query of versions does not count users; name an output that does, such as value(only(below("iOS 18")), "Users")',
    ],
    [
      topN(9),
      'value(only(below("iOS 18")), "Events") < 2',
      'only(…) is of users, and "Events" of the query of versions does not count users',
    ],
  ])('a set that the query in a file cannot express is bad input: %#', async (query, assertion, why) => {
    await expect(messageOf(assertion, 'min-sample: 1', query)).rejects.toThrow(why);
  });

  test('a set that a saved insight cannot express is inconclusive', async () => {
    const os = users([['iOS 17', 10, 10]]);
    const second = { type: 'default', dimension: 'type', outputName: 'Type' };
    const of = async (query: JsonObject, assertion: string): Promise<string> =>
      (await judged({ ...os, query: { ...os.query, ...query } }, threshold(assertion))).message;
    const several = { queryType: 'groupBy', dimensions: [VERSION, second] };
    expect(await of(several, 'value(below("iOS 18")) < 2')).toContain(
      'a set of rows needs an insight with one dimension, and this one has 2',
    );
    const events = { aggregations: [{ type: 'eventCount', name: 'Users' }] };
    expect(await of(events, 'value(only(below("iOS 18"))) < 2')).toContain(
      'is of users, and "Users" does not count users',
    );
  });

  test('a set whose values are too long for a filter is inconclusive, and says how long they may be', async () => {
    const long = 'x'.repeat(60_000);
    const os = users([
      [`4.${long}`, 10, 10],
      [`4.2${long}`, 10, 10],
    ]);
    expect((await judged(os, threshold('value(startsWith("4.")) < 2'))).message).toContain(
      'startsWith("4.") cannot be queried: its values have more than 100000 characters together, too many for a filter',
    );
  });
});

test('the error of an estimated set is shown like that of a row, and grows if few of many are left', async () => {
  const os = users(
    [
      ['iOS 17', 1_000_000, 10],
      ['iOS 18', 1_000_000, 10],
    ],
    { total: 2_000_000 },
  );
  const noteOf = async (assertion: string, value: number): Promise<string | null> => {
    const answers = async (): Promise<QueryResult> => ({
      kind: 'timeseries',
      buckets: [{ timestampMs: 0, values: { Users: value, _users: 2_000_000 } }],
    });
    return (await judgeWith([threshold(assertion)], [os], answers))[0]?.note ?? null;
  };
  // 2 / √16384 of the value, for a difference times √(of all / of it).
  expect(await noteOf('value(oneOf("iOS 17")) < 1015000', 1_000_000)).toContain('(984,375 to 1,015,625)');
  expect(await noteOf('value(oneOf("iOS 17")) < 1017000', 1_000_000)).toBeNull();
  expect(await noteOf('value(only(oneOf("iOS 17"))) < 1500', 1000)).toContain('(301.23 to 1,698.77)');
});

/** Whether `below` and `atLeast` find a version that begins with the same word. */
/** A dimension that is missing in every event of a period leaves each of its sets unknown. */
function hasVersion({ version: each }: Launch): boolean {
  return each !== null;
}

function isComparable(written: string, all: readonly Launch[]): boolean {
  const limit = /^(?:below|atLeast)\("(.*)"\)/.exec(written)?.[1];
  return (
    limit === undefined || all.some(({ version: each }) => each !== null && isLower(each, limit) !== null)
  );
}
