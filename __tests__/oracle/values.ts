/** A value of an event: a text, a number or null. */
export type Value = string | number | null;

/** An event as plain data; absent names are null. */
export type Event = Readonly<Record<string, Value>>;

/** The kind of a name's values; `none` if it never has one. */
export type Kind = 'text' | 'long' | 'double' | 'none';

/** The kinds of the names that a query may use. */
export type KindOf = (name: string) => Kind;

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['__time', 'long'],
  ['count', 'long'],
  ['floatValue', 'double'],
  ['amount', 'double'],
  ...['appID', 'clientUser', 'type', 'sessionID', 'isTestMode', 'plan', 'Plan', 'a"b'].map(
    (name): [string, Kind] => [name, 'text'],
  ),
]);

/** The kind of an event's own column. */
export const columnKind: KindOf = (name) => KINDS.get(name) ?? 'none';

export function get(event: Event, name: string): Value {
  return Object.hasOwn(event, name) ? (event[name] ?? null) : null;
}

/** A value as a number, also if it is a text of a number. */
export function toNumber(value: Value): number | null {
  return javaNumber(value) ?? toDecimal(value);
}

/** As `toNumber`, of a text in decimal notation in both engines. */
export function toDecimal(value: Value): number | null {
  if (value === null || typeof value === 'number') return value;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

let isJava = false;

/** Calls a function in which texts such as `1d` and `NaN` are numbers, as for Druid. */
export function withJavaNumbers<T>(run: () => T): T {
  isJava = true;
  try {
    return run();
  } finally {
    isJava = false;
  }
}

/** The number in a text that Java reads as one, and that is not in decimal notation. */
function javaNumber(value: Value): number | null {
  const read =
    isJava && typeof value === 'string' ? /^([+-]?(?:NaN|Infinity|.*(?=[fFdD]$)))[fFdD]?$/.exec(value) : null;
  const [, number = ''] = read ?? [];
  return /NaN$/.test(number) ? NaN : /Infinity$/.test(number) ? Number(number) : toDecimal(number);
}

/** A value as a number, as expressions read it: the texts `true` and `false` are 1 and 0. */
export function readNumber(value: Value): number | null {
  const truths: readonly Value[] = ['false', 'true'];
  const truth = typeof value === 'string' ? truths.indexOf(value.toLowerCase()) : -1;
  return truth === -1 ? toNumber(value) : truth;
}

/** Rounds towards zero and clamps to 64 bits; NaN becomes 0, as in Java. */
export function toWhole(value: Value): number | null {
  const number = toNumber(value);
  if (number === null) return null;
  if (Number.isNaN(number)) return 0;
  return Math.min(Math.max(Math.trunc(number), -9223372036854775808), 9223372036854774784) + 0;
}

/** A value as a whole number; null for a text that is not exactly one. */
export function toExactWhole(value: Value): number | null {
  if (typeof value !== 'string') return toWhole(value);
  const number = toNumber(value);
  return number !== null && Number.isInteger(number) && Math.abs(number) < 2 ** 63 ? number + 0 : null;
}

/** A value as text. */
export function toText(value: Value, kind: Kind): string | null {
  if (value === null || typeof value === 'string') return value;
  return kind === 'double' ? javaText(value) : BigInt(value).toString();
}

/** A double as Java writes it: always with a point, and with an exponent outside of 0.001 to 10,000,000. */
function javaText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 && size < 1e7)) {
    const text = Object.is(value, -0) ? '-0' : String(value);
    return text.includes('.') ? text : `${text}.0`;
  }
  // Java writes two digits at least, and these are nearer to the smallest fraction than 5.0.
  if (size === Number.MIN_VALUE) return value < 0 ? '-4.9E-324' : '4.9E-324';
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent.replace('+', '')}`;
}

/** Nulls first, numbers by size and NaN above them, text by code points. */
export function compare(a: Value, b: Value): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') {
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
    return a < b ? -1 : Number(a > b);
  }
  const [left, right] = [Array.from(String(a)), Array.from(String(b))];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** A value, possibly null, and its kind. */
export interface Typed {
  readonly kind: Kind;
  readonly value: Value;
}

/** True, false, or null for unknown. */
export type Truth = boolean | null;

/** A number is true if it is positive, a text if it is `true`. */
export function isTrue({ value }: Typed): Truth {
  if (value === null) return null;
  return typeof value === 'string' ? value.toLowerCase() === 'true' : value > 0;
}

/** Compares two texts as texts, all other values as numbers. */
export function compared(operator: string, a: Typed, b: Typed): Truth {
  const isText = a.kind === 'text' && b.kind === 'text';
  const [left, right] = isText ? [a.value, b.value] : [readNumber(a.value), readNumber(b.value)];
  if (left === null || right === null) return null;
  const order = compare(left, right);
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '==':
      return order === 0;
    default:
      return order !== 0;
  }
}

/** A value as another kind. */
export function converted({ kind, value }: Typed, to: string): Typed {
  switch (to.toUpperCase()) {
    case 'LONG':
      return { kind: 'long', value: toWhole(readNumber(value)) };
    case 'DOUBLE':
    case 'FLOAT':
      return { kind: 'double', value: readNumber(value) };
    case 'STRING':
      return { kind: 'text', value: toText(value, kind) };
    default:
      throw new RefusedQueryError(`cast to ${to}`);
  }
}

/** The query is one that the service must refuse. */
export class RefusedQueryError extends Error {}
