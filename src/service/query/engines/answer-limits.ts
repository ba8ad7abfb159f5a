import { getHeapStatistics } from 'node:v8';
import { createEventLoopYield } from '../../event-loop.ts';
import { QueryError } from '../../errors.ts';

/**
 * The limit of an answer's length, in characters: about a quarter of the longest string of JavaScript, and little enough
 * that four such answers at once, at about nine bytes of memory a character, fit into the heap.
 */
export const ANSWER_LENGTH_LIMIT = Math.min(100_000_000, getHeapStatistics().heap_size_limit / 45);

/** The error for an answer that is longer. */
export function tooLongAnswer(): QueryError {
  return new QueryError(null, 'The answer is too long. Ask for a shorter interval, fewer columns or fewer rows');
}

/** Limits the values of a timeseries, those of empty buckets included, which engines do not count. */
const VALUE_LIMIT = 10_000_000;

/** Throws `QueryError` if a timeseries would have too many values. */
export function checkValueCount(buckets: number, outputs: number): void {
  if (buckets * outputs <= VALUE_LIMIT) return;
  throw new QueryError(
    'granularity',
    `makes ${buckets} buckets of ${outputs} values each, which is too long an answer`,
  );
}

/** Limits the events of one answer. */
export const EVENT_LIMIT = 500_000;

/** The error for a scan of more events. */
export function tooManyEvents(): QueryError {
  return new QueryError('limit', `is missing, and there are more than ${EVENT_LIMIT} events`);
}

/** This many rows take about a millisecond. */
const STEP_ROWS = 500;

/** Maps the rows of an answer. Yields to other requests between steps if there are many. */
export function mapRows<T, U>(rows: readonly T[], map: (row: T) => U): readonly U[] | Promise<readonly U[]> {
  return rows.length <= STEP_ROWS ? rows.map(map) : mapInSteps(rows, map);
}

async function mapInSteps<T, U>(rows: readonly T[], map: (row: T) => U): Promise<readonly U[]> {
  const yieldIfDue = createEventLoopYield();
  const mapped: U[] = [];
  for (let from = 0; from < rows.length; from += STEP_ROWS) {
    for (const row of rows.slice(from, from + STEP_ROWS)) mapped.push(map(row));
    const pause = yieldIfDue();
    if (pause !== null) await pause;
  }
  return mapped;
}
