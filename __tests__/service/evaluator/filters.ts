import { type Filter } from '../../../src/tql/filter.ts';
import { parseRange, resolve, type Range } from './time.ts';
import { compare, get, isNumeric, toNumber, toText, type Event, type Value } from './values.ts';

/** What relative intervals count from. */
export interface Clock {
  readonly now: number;
  readonly zone: string;
}

type Truth = boolean | null;

/** Whether an event matches: true, false, or not known. */
export function matches(
  filter: Filter,
  event: Event,
  clock: Clock,
  numeric: (name: string) => boolean = isNumeric,
): Truth {
  const test = (inner: Filter): Truth => matches(inner, event, clock, numeric);
  switch (filter.type) {
    case 'and':
      return all(filter.fields.map(test));
    case 'or':
      return negate(all(filter.fields.map(test).map(negate)));
    case 'not':
      return negate(test(filter.field));
    case 'selector':
      return isOneOf(get(event, filter.dimension), [filter.value], numeric(filter.dimension));
    case 'in':
      return isOneOf(get(event, filter.dimension), filter.values, numeric(filter.dimension));
    case 'equals': {
      const value = get(event, filter.column);
      const list = Array.isArray(filter.matchValue) ? filter.matchValue : [filter.matchValue];
      if (value === null) return null;
      if (list.length !== 1) return false;
      const wanted = list[0] as string | number;
      if (filter.matchValueType.includes('STRING')) return isOneOf(value, [String(wanted)], numeric(filter.column));
      const [left, right] = [toNumber(value), toNumber(wanted)];
      if (right === null) return false;
      return left === null ? null : left === right;
    }
    case 'null':
      return get(event, filter.column) === null;
    case 'range': {
      const isText = filter.matchValueType === 'STRING';
      const raw = get(event, filter.column);
      const value: Value = isText ? toText(raw, filter.column) : toNumber(raw);
      if (value === null) return null;
      const bound = (text: string): Value => (isText ? text : Number(text));
      const low = filter.lower === undefined ? 1 : compare(value, bound(filter.lower));
      const high = filter.upper === undefined ? -1 : compare(value, bound(filter.upper));
      return (filter.lowerOpen === true ? low > 0 : low >= 0) && (filter.upperOpen === true ? high < 0 : high <= 0);
    }
    case 'regex': {
      const text = toText(get(event, filter.dimension), filter.dimension);
      return text === null ? null : new RegExp(filter.pattern, 'u').test(text);
    }
    case 'columnComparison': {
      const texts = filter.dimensions.map((name) => toText(get(event, name), name));
      return texts.every((text) => text === texts[0]);
    }
    case 'interval': {
      const value = toNumber(get(event, filter.dimension));
      if (value === null) return null;
      const ranges: Range[] =
        filter.relativeIntervals?.map((interval) => resolve(interval, clock.now, clock.zone)) ??
        (filter.intervals ?? []).map(parseRange);
      return ranges.some(({ start, end }) => Math.trunc(value) >= start && Math.trunc(value) < end);
    }
  }
}

function isOneOf(value: Value, wanted: readonly string[], isNumber: boolean): Truth {
  if (value === null) return null;
  if (!isNumber) return wanted.includes(String(value));
  return wanted.some((text) => toNumber(text) !== null && toNumber(text) === value);
}

function all(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

function negate(truth: Truth): Truth {
  return truth === null ? null : !truth;
}
