// The statistic by itself, on counts: how often it is wrong in worlds where nothing changed, and how soon it
// is right.
import { describe, expect, test } from '@jest/globals';
import { type Cell, evidenceAgainst, ratioInterval } from '../../src/release/sequence.ts';
import { runs } from '../support/properties.ts';
import { looksAt, randomNumbers, type World } from './worlds.ts';

const RAMP = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.8];
const ROLLOUTS: readonly World['rollout'][] = [() => 0.1, (day) => RAMP[day] ?? 0.9, () => 0.5];
const RATES = [0.005, 0.05, 0.3];
const ALPHA = 0.05;
const WORLDS = runs(4000, 72);

/** Whether more events are on the new side than its share of users explains. */
function isMore(cells: readonly Cell[]): boolean {
  const excess = cells.map(({ newUsers, newHad, oldUsers, oldHad }) => {
    const all = newUsers + oldUsers;
    return all === 0 ? 0 : newHad - ((newHad + oldHad) * newUsers) / all;
  });
  return excess.reduce((sum, each) => sum + each, 0) > 0;
}

function steadyWorld(index: number): World {
  const rollout = ROLLOUTS[index % 3] ?? (() => 0.1);
  const rate = RATES[Math.floor(index / 3) % 3] ?? 0.05;
  const [heavy, weekly] = [Math.floor(index / 9) % 2 === 1, Math.floor(index / 18) % 2 === 1];
  return { users: 1500, days: 28, rollout, rate, ratio: 1, heavy, weekly };
}

describe('an interval that holds at every look', () => {
  test(`calls at most 5 % of ${WORLDS} steady worlds ever worse, and at most 5 % ever better, looked at daily for 28 days`, () => {
    let [worse, better] = [0, 0];
    for (let index = 0; index < WORLDS; index++) {
      const random = randomNumbers(index + 1);
      const called = { worse: false, better: false };
      for (const { cells, spread } of looksAt(steadyWorld(index), random)) {
        if (evidenceAgainst(cells, 0, spread) < 1 / ALPHA) continue;
        if (isMore(cells)) called.worse = true;
        else called.better = true;
      }
      if (called.worse) worse += 1;
      if (called.better) better += 1;
    }
    expect(worse).toBeLessThanOrEqual(ALPHA * WORLDS);
    expect(better).toBeLessThanOrEqual(ALPHA * WORLDS);
  }, 1_800_000);

  test('leaves out exactly the ratios against which the evidence has reached 20', () => {
    const cells = [
      { newUsers: 200, newHad: 21, oldUsers: 1800, oldHad: 40 },
      { newUsers: 300, newHad: 25, oldUsers: 1700, oldHad: 30 },
    ];
    const { low, high } = ratioInterval(cells, 1, ALPHA);
    for (const edge of [low, high]) expect(evidenceAgainst(cells, Math.log(edge), 1)).toBeCloseTo(20, 3);
  });

  test('holds every ratio before anybody has the event, and while a side has no users', () => {
    const whole = { estimate: null, low: 0, high: Infinity };
    expect(ratioInterval([], 1, ALPHA)).toEqual(whole);
    expect(ratioInterval([{ newUsers: 9, newHad: 0, oldUsers: 90, oldHad: 0 }], 1, ALPHA)).toEqual(whole);
    expect(ratioInterval([{ newUsers: 9, newHad: 9, oldUsers: 0, oldHad: 0 }], 1, ALPHA)).toEqual(whole);
  });

  test('is bounded on one side while only one side has had the event', () => {
    const none = ratioInterval([{ newUsers: 500, newHad: 0, oldUsers: 500, oldHad: 40 }], 1, ALPHA);
    expect([none.estimate, none.low]).toEqual([0, 0]);
    expect(none.high).toBeLessThan(0.5);
    const all = ratioInterval([{ newUsers: 500, newHad: 40, oldUsers: 500, oldHad: 0 }], 1, ALPHA);
    expect([all.estimate, all.high]).toEqual([Infinity, Infinity]);
    expect(all.low).toBeGreaterThan(2);
  });

  test('is wider if days with the event vary more than independent ones', () => {
    const cells = [{ newUsers: 500, newHad: 40, oldUsers: 5000, oldHad: 200 }];
    const [one, three] = [ratioInterval(cells, 1, ALPHA), ratioInterval(cells, 3, ALPHA)];
    expect(three.low).toBeLessThan(one.low);
    expect(three.high).toBeGreaterThan(one.high);
  });
});
