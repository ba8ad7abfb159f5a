import fc from '../../support/properties.ts';
import { NetworkError, RequestError, ResponseError } from '../../../src/text/errors.ts';
import { conclude, failedThresholds } from '../../../src/report/gate/conclude.ts';
import { parseAssertion } from '../../../src/report/expression/parse.ts';
import type { InsightResult, Verdict } from '../../../src/report/results/results.ts';
import {
  answering,
  judgeWith,
  KNOWN,
  threshold,
  users,
  type Written,
  type WrittenThreshold,
} from './fixtures.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];
const key = fc.constantFrom(...KEYS, 'nobody');
const percent = fc.integer({ min: 0, max: 1000 }).map((tenths) => `${tenths / 10}%`);
const count = fc.integer({ min: 0, max: 600 }).map(String);
const sign = fc.constantFrom('<', '<=', '>', '>=', '==', '!=');

/** Whether a comparison is not refused for having the same result for every value. */
const isAllowed = (comparison: string): boolean => !('why' in parseAssertion(comparison, KNOWN));

/** Assertions about shares and changes, which scaling all counts does not change. */
const ofShares = fc
  .oneof(
    fc.tuple(key, sign, percent).map(([row, op, limit]) => `share("${row}") ${op} ${limit}`),
    fc
      .tuple(fc.constantFrom('all', 'exists'), sign, percent)
      .map(([quantifier, op, limit]) => `rows.${quantifier}(r, r.share ${op} ${limit})`),
    fc.tuple(key, sign, percent).map(([row, op, limit]) => `change("${row}") ${op} ${limit}`),
  )
  .filter(isAllowed);
const ofCounts = fc
  .oneof(
    fc.tuple(key, sign, count).map(([row, op, limit]) => `value("${row}") ${op} ${limit}`),
    fc
      .tuple(fc.constantFrom('total()', 'count()', 'rank("b")', 'previousTotal()'), sign, count)
      .map(([read, op, limit]) => `${read} ${op} ${limit}`),
    fc
      .tuple(fc.constantFrom('all', 'exists'), sign, count)
      .map(([quantifier, op, limit]) => `rows.${quantifier}(r, r.value ${op} ${limit})`),
    fc
      .tuple(key, key, sign, count)
      .map(([left, right, op, limit]) => `value("${left}") / value("${right}") ${op} ${limit}`),
  )
  .filter(isAllowed);

function joined(atom: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      atom,
      fc
        .tuple(tie('tree'), fc.constantFrom('&&', '||'), tie('tree'))
        .map(([left, op, right]) => `(${left} ${op} ${right})`),
      tie('tree').map((inner) => `!(${inner})`),
      fc
        .tuple(tie('tree'), fc.constantFrom('true', 'false'), fc.constantFrom('&&', '||'))
        .map(([inner, word, op]) => `(${word} ${op} ${inner})`),
    ),
  }));
  return tree.filter(isAllowed);
}

const assertion = joined(fc.oneof(ofShares, ofCounts));
const policies: fc.Arbitrary<Partial<WrittenThreshold>> = fc.record({
  missingRow: fc.constantFrom(null, 'zero', 'fail', 'inconclusive'),
  minSample: fc.constantFrom(null, 1, 100),
  warn: fc.option(joined(ofCounts), { nil: null }),
  until: fc.constantFrom(null, '2026-01-01', '2027-01-01'),
});

/** Rows ordered by value, as in a topN; some are new. */
const written: fc.Arbitrary<readonly Written[]> = fc
  .array(
    fc.tuple(fc.integer({ min: 1, max: 500 }), fc.option(fc.integer({ min: 1, max: 500 }), { nil: null })),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((rows) =>
    rows
      .sort(([a], [b]) => b - a)
      .map(([value, previous], index): Written => [KEYS[index] ?? '', value, previous]),
  );

async function judgeOne(insight: InsightResult, request: WrittenThreshold, points = {}): Promise<Verdict> {
  const [verdict] = await judgeWith([request], [insight], answering(points).run);
  if (verdict === undefined) throw new Error('no verdict');
  return verdict;
}

const compared = { previousTotal: 700 };

describe('a gate', () => {
  test('a gate never passes without data', async () => {
    const errors = [
      new NetworkError('timeout', 'x'),
      new NetworkError('network', 'x'),
      new RequestError('service', 500, 'x'),
      new RequestError('invalid-query', 400, 'x'),
      new ResponseError('x'),
    ];
    const failed: InsightResult = {
      name: 'os',
      id: null,
      title: 'os',
      status: 'error',
      error: { kind: 'service', status: 500, message: 'x' },
    };
    const empty = users([], { total: 0, ...compared });
    const zeros = users(
      [
        ['a', 0, 3],
        ['b', 0, null],
      ],
      { total: 0, ...compared },
    );
    const withheld = users([['zz', null, null]], { total: null, cutOff: true, compare: null });
    await fc.assert(
      fc.asyncProperty(assertion, policies, fc.constantFrom(...errors), async (assert, given, error) => {
        const request = threshold(assert, given);
        for (const insight of [failed, empty, zeros])
          expect((await judgeOne(insight, request)).outcome).toBe('inconclusive');
        const points = Object.fromEntries(
          [...KEYS, 'nobody', '*'].flatMap((row) => [
            [row, error],
            [`before ${row}`, error],
          ]),
        );
        // A table without a known number, and a service that fails.
        const verdict = await judgeOne(withheld, threshold(`(${assert}) && total() >= 0`, given), points);
        expect(['inconclusive', 'failed']).toContain(verdict.outcome);
      }),
    );
  });

  test('a gate has one of the four outcomes, and its message agrees with its numbers and policies', async () => {
    await fc.assert(
      fc.asyncProperty(assertion, policies, written, async (assert, given, rows) => {
        const verdict = await judgeOne(users(rows, compared), threshold(assert, given));
        expect(verdict.message.startsWith(`${verdict.name}: ${verdict.outcome}`)).toBe(true);
        if (verdict.outcome === 'inconclusive') expect(verdict.note).not.toBeNull();
        const isFailing = failedThresholds([verdict]).length === 1;
        expect(isFailing).toBe(verdict.outcome === 'failed' && given.until !== '2027-01-01');
        expect(conclude([verdict]) === 'failed').toBe(isFailing);
      }),
    );
  });
});
