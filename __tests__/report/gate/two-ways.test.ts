// One question asked of the project's own query service in two ways, over random worlds.
import type { JsonObject } from '../../../src/tql/json.ts';
import fc, { runs } from '../../support/properties.ts';
import { AGGREGATIONS, judge, type Launch, topN, openWorld } from './versions-world.ts';

await openWorld();

const VERSIONS = ['4.1', '4.2', '4.10', '5.0', '5.1'] as const;
const launches: fc.Arbitrary<readonly Launch[]> = fc.array(
  fc.record({
    user: fc.integer({ min: 0, max: 40 }),
    daysAgo: fc.integer({ min: 1, max: 14 }),
    version: fc.constantFrom<string | null>(...VERSIONS, null),
  }),
  { minLength: 1, maxLength: 120 },
);
const version = fc.constantFrom(...VERSIONS);
const sign = fc.constantFrom('<', '<=', '>', '>=');

const percent = fc.integer({ min: 1, max: 99 });

/** Assertions about one row, about sets of rows and about the total. */
const assertion = fc.oneof(
  fc.tuple(version, sign, percent).map(([v, op, n]) => `share("${v}") ${op} ${n}%`),
  fc
    .tuple(version, sign, fc.integer({ min: 1, max: 30 }))
    .map(([v, op, n]) => `value("${v}", "Events") ${op} ${n}`),
  fc
    .tuple(version, sign, fc.integer({ min: 1, max: 30 }))
    .map(([v, op, n]) => `value("${v}", "Mean") ${op} ${n}`),
  fc.tuple(version, sign, percent).map(([v, op, n]) => `change("${v}") ${op} ${2 * n - 99}%`),
  fc.tuple(version, sign, percent).map(([v, op, n]) => `share(below("${v}")) ${op} ${n}%`),
  fc.tuple(version, sign, percent).map(([v, op, n]) => `share(only(atLeast("${v}"))) ${op} ${n}%`),
  fc.tuple(sign, fc.integer({ min: 1, max: 60 })).map(([op, n]) => `total() ${op} ${n}`),
  fc.tuple(sign, percent).map(([op, n]) => `totalChange() ${op} ${2 * n - 99}%`),
);
const assertions = fc.array(assertion, { minLength: 12, maxLength: 12 });

async function outcomes(world: readonly Launch[], query: JsonObject, asserts: readonly string[]) {
  const verdicts = await judge(world, query, asserts);
  return verdicts.map(({ assert, outcome, value }) => ({ assert, outcome, value }));
}

test('a table that is cut off gives the same verdicts as the whole one', async () => {
  const property = fc.asyncProperty(
    launches,
    assertions,
    fc.integer({ min: 1, max: 4 }),
    async (world, asserts, threshold) => {
      const whole = await outcomes(world, topN(1000), asserts);
      expect(await outcomes(world, topN(threshold), asserts)).toEqual(whole);
    },
  );
  await fc.assert(property, { numRuns: runs(50, 2) });
});

test('two outputs that count the same give the same verdicts', async () => {
  const twice = {
    ...topN(2),
    aggregations: [...AGGREGATIONS, { type: 'userCount', name: 'People' }],
  };
  const property = fc.asyncProperty(
    launches,
    fc.array(fc.tuple(version, sign, fc.integer({ min: 1, max: 30 })), { minLength: 6, maxLength: 6 }),
    async (world, parts) => {
      const ask = (output: string) =>
        outcomes(
          world,
          twice,
          parts.flatMap(([v, op, n]) => [
            `value("${v}", "${output}") ${op} ${n}`,
            `value(atLeast("${v}"), "${output}") ${op} ${n}`,
          ]),
        );
      const withoutText = (verdicts: Awaited<ReturnType<typeof ask>>) =>
        verdicts.map(({ outcome, value }) => ({ outcome, value }));
      expect(withoutText(await ask('People'))).toEqual(withoutText(await ask('Users')));
    },
  );
  await fc.assert(property, { numRuns: runs(30, 2) });
});
