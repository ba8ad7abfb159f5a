/** A value of an event: text, number or nothing. */
export type Value = string | number | null;

/** An event as plain data; a name that is absent is null. */
export type Event = Readonly<Record<string, Value>>;

/** Column names whose values are whole numbers, and those that are doubles; all others are text. */
const WHOLE = new Set(['__time', 'count']);
const DOUBLE = new Set(['floatValue', 'amount']);

export function isNumeric(name: string): boolean {
  return WHOLE.has(name) || DOUBLE.has(name);
}

export function get(event: Event, name: string): Value {
  return Object.hasOwn(event, name) ? (event[name] ?? null) : null;
}

/** The number that a value is or reads as. */
export function toNumber(value: Value): number | null {
  if (value === null || typeof value === 'number') return value;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Cut towards zero, and at the ends of 64 bits. */
export function toWhole(value: Value): number | null {
  const number = toNumber(value);
  if (number === null) return null;
  return Math.min(Math.max(Math.trunc(number), -9223372036854775808), 9223372036854774784);
}

/** A value as text; doubles have a decimal point, as Java writes them. */
export function toText(value: Value, name: string): string | null {
  if (value === null || typeof value === 'string') return value;
  if (WHOLE.has(name)) return String(value);
  return Number.isInteger(value) && Math.abs(value) < 1e7 ? value.toFixed(1) : String(value);
}

/** Nulls first, numbers by size, text by code points. */
export function compare(a: Value, b: Value): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [Array.from(String(a)), Array.from(String(b))];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
