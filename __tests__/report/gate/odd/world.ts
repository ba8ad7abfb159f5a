// Odd worlds of events, and queries about them.
import type { JsonObject } from '../../../../src/tql/json.ts';

/** Random choices that a seed repeats. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1 (a mixed linear congruential generator). */
  next(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    let mixed = this.#state ^ (this.#state >>> 15);
    mixed = Math.imul(mixed, 0x2c1b3c6d);
    mixed ^= mixed >>> 12;
    mixed = Math.imul(mixed, 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.integer(0, list.length - 1)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }
}

/** `v` and `w` are the dimensions; an event may lack them. */
export interface OddEvent {
  readonly atMs: number;
  readonly user: string;
  readonly type: 'open' | 'crash';
  readonly amount: number | null;
  readonly v: string | null;
  readonly w: string | null;
}

export interface OddWorld {
  readonly nowMs: number;
  readonly zone: string;
  /** The values that `v` has. */
  readonly keys: readonly string[];
  readonly events: readonly OddEvent[];
}

export const HOUR_MS = 3_600_000;

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'America/New_York',
  'Africa/Casablanca',
];
const KEYS: readonly (readonly string[])[] = [
  ['1.0', '1.1', '2.0', '2.1', '10.0'],
  ['iOS 15', 'iOS 16', 'iOS 17', 'iOS 9', 'Android 14'],
  ['a', 'A', 'b', 'c', 'null', ''],
  ['Caf\u00e9', 'Cafe\u0301', 'x', 'y'],
  Array.from({ length: 30 }, (_, index) => `v${index}`),
  ['4.10', '4.9', '4.1', '4.2', 'beta'],
];

export function oddWorld(random: Random): OddWorld {
  const nowMs = Date.UTC(
    2026,
    random.integer(1, 10),
    random.integer(1, 28),
    random.integer(0, 23),
    random.integer(0, 59),
    random.integer(0, 59),
  );
  const [zone, keys] = [random.pick(ZONES), random.pick(KEYS)];
  const users = random.integer(1, 40);
  const missing = random.pick([0, 0, 0, 0.2, 0.2, 0.6, 0.6, 0, 0.2, 1]);
  const days = random.pick([20, 70, 130, 420]);
  const crashes = random.pick([0, 0.05, 0.5]);
  const length = Math.min(random.pick([1, 3, 10, 30]) * days, 3000);
  const events = Array.from({ length }, (): OddEvent => {
    const agoMs = random.next() * days * 24 * HOUR_MS;
    const place = Math.floor(random.next() ** 1.5 * keys.length);
    const has = !random.chance(missing);
    return {
      // A few are dated later than now.
      atMs: Math.floor((nowMs - agoMs + (random.chance(0.05) ? 10 * HOUR_MS : 0)) / 1000) * 1000,
      user: `u${Math.floor(random.next() ** 2 * users)}`,
      type: random.chance(crashes) ? 'crash' : 'open',
      amount: random.chance(0.5) ? random.integer(-5, 20) / 2 : null,
      v: has ? (keys[place] ?? null) : null,
      w: has ? random.pick(['p', 'q']) : null,
    };
  });
  return { nowMs, zone, keys, events };
}

export type Output = 'count' | 'Users' | 'crashes' | 'crashUsers' | 'sum' | 'mean' | 'max' | 'rate';

const CRASHED = { type: 'selector', dimension: 'type', value: 'crash' };
const AGGREGATIONS: Readonly<Record<Exclude<Output, 'rate'>, JsonObject>> = {
  count: { type: 'eventCount', name: 'count' },
  Users: { type: 'userCount', name: 'Users' },
  crashes: {
    type: 'filtered',
    filter: CRASHED,
    aggregator: { type: 'eventCount', name: 'crashes' },
    name: 'crashes',
  },
  crashUsers: {
    type: 'filtered',
    filter: CRASHED,
    aggregator: { type: 'userCount', name: 'crashUsers' },
    name: 'crashUsers',
  },
  sum: { type: 'doubleSum', name: 'sum', fieldName: 'floatValue' },
  mean: { type: 'doubleMean', name: 'mean', fieldName: 'floatValue' },
  max: { type: 'doubleMax', name: 'max', fieldName: 'floatValue' },
};
const RATE = {
  type: 'arithmetic',
  name: 'rate',
  fn: '/',
  fields: [
    { type: 'fieldAccess', name: 'crashes', fieldName: 'crashes' },
    { type: 'fieldAccess', name: 'Users', fieldName: 'Users' },
  ],
};
/** The outputs of a query by its metric. */
const OUTPUTS: Readonly<Record<Output, readonly Output[]>> = {
  count: ['count', 'Users', 'sum'],
  Users: ['Users', 'count'],
  mean: ['mean', 'count'],
  sum: ['sum', 'count'],
  rate: ['crashes', 'Users', 'rate'],
  crashes: ['crashes', 'Users', 'count'],
  max: ['max', 'count'],
  crashUsers: ['crashUsers', 'Users'],
};

export interface OddInsight {
  readonly kind: 'topN' | 'groupBy' | 'timeseries';
  readonly metric: Output;
  readonly outputs: readonly Output[];
  readonly dimensions: readonly ('v' | 'w')[];
  readonly query: JsonObject;
}

function dimension(name: string): JsonObject {
  return { type: 'default', dimension: name, outputName: name };
}

export function oddInsight(random: Random): OddInsight {
  const kind = random.pick(['topN', 'topN', 'topN', 'groupBy', 'timeseries', 'timeseries'] as const);
  const metric = random.pick([
    'count',
    'Users',
    'mean',
    'sum',
    'rate',
    'crashes',
    'max',
    'crashUsers',
  ] as const);
  const outputs = OUTPUTS[metric];
  const base: JsonObject = {
    queryType: kind,
    granularity: 'all',
    aggregations: outputs.flatMap((name) => (name === 'rate' ? [] : [AGGREGATIONS[name]])),
    ...(metric === 'rate' ? { postAggregations: [RATE] } : {}),
  };
  const made = { kind, metric, outputs };
  switch (kind) {
    case 'topN': {
      const order = { type: 'numeric', metric };
      const more = { dimension: dimension('v'), metric: order, threshold: random.pick([1, 2, 3, 100]) };
      return { ...made, dimensions: ['v'], query: { ...base, ...more } };
    }
    case 'groupBy': {
      const dimensions = random.chance(0.3) ? (['v', 'w'] as const) : (['v'] as const);
      return { ...made, dimensions, query: { ...base, dimensions: dimensions.map(dimension) } };
    }
    case 'timeseries': {
      const granularity = random.pick(['all', 'all', 'hour', 'day', 'week', 'month']);
      const limit = random.chance(0.15) ? { limit: 3 } : {};
      return { ...made, dimensions: [], query: { ...base, granularity, ...limit } };
    }
  }
}

export const INTERVALS = [
  'last 7 complete days',
  'last 7 days',
  'today',
  'this week',
  'last month',
  'this month',
  'last 3 complete weeks',
  'last 28 complete days',
  'yesterday',
  'last 5 hours',
  'last 12 complete hours',
  '2026-03-20/2026-04-05',
  'last 2 weeks',
  'this year',
  'last quarter',
];
