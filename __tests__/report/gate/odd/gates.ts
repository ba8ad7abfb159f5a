// Random gates on odd worlds, and what an independent count says about each.
import { isCount, type OddSet, type Periods, type Reading, samplesOf, truthOf } from './truth.ts';
import type { OddInsight, OddWorld, Output, Random } from './world.ts';

const SIGNS = ['<', '<=', '>', '>=', '==', '!='] as const;
type Sign = (typeof SIGNS)[number];

/** A condition, and whether it holds; null if that is not known, or lies within what doubles round. */
interface Condition {
  readonly text: string;
  readonly holds: boolean | null;
  readonly reading: Reading;
  /** What the number that it reads is; null if that is unknown. */
  readonly truth: number | null;
}

export interface OddGate extends Condition {
  readonly missingRow: 'zero' | 'fail' | 'inconclusive' | null;
  readonly minSample: number | null;
  /** Whether `min-sample` forbids that it is decided. */
  readonly isOpen: boolean;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function oddSet(random: Random, keys: readonly string[], isOnly: boolean): OddSet {
  const named = [random.pick(keys), random.pick(keys), random.pick([...keys, 'null'])];
  const texts = [...new Set(named.filter((key) => key !== ''))];
  if (random.chance(0.7) && texts.length > 0) return { fn: 'oneOf', texts, isOnly };
  const start = random.pick(keys).slice(0, 2);
  return { fn: 'startsWith', texts: [start === '' ? 'v' : start], isOnly };
}

function oddKey(random: Random, { dimensions }: OddInsight, keys: readonly string[]): string {
  const key = random.pick([...keys, 'nobody', 'null', 'NULL', 'V1', 'cafe\u0301']);
  return dimensions.length === 2 ? `${key} / ${random.pick(['p', 'q', 'null'])}` : key;
}

/** A number that a gate can read, and the output that it names. */
function oddReading(
  random: Random,
  insight: OddInsight,
  world: OddWorld,
  isCompared: boolean,
): { readonly reading: Reading; readonly named: Output | null } {
  const named = random.chance(0.3) ? random.pick(insight.outputs) : null;
  const output = named ?? insight.metric;
  const of = oddKey(random, insight, world.keys);
  const isShared = isCount(output) || output === 'sum';
  const table: readonly Reading['fn'][] = [
    ...(['value', 'value', 'total'] as const),
    ...(isShared ? (['share', 'share'] as const) : []),
    ...(named === null ? (['count'] as const) : []),
    ...(insight.kind === 'topN' && named === null ? (['rank'] as const) : []),
    ...(isCompared ? (['previous', 'change', 'previousTotal', 'totalChange'] as const) : []),
  ];
  const series: readonly Reading['fn'][] = [
    ...(['total', 'first', 'last'] as const),
    ...(isCompared ? (['previousTotal', 'totalChange'] as const) : []),
  ];
  const fn = random.pick(insight.kind === 'timeseries' ? series : table);
  if (!['value', 'share', 'previous', 'change', 'rank'].includes(fn))
    return { reading: { fn, output, of: null }, named };
  const isSet = insight.dimensions.length === 1 && fn !== 'rank' && random.chance(0.4);
  const isOnly = isSet && (output === 'Users' || output === 'crashUsers') && random.chance(0.4);
  return { reading: { fn, output, of: isSet ? oddSet(random, world.keys, isOnly) : of }, named };
}

function written({ fn, of }: Reading, named: Output | null): string {
  const set = of === null || typeof of === 'string' ? null : `${of.fn}(${of.texts.map(quoted).join(', ')})`;
  const row =
    typeof of === 'string'
      ? quoted(of)
      : set === null || typeof of === 'string'
        ? null
        : of?.isOnly === true
          ? `only(${set})`
          : set;
  return `${fn}(${[row, named === null ? null : quoted(named)].filter((each) => each !== null).join(', ')})`;
}

function isNear(a: number, b: number): boolean {
  return a !== b && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}

function compare(sign: Sign, a: number | null, b: number | null): boolean | null {
  if (a === null || b === null || isNear(a, b)) return null;
  switch (sign) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '==':
      return a === b;
    case '!=':
      return a !== b;
  }
}

/** A limit near a truth, as it is written, that a check of units lets pass. */
function limitNear(random: Random, truth: number | null, { fn, output }: Reading): readonly [string, number] {
  const near =
    truth === null
      ? random.pick([0, 1, 5])
      : random.pick([truth, truth, truth * 1.1, truth * 0.9, truth + 1, truth - 1]);
  const rounded = Math.round(near * 1e4) / 1e4;
  if (fn === 'share' || fn === 'change' || fn === 'totalChange') {
    const [low, high] = fn === 'share' ? [0.001, 0.999] : [-0.99, 50];
    const percent = Math.round(Math.min(high, Math.max(low, rounded)) * 1e6) / 1e4;
    return [`${percent}%`, Number(`${percent}e-2`)];
  }
  const least = fn === 'count' || fn === 'rank' ? 1 : isCount(output) ? 0 : -Infinity;
  return [String(Math.max(least, rounded)), Math.max(least, rounded)];
}

/** Makes random conditions on an insight. */
export class OddGates {
  readonly #random: Random;
  readonly #world: OddWorld;
  readonly #periods: Periods;

  constructor(random: Random, world: OddWorld, periods: Periods) {
    [this.#random, this.#world, this.#periods] = [random, world, periods];
  }

  #comparison(): Condition {
    const { insight, before } = this.#periods;
    const { reading, named } = oddReading(this.#random, insight, this.#world, before !== null);
    const [text, truth] = [written(reading, named), truthOf(reading, this.#periods)];
    const sign = this.#random.pick(SIGNS);
    const [limit, value] = limitNear(this.#random, truth, reading);
    return { text: `${text} ${sign} ${limit}`, holds: compare(sign, truth, value), reading, truth };
  }

  gate(): OddGate {
    const missingRow = this.#random.pick(['zero', 'zero', 'fail', 'inconclusive', null] as const);
    const made = this.#comparison();
    const minSample = this.#random.pick([null, null, null, null, 1, 20, 200]);
    return { ...made, missingRow, minSample, isOpen: this.#isTooSmall(made.reading, minSample) };
  }

  #isTooSmall(reading: Reading, minSample: number | null): boolean {
    if (minSample === null) return false;
    return samplesOf(reading, this.#periods).some((size) => size === null || size < minSample);
  }
}
