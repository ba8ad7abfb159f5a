/** What is known of an attempt that failed: an answer's status, headers and message, or null when none came. */
export interface FailedAttempt {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: string;
}

/** Waits longer than this are not worth a runner's time: the report is given up with the reason. */
export const LONGEST_WAIT_MS = 60_000;

const TRIES = 4;

/**
 * How long to wait before trying again, in ms; null when trying again is no use. `attempt` counts from 1.
 * Rate limits as GitHub asks for: `retry-after`, else `x-ratelimit-reset`, else a minute.
 */
export function waitMs(failed: FailedAttempt, attempt: number, nowMs: number): number | null {
  if (attempt >= TRIES) return null;
  const ms = isRateLimit(failed) ? rateLimitWaitMs(failed, nowMs) : passingWaitMs(failed, attempt);
  return ms === null || ms > LONGEST_WAIT_MS ? null : ms;
}

/** Whether GitHub refused for asking too much, rather than for a missing permission: both are 403. */
export function isRateLimit(failed: FailedAttempt): boolean {
  if (failed.status === 429) return true;
  if (failed.status !== 403) return false;
  return (
    'retry-after' in failed.headers ||
    failed.headers['x-ratelimit-remaining'] === '0' ||
    /rate limit|abuse detection/i.test(failed.message)
  );
}

/** When GitHub will listen again, in ms from now. */
export function rateLimitWaitMs(failed: FailedAttempt, nowMs: number): number {
  const after = failed.headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(after)) return Number(after) * 1000;
  const date = Date.parse(after);
  if (!Number.isNaN(date)) return Math.max(0, date - nowMs);
  const reset = Number(failed.headers['x-ratelimit-reset'] ?? Number.NaN);
  if (failed.headers['x-ratelimit-remaining'] === '0' && Number.isFinite(reset))
    return Math.max(0, reset * 1000 - nowMs) + 1000;
  return 60_000;
}

function passingWaitMs(failed: FailedAttempt, attempt: number): number | null {
  return failed.status === null || failed.status >= 500 || failed.status === 408 ? 1000 * 2 ** (attempt - 1) : null;
}
