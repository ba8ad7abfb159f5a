// Readers of Druid's answers, which the plans of queries use.
import { isJsonObject, type Json } from '../../tql/json.ts';
import { parseTimestamp } from '../../tql/literals.ts';
import { ClusterAnswerError } from '../../service/errors.ts';

/** An object of Druid's answer. */
export type Values = { readonly [name: string]: unknown };

/** An object of Druid's answer. Throws `ClusterAnswerError` for anything else. */
export function readObject(value: unknown): Values {
  if (isJsonObject(value)) return value;
  throw new ClusterAnswerError(`Druid answered with ${typeof value} where an object was expected`);
}

/** The object that a row of Druid's answer has under a key; an empty one if there is no row. */
export function objectIn(row: unknown, key: string): Values {
  return row === undefined ? {} : readObject(readObject(row)[key]);
}

/** A list of Druid's answer. Throws `ClusterAnswerError` for anything else. */
export function readList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new ClusterAnswerError(`Druid answered with ${typeof value} where a list was expected`);
}

/**
 * A time of Druid's answer, which is written in any zone, in epoch milliseconds. Throws `ClusterAnswerError`
 * for anything else.
 */
export function readTime(value: unknown): number {
  const epochMs = typeof value === 'string' ? parseTimestamp(value) : null;
  if (epochMs === null)
    throw new ClusterAnswerError(`Druid answered with ${JSON.stringify(value)} where a time was expected`);
  return epochMs;
}

/**
 * A JSON object of names and the values that a row has for them, in order. Safe for names such as
 * `__proto__`. A row without one of them answers another query: throws `ClusterAnswerError`.
 */
export function jsonRow(names: readonly string[], row: Values): { readonly [name: string]: Json } {
  if (!names.every((name) => Object.hasOwn(row, name)))
    throw new ClusterAnswerError('Druid answered with a row that lacks an output of the query');
  return Object.fromEntries(names.map((name) => [name, jsonOf(row[name])]));
}

/** A value of Druid's answer: a scalar, or a list of them. Throws `ClusterAnswerError` for anything else. */
export function jsonOf(value: unknown): Json {
  if (Array.isArray(value)) return value.map(scalarOf);
  return scalarOf(value);
}

function scalarOf(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new ClusterAnswerError(`Druid answered with ${typeof value} where a value was expected`);
}
