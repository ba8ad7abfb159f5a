// What requiring a version would lose, through the project's own query service, against plain loops over the
// same events.
import type { InsightPlan } from '../../../src/report/run/planning/plan.ts';
import { askVersions } from '../../../src/report/run/versions/versions.ts';
import { renderTerminal } from '../../../src/report/render/terminal/report.ts';
import { tabulate } from '../../../src/report/tables/tabulate.ts';
import type { JsonObject } from '../../../src/tql/json.ts';
import type { Query } from '../../../src/tql/query.ts';
import fc, { runs } from '../../support/properties.ts';
import {
  BEFORE_ALL_PERIODS,
  countLost,
  DAY_MS,
  isLower,
  type Launch,
  NOW_MS,
  reported,
  startVersionsService,
  topN,
  versionsOf,
} from '../../support/versions/worlds.ts';

const service: Awaited<ReturnType<typeof startVersionsService>> = await startVersionsService();

afterAll(() => service.close());

const VERSIONS = ['15.8', '16', '16.4', '17', '17.5', '18', 'macOS 14', 'macOS 15', 'beta', null];
const launches = fc.array(
  fc.record({
    user: fc.integer({ min: 1, max: 8 }),
    weeksAgo: fc.integer({ min: 0, max: 4 }),
    version: fc.constantFrom(...VERSIONS),
  }),
  { maxLength: 60 },
);

describe('each version of a world in which users move between versions', () => {
  test('each version loses the users that loops count, now and in earlier periods, and gates say the same', async () => {
    const threshold = fc.constantFrom(2, 100);
    const keep = fc.constantFrom(0.5, 0.75, 0.98);
    const aggregation = fc.constantFrom('userCount', 'eventCount');
    const property = fc.asyncProperty(
      launches,
      threshold,
      keep,
      aggregation,
      async (world, most, kept, type) => {
        const events: readonly Launch[] = [
          ...world,
          { user: 0, weeksAgo: 0, version: '17' },
          { user: 0, weeksAgo: 4, version: '15.8' },
        ];
        const named = VERSIONS.filter((version) => version !== null && version !== 'beta');
        const assertions = named.map(
          (version) => `- { assert: 'share(only(below("${version}"))) >= 0.5', missing-row: zero }`,
        );
        const results = await service.report(
          events,
          topN(type, { threshold: most }),
          `, kind: versions, keep: ${kept}, history: 4`,
          {
            thresholds: type === 'userCount' ? assertions.join('\n') : '',
          },
        );
        const { families, users, keep: told } = versionsOf(results);
        expect([users, told]).toEqual([countLost(events, 0, '17').users, kept]);
        for (const { rows, minimum } of families) {
          expect(rows.map(({ version }) => version)).toEqual(
            rows.map(({ version }) => version).toSorted((a, b) => (isLower(a, b) ? -1 : 1)),
          );
          for (const { version, lost, share, history } of rows) {
            expect({ users, lost, share }).toEqual(countLost(events, 0, version));
            expect(history).toEqual(
              [4, 3, 2, 1].map((weeksAgo) => countLost(events, weeksAgo, version).share),
            );
            const gate = results.thresholds.find(({ assert }) => assert.includes(`"${version}"`));
            if (gate !== undefined && gate.value !== null) expect(gate.value).toBe(share);
          }
          const keeping = rows.filter(
            ({ version }) => 1 - (countLost(events, 0, version).share ?? 0) >= kept - 1e-12,
          );
          expect(minimum).toBe(keeping.at(-1)?.version ?? null);
        }
        const isKnown = !reported(results).cutOff;
        const now = events.filter(({ weeksAgo }) => weeksAgo === 0 || !isKnown);
        const there = new Set(now.map(({ version }) => version));
        expect(families.flatMap(({ rows }) => rows.map(({ version }) => version)).toSorted()).toEqual(
          named.filter((version) => there.has(version)).toSorted(),
        );
        expect(results.minimumVersion).toBe(families[0]?.minimum);
      },
    );
    await fc.assert(property, { numRuns: runs(20, 5) });
  });

  test('the minimum version is the highest of all that keep enough, not of those that are shown', async () => {
    // One user in a hundred has only an old version; the others are spread over sixty new ones.
    const versions = Array.from({ length: 60 }, (_, index) => `4.${index + 1}`);
    const world = versions.flatMap((version, index) => [
      { user: index, weeksAgo: 0, version },
      ...(index < 9 ? [] : [{ user: index, weeksAgo: 0, version: '4.60' }]),
    ]);
    for (const query of [topN('userCount', { threshold: 10 }), topN('userCount', { threshold: 200 })]) {
      const results = await service.report(world, query, ', kind: versions, keep: 0.9');
      const kept = versions.filter((version) => 1 - (countLost(world, 0, version).share ?? 0) >= 0.9);
      expect(versionsOf(results).families[0]?.minimum).toBe(kept.at(-1));
    }
  });

  test('the table of versions leaves out the users without a version, and says how many they are', async () => {
    const world = ['16', '17', '18', null, null].map((version, user) => ({ user, weeksAgo: 0, version }));
    const results = await service.report(world, topN('userCount'), ', kind: versions');
    expect(versionsOf(results).users).toBe(3);
    expect(reported(results).notes).toContain('2 users without an event that has a version are left out.');
  });

  test('no version is said to keep enough users if those who lost their version could be more', async () => {
    const world = Array.from({ length: 100 }, (_, user) => [
      { user, weeksAgo: 1, version: user < 4 ? 'iOS 15' : 'iOS 17' },
      { user, weeksAgo: 0, version: user < 3 ? null : user < 4 ? 'iOS 15' : 'iOS 17' },
    ]).flat();
    const results = await service.report(world, topN('userCount'), ', kind: versions, keep: 0.98', {
      compare: 'previous-period',
    });
    expect(versionsOf(results).families).toMatchObject([{ minimum: null, isUnknown: true }]);
  });

  test.each([
    ['is asked for by one query', {}, '', 1],
    ['takes one more query, for the versions that exist, if the table is cut off', { threshold: 1 }, '', 2],
    ['is asked for by one more for its history, and one for the versions in it', {}, ', history: 3', 3],
  ])('the table of versions %s', async (_, more, entry, queries) => {
    const world = ['16', '17', '18', '17'].map((version, user) => ({ user, weeksAgo: user % 2, version }));
    const other = { dimension: { type: 'default', dimension: 'device', outputName: 'Device' } };
    await service.report(world, topN('eventCount', { ...more, ...other }), entry);
    const without = service.asked.length;
    await service.report(world, topN('eventCount', more), entry);
    expect(service.asked.length - without).toBe(queries);
  });
});

/** A hundred users each week, of whom so many have only iOS 16; the others have both versions. */
function fallingWorld(lost: readonly number[]): readonly Launch[] {
  return lost.flatMap((few, index) => {
    const weeksAgo = lost.length - 1 - index;
    return Array.from({ length: 100 }, (_, user) => [
      { user, weeksAgo, version: 'iOS 16' },
      ...(user < few ? [] : [{ user, weeksAgo, version: 'iOS 17' }]),
    ]).flat();
  });
}

describe('a version that loses too many users', () => {
  const lostOf = async (lost: readonly number[], history = lost.length - 1, before = BEFORE_ALL_PERIODS) => {
    const results = await service.report(
      fallingWorld(lost),
      topN('userCount'),
      `, history: ${history}`,
      {},
      before,
    );
    return versionsOf(results).families[0]?.rows.find(({ version }) => version === 'iOS 17');
  };

  test('the month in which a version loses few enough is forecast if both agree on it', async () => {
    const row = await lostOf([9, 8, 6, 5, 4, 3]);
    const weeks = (Date.parse(row?.expected?.at ?? '') - NOW_MS) / (7 * DAY_MS);
    expect(weeks).toBeGreaterThan(0);
    expect(weeks).toBeLessThan(3);
  });

  test('a version that loses too many users has no share in a period before the first event', async () => {
    // The events begin on the fifth day of their first week, which therefore says too little.
    const row = await lostOf([20, 18, 15, 13, 11, 8], 7, []);
    expect(row?.history).toEqual([null, null, null, 0.18, 0.15, 0.13, 0.11]);
  });
});

describe('the note or nothing in place of the table', () => {
  const world = [{ user: 1, weeksAgo: 0, version: '16' }];
  const noteOf = async (query: JsonObject, entry: string, launches: readonly Launch[] = world) => {
    const insight = reported(await service.report(launches, query, entry));
    expect(insight.versions).toBeUndefined();
    return insight.notes.join(' ');
  };
  const daily = {
    queryType: 'timeseries',
    granularity: 'day',
    aggregations: [{ type: 'userCount', name: 'n' }],
  };

  test('a query with kind: versions and without one dimension says so', async () => {
    expect(await noteOf(daily, ', kind: versions')).toBe(
      'What requiring a version would lose is not known: that takes a topN or groupBy with one dimension.',
    );
  });

  test('values without a digit are not versions', async () => {
    const beta = [{ user: 1, weeksAgo: 0, version: 'beta' }];
    expect(await noteOf(topN('userCount'), ', kind: versions', beta)).toContain('no value holds a digit');
    expect(await noteOf(topN('userCount'), '', beta)).toBe('');
  });

  test('a query that the service does not answer costs the table alone', async () => {
    service.refusing = '_users';
    expect(await noteOf(topN('userCount'), '')).toBe('');
    expect(await noteOf(topN('userCount'), ', kind: versions')).toMatch(
      /^What requiring a version would lose is not known: .*are too many/,
    );
    service.refusing = null;
  });

  test('earlier periods that the service does not answer cost the trend alone', async () => {
    service.refusing =
      '"granularity":{"type":"period","period":"P1W","timeZone":"UTC","origin":"2026-10-12T00:00:00.000Z"},"agg';
    const results = await service.report(
      fallingWorld([20, 18, 15, 13, 8]),
      topN('userCount'),
      ', history: 4',
    );
    service.refusing = null;
    expect(versionsOf(results).families[0]?.rows).toMatchObject([
      {},
      { lost: 8, history: [], expected: null },
    ]);
  });

  test('a table that no input requires gives up a service that hangs', async () => {
    const span = { range: { startMs: 0, endMs: 1 } };
    const query = topN('userCount') as unknown as Query;
    const plan = {
      entry: { kind: null, keep: 0.98 },
      rows: query,
      period: span,
      history: null,
    } as unknown as InsightPlan;
    const table = tabulate(query, { kind: 'topN', buckets: [] }, null);
    const hangs = async (_: Query, signal: AbortSignal): Promise<Error> =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve(signal.reason as Error);
        });
      });
    expect(await askVersions(plan, { ...table, cutOff: true }, hangs, 10)).toMatchObject({
      buildTable: null,
      notes: [],
    });
  });

  test('a dimension that merely ends with the letters of version is not one', async () => {
    const dimension = { type: 'default', dimension: 'conversion', outputName: 'Version' };
    expect(await noteOf(topN('userCount', { dimension }), '')).toBe('No event has "conversion".');
  });
});

describe('an insight of versions', () => {
  const world = ['16', '17', '18'].flatMap((version, user) => [
    { user, weeksAgo: 0, version },
    { user: user + 1, weeksAgo: 0, version },
  ]);

  test('an insight of versions can show values that are made from the column: the gate says the same', async () => {
    const extractionFn = {
      type: 'regex',
      expr: '^(.*)$',
      replaceMissingValue: true,
      replaceMissingValueWith: '15',
    };
    const dimension = { type: 'extraction', dimension: 'systemVersion', outputName: 'Version', extractionFn };
    const launches = [...world, { user: 9, weeksAgo: 0, version: null }];
    const thresholds = '- share(only(below("17"))) < 2%';
    const results = await service.report(launches, topN('userCount', { dimension }), ', kind: versions', {
      thresholds,
    });
    const row = versionsOf(results).families[0]?.rows.find(({ version }) => version === '17');
    // Users 0 and 9 have nothing above 16.
    expect([row?.lost, row?.share, results.thresholds[0]?.value]).toEqual([2, 0.4, 0.4]);
  });

  test('an insight of versions loses those whom its metric counts', async () => {
    const filter = { type: 'selector', dimension: 'type', value: 'launched' };
    const aggregator = { type: 'thetaSketch', name: 'n', fieldName: 'clientUser' };
    const aggregations = [{ type: 'filtered', name: 'n', filter, aggregator }];
    const { users, families } = versionsOf(await service.report(world, topN('', { aggregations })));
    // Those with an even number launched: 0 on 16, 2 on 17 and 18.
    expect([users, families[0]?.rows.map(({ lost }) => lost)]).toEqual([2, [0, 1, 1]]);
  });

  test('an insight of versions says who is not lost for want of a version', async () => {
    const odd = ['beta', 'dev', 'x', 'y', null].map((version) => ({ user: 9, weeksAgo: 0, version }));
    expect(reported(await service.report([...world, ...odd], topN('userCount'))).notes).toEqual([
      'A user with an event whose version is not one ("beta", "dev", "x", …) is not lost.',
    ]);
  });

  test('an insight with a single version has nothing to decide, unless it has kind: versions', async () => {
    const one = [{ user: 1, weeksAgo: 0, version: '17' }];
    expect(reported(await service.report(one, topN('userCount'))).versions).toBeUndefined();
    const results = await service.report(one, topN('userCount'), ', kind: versions');
    expect([versionsOf(results).families[0]?.rows.length, results.minimumVersion]).toEqual([1, '17']);
  });

  test('the minimum version is that of the first insight with kind: versions', async () => {
    const queries = 'one: q.json\ntwo: { file: q.json, kind: versions, keep: 60% }';
    expect((await service.report(world, topN('userCount'), '', { queries })).minimumVersion).toBe('17');
    expect((await service.report(world, topN('userCount'))).minimumVersion).toBe('16');
    const device = topN('userCount', { dimension: 'device' });
    expect('minimumVersion' in (await service.report(world, device))).toBe(false);
  });
});

test.each([[['1.', '17.']], [['1.', '2.']]])(
  'that a version is the highest, or that there is none, is not said if those above cannot be queried: %j',
  async (starts) => {
    const world = Array.from({ length: 200 }, (_, user) => ({
      user,
      weeksAgo: 0,
      version: user === 0 ? '16' : '18',
    }));
    const fake = starts.map((start, user) => ({ user, weeksAgo: 0, version: start + '9'.repeat(60_000) }));
    const results = await service.report([...world, ...fake], topN('userCount'), ', kind: versions');
    expect(versionsOf(results).families[0]).toMatchObject({ minimum: null, isUnknown: true });
    const said = renderTerminal(results, { width: 300, color: false });
    expect(said).toContain('Which version is the highest that keeps 98% of users is not known');
    expect(said).not.toContain('No version here');
  },
);
