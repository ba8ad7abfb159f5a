// Widens a number of an earlier period of other days of the week: a business app has a tenth of its events
// on a Sunday, so that a Monday seems to grow tenfold. The week before shows by how much such days differ.
import { otherWeekdays } from '../../compare/by-day.ts';
import { withIntervals } from '../../compare/earlier-periods.ts';
import { WEEK } from '../../compare/gaps.ts';
import { daysEarlier } from '../../compare/local-time.ts';
import { calculate, type NumberRange } from '../../expression/number-range.ts';
import { because } from '../../expression/reasons.ts';
import { outputKind } from '../../tables/aggregations.ts';
import { formatInterval } from '../../../tql/absolute-intervals.ts';
import type { Evidence, WhichPeriod } from './evidence.ts';
import type { Subject } from './rows.ts';
import { totalOf } from './totals.ts';

/** A count of other days of the week, between the count itself and what the week before lets expect. */
export function orByWeekday(range: NumberRange, { evidence, output }: Subject): NumberRange {
  const ratio = weekdayRatio(evidence, output);
  const why = `it is compared with ${otherWeekdays(evidence.insight)}, and the week before may decide otherwise`;
  return ratio === null ? range : orAs(range, calculate('*', range, ratio), why);
}

/** A range that holds another one, too: `why` says why it is not known which is right. */
export function orAs(range: NumberRange, other: NumberRange, why: string): NumberRange {
  return range.between(Math.min(range.low, other.low), Math.max(range.high, other.high), because(why));
}

/**
 * How many times as much the days of the week of a period had, a week before, as those of the earlier period;
 * null if both are of the same days, or the output is no count.
 */
export function weekdayRatio(evidence: Evidence, output: string): NumberRange | null {
  const { insight } = evidence;
  const { query, interval, compare, timezone } = insight;
  if (compare === null || otherWeekdays(insight) === '' || outputKind(query, output) === 'other') return null;
  const weekBefore = (date: string): number => daysEarlier(Date.parse(date), WEEK, timezone);
  const startMs = weekBefore(interval.start);
  const [earlierMs, earlierEndMs] = [weekBefore(compare.start), weekBefore(compare.end)];
  const range = { startMs, endMs: startMs + earlierEndMs - earlierMs };
  const weekEarlier = {
    ...insight,
    query: withIntervals(query, { intervals: [formatInterval(range)] }),
    compare: { start: new Date(earlierMs).toISOString(), end: new Date(earlierEndMs).toISOString() },
    ...NO_TABLE,
  };
  const totalIn = (when: WhichPeriod): NumberRange =>
    totalOf({ ...evidence, insight: weekEarlier }, output, when);
  return calculate('/', totalIn('now'), totalIn('before'));
}

/** Numbers without a table are queried. */
const NO_TABLE = { rows: [], gone: [], total: null, previousTotal: null, cutOff: true } as const;
