import { type Aggregation } from '../../src/tql/schema/aggregation.ts';
import { matches, type Clock } from './filters.ts';
import {
  columnKind,
  compare,
  type Event,
  get,
  type Kind,
  type KindOf,
  toDecimal,
  toNumber,
  toText,
  toWhole,
  type Value,
} from './values.ts';

/** An aggregation over the events of a group, with what post-aggregations can read. */
interface Aggregate {
  readonly name: string;
  readonly kind: Kind;
  readonly value: Value;
  readonly members: ReadonlySet<string> | null;
  readonly samples: readonly number[] | null;
}

/** The context of an aggregation; `unnamed` gives the name of an unnamed eventCount or userCount. */
export interface Setting {
  readonly clock: Clock;
  readonly kindOf: KindOf;
  readonly unnamed: string | null;
}

/** Computes one aggregation. */
export function aggregate(aggregation: Aggregation, events: readonly Event[], setting: Setting): Aggregate {
  const { clock, kindOf, unnamed } = setting;
  const plain = (name: string, kind: Kind, value: Value): Aggregate => ({
    name,
    kind,
    value,
    members: null,
    samples: null,
  });
  const users = (name: string, fieldName: string): Aggregate => {
    const members = new Set(events.flatMap((event) => member(event, fieldName, kindOf)));
    // Distinct counts are doubles, like Druid's estimates.
    return { name, kind: 'double', value: members.size, members, samples: null };
  };
  switch (aggregation.type) {
    case 'filtered': {
      const within = events.filter((event) => matches(aggregation.filter, event, clock, kindOf) === true);
      const inner = aggregate(aggregation.aggregator, within, setting);
      return aggregation.name === undefined || aggregation.name === ''
        ? inner
        : { ...inner, name: aggregation.name };
    }
    case 'eventCount':
      return plain(aggregation.name ?? unnamed ?? 'Events', 'long', sum(numbers(events, 'count', toWhole)));
    case 'userCount':
      return users(aggregation.name ?? unnamed ?? 'Users', 'clientUser');
    case 'thetaSketch':
      return users(aggregation.name, aggregation.fieldName);
    case 'count':
      return plain(aggregation.name, 'long', events.length);
    case 'cardinality': {
      const value = distinct(events, aggregation.fields, aggregation.byRow ?? false, kindOf);
      return plain(aggregation.name, aggregation.round === true ? 'long' : 'double', value);
    }
    case 'quantilesDoublesSketch': {
      const all = numbers(events, aggregation.fieldName, toDecimal);
      const samples = all.filter((value) => !Number.isNaN(value)).sort(compare);
      return { name: aggregation.name, kind: 'long', value: samples.length, members: null, samples };
    }
    case 'histogram':
      throw new Error('a histogram is several aggregations');
    default:
      return plain(aggregation.name, kindOfFold(aggregation.type), fold(aggregation, events, kindOf));
  }
}

type Fold = Extract<
  Aggregation,
  { readonly type: `${string}${'Sum' | 'Min' | 'Max' | 'Any' | 'Mean' | 'First' | 'Last'}` }
>;

function kindOfFold(type: string): Kind {
  return type.startsWith('long') ? 'long' : type.startsWith('string') ? 'text' : 'double';
}

function fold(aggregation: Fold, events: readonly Event[], kindOf: KindOf): Value {
  const { type, fieldName } = aggregation;
  const convert = (event: Event): Value => {
    const [kind, value] = [kindOf(fieldName), get(event, fieldName)];
    if (type.startsWith('string')) return toText(value, kind);
    const number = columnKind(fieldName) === 'none' ? toNumber(value) : toDecimal(value);
    return type.startsWith('long') ? toWhole(number) : number;
  };
  const found = folded(aggregation, events, convert);
  return typeof found === 'string' ? shortened(found, 1024) : found;
}

/** The longest prefix of whole characters that fits into this many bytes. */
function shortened(text: string, bytes: number): string {
  let [kept, left] = ['', bytes];
  for (const character of text) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    kept += character;
  }
  return kept;
}

function folded(aggregation: Fold, events: readonly Event[], convert: (event: Event) => Value): Value {
  const { type } = aggregation;
  const timeColumn = 'timeColumn' in aggregation ? (aggregation.timeColumn ?? '__time') : '__time';
  const values = events.map(convert).filter((value) => value !== null);
  const sorted = [...values].sort(compare);
  if (type.endsWith('First') || type.endsWith('Last')) {
    const timed = events
      .map((event): [Value, Value] => [toWhole(get(event, timeColumn)), convert(event)])
      .filter(([time]) => time !== null);
    const times = timed.map(([time]) => time).sort(compare);
    const wanted = type.endsWith('First') ? times[0] : times.at(-1);
    const there = timed
      .filter(([time]) => time === wanted)
      .flatMap(([, value]) => (value === null ? [] : [value]));
    return [...there].sort(compare).at(type.endsWith('First') ? 0 : -1) ?? null;
  }
  if (type === 'longSum') return wholeSum(values.map(Number));
  if (type.endsWith('Sum')) return sum(values.map(Number));
  if (type.endsWith('Max')) return sorted.at(-1) ?? null;
  if (type.endsWith('Mean'))
    return values.length === 0 ? null : (sum(values.map(Number)) ?? 0) / values.length;
  // As `Math.min` says.
  return type.endsWith('Min') && values.includes(NaN) ? NaN : (sorted[0] ?? null);
}

function numbers(events: readonly Event[], name: string, read: (value: Value) => number | null): number[] {
  return events.map((event) => read(get(event, name))).filter((value) => value !== null);
}

function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
}

/** Adds whole numbers exactly, however large they are. */
function wholeSum(values: readonly number[]): number | null {
  return values.length === 0 ? null : Number(values.reduce((total, value) => total + BigInt(value), 0n));
}

function member(event: Event, name: string, kindOf: KindOf): string[] {
  const text = toText(get(event, name), kindOf(name));
  return text === null || text === '' ? [] : [text];
}

function distinct(
  events: readonly Event[],
  fields: readonly string[],
  byRow: boolean,
  kindOf: KindOf,
): number {
  const rows = events.map((event) =>
    fields.map((name) => ({
      text: toText(get(event, name), kindOf(name)) ?? '',
      isNumber: typeof event[name] === 'number',
    })),
  );
  const counted = byRow && fields.length > 1 ? rows : rows.flat().filter(({ text }) => text !== '');
  return new Set(counted.map((one) => JSON.stringify(one))).size;
}
