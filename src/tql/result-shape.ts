// Reads values at their places in an answer, and says what is there instead if the shape is another one:
// `result.rows: expected an array, got null`.
import { truncate } from '../text/truncate.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { parseTimestamp } from './literals.ts';

/** An answer of another shape. The message says where, what was expected and what was there. */
export class ResultShapeError extends Error {
  override readonly name = 'ResultShapeError';
}

/** The value at a path, which has to be an object; `expected` is for the message of a `ResultShapeError`. */
export function objectAt(value: unknown, path: string, expected: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw shapeError(path, expected, value);
}

/** As `objectAt`, for a list. */
export function listAt(value: unknown, path: string, expected: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw shapeError(path, expected, value);
}

/** As `objectAt`, for a time, in epoch milliseconds. */
export function momentAt(value: unknown, path: string): number {
  const ms = typeof value === 'string' ? parseTimestamp(value) : null;
  if (ms === null) throw shapeError(path, 'a date-time such as 2026-10-05T00:00:00+0000', value);
  return ms;
}

/** `row [3].timestamp: expected a date-time such as …, got the number 5`. */
export function shapeError(path: string, expected: string, got: unknown): ResultShapeError {
  return new ResultShapeError(
    `${path.startsWith('[') ? `row ${path}` : path}: expected ${expected}, got ${describe(got)}`,
  );
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object') return describeObject(value);
  if (typeof value === 'string') return `the text ${quoteClipped(value)}`;
  // JSON has no other values.
  return `the ${typeof value} ${JSON.stringify(value)}`;
}

const SHOWN_KEYS = 5;

function describeObject(value: object): string {
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an empty object';
  const shownKeys = keys.slice(0, SHOWN_KEYS).map(quoteClipped);
  return `an object with ${shownKeys.join(', ')}${keys.length > SHOWN_KEYS ? ', …' : ''}`;
}

/** A text from outside in quotes, for messages. */
export function quoteClipped(text: string): string {
  return JSON.stringify(truncate(text, 40));
}
