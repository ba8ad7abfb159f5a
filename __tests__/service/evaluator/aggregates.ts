import { type Aggregation } from '../../../src/tql/aggregation.ts';
import { matches, type Clock } from './filters.ts';
import { compare, get, toNumber, toText, toWhole, type Event, type Value } from './values.ts';

/** An aggregation over the events of a group, with what post-aggregations may want of it. */
export interface Aggregate {
  readonly name: string;
  readonly value: Value | readonly Value[];
  readonly members: ReadonlySet<string> | null;
  readonly samples: readonly number[] | null;
}

/** Computes one aggregation; `unnamed` is what an unnamed eventCount or userCount is called. */
export function aggregate(
  aggregation: Aggregation,
  events: readonly Event[],
  clock: Clock,
  unnamed: string | null,
): Aggregate {
  const plain = (name: string, value: Value): Aggregate => ({ name, value, members: null, samples: null });
  const users = (name: string, fieldName: string): Aggregate => {
    const members = new Set(events.flatMap((event) => member(event, fieldName)));
    return { name, value: members.size, members, samples: null };
  };
  switch (aggregation.type) {
    case 'filtered': {
      const within = events.filter((event) => matches(aggregation.filter, event, clock) === true);
      const inner = aggregate(aggregation.aggregator, within, clock, unnamed);
      return aggregation.name === undefined || aggregation.name === '' ? inner : { ...inner, name: aggregation.name };
    }
    case 'eventCount':
      return plain(aggregation.name ?? unnamed ?? 'Events', sum(numbers(events, 'count', toWhole)));
    case 'userCount':
      return users(aggregation.name ?? unnamed ?? 'Users', 'clientUser');
    case 'thetaSketch':
      return users(aggregation.name, aggregation.fieldName);
    case 'count':
      return plain(aggregation.name, events.length);
    case 'cardinality':
      return plain(aggregation.name, distinct(events, aggregation.fields, aggregation.byRow ?? false));
    case 'quantilesDoublesSketch': {
      const samples = numbers(events, aggregation.fieldName, toNumber).sort((a, b) => a - b);
      return { name: aggregation.name, value: samples.length, members: null, samples };
    }
    case 'histogram':
      throw new Error('a histogram is several aggregations');
    default:
      return plain(aggregation.name, fold(aggregation, events));
  }
}

type Fold = Extract<
  Aggregation,
  { readonly type: `${string}${'Sum' | 'Min' | 'Max' | 'Any' | 'Mean' | 'First' | 'Last'}` }
>;

function fold(aggregation: Fold, events: readonly Event[]): Value {
  const { type, fieldName } = aggregation;
  const convert = (event: Event): Value => {
    const value = get(event, fieldName);
    if (type.startsWith('long')) return toWhole(value);
    return type.startsWith('string') ? toText(value, fieldName) : toNumber(value);
  };
  const timeColumn = 'timeColumn' in aggregation ? (aggregation.timeColumn ?? '__time') : '__time';
  const values = events.map(convert).filter((value) => value !== null);
  const sorted = [...values].sort(compare);
  if (type.endsWith('First') || type.endsWith('Last')) {
    const timed = events
      .map((event): [Value, Value] => [toWhole(get(event, timeColumn)), convert(event)])
      .filter(([time, value]) => time !== null && value !== null)
      .sort(([t1, v1], [t2, v2]) => compare(t1, t2) || compare(v1, v2));
    return (type.endsWith('First') ? timed[0]?.[1] : timed.at(-1)?.[1]) ?? null;
  }
  if (type.endsWith('Sum')) return sum(values.map(Number));
  if (type.endsWith('Max')) return sorted.at(-1) ?? null;
  if (type.endsWith('Mean')) return values.length === 0 ? null : (sum(values.map(Number)) ?? 0) / values.length;
  return sorted[0] ?? null;
}

function numbers(events: readonly Event[], name: string, read: (value: Value) => number | null): number[] {
  return events.map((event) => read(get(event, name))).filter((value) => value !== null);
}

function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
}

function member(event: Event, name: string): string[] {
  const text = toText(get(event, name), name);
  return text === null || text === '' ? [] : [text];
}

function distinct(events: readonly Event[], fields: readonly string[], byRow: boolean): number {
  const rows = events.map((event) => fields.map((name) => toText(get(event, name), name)));
  if (byRow) return new Set(rows.map((row) => JSON.stringify(row))).size;
  return new Set(rows.flat().filter((value) => value !== null)).size;
}
