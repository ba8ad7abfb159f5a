// A verdict tells one of the comparisons of its assertion, with its numbers: over random tables.
import fc, { runs } from '../../support/properties.ts';
import { answering, judgeWith, threshold, users, type Written } from './fixtures.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];
const key = fc.constantFrom(...KEYS, 'nobody');
const sign = fc.constantFrom('<', '<=', '>', '>=', '==', '!=');

const size = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 3_000_000 }));
const rows: fc.Arbitrary<readonly Written[]> = fc
  .array(fc.tuple(size, size), { minLength: 1, maxLength: 6 })
  .map((counts) => counts.toSorted(([one], [other]) => other - one))
  .map((counts) => counts.map(([value, previous], index) => [KEYS[index] ?? '', value, previous]));

/** A comparison, also turned around or negated. */
const comparison = fc
  .tuple(key, sign, size)
  .chain(([of, op, limit]) =>
    fc.constantFrom(
      `value("${of}") ${op} ${limit}`,
      `${limit} ${op} value("${of}")`,
      `!(share("${of}") ${op} ${1 + (limit % 99)}%)`,
    ),
  );

test('a verdict that passed or failed tells a comparison that says so', async () => {
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
    comparison,
    comparison,
    fc.constantFrom('&&', '||'),
    async (written, one, other, op) => {
      const both = `(${one}) ${op} (${other})`;
      const requests = [one, both, `!(${both})`].map((assert) => threshold(assert, { missingRow: 'zero' }));
      const verdicts = await judgeWith(requests, [users(written)], answering({}).run);
      for (const { outcome, value, limit, needs, assert } of verdicts) {
        if ((outcome !== 'passed' && outcome !== 'failed') || value === null || limit === null) continue;
        expect([assert, holds(value, needs?.split(' ')[0] ?? '', limit)]).toEqual([
          assert,
          outcome === 'passed',
        ]);
      }
    },
  );
  await fc.assert(property, { numRuns: runs(1000, 40) });
});
