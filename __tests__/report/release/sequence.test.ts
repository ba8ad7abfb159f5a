// The statistic by itself, on counts: how often it is wrong in worlds where nothing changed, and how soon it
// is right.
import { evidenceAgainst, ratioInterval } from '../../../src/report/release/sequence.ts';
import fc, { isLong, runs } from '../../support/properties.ts';
import { fixedUsers, powerOf, SETTINGS, simulate } from './power.ts';
import { lookAtSteady, OTHER_WORLDS, WORLDS } from './steady.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const meanOf = (numbers: readonly number[]) => sum(numbers) / numbers.length;

/** How likely each number of users has an event that each has with its own chance. */
function countsOf(chances: readonly number[]) {
  return chances.reduce<readonly number[]>(
    (counts, chance) =>
      [...counts, 0].map((same, had) => same * (1 - chance) + (counts[had - 1] ?? 0) * chance),
    [1],
  );
}

const ALPHA = 0.05;
const KNOWN = { spread: 1, before: null };
const STEADY = runs(1000, 72);
const RELEASES = runs(400, 200);

describe('an interval that holds at every look', () => {
  test.each([
    ['the worlds of decision 0024', WORLDS],
    ['others', OTHER_WORLDS],
  ] as const)(
    `calls at most 5 %% of ${STEADY} steady worlds ever worse, and at most 5 %% ever better, looked at daily for 28 days: %s`,
    (_, worlds) => {
      const called = Array.from({ length: STEADY }, (_, index) => lookAtSteady(worlds, index, 1));
      expect(called.filter(({ worse }) => worse).length).toBeLessThanOrEqual(ALPHA * STEADY);
      expect(called.filter(({ better }) => better).length).toBeLessThanOrEqual(ALPHA * STEADY);
    },
    1_800_000,
  );

  // With a dozen events, a fixed test by the normal distribution is wrong more often than it says.
  const changes = SETTINGS.filter(({ ratio }) => ratio > 1).map((setting) => ({
    ...setting,
    multiple: setting.ratio === 5 && setting.share === 0.1 ? 1.9 : 1.8,
  }));
  test.each(isLong ? changes : changes.slice(2, 3))(
    'the interval finds a change ($change, $share of users, rate $rate) with $multiple times the usual users',
    ({ multiple, ...setting }) => {
      const simulated = simulate(setting, multiple * fixedUsers(setting), RELEASES, 5);
      expect(powerOf(simulated)).toBeGreaterThanOrEqual(0.8);
    },
    600_000,
  );

  test('the evidence is an e-process: whatever chances its users have, at a ratio it is 1 at most on average', () => {
    const chance = fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100);
    const users = fc.array(chance, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(users, users, chance, chance, (old, fresh, rate, place) => {
        const [mean, most] = [meanOf(old), Math.max(...fresh)];
        // Any chances of new users, made such that their mean is `ratio` times that of the old ones.
        const ratio = (meanOf(fresh) * place) / (most * mean);
        const chances = fresh.map((each) => (each * place) / most);
        const known = { spread: 1, before: { rate, events: 40 * place } };
        const [olds, news] = [countsOf(old), countsOf(chances)];
        const expected = news.flatMap((one, newHad) =>
          olds.map((other, oldHad) => {
            const cell = { newUsers: chances.length, newHad, oldUsers: old.length, oldHad };
            return one * other * evidenceAgainst([cell], Math.log(ratio), known);
          }),
        );
        expect(sum(expected)).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });

  test('the evidence is 1 before anything is counted', () => {
    expect(evidenceAgainst([], 0, KNOWN)).toBeCloseTo(1, 6);
  });

  test('the interval leaves out exactly the ratios against which the evidence has reached 20', () => {
    const cells = [
      { newUsers: 200, newHad: 21, oldUsers: 1800, oldHad: 40 },
      { newUsers: 300, newHad: 25, oldUsers: 1700, oldHad: 30 },
    ];
    const { low, high } = ratioInterval(cells, KNOWN, ALPHA);
    for (const edge of [low, high]) expect(evidenceAgainst(cells, Math.log(edge), KNOWN)).toBeCloseTo(20, 3);
  });

  test('the interval holds every ratio before anybody has the event, and while a side has no users', () => {
    const whole = { estimate: null, low: 0, high: Infinity };
    expect(ratioInterval([], KNOWN, ALPHA)).toEqual(whole);
    expect(ratioInterval([{ newUsers: 9, newHad: 0, oldUsers: 90, oldHad: 0 }], KNOWN, ALPHA)).toEqual(whole);
    expect(ratioInterval([{ newUsers: 9, newHad: 9, oldUsers: 0, oldHad: 0 }], KNOWN, ALPHA)).toEqual(whole);
  });

  test('the interval is bounded on one side while only one side has had the event', () => {
    const none = ratioInterval([{ newUsers: 500, newHad: 0, oldUsers: 500, oldHad: 40 }], KNOWN, ALPHA);
    expect([none.estimate, none.low]).toEqual([0, 0]);
    expect(none.high).toBeLessThan(0.5);
    const all = ratioInterval([{ newUsers: 500, newHad: 40, oldUsers: 500, oldHad: 0 }], KNOWN, ALPHA);
    expect([all.estimate, all.high]).toEqual([Infinity, Infinity]);
    expect(all.low).toBeGreaterThan(2);
  });

  test('the interval is wider if days with the event vary more than independent ones', () => {
    const cells = [{ newUsers: 500, newHad: 40, oldUsers: 5000, oldHad: 200 }];
    const [one, three] = [
      ratioInterval(cells, KNOWN, ALPHA),
      ratioInterval(cells, { ...KNOWN, spread: 3 }, ALPHA),
    ];
    expect(three.low).toBeLessThan(one.low);
    expect(three.high).toBeGreaterThan(one.high);
  });
});
