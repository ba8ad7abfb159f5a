// Limits how many queries run at a time and how long each may take, so that no client of `serve` or of the
// explorer keeps the engine to itself. `fair-queue.ts` decides whose turn it is.
import type { Json } from '../../tql/json.ts';
import { CancelledError } from '../errors.ts';
import { HttpProblem, unavailable } from './problem.ts';
import type { Client } from './authorize.ts';
import { createFairQueue, QueueFullError } from './fair-queue.ts';

/** How many queries are accepted at a time, and how long each may take. */
export interface RunLimits {
  /**
   * How many queries may be running or waiting. Beyond that, the organization with the most queries loses
   * one: the newest waiting query of its token with the most.
   */
  readonly queries: number;
  /**
   * How many run at the same time: 4 means 4 in all, 3 of one organization and 2 of one token. The others
   * wait. Default: `CONCURRENCY`.
   */
  readonly atOnce?: number;
  /** How long one query may take, with the time that it waits. */
  readonly timeoutMs: number;
}

/**
 * How many queries the embedded engine runs at the same time: 3 of one organization and 2 of one token, so
 * that a place stays free for others. More would not end sooner: each query uses all cores.
 */
export const CONCURRENCY = 4;

/** The limits for this many queries at a time: a query may take two minutes. */
export function limitsFor(atOnce: number) {
  return {
    atOnce,
    queries: 8 * atOnce,
    timeoutMs: 120_000,
  } satisfies RunLimits;
}

/**
 * Makes the function that runs a client's query: in its turn, and not for too long. It throws `HttpProblem`
 * 503 or 504; `caller`, which is aborted when the client goes away, cancels the query. `onChange` is called
 * with how many queries are running or waiting.
 */
export function limitRuns(
  { queries, atOnce = CONCURRENCY, timeoutMs }: RunLimits,
  onChange: (underWay: number) => void,
) {
  const queue = createFairQueue(
    [0, 1, 2].map((fewer) => Math.max(atOnce - fewer, 1)),
    queries,
  );
  return async (
    { id, token }: Client,
    run: (signal: AbortSignal) => Promise<Json>,
    caller: AbortSignal,
  ): Promise<Json> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([timeout, caller]);
    const running = queue.run([ALL, `${id}`, `${id} ${token}`], signal, () => run(signal));
    const reportSize = () => {
      onChange(queue.size());
    };
    reportSize();
    // The query is counted until the engine has stopped, which can be after the answer of a late query.
    running.then(reportSize, reportSize);
    return Promise.race([running, rejectWhenLate(timeout, timeoutMs)]).catch((error: unknown) => {
      if (error instanceof QueueFullError) throw tooMany(queries);
      throw timeout.aborted && error instanceof CancelledError ? tooLate(timeoutMs) : error;
    });
  };
}

/** The owner of all queries. The others are organizations and tokens: `3`, `3 9F2C…`. */
const ALL = '';

function rejectWhenLate(signal: AbortSignal, timeoutMs: number): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(tooLate(timeoutMs));
    });
  });
}

function tooMany(queries: number): HttpProblem {
  const detail = `${queries} queries are running or waiting, as many as this service accepts; try again in a second.`;
  return unavailable(detail, 1);
}

function tooLate(timeoutMs: number): HttpProblem {
  const detail = `The query ran longer than ${timeoutMs / 1000} seconds and was cancelled. Use a shorter interval, or several queries.`;
  return new HttpProblem(504, detail);
}
