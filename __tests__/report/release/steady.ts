// Worlds in which nothing changed: several rates, rollouts, weekly rhythms and users.
import { type Cell, evidenceAgainst } from '../../../src/report/release/sequence.ts';
import { looksAt, randomNumbers, type World } from './worlds.ts';

const RAMP = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.8];
const ALPHA = 0.05;

/** Kinds of steady worlds. */
export interface Worlds {
  readonly users: number;
  readonly rates: readonly number[];
  readonly rollouts: Readonly<Record<string, World['rollout']>>;
}

export const WORLDS: Worlds = {
  users: 1500,
  rates: [0.005, 0.05, 0.3],
  rollouts: {
    '10 %': () => 0.1,
    '1 % to 90 % in a week': (day) => RAMP[day] ?? 0.9,
    '50 %': () => 0.5,
  },
};
/** Other worlds, by which nothing was chosen. */
export const OTHER_WORLDS: Worlds = {
  users: 4000,
  rates: [0.002, 0.02, 0.15],
  rollouts: { '3 %': () => 0.03, '1 % more each day': (day) => (day + 1) / 100, '80 %': () => 0.8 },
};

/** Whether a world in which nothing changed was ever called worse or better. */
export interface Called {
  readonly rollout: string;
  readonly rate: number;
  readonly heavy: boolean;
  readonly worse: boolean;
  readonly better: boolean;
}

/** Looks daily for 28 days at a steady world; 36 indexes in a row are all kinds. */
export function lookAtSteady({ users, rates, rollouts }: Worlds, index: number, seed: number): Called {
  const [name, rollout] = Object.entries(rollouts)[index % 3] ?? ['', () => 0];
  const rate = rates[Math.floor(index / 3) % 3] ?? 0;
  const [heavy, weekly] = [Math.floor(index / 9) % 2 === 1, Math.floor(index / 18) % 2 === 1];
  const world = { users, days: 28, rollout, rate, ratio: 1, heavy, weekly };
  const called = { rollout: name, rate, heavy, worse: false, better: false };
  for (const { cells, known } of looksAt(world, randomNumbers(seed + index))) {
    if (evidenceAgainst(cells, 0, known) < 1 / ALPHA) continue;
    if (isMore(cells)) called.worse = true;
    else called.better = true;
  }
  return called;
}

/** Whether more events are on the new side than its share of users explains. */
function isMore(cells: readonly Cell[]): boolean {
  const excess = cells.map(({ newUsers, newHad, oldUsers, oldHad }) => {
    const all = newUsers + oldUsers;
    return all === 0 ? 0 : newHad - ((newHad + oldHad) * newUsers) / all;
  });
  return excess.reduce((sum, each) => sum + each, 0) > 0;
}
