import type { Json } from '../../tql/json.ts';
import { CancelledError } from '../errors.ts';
import { HttpProblem, unavailable } from './problem.ts';
import { createFairQueue, createTally } from './fair-queue.ts';

/** How many queries are accepted at a time, and how long each may take. */
export interface RunLimits {
  /** How many queries of all organizations together may be running or waiting. */
  readonly queries: number;
  /**
   * How many queries of one organization may be running or waiting; fewer, so that those of others are still
   * accepted.
   */
  readonly queriesPerOrganization?: number;
  /**
   * How many queries run at the same time. One organization may run one fewer; the others wait. Default:
   * `CONCURRENCY`.
   */
  readonly atOnce?: number;
  /** How long one query may take, with the time that it waits. */
  readonly timeoutMs: number;
}

/**
 * How many queries the embedded engine runs at the same time: two keep the cores busy, more only make each
 * slower.
 */
export const CONCURRENCY = 4;
/**
 * How many a cluster is asked at the same time: fewer than the connections that a broker takes by default.
 */
export const CLUSTER_CONCURRENCY = 20;

/** The limits for this many queries at a time: a query may take two minutes. */
export function limitsFor(atOnce: number) {
  return {
    atOnce,
    queries: 8 * atOnce,
    queriesPerOrganization: 6 * atOnce,
    timeoutMs: 120_000,
  } satisfies RunLimits;
}

export const RUN_LIMITS = limitsFor(CONCURRENCY);

/**
 * Runs a query of an organization, which is named by its number, within the limits. A caller that goes away
 * cancels its query.
 */
export type RunLimited = (
  organization: number,
  run: (signal: AbortSignal) => Promise<Json>,
  caller: AbortSignal,
) => Promise<Json>;

/**
 * Makes a function that runs queries within limits, and says how many there are when that changes. Throws
 * `HttpProblem` 503 or 504.
 */
export function limitRuns(
  { queries, queriesPerOrganization = queries, atOnce = CONCURRENCY, timeoutMs }: RunLimits,
  onChange: (underWay: number) => void,
): RunLimited {
  const underWay = createTally();
  const queue = createFairQueue(atOnce, Math.max(atOnce - 1, 1));
  const change = (organization: number, by: 1 | -1) => {
    underWay.change(organization, by);
    onChange(underWay.all());
  };
  return async (organization, run, caller) => {
    const all = underWay.all();
    if (all >= queries)
      throw tooMany(`${all} queries are running or waiting, as many as this service accepts`);
    const own = underWay.of(organization);
    if (own >= queriesPerOrganization) {
      throw tooMany(
        `${own} queries of this organization are running or waiting, as many as this service accepts of one`,
      );
    }
    change(organization, 1);
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort();
    }, timeoutMs);
    const signal = AbortSignal.any([late.signal, caller]);
    const running = queue.run(organization, signal, () => run(signal));
    // Called only once the engine has stopped, which can be after the answer.
    const release = () => {
      clearTimeout(timer);
      change(organization, -1);
    };
    running.then(release, release);
    return Promise.race([running, rejectWhenLate(late.signal, timeoutMs)]).catch((error: unknown) => {
      throw late.signal.aborted && error instanceof CancelledError ? tooLate(timeoutMs) : error;
    });
  };
}

function rejectWhenLate(signal: AbortSignal, timeoutMs: number): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(tooLate(timeoutMs));
    });
  });
}

function tooMany(reason: string): HttpProblem {
  return unavailable(`${reason}; try again in a second.`, 1);
}

function tooLate(timeoutMs: number): HttpProblem {
  const detail = `The query ran longer than ${timeoutMs / 1000} seconds and was cancelled. Ask for a shorter interval or less in one query.`;
  return new HttpProblem(504, detail);
}
