import { type Dimension } from '../../src/tql/schema/dimension.ts';
import type { Having } from '../../src/tql/schema/having.ts';
import { type Clock, extract, matches } from './filters.ts';
import { notList, numeric, type Output } from './post-aggregations.ts';
import {
  compare,
  type Event,
  get,
  type KindOf,
  RefusedQueryError,
  toExactWhole,
  toNumber,
  toText,
  type Typed,
  type Value,
} from './values.ts';

/** The outputs of a group by name, in order. */
export type Row = ReadonlyMap<string, Output>;

/** A group's keys by output name, and its events. */
export interface Group {
  readonly keys: Row;
  readonly events: readonly Event[];
}

/** Groups events by dimensions, in the order of the keys, nulls first. */
export function groups(events: readonly Event[], dimensions: readonly Dimension[], kindOf: KindOf): Group[] {
  const found = new Map<string, { keys: Row; events: Event[] }>();
  for (const event of events) {
    const keys = dimensions.map((dimension): [string, Typed] => [
      dimension.outputName,
      keyOf(dimension, event, kindOf),
    ]);
    const id = JSON.stringify(
      keys.map(([, { value }]) => (typeof value === 'number' ? String(value) + '#' : value)),
    );
    const group: { keys: Row; events: Event[] } = found.get(id) ?? { keys: new Map(keys), events: [] };
    group.events.push(event);
    found.set(id, group);
  }
  return [...found.values()].sort((a, b) => {
    for (const { outputName } of dimensions) {
      const difference = compare(valueOf(a.keys, outputName), valueOf(b.keys, outputName));
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

/** An output as one value; null for a list. */
export function valueOf(row: Row, name: string): Value {
  const output = row.get(name);
  return output === undefined || output.kind === 'list' ? null : output.value;
}

function keyOf(dimension: Dimension, event: Event, kindOf: KindOf): Typed {
  const raw = get(event, dimension.dimension);
  const kind = kindOf(dimension.dimension);
  const value = dimension.type === 'extraction' ? extract(dimension.extractionFn, toText(raw, kind)) : raw;
  if (dimension.outputType === 'LONG') return { kind: 'long', value: toExactWhole(value) };
  if (dimension.outputType === 'FLOAT') return { kind: 'double', value: toNumber(value) };
  return { kind: 'text', value: toText(value, kind) };
}

/** Refuses a having spec that reads the time of a row, whether or not there are rows. */
export function refuseTimes(having: Having): void {
  if (having.type === 'filter' && JSON.stringify(having.filter).includes('"__time"'))
    throw new RefusedQueryError('a time of a row');
  if ('havingSpecs' in having) having.havingSpecs.forEach(refuseTimes);
  if ('havingSpec' in having) refuseTimes(having.havingSpec);
}

/**
 * Whether a group satisfies a having spec: yes or no, never unknown. A null is in no relation to a number.
 */
export function has(having: Having, row: Row, clock: Clock, dimensions: readonly string[]): boolean {
  switch (having.type) {
    case 'equalTo':
    case 'greaterThan':
    case 'lessThan': {
      const output = notList(row.get(having.aggregation));
      const number = toNumber(
        (dimensions.includes(having.aggregation) ? output : notList(numeric(output))).value,
      );
      if (number === null) return false;
      const order = compare(number, having.value);
      return having.type === 'equalTo' ? order === 0 : having.type === 'greaterThan' ? order > 0 : order < 0;
    }
    case 'filter': {
      const event = Object.fromEntries([...row.keys()].map((name) => [name, valueOf(row, name)]));
      return matches(having.filter, event, clock, (name) => notList(row.get(name)).kind) === true;
    }
    case 'and':
      return having.havingSpecs.map((spec) => has(spec, row, clock, dimensions)).every(Boolean);
    case 'or':
      return having.havingSpecs.map((spec) => has(spec, row, clock, dimensions)).some(Boolean);
    case 'not':
      return !has(having.havingSpec, row, clock, dimensions);
  }
}
