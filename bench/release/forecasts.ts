/**
 * How often a forecast says a day, and how often the day holds, of simulated shares that decay, fall in a
 * line, step or only scatter: `node bench/release/forecasts.ts`. A day holds if it is no further off than is
 * said.
 */
import { randomNumbers } from '../../__tests__/report/release/worlds.ts';
import { forecastCrossing } from '../../src/report/gate/verdict/forecast.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const NOW_MS = Date.parse('2026-11-16T00:00:00Z');
const ROUNDS = 2000;

/** A share by the week, 0 being now, and the week in which it is at its limit; Infinity for never. */
interface Course {
  readonly share: (week: number) => number;
  readonly reaches: (limit: number) => number;
}

const COURSES: Readonly<Record<string, (random: () => number) => Course>> = {
  decay: (random) => {
    const [now, halved] = [0.02 + 0.1 * random(), 4 + 26 * random()];
    return {
      share: (week) => now * 2 ** (-week / halved),
      reaches: (limit) => halved * Math.log2(now / limit),
    };
  },
  'log-odds in a line': (random) => {
    const [middle, width] = [-2 - 20 * random(), 3 + 10 * random()];
    const at = (week: number): number => 1 / (1 + Math.exp((week - middle) / width));
    return { share: at, reaches: (limit) => middle + width * Math.log(1 / limit - 1) };
  },
  line: (random) => {
    const [now, slope] = [0.05 + 0.2 * random(), 0.002 + 0.006 * random()];
    return { share: (week) => now - slope * week, reaches: (limit) => (now - limit) / slope };
  },
  step: (random) => {
    const [before, after, at] = [0.1 + 0.1 * random(), 0.03 + 0.04 * random(), -2 - 8 * random()];
    return { share: (week) => (week < at ? before : after), reaches: () => Infinity };
  },
  noise: (random) => {
    const now = 0.03 + 0.1 * random();
    return { share: () => now, reaches: () => Infinity };
  },
};

function scatter(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random());
}

console.log('| share | a direction | a day | that held |\n| :-- | --: | --: | --: |');
for (const [name, courseOf] of Object.entries(COURSES)) {
  const random = randomNumbers(1);
  let [directions, days, held] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const { share, reaches } = courseOf(random);
    const [users, weeks] = [10 ** (3 + 2 * random()), 6 + Math.floor(7 * random())];
    const values = Array.from({ length: weeks }, (_, place) => {
      const week = place - weeks + 1;
      const own = share(week);
      const value =
        Math.round(users * own + Math.sqrt(users * own * (1 - own)) * scatter(random)) / Math.round(users);
      return { atMs: NOW_MS + week * WEEK_MS, value: Math.max(0, value) };
    });
    const limit = share(0) * (0.3 + 0.6 * random());
    const forecast = forecastCrossing(values, limit, NOW_MS);
    if (forecast.kind === 'moving') directions += 1;
    if (forecast.kind !== 'crossing') continue;
    days += 1;
    const day = NOW_MS + reaches(limit) * WEEK_MS;
    if (Math.abs(day - forecast.atMs) <= forecast.withinDays * DAY_MS) held += 1;
  }
  const percent = (count: number, of: number): string =>
    of === 0 ? '–' : `${((100 * count) / of).toFixed(1)} %`;
  console.log(
    `| ${name} | ${percent(directions, ROUNDS)} | ${percent(days, ROUNDS)} | ${percent(held, days)} |`,
  );
}
