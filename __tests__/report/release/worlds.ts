import type { Before, Cell, EventBackground } from '../../../src/report/release/sequence.ts';

/** A world of users who open an app and meet crashes; days count from the release. */
export interface World {
  readonly users: number;
  readonly days: number;
  /** The share of users who have the new version on a day. */
  readonly rollout: (day: number) => number;
  /** A user's chance of a crash on a day on which the app is opened. */
  readonly rate: number;
  /** How many times as likely with the new version. */
  readonly ratio: number;
  /**
   * Whether a third of the users make two thirds of the crashes, and half of these crash on every second day.
   */
  readonly heavy: boolean;
  /** Whether fewer open the app on weekends, and crash more often. */
  readonly weekly: boolean;
}

/** What was counted up to a day: its cells, and what is known beside. */
export interface Look {
  readonly cells: readonly Cell[];
  readonly known: EventBackground;
}

interface Counted {
  users: number;
  had: number;
}

/** A generator of numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const WEEK = 7;
export const FORTNIGHT = 14;

/** Looks at a world at the end of each day since the release; the week before is counted, too. */
export function* looksAt(world: World, random: () => number): Generator<Look> {
  const { users, days, rate } = world;
  const adopts = Float64Array.from({ length: users }, random);
  const isHeavy = Uint8Array.from({ length: users }, () => (world.heavy && random() < 1 / 3 ? 1 : 0));
  const isSick = Uint8Array.from({ length: users }, (_, user) =>
    isHeavy[user] === 1 && random() < 2.4 * rate ? 1 : 0,
  );
  const [crashes, expected, activeNow] = [
    new Float64Array(users),
    new Float64Array(users),
    new Uint8Array(users),
  ];
  const cells: Cell[] = [];
  let [opened, all, binomial, excess] = [0, 0, 0, 0];
  let before: Before | null = null;
  for (let day = -WEEK; day < days; day++) {
    const isWeekend = world.weekly && (day + WEEK) % 7 > 4;
    const [active, baseline] = [isWeekend ? 0.3 : 0.6, rate * (isWeekend ? 1.5 : 1)];
    const counted: [Counted, Counted] = [
      { users: 0, had: 0 },
      { users: 0, had: 0 },
    ];
    for (let user = 0; user < users; user++) {
      activeNow[user] = random() < active * (isHeavy[user] === 1 ? 1.4 : 1) ? 1 : 0;
      if (activeNow[user] === 0) continue;
      const side = day >= 0 && (adopts[user] ?? 1) < world.rollout(day) ? 0 : 1;
      counted[side].users += 1;
      const own = isSick[user] === 1 ? 0.5 : baseline * (world.heavy ? 0.6 : 1);
      if (random() >= own * (side === 0 ? world.ratio : 1)) continue;
      counted[side].had += 1;
      excess += 2 * (crashes[user] ?? 0);
      crashes[user] = (crashes[user] ?? 0) + 1;
    }
    const [fresh, old] = counted;
    opened += fresh.users + old.users;
    all += fresh.had + old.had;
    const ofDay = (fresh.had + old.had) / Math.max(1, fresh.users + old.users);
    for (let user = 0; user < users; user++) {
      if (activeNow[user] === 0) continue;
      excess -= 2 * ofDay * (expected[user] ?? 0);
      expected[user] = (expected[user] ?? 0) + ofDay;
    }
    binomial += (fresh.had + old.had) * (1 - ofDay);
    const spread = 1 + Math.max(0, excess / Math.max(1, binomial));
    if (day === -1) {
      before = { rate: all / opened, events: ((all / WEEK) * FORTNIGHT) / spread };
      // How days vary is that of the days compared.
      [binomial, excess] = [0, 0];
      crashes.fill(0);
      expected.fill(0);
    }
    if (day < 0) continue;
    cells.push({ newUsers: fresh.users, newHad: fresh.had, oldUsers: old.users, oldHad: old.had });
    yield { cells, known: { spread, before } };
  }
}
