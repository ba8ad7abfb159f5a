import type { ExtractionFn } from '../../src/tql/schema/dimension.ts';
import type { Filter } from '../../src/tql/schema/filter.ts';
import { parseRange, type Range, resolve } from './time.ts';
import { compare, type Event, get, type Kind, type KindOf, toNumber, toText, type Value } from './values.ts';

/** The instant and time zone that relative intervals count from. */
export interface Clock {
  readonly now: number;
  readonly zone: string;
}

type Truth = boolean | null;

/** Whether an event matches: true, false, or null for unknown. */
export function matches(filter: Filter, event: Event, clock: Clock, kindOf: KindOf): Truth {
  const test = (inner: Filter): Truth => matches(inner, event, clock, kindOf);
  switch (filter.type) {
    case 'and':
      return all(filter.fields.map(test));
    case 'or':
      return negate(all(filter.fields.map(test).map(negate)));
    case 'not':
      return negate(test(filter.field));
    case 'selector': {
      return isOneOf(get(event, filter.dimension), [filter.value], kindOf(filter.dimension));
    }
    case 'in': {
      if (filter.values.length === 0) return false;
      return isOneOf(get(event, filter.dimension), filter.values, kindOf(filter.dimension));
    }
    case 'null':
      return get(event, filter.column) === null;
    case 'range':
      return inRange(filter, get(event, filter.column), kindOf(filter.column));
    case 'regex': {
      const text = toText(get(event, filter.dimension), kindOf(filter.dimension));
      return text === null ? null : new RegExp(filter.pattern, 'u').test(text);
    }
    case 'columnComparison': {
      const texts = filter.dimensions.map((name) => toText(get(event, name), kindOf(name)));
      return texts.every((text) => text === texts[0]);
    }
    case 'interval': {
      const ranges: Range[] =
        filter.relativeIntervals?.map((interval) => resolve(interval, clock.now, clock.zone)) ??
        (filter.intervals ?? []).map(parseRange);
      // As an `in` without values, which stands for it on Druid: nothing is unknown.
      if (ranges.every(({ start, end }) => start >= end)) return false;
      if (isNumeric(filter.dimension, kindOf) && get(event, filter.dimension) === null) return null;
      const value = ranked(get(event, filter.dimension));
      if (value === null) return false;
      return ranges.some(({ start, end }) => value >= start && value < end);
    }
  }
}

function isNumeric(name: string, kindOf: KindOf): boolean {
  return kindOf(name) === 'long' || kindOf(name) === 'double';
}

type Of<T> = Extract<Filter, { readonly type: T }>;

/** For comparisons with numbers: a text that is not a number comes before all numbers. */
function ranked(value: Value): number | null {
  return value === null ? null : (toNumber(value) ?? -Infinity);
}

function inRange(filter: Of<'range'>, raw: Value, kind: Kind): Truth {
  const isText = filter.matchValueType === 'STRING';
  const value: Value = isText ? toText(raw, kind) : ranked(raw);
  if (value === null) return null;
  const bound = (text: string): Value => (isText ? text : Number(text));
  const low = filter.lower === undefined ? 1 : compare(value, bound(filter.lower));
  const high = filter.upper === undefined ? -1 : compare(value, bound(filter.upper));
  return (
    (filter.lowerOpen === true ? low > 0 : low >= 0) && (filter.upperOpen === true ? high < 0 : high <= 0)
  );
}

function isOneOf(value: Value, wanted: readonly string[], kind: Kind): Truth {
  if (value === null) return null;
  if (typeof value === 'string') return wanted.includes(value);
  return kind === 'text' ? false : wanted.some((text) => toNumber(text) === value);
}

function all(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

function negate(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

/** The result of an extraction function for a text or for null. */
export function extract(fn: ExtractionFn, value: string | null): string | null {
  if (fn.type === 'lookup') {
    if (value !== null && Object.hasOwn(fn.lookup.map, value)) return fn.lookup.map[value] ?? null;
    return fn.retainMissingValue === true ? value : (fn.replaceMissingValueWith ?? null);
  }
  const match = value === null ? null : new RegExp(fn.expr, 'u').exec(value);
  // A group without characters is null.
  if (match !== null) return match[fn.index ?? 1] || null;
  return fn.replaceMissingValue === true ? (fn.replaceMissingValueWith ?? null) : value;
}
