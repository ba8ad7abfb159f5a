import { type Json } from '../tql/json.ts';
import { CancelledError } from './errors.ts';
import { HttpProblem } from './problem.ts';

/** How many queries may be under way at once, and for how long each may run. */
export interface RunLimits {
  readonly queries: number;
  readonly timeoutMs: number;
}

/** The limits unless others are given: a query may take two minutes. */
export const RUN_LIMITS: RunLimits = { queries: 32, timeoutMs: 120_000 };

/** Makes what runs queries within the limits. A caller that goes away cancels its query. */
export function limitRuns(limits: RunLimits) {
  let underWay = 0;
  return async (run: (signal: AbortSignal) => Promise<Json>, caller: AbortSignal): Promise<Json> => {
    if (underWay >= limits.queries) {
      const detail = `${underWay} queries are under way, as many as this service runs at once; ask again in a second.`;
      throw new HttpProblem(503, detail, { headers: { 'retry-after': '1' } });
    }
    underWay += 1;
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort();
    }, limits.timeoutMs);
    const running = run(AbortSignal.any([late.signal, caller]));
    // The place is free once the engine has let go, which can be after the answer.
    const release = () => {
      clearTimeout(timer);
      underWay -= 1;
    };
    running.then(release, release);
    return Promise.race([running, overtime(late.signal, limits.timeoutMs)]).catch((error: unknown) => {
      throw late.signal.aborted && error instanceof CancelledError ? tooLate(limits.timeoutMs) : error;
    });
  };
}

function overtime(signal: AbortSignal, timeoutMs: number): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(tooLate(timeoutMs));
    });
  });
}

function tooLate(timeoutMs: number): HttpProblem {
  const detail = `The query ran longer than ${timeoutMs / 1000} seconds and was cancelled. Ask for a shorter interval or less in one query.`;
  return new HttpProblem(504, detail);
}
