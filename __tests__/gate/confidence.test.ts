import { describe, expect, test } from '@jest/globals';
import { checkAssertion } from '../../src/gate/expression/parse.ts';
import { changeInterval, normalQuantile, wilsonInterval } from '../../src/gate/verdict/intervals.ts';
import fc from '../support/properties.ts';
import { judged, threshold, users } from './fixtures.ts';

const OS = users([['iOS 18', 960, 900], ['iOS 15', 40, 60]], { total: 1000, previousTotal: 960 }); // prettier-ignore

describe('an interval', () => {
  test('uses the quantiles of the normal distribution', () => {
    const table: readonly (readonly [number, number])[] = [[0.75, 0.674489750196], [0.95, 1.644853626951], [0.975, 1.959963984540], [0.995, 2.575829303549], [0.9995, 3.290526731492]]; // prettier-ignore
    for (const [probability, quantile] of table) expect(normalQuantile(probability)).toBeCloseTo(quantile, 9);
  });

  test("of a share ends where the score test does, which is Wilson's interval by its definition", () => {
    const pair = fc.integer({ min: 1, max: 5000 }).chain((of) => fc.tuple(fc.nat(of), fc.constant(of)));
    fc.assert(
      fc.property(pair, fc.constantFrom(0.8, 0.95, 0.99), ([count, of], confidence) => {
        const { low, high } = wilsonInterval(count, of, confidence);
        const z = normalQuantile((1 + confidence) / 2);
        const isWithin = (share: number): boolean =>
          Math.abs(count / of - share) <= z * Math.sqrt((share * (1 - share)) / of);
        expect(low).toBeLessThanOrEqual(count / of + 1e-12);
        expect(high).toBeGreaterThanOrEqual(count / of - 1e-12);
        const width = (high - low) / 1000;
        for (const [share, expected] of [[low + width, true], [high - width, true], [low - width, false], [high + width, false]] as const) {
          if (share > 0 && share < 1) expect(isWithin(share)).toBe(expected);
        }
      }),
    ); // prettier-ignore
  });

  test('of a change of Poisson counts holds the true change about as often as it says', () => {
    let [state, held, rounds] = [12345, 0, 0];
    const random = (): number => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
    const poisson = (mean: number): number => {
      let [count, product] = [0, random()];
      for (; product > Math.exp(-mean); count += 1) product *= random();
      return count;
    };
    for (; rounds < 4000; rounds += 1) {
      const { low, high } = changeInterval(poisson(60), poisson(50), 0.95);
      if (low <= 0.2 && high >= 0.2) held += 1;
    }
    expect(held / rounds).toBeGreaterThan(0.935);
    expect(held / rounds).toBeLessThan(0.965);
  });

  test('of a change begins at the loss of all, and is open where nothing was there before', () => {
    expect(changeInterval(0, 10, 0.95).low).toBe(-1);
    expect(changeInterval(10, 0, 0.95).high).toBe(Infinity);
  });
});

describe('confidence', () => {
  test.each([
    ['share("iOS 15") < 6%', 0.95, 'passed', '4% (40 of 1,000 users); 2.95% to 5.4% at 95% confidence'],
    ['share("iOS 15") < 5%', 0.95, 'inconclusive', '4% (40 of 1,000 users); the limit lies within what is possible at 95% confidence: 2.95% to 5.4%'],
    ['share("iOS 15") < 5%', 0.8, 'passed', '4% (40 of 1,000 users); 3.28% to 4.87% at 80% confidence'],
    ['share("iOS 15") < 2%', 0.95, 'failed', '4% (40 of 1,000 users); 2.95% to 5.4% at 95% confidence'],
    ['2% > share("iOS 15")', 0.95, 'failed', '4% (40 of 1,000 users); 2.95% to 5.4% at 95% confidence'],
    ['change("iOS 15") < 20%', 0.95, 'passed', '-33.33% (40 of 1,000 users); -55.2% to -0.8% at 95% confidence'],
    ['change("iOS 15") < -5%', 0.95, 'inconclusive', '-33.33% (40 of 1,000 users); the limit lies within what is possible at 95% confidence: -55.2% to -0.8%'],
  ] as const)('decides only where all of the interval does: %s at %d is %s', async (assert, confidence, outcome, says) => {
    const { message } = await judged(OS, threshold(assert, { confidence }));
    expect(message).toBe(`os: ${assert}: ${outcome}, ${says}`);
  }); // prettier-ignore

  test('leaves a gate on something that is not counted inconclusive', async () => {
    const query = { ...OS.query, aggregations: [{ type: 'doubleSum', name: 'Users', fieldName: 'price' }] };
    const sums = { ...OS, unit: 'other', query } as const;
    const { outcome, note } = await judged(sums, threshold('share("iOS 15") < 6%', { confidence: 0.95 }));
    expect([outcome, note]).toEqual([
      'inconclusive',
      'at 95% confidence only a share of users or events, or a change of such counts, can be decided',
    ]);
  });

  test.each([
    'total() > 5',
    'share("a") < 5% && share("b") < 5%',
    'share("a") + share("b") < 5%',
    'share("a") == 5%',
    'share("a") < share("b")',
    'rows.all(r, r.share < 5%)',
  ])('says what it takes before anything is asked: %s', (written) => {
    expect(checkAssertion(written, true, true)?.why).toMatch(/^confidence takes one comparison/);
    expect(checkAssertion(written, true)).toBeNull();
  });
});

test('a gate with a title is called by it', async () => {
  const { message, title } = await judged(OS, threshold('share("iOS 15") < 6%', { title: 'Drop iOS 15' }));
  expect(message).toBe('Drop iOS 15: share("iOS 15") < 6%: passed, 4% (40 of 1,000 users)');
  expect(title).toBe('Drop iOS 15');
});
