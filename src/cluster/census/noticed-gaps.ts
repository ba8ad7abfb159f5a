// The gaps that Druid notices while it answers a query: it names them in the header
// `x-druid-response-context`.
import { parseAbsoluteInterval } from '../../tql/time/interval.ts';
import type { Stretch } from '../archive/stretches.ts';

/**
 * Is added to the context of each query, so that Druid names the gaps it noticed: as many as a header holds.
 */
export const PROOF_CONTEXT = { uncoveredIntervalsLimit: 60 };

/** The gaps that Druid noticed while it answered. */
export interface NoticedGaps {
  readonly gaps: readonly Stretch[];
  /** Whether there were no more than the header holds. */
  readonly areAllNamed: boolean;
}

/** Reads the header of an answer, such as `{"uncoveredIntervals":["2026-10-01/2026-10-02"]}`. */
export function readNoticedGaps(context: string): NoticedGaps {
  const isCut = /"(?:uncoveredIntervalsOverflowed|truncated)":true/.test(context);
  if (!context.startsWith('{') || isCut) return { gaps: [], areAllNamed: false };
  const intervalList = /"uncoveredIntervals":\[([^\]]*)\]/.exec(context)?.[1] ?? '';
  const intervals = [...intervalList.matchAll(/"([^"]+)"/g)];
  return { gaps: intervals.map(([, interval = '']) => readStretch(interval)), areAllNamed: true };
}

/** A stretch of Druid's text; all time if it is not one that can be read. */
export function readStretch(interval: string): Stretch {
  return parseAbsoluteInterval(interval) ?? ALWAYS;
}

/** Every moment. */
export const ALWAYS: Stretch = { startMs: -Infinity, endMs: Infinity };
