/**
 * How many users a gate of a release takes until it finds a change, as a multiple of what a fixed two-sided
 * test of the same level takes on the last day: `npm run bench:release`. With `--python PYTHON`, a Python
 * that has gbstats (GrowthBook's statistics) looks at the same counts.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Cell, evidenceAgainst } from '../../src/release/sequence.ts';
import { randomNumbers } from '../../__tests__/release/worlds.ts';

const ALPHA = 0.05;
const DAYS = 14;
/** The quantiles of the normal distribution for a level of 5 %, two-sided, and a power of 80 %. */
const [Z_LEVEL, Z_POWER] = [1.959964, 0.841621];
const MULTIPLES = Array.from({ length: 17 }, (_, step) => 1 + step / 10);

const { values } = parseArgs({
  options: { python: { type: 'string' }, releases: { type: 'string', default: '300' } },
});
const RELEASES = Number(values.releases);

interface Setting {
  readonly change: string;
  readonly ratio: number;
  readonly share: number;
  readonly rate: number;
}

const CHANGES = [
  ['none', 1],
  ['+20 %', 1.2],
  ['+50 %', 1.5],
  ['doubling', 2],
  ['fivefold', 5],
] as const;
const SETTINGS: readonly Setting[] = [
  { share: 0.1, rate: 0.02 },
  { share: 0.5, rate: 0.01 },
].flatMap((one) => CHANGES.map(([change, ratio]) => ({ change, ratio, ...one })));

/** Users of both sides, over all days, with whom a fixed test finds the change in 80 % of releases. */
function fixedUsers({ ratio, share, rate }: Setting): number {
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

function release(setting: Setting, usersADay: number, random: () => number): readonly Cell[] {
  const newUsers = Math.round(usersADay * setting.share);
  const oldUsers = Math.round(usersADay) - newUsers;
  return Array.from({ length: DAYS }, () => ({
    newUsers,
    newHad: countHad(newUsers, setting.rate * setting.ratio, random),
    oldUsers,
    oldHad: countHad(oldUsers, setting.rate, random),
  }));
}

/** Whether one of the daily looks decides that the rates differ. */
function isFound(cells: readonly Cell[]): boolean {
  return cells.some((_, day) => evidenceAgainst(cells.slice(0, day + 1), 0, 1) >= 1 / ALPHA);
}

/** Which of some releases the other implementation finds; null if none was named. */
function askReference(releases: readonly (readonly Cell[])[]): readonly boolean[] | null {
  if (values.python === undefined) return null;
  const script = join(import.meta.dirname, 'reference.py');
  const input = releases
    .map((cells) =>
      JSON.stringify(cells.map((cell) => [cell.newUsers, cell.newHad, cell.oldUsers, cell.oldHad])),
    )
    .join('\n');
  const { status, stdout, stderr } = spawnSync(values.python, [script], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line === '1');
}

/** The least multiple with a power of 80 %, between those that were tried; null if none has it. */
function neededMultiple(powers: readonly number[]): number | null {
  const index = powers.findIndex((power) => power >= 0.8);
  const [multiple, power, before] = [MULTIPLES[index], powers[index], powers[index - 1]];
  if (multiple === undefined || power === undefined) return null;
  return before === undefined ? multiple : multiple - (0.1 * (power - 0.8)) / (power - before);
}

const shareOf = (found: readonly boolean[]): number => found.filter(Boolean).length / found.length;
const written = (multiple: number | null): string => (multiple === null ? '> 2.6' : multiple.toFixed(2));
const percent = (share: number): string => `${(100 * share).toFixed(1)} % found`;

console.log(
  '| share, rate | change | users of a fixed test | ours | gbstats |\n| :-- | :-- | --: | --: | --: |',
);
for (const [index, setting] of SETTINGS.entries()) {
  const isSteady = setting.ratio === 1;
  const fixed = isSteady ? 100_000 : fixedUsers(setting);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (const multiple of isSteady ? [1] : MULTIPLES) {
    const random = randomNumbers(1000 * (index + 1));
    const releases = Array.from({ length: RELEASES }, () =>
      release(setting, (fixed * multiple) / DAYS, random),
    );
    ours.push(shareOf(releases.map(isFound)));
    const reference = askReference(releases);
    if (reference !== null) theirs.push(shareOf(reference));
  }
  const cell = (powers: readonly number[]): string =>
    powers.length === 0 ? '' : isSteady ? percent(powers[0] ?? 0) : written(neededMultiple(powers));
  const place = `${setting.share * 100} %, ${setting.rate * 100} %`;
  console.log(
    `| ${place} | ${setting.change} | ${Math.round(fixed).toLocaleString('en')} | ${cell(ours)} | ${cell(theirs)} |`,
  );
}
