/**
 * How often a gate of a release is wrong, and how many users it takes until it finds a change, as a multiple
 * of what a fixed two-sided test of the same level takes on the last day: `npm run bench:release`. With
 * `--python PYTHON`, a Python that has gbstats (GrowthBook's statistics) looks at the same counts.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Cell, ratioInterval } from '../../src/report/release/sequence.ts';
import {
  fixedUsers,
  powerOf,
  SETTINGS,
  type Setting,
  simulate,
} from '../../__tests__/report/release/power.ts';
import { lookAtSteady, OTHER_WORLDS, WORLDS } from '../../__tests__/report/release/steady.ts';

const { values } = parseArgs({
  options: {
    python: { type: 'string' },
    releases: { type: 'string', default: '1000' },
    worlds: { type: 'string', default: '10080' },
    seed: { type: 'string', default: '1' },
  },
});
const [RELEASES, STEADY, SEED] = [Number(values.releases), Number(values.worlds), Number(values.seed)];
const MULTIPLES = Array.from({ length: 17 }, (_, step) => 1 + step / 10);
const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;
const shareOf = (all: readonly boolean[]): number => all.filter(Boolean).length / all.length;

/** What the other implementation says about each release; null if none was named. */
function askReference(releases: readonly (readonly Cell[])[], what: 'found' | 'interval'): string[] | null {
  if (values.python === undefined) return null;
  const counts = releases.map((cells) =>
    cells.map((cell) => [cell.newUsers, cell.newHad, cell.oldUsers, cell.oldHad]),
  );
  const input = counts.map((each) => JSON.stringify(each)).join('\n');
  const script = join(import.meta.dirname, 'reference.py');
  const run = { input, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const { status, stdout, stderr } = spawnSync(values.python, [script, what], run);
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split('\n');
}

/** The least multiple with a power of 80 %, between those that were tried. */
function neededMultiple(powers: readonly number[]): string {
  const index = powers.findIndex((power) => power >= 0.8);
  const [multiple, power, before] = [MULTIPLES[index], powers[index], powers[index - 1]];
  if (multiple === undefined || power === undefined) return '> 2.6';
  return (before === undefined ? multiple : multiple - (0.1 * (power - 0.8)) / (power - before)).toFixed(2);
}

function powerRow(setting: Setting & { readonly change: string }, seed: number): string {
  const { change, ratio, share, rate } = setting;
  const fixed = ratio === 1 ? 100_000 : fixedUsers(setting);
  const tried = (ratio === 1 ? [1] : MULTIPLES).map((multiple) =>
    simulate(setting, fixed * multiple, RELEASES, seed),
  );
  const reference = askReference(
    tried.flat().map(({ cells }) => cells),
    'found',
  );
  const powersByReference = tried.map((_, at) =>
    shareOf((reference ?? []).slice(at * RELEASES, (at + 1) * RELEASES).map((line) => line === '1')),
  );
  const written = (powers: readonly number[]): string =>
    ratio === 1 ? `${percent(powers[0] ?? 0)} found` : neededMultiple(powers);
  const [own, other] = [written(tried.map(powerOf)), reference === null ? '' : written(powersByReference)];
  return `| ${percent(share, 0)}, ${percent(rate, 0)} | ${change} | ${Math.round(fixed).toLocaleString('en')} | ${own} | ${other} |`;
}

/** The interval of large counts, where an asymptotic one is right as well. */
function intervalRow(ratio: number): string {
  const setting = { share: 0.5, rate: 0.01, ratio, days: 14 };
  const [simulated] = simulate(setting, 400_000, 1, SEED);
  if (simulated === undefined) throw new Error('One release was asked for.');
  const { cells, before } = simulated;
  const { estimate, low, high } = ratioInterval(cells, { spread: 1, before }, 0.05);
  const worse = [estimate ?? 0, low, high].map((each) => percent(each - 1)).join(' | ');
  const [theirs = ''] = askReference([cells], 'interval') ?? [];
  return `| ${ratio} | ${worse} | ${theirs
    .split(' ')
    .map((each) => percent(Number(each)))
    .join(' | ')} |`;
}

console.log('| users | rollout | rate | ever worse | ever better |\n| :-- | :-- | --: | --: | --: |');
for (const [place, worlds] of [WORLDS, OTHER_WORLDS].entries()) {
  const seed = SEED + place * STEADY;
  const called = Array.from({ length: STEADY }, (_, index) => lookAtSteady(worlds, index, seed));
  for (const [kind, all] of Object.entries(
    Object.groupBy(
      called,
      ({ heavy, rollout, rate }) => `${heavy ? 'heavy' : 'alike'} | ${rollout} | ${percent(rate)}`,
    ),
  ).concat([['all | | ', called]])) {
    const [worse, better] = [all?.map((each) => each.worse) ?? [], all?.map((each) => each.better) ?? []];
    console.log(`| ${kind} | ${percent(shareOf(worse))} | ${percent(shareOf(better))} |`);
  }
}
console.log(
  '\n| share, rate | change | users of a fixed test | ours | gbstats |\n| :-- | :-- | --: | --: | --: |',
);
for (const [place, setting] of SETTINGS.entries()) console.log(powerRow(setting, SEED + place));
console.log(
  '\n| ratio | estimate | low | high | gbstats: estimate | low | high |\n| --: | --: | --: | --: | --: | --: | --: |',
);
for (const ratio of [0.8, 1, 1.2, 2]) console.log(intervalRow(ratio));
