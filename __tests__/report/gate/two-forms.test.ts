// One question in two forms has one answer, over random tables: 20,000 gates in the long run.
import type { ReportedInsight } from '../../../src/report/results/results.ts';
import fc, { runs } from '../../support/properties.ts';
import { answering, judgeWith, threshold, users, type Written } from './fixtures.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];
const key = fc.constantFrom(...KEYS, 'nobody');
const sign = fc.constantFrom('<', '<=', '>', '>=', '==', '!=');
const NEGATED = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '==': '!=', '!=': '==' } as const;
const TURNED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const;

const size = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 3_000_000 }));
const rows: fc.Arbitrary<readonly Written[]> = fc
  .array(fc.tuple(size, size), { minLength: 1, maxLength: 6 })
  .map((counts) => counts.toSorted(([one], [other]) => other - one))
  .map((counts) => counts.map(([value, previous], index) => [KEYS[index] ?? '', value, previous]));

/** Two assertions that ask the same. */
const pair: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc
    .tuple(key, key, sign)
    .map(
      ([a, b, op]) => [`value("${a}") ${op} value("${b}")`, `value("${a}") - value("${b}") ${op} 0`] as const,
    ),
  fc
    .tuple(key, sign, fc.integer({ min: 1, max: 99 }))
    .map(
      ([a, op, limit]) =>
        [`share("${a}") ${op} ${limit}%`, `value("${a}") / total() ${op} ${limit}%`] as const,
    ),
  fc
    .tuple(key, sign, fc.integer({ min: 1, max: 99 }))
    .map(
      ([a, op, limit]) =>
        [`share("${a}") ${op} ${limit}%`, `!(share("${a}") ${NEGATED[op]} ${limit}%)`] as const,
    ),
  fc
    .tuple(key, sign, size)
    .map(
      ([a, op, limit]) => [`value("${a}") ${op} ${limit}`, `${limit} ${TURNED[op]} value("${a}")`] as const,
    ),
  fc
    .tuple(key, sign, size)
    .map(
      ([a, op, limit]) => [`value("${a}") ${op} ${limit}`, `value("${a}", "Users") ${op} ${limit}`] as const,
    ),
  fc
    .tuple(key, sign, fc.integer({ min: 1, max: 300 }))
    .map(
      ([a, op, limit]) =>
        [`change("${a}") ${op} ${limit / 1000}`, `change("${a}") ${op} ${limit / 10}%`] as const,
    ),
);

async function judged(insight: ReportedInsight, asserts: readonly string[]) {
  const requests = asserts.map((assert) => threshold(assert, { missingRow: 'zero' }));
  return judgeWith(requests, [insight], answering({}).run);
}

test('a verdict that passed or failed tells a comparison that says so, and a rank is the place of the table', async () => {
  const holds = (value: number, op: string, limit: number) => {
    const isSame = Math.abs(value - limit) <= 1e-12 * Math.max(Math.abs(value), Math.abs(limit));
    const isLess = !isSame && value < limit;
    const answers: Readonly<Record<string, boolean>> = {
      '<': isLess,
      '<=': isLess || isSame,
      '>': !isLess && !isSame,
      '>=': !isLess,
      '==': isSame,
      '!=': !isSame,
    };
    return answers[op] ?? false;
  };
  const property = fc.asyncProperty(
    rows,
    pair,
    pair,
    fc.constantFrom('&&', '||'),
    async (written, one, other, op) => {
      const insight = users(written);
      const asserts = [...one, `(${one[0]}) ${op} (${other[1]})`, `!((${one[1]}) ${op} (${other[0]}))`];
      for (const { outcome, value, limit, needs, assert } of await judged(insight, asserts)) {
        if ((outcome !== 'passed' && outcome !== 'failed') || value === null || limit === null) continue;
        expect([assert, holds(value, needs?.split(' ')[0] ?? '', limit)]).toEqual([
          assert,
          outcome === 'passed',
        ]);
      }
      const ranks = insight.rows.map(({ key: named, rank }) => `rank("${named}") == ${rank}`);
      for (const { outcome, assert } of await judged(insight, ranks))
        expect([assert, outcome]).toEqual([assert, expect.stringMatching(/passed|inconclusive/)]);
    },
  );
  await fc.assert(property, { numRuns: runs(1000, 40) });
});
