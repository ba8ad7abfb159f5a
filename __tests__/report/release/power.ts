// How many users it takes until a release's change is found, beside a fixed test on the last day.
import { type Before, type Cell, evidenceAgainst } from '../../../src/report/release/sequence.ts';
import { FORTNIGHT, randomNumbers, WEEK } from './worlds.ts';

const ALPHA = 0.05;
/** The quantiles of the normal distribution for a level of 5 %, two-sided, and a power of 80 %. */
const [Z_LEVEL, Z_POWER] = [1.959964, 0.841621];

/** A release whose new version a share of the users has, with an event that some have on a day. */
export interface Setting {
  readonly share: number;
  readonly rate: number;
  readonly ratio: number;
  readonly days: number;
}

const CHANGES = { none: 1, '+20 %': 1.2, '+50 %': 1.5, doubling: 2, fivefold: 5 };

/** The changes that are looked for within two weeks, and for comparison none. */
export const SETTINGS: readonly (Setting & { readonly change: string })[] = [
  { share: 0.1, rate: 0.02, days: 14 },
  { share: 0.5, rate: 0.01, days: 14 },
].flatMap((one) => Object.entries(CHANGES).map(([change, ratio]) => ({ change, ratio, ...one })));

/** Users of both sides, over all days, with whom a fixed test finds the change in 80 % of releases. */
export function fixedUsers({ ratio, share, rate }: Setting): number {
  const [own, changed] = [rate, rate * ratio];
  const mean = share * changed + (1 - share) * own;
  const [none, some] = [
    mean * (1 - mean) * (1 / share + 1 / (1 - share)),
    (changed * (1 - changed)) / share + (own * (1 - own)) / (1 - share),
  ];
  return ((Z_LEVEL * Math.sqrt(none) + Z_POWER * Math.sqrt(some)) / (changed - own)) ** 2;
}

/** How many of some users had the event, by jumps from one who had it to the next. */
function countHad(users: number, rate: number, random: () => number): number {
  let [place, had] = [-1, 0];
  for (;;) {
    place += 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - rate));
    if (place >= users) return had;
    had += 1;
  }
}

/** A release that was simulated: its days, and what was known of the week before. */
interface Simulated {
  readonly cells: readonly Cell[];
  readonly before: Before;
}

/** Simulates releases with so many users over all days; what happens is always the same. */
export function simulate(setting: Setting, users: number, releases: number, seed: number): Simulated[] {
  const { share, rate, ratio, days } = setting;
  const random = randomNumbers(seed);
  const newUsers = Math.round((users / days) * share);
  const oldUsers = Math.round(users / days) - newUsers;
  return Array.from({ length: releases }, () => {
    const had = countHad((newUsers + oldUsers) * WEEK, rate, random);
    const before = {
      rate: had / ((newUsers + oldUsers) * WEEK),
      events: (had / WEEK) * FORTNIGHT,
    };
    const cells = Array.from({ length: days }, () => ({
      newUsers,
      newHad: countHad(newUsers, rate * ratio, random),
      oldUsers,
      oldHad: countHad(oldUsers, rate, random),
    }));
    return { cells, before };
  });
}

/** Whether one of the daily looks decides that the rates differ. */
function isFound({ cells, before }: Simulated): boolean {
  return cells.some(
    (_, day) => evidenceAgainst(cells.slice(0, day + 1), 0, { spread: 1, before }) >= 1 / ALPHA,
  );
}

/** The share of releases in which the change is found. */
export function powerOf(simulated: readonly Simulated[]): number {
  return simulated.filter(isFound).length / simulated.length;
}
