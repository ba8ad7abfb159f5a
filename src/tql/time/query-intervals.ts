// Reads and writes the keys of a query that say which time it covers.
import { formatInterval, isRelativeInterval } from './absolute-intervals.ts';
import type { RelativeInterval, TimeRange } from './interval.ts';
import { isTimeZone } from '../literals.ts';
import type { Query } from '../query.ts';

/** The keys of a query that say which time it covers. */
export type QueryIntervals = Pick<Query, 'intervals' | 'relativeIntervals'>;

/** The keys that give a query an interval: absolute, or relative as the service resolves it. */
export function intervalKeys(
  spec:
    | { readonly kind: 'absolute'; readonly range: TimeRange }
    | { readonly kind: 'relative'; readonly interval: RelativeInterval },
): QueryIntervals {
  if (spec.kind === 'absolute') return { intervals: [formatInterval(spec.range)] };
  const { beginningDate, endDate } = spec.interval;
  return { relativeIntervals: [{ beginningDate: { ...beginningDate }, endDate: { ...endDate } }] };
}

/** The zone in which a query's days begin: its `context.timezone` if that is an IANA zone, otherwise UTC. */
export function zoneOf({ context }: { readonly context?: { readonly timezone?: unknown } | null }): string {
  const zone = context?.timezone;
  return typeof zone === 'string' && isTimeZone(zone) ? zone : 'UTC';
}

/** The relative intervals of a query, those that are not valid left out. */
export function relativeIntervalsOf({ relativeIntervals }: QueryIntervals): readonly RelativeInterval[] {
  return Array.isArray(relativeIntervals) ? relativeIntervals.filter(isRelativeInterval) : [];
}

/** The absolute intervals of a query, in either form that a query may give them. */
export function intervalTexts({ intervals }: QueryIntervals): readonly string[] {
  if (intervals == null || typeof intervals === 'string') return [];
  return 'length' in intervals ? intervals : (intervals.intervals ?? []);
}
