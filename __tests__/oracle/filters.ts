import type { ExtractionFn } from '../../src/tql/dimension.ts';
import type { Filter } from '../../src/tql/filter.ts';
import { parseRange, type Range, resolve } from './time.ts';
import {
  compare,
  type Event,
  get,
  type Kind,
  type KindOf,
  readNumber,
  toExactWhole,
  toNumber,
  toText,
  toWhole,
  type Value,
} from './values.ts';

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
      const { value, kind } = looked(filter, event, kindOf);
      return isOneOf(value, [filter.value], kind);
    }
    case 'in': {
      if (filter.values.length === 0) return false;
      const isOfSeveral =
        filter.extractionFn !== undefined && filter.values.some((one) => one !== filter.values[0]);
      if (isOfSeveral && isNumeric(filter.dimension, kindOf) && get(event, filter.dimension) === null)
        return null;
      const { value, kind } = looked(filter, event, kindOf);
      return isOneOf(value, filter.values, kind);
    }
    case 'equals':
      return equals(filter, get(event, filter.column), kindOf(filter.column));
    case 'null':
      return get(event, filter.column) === null;
    case 'range':
      return inRange(filter, get(event, filter.column), kindOf(filter.column));
    case 'regex': {
      const { value, kind } = looked(filter, event, kindOf);
      const text = toText(value, kind);
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
      const value = ranked(looked(filter, event, kindOf).value);
      if (value === null) return false;
      return ranges.some(({ start, end }) => value >= start && value < end);
    }
  }
}

function isNumeric(name: string, kindOf: KindOf): boolean {
  return kindOf(name) === 'long' || kindOf(name) === 'double';
}

/** A column's value, or the text that an extraction function makes of it. */
function looked(
  { dimension, extractionFn }: { readonly dimension: string; readonly extractionFn?: ExtractionFn },
  event: Event,
  kindOf: KindOf,
): { value: Value; kind: Kind } {
  const [value, kind] = [get(event, dimension), kindOf(dimension)];
  if (extractionFn === undefined) return { value, kind };
  return { value: extract(extractionFn, toText(value, kind)), kind: 'text' };
}

type Of<T> = Extract<Filter, { readonly type: T }>;

function equals(filter: Of<'equals'>, value: Value, kind: Kind): Truth {
  const list = Array.isArray(filter.matchValue) ? filter.matchValue : [filter.matchValue];
  if (value === null) return null;
  if (list.length !== 1) return false;
  const wanted = list[0] as string | number;
  const type = filter.matchValueType;
  if (type.includes('STRING')) {
    const isWhole = typeof wanted === 'string' || Number.isSafeInteger(wanted);
    const written = isWhole ? String(wanted) : (toText(wanted, 'double') ?? '');
    return typeof value === 'number' ? value === readNumber(written) : isOneOf(value, [written], kind);
  }
  // First as the type that the filter names. A text is then read as that type, too.
  const held = type.includes('LONG') ? toWhole(readNumber(wanted)) : readNumber(wanted);
  if (held === null) return false;
  if (typeof value === 'number') return value === held;
  // An array is compared as it is written.
  if (type.startsWith('ARRAY')) return value === toText(held, type.includes('LONG') ? 'long' : 'double');
  return held === (type.includes('LONG') ? toExactWhole(value) : toNumber(value));
}

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
  if (match !== null) return match[fn.index ?? 1] ?? null;
  return fn.replaceMissingValue === true ? (fn.replaceMissingValueWith ?? null) : value;
}
