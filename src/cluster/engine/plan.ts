// The plan of a query: a native query, and how Druid's answer becomes that of the service. Other files of
// this folder make a plan for each type of query. Also the readers of Druid's answers, which those use.
import type { Granularity } from '../../tql/granularity.ts';
import { isJsonObject, type Json, type JsonObject } from '../../tql/json.ts';
import { parseTimestamp } from '../../tql/literals.ts';
import { ClusterAnswerError, QueryError } from '../../service/errors.ts';

/** Runs one more query. */
export type RunMore = (query: JsonObject) => Promise<readonly unknown[]>;

export interface Plan {
  readonly query: JsonObject;
  readonly toResult: (
    answer: readonly unknown[],
    runMore: RunMore,
  ) => readonly Json[] | Promise<readonly Json[]>;
}

/** An object of Druid's answer. */
export type Values = { readonly [name: string]: unknown };

/** An object of Druid's answer. Throws `ClusterAnswerError` for anything else. */
export function readObject(value: unknown): Values {
  if (isJsonObject(value)) return value;
  throw new ClusterAnswerError(`Druid answered with ${typeof value} where an object was expected`);
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

/**
 * Checks that an answer has only buckets of the query. Otherwise throws `ClusterAnswerError`, or `QueryError`
 * if a change of the clock explains it: after a change by half an hour, or one that skips the time of day at
 * which buckets begin, Druid goes on counting as before.
 */
export function checkBuckets(
  answered: Iterable<number | undefined>,
  buckets: readonly number[],
  granularity: Granularity,
): void {
  const queryBuckets = new Set<number | undefined>(buckets);
  if ([...answered].every((startMs) => queryBuckets.has(startMs))) return;
  const { timeZone = 'UTC' } = typeof granularity === 'object' && 'period' in granularity ? granularity : {};
  if (!UTC_NAMES.has(timeZone))
    throw new QueryError(
      'granularity',
      `has buckets that begin elsewhere in Druid after a change of the clock in ${timeZone}. Use days without an \`origin\`, or in UTC`,
    );
  throw new ClusterAnswerError('Druid answered with a time that the query does not ask for');
}

const UTC_NAMES: ReadonlySet<string> = new Set(['UTC', 'Etc/UTC']);
