import { DateTime } from 'luxon';
import { periodStart } from './time.ts';
import {
  compared,
  converted,
  isTrue,
  type Kind,
  RefusedQueryError,
  readNumber,
  toText,
  toWhole,
  type Typed,
  type Value,
} from './values.ts';

const NONE: Typed = { kind: 'none', value: null };

/** Calls one of Druid's functions. */
export function callFunction(name: string, args: readonly Typed[]): Typed {
  const [a = NONE, b = NONE, c = NONE, d = NONE] = args;
  const text = (value: string | null): Typed => ({ kind: 'text', value });
  const texts = args.map((arg) => toText(arg.value, arg.kind));
  const [first = null, second = null, third = null] = texts;
  switch (name) {
    case 'if':
    case 'case_searched':
      return cases(args, isTrue);
    case 'case_simple':
      return cases(args.slice(1), (value) => compared('==', a, value));
    case 'nvl':
      return unified(args, a.value === null ? b : a);
    case 'cast':
      if (String(b.value).toUpperCase() === 'FLOAT') throw new RefusedQueryError('cast to FLOAT');
      return converted(a, String(b.value));
    case 'round':
      return round(a, args.length > 1 ? Number(b.value) : 0);
    case 'floor':
    case 'ceil':
      return { kind: 'double', value: on(readNumber(a.value), name === 'floor' ? Math.floor : Math.ceil) };
    case 'abs':
      return { kind: a.kind === 'long' ? 'long' : 'double', value: on(readNumber(a.value), Math.abs) };
    case 'concat':
      return text(texts.includes(null) ? null : texts.join(''));
    case 'strlen':
      return { kind: 'long', value: first === null ? null : Array.from(first).length };
    case 'lower':
    case 'upper':
      return text(first === null ? null : Array.from(first, (one) => recased(one, name)).join(''));
    case 'substring':
      return text(substring(first, toWhole(readNumber(b.value)), toWhole(readNumber(c.value))));
    case 'replace':
      if (first === null || second === null || third === null) return text(null);
      return text(second === '' ? first : first.split(second).join(third));
    case 'like':
      return {
        kind: 'long',
        value: first === null || second === null ? null : Number(isLike(first, second, third)),
      };
    case 'regexp_extract': {
      const match = first === null || second === null ? null : new RegExp(second, 'u').exec(first);
      return text(match?.[Number(c.value ?? 0)] || null);
    }
    case 'timestamp_floor':
      return {
        kind: 'long',
        value: floorTime(toWhole(readNumber(a.value)), String(b.value), c.value, d.value),
      };
    case 'timestamp_format':
      return text(formatTime(toWhole(readNumber(a.value)), b.value, c.value));
    default:
      throw new RefusedQueryError(name);
  }
}

/** Letters that become several in JavaScript, and one in DuckDB. */
const RECASED: Readonly<Record<string, string>> = { upper: 'ßẞ', lower: 'İi' };

function recased(letter: string, name: string): string {
  const [from, to] = Array.from(RECASED[name] ?? '');
  if (letter === from) return to ?? '';
  return name === 'upper' ? letter.toUpperCase() : letter.toLowerCase();
}

function on(value: number | null, change: (value: number) => number): number | null {
  return value === null ? null : change(value);
}

/** Conditions and results in turn; one more argument at the end is the default. */
function cases(args: readonly Typed[], holds: (condition: Typed) => boolean | null): Typed {
  const results: Typed[] = [];
  let chosen: Typed | null = null;
  for (let i = 0; i + 1 < args.length; i += 2) {
    const [condition = NONE, result = NONE] = [args[i], args[i + 1]];
    results.push(result);
    if (chosen === null && holds(condition) === true) chosen = result;
  }
  const rest = args.length % 2 === 1 ? (args.at(-1) ?? NONE) : null;
  return unified(rest === null ? results : [...results, rest], chosen ?? rest ?? NONE);
}

/** The chosen one of several values, as the common kind of all of them. */
function unified(values: readonly Typed[], chosen: Typed): Typed {
  const kinds = new Set<Kind>(values.map(({ kind }) => kind).filter((kind) => kind !== 'none'));
  if (kinds.has('text') || kinds.size === 0)
    return { kind: 'text', value: toText(chosen.value, chosen.kind) };
  if (kinds.has('double')) return { kind: 'double', value: readNumber(chosen.value) };
  return { kind: 'long', value: chosen.value };
}

/** Rounds half away from zero, by the decimal notation of a double. */
function round({ kind, value }: Typed, scale: number): Typed {
  const number = readNumber(value);
  const result = kind === 'long' ? 'long' : 'double';
  if (number === null) return { kind: result, value: null };
  if (Number.isNaN(number)) return { kind: result, value: 0 };
  if (!Number.isFinite(number)) return { kind: result, value: Math.sign(number) * Number.MAX_VALUE };
  const [digits = '', exponent = '0'] = Math.abs(number).toExponential().split('e');
  const [head = '', tail = ''] = digits.split('.');
  // The number is units × 10^power; its digits are cut off at the requested place.
  const power = Number(exponent) - tail.length;
  const drop = -(scale + power);
  if (drop <= 0) return { kind: result, value: number };
  const units = BigInt(`${head}${tail}`);
  const size = 10n ** BigInt(Math.min(drop, 400));
  const kept = (units + size / 2n) / size;
  return { kind: result, value: Math.sign(number) * Number(`${kept}e${-scale}`) + 0 };
}

function substring(text: string | null, from: number | null, length: number | null): string | null {
  if (text === null || from === null || length === null || from < 0) return null;
  const letters = Array.from(text);
  if (from >= letters.length) return null;
  return letters.slice(from, length < 0 ? undefined : from + length).join('');
}

function isLike(text: string, pattern: string, escape: string | null): boolean {
  let source = '';
  let isEscaped = false;
  for (const letter of pattern) {
    if (!isEscaped && letter === escape) {
      isEscaped = true;
      continue;
    }
    const plain = letter.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    source += isEscaped ? plain : letter === '%' ? '[^]*' : letter === '_' ? '[^]' : plain;
    isEscaped = false;
  }
  return new RegExp(`^${source.replaceAll('\\-', '-')}$`, 'u').test(text);
}

/** The start of an instant's period. */
function floorTime(time: number | null, period: string, origin: Value, zone: Value): number | null {
  if (time === null) return null;
  return periodStart(
    period,
    typeof zone === 'string' ? zone : 'UTC',
    typeof origin === 'string' ? origin : undefined,
    time,
  );
}

/** Joda's pattern letters and luxon's; all others are the same in both. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['xxxx', 'kkkk'],
  ['ww', 'WW'],
  ['e', 'E'],
  ['DDD', 'ooo'],
]);

/** Formats an instant by a Joda pattern. */
function formatTime(time: number | null, pattern: Value, zone: Value): string | null {
  if (time === null) return null;
  if (typeof pattern !== 'string') return new Date(time).toISOString();
  const pieces = pattern.match(/'[^']*'|([A-Za-z])\1*|[^A-Za-z']+/g) ?? [];
  const format = pieces.map((piece) => LETTERS.get(piece) ?? piece).join('');
  return DateTime.fromMillis(time, { zone: typeof zone === 'string' ? zone : 'UTC', locale: 'en' }).toFormat(
    format,
  );
}
