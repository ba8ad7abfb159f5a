import { areSmall, type Sample } from '../../../src/report/tables/fisher.ts';
import { pValue, zScore } from '../../../src/report/tables/post-aggregations.ts';
import { testBounds } from '../../../src/report/tables/rounding/experiment.ts';
import fc from '../../support/properties.ts';

const more = fc.integer({ min: 0, max: 38 });
const sample = fc
  .record({
    users: fc.integer({ min: 200, max: 20_000 }),
    rate: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
  })
  .map(({ users, rate }) => ({ users, successes: Math.round(users * rate) }));

test('no true counts behind two rounded samples have a larger p-value', () => {
  let decided = 0;
  fc.assert(
    fc.property(fc.tuple(sample, sample), fc.tuple(more, more, more, more), ([one, other], added) => {
      const [a, b, c, d] = added;
      const [first, second] = [
        { users: one.users + a, successes: one.successes + b },
        { users: other.users + c, successes: other.successes + d },
      ];
      const most = testBounds(one, other, 20)?.pValue?.[1] ?? 1;
      if (most < 0.05) decided += 1;
      const z = zScore([first.users, first.successes, second.users, second.successes]);
      expect(areSmall(first, second) ? 1 : most).toBeGreaterThanOrEqual((pValue(z) ?? 0) - 1e-6);
    }),
    {
      examples: [
        [
          [
            { users: 1000, successes: 100 },
            { users: 1000, successes: 140 },
          ],
          [0, 38, 38, 0],
        ],
      ],
    },
  );
  expect(decided).toBeGreaterThan(0);
});

test('small rounded samples decide nothing', () => {
  const [one, other] = [1, 20].map((successes) => ({ users: 40, successes })) as [Sample, Sample];
  expect(testBounds(one, other, 10)?.pValue).toBeNull();
});
