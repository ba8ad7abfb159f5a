import type { Json } from '../../tql/json.ts';
import { CancelledError } from '../errors.ts';
import { HttpProblem } from './problem.ts';
import { createFairQueue } from './fair-queue.ts';

/** How many queries may be under way, and for how long each may. */
export interface RunLimits {
  /** Running and waiting for their turn, of all organizations together. */
  readonly queries: number;
  /** The same of one organization, so that there is always a place for the others. */
  readonly queriesOfOne?: number;
  /** With the time that it waits for its turn. */
  readonly timeoutMs: number;
}

/** The limits unless others are given: a query may take two minutes. */
export const RUN_LIMITS = { queries: 32, queriesOfOne: 24, timeoutMs: 120_000 } as const satisfies RunLimits;

/** As many run at once in the engine, which has a connection for each; the others wait. One organization's leave one free. */
const AT_ONCE = 4;

/** Runs a query of an organization, by its number, within the limits. A caller that goes away cancels its query. */
export type RunLimited = (
  organization: number,
  run: (signal: AbortSignal) => Promise<Json>,
  caller: AbortSignal,
) => Promise<Json>;

/** Makes what runs queries within the limits. */
export function limitRuns({ queries, queriesOfOne = queries, timeoutMs }: RunLimits): RunLimited {
  const underWay = new Map<number, number>();
  const turns = createFairQueue(AT_ONCE, AT_ONCE - 1);
  const countOf = (organization: number) => underWay.get(organization) ?? 0;
  return async (organization, run, caller) => {
    const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
    if (all >= queries) throw tooMany(`${all} queries are under way, as many as this service takes`);
    const own = countOf(organization);
    if (own >= queriesOfOne) {
      throw tooMany(`${own} queries of this organization are under way, as many as this service takes of one`);
    }
    underWay.set(organization, own + 1);
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort();
    }, timeoutMs);
    const signal = AbortSignal.any([late.signal, caller]);
    const running = turns.take(organization, signal, () => run(signal));
    // The place is free once the engine has let go, which can be after the answer.
    const release = () => {
      clearTimeout(timer);
      const left = countOf(organization) - 1;
      if (left === 0) underWay.delete(organization);
      else underWay.set(organization, left);
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

function tooMany(what: string): HttpProblem {
  return new HttpProblem(503, `${what}; ask again in a second.`, { headers: { 'retry-after': '1' } });
}

function tooLate(timeoutMs: number): HttpProblem {
  const detail = `The query ran longer than ${timeoutMs / 1000} seconds and was cancelled. Ask for a shorter interval or less in one query.`;
  return new HttpProblem(504, detail);
}
