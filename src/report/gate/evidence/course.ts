// Reads how a number went by day or by hour, before a gate compares two periods: a business app has a tenth
// of its events on a Sunday, so that a Monday seems to grow tenfold, and a platform of which two days are
// missing seems to fall. `reader.ts` calls this for changes and for earlier numbers.
import type { ReportedInsight } from '../../results/results.ts';
import { isAligned } from '../../compare/by-day.ts';
import { withIntervals } from '../../compare/earlier-periods.ts';
import { findGaps, WEEK } from '../../compare/gaps.ts';
import { daysEarlier, toZoned, wholeDays } from '../../compare/local-time.ts';
import { calculate, exactNumber, type NumberRange } from '../../expression/number-range.ts';
import { because, type Explained } from '../../expression/reasons.ts';
import { outputKind } from '../../tables/query/counting.ts';
import { toNumber } from '../../tables/table.ts';
import { formatInterval } from '../../../tql/time/absolute-intervals.ts';
import { MS_PER_DAY, MS_PER_HOUR } from '../../../tql/time/interval.ts';
import { rangeOf } from '../../results/dates.ts';
import { answerTo, type Evidence, extraQueryFor } from './evidence.ts';
import type { Subject } from './rows.ts';

/** A range that holds another one, too: `why` says why it is not known which is right. */
export function orAs(range: NumberRange, other: NumberRange, why: string): NumberRange {
  return range.between(Math.min(range.low, other.low), Math.max(range.high, other.high), because(why));
}

/** An earlier number of other days of the week or hours, between itself and what is usual on these. */
export function orByWeekday(range: NumberRange, { evidence, output }: Subject): NumberRange {
  const ratio = weekdayRatio(evidence, output) * clockRatio(evidence.insight, output);
  const why = 'the days of the week or the hours differ, and what is usual on them may decide otherwise';
  return ratio === 1 ? range : orAs(range, calculate('*', range, exactNumber(ratio)), why);
}

/** How much longer a period is than the earlier one: 23/24 for the day on which clocks change. */
function clockRatio({ interval, compare, query }: ReportedInsight, output: string): number {
  const isByDay = compare?.length !== undefined;
  if (compare === null || isByDay || !interval.complete || outputKind(query, output) !== 'additive') return 1;
  const hoursOf = ({ start, end }: Pick<typeof compare, 'start' | 'end'>): number =>
    Math.ceil((Date.parse(end) - Date.parse(start)) / MS_PER_HOUR);
  return hoursOf(interval) / hoursOf(compare);
}

/** How many weeks before a period show what is usual. */
const WEEKS = 4;

/**
 * How many times as much is usual in a day (or an hour) of a period as in one of the earlier period, by the
 * same days of the four weeks before; 1 if both have the same days of the week, or nothing is known.
 */
function weekdayRatio(evidence: Evidence, output: string): number {
  const course = isAligned(evidence.insight) ? null : courseOf(evidence, null, output);
  if (course === null) return 1;
  const { counts, now, before, weekLength } = course;
  const usualAt = (place: number): number => {
    const slot = (((place - now.first) % weekLength) + weekLength) % weekLength;
    const places = Array.from({ length: WEEKS }, (_, week) => now.first - (week + 1) * weekLength + slot);
    return places.reduce((sum, each) => sum + (counts[each] ?? 0), 0);
  };
  const usualIn = ({ first, end }: Stretch): number => {
    const places = Array.from({ length: end - first }, (_, index) => first + index);
    return places.reduce((sum, place) => sum + usualAt(place), 0) / places.length;
  };
  const ratio = usualIn(now) / usualIn(before);
  return ratio > 0 && ratio < Infinity ? ratio : 1;
}

/**
 * The days of either period without events of a subject, which has some before and after; null without any.
 */
export function findOwnGap({ evidence, output, row, named }: Subject): Explained | null {
  const { insight } = evidence;
  // The whole is covered by the coverage of its source.
  if (typeof row !== 'string') return null;
  const course = courseOf(evidence, row, output);
  if (course === null || !course.isOfDays) return null;
  const { counts, now, before, startMs } = course;
  const gap = findGaps(counts, { hadBegun: false }).find(
    ({ first, last }) =>
      last < counts.length - 1 && [now, before].some((each) => first < each.end && last >= each.first),
  );
  if (gap === undefined) return null;
  const [from, until] = [gap.first, gap.last].map((days) =>
    toZoned(startMs, insight.timezone).add({ days }).toPlainDate().toString(),
  );
  return because(`there are no events of ${named} on ${from === until ? from : `${from} to ${until}`}`);
}

/** Places in a course, from the first to before `end`. */
interface Stretch {
  readonly first: number;
  readonly end: number;
}

/**
 * What a row (null: the whole) counted on each day, or in each hour, from four weeks before both periods
 * until now; null if it does not count, or there is no answer.
 */
function courseOf({ insight, answers }: Evidence, key: string | null, output: string) {
  const { interval, compare, timezone, query } = insight;
  const point = extraQueryFor(insight, key, 'now');
  if (compare === null || outputKind(query, output) === 'other' || 'problem' in point) return null;
  const [period, earlier] = [rangeOf(interval), rangeOf(compare)];
  const isOfDays = wholeDays(period, timezone) !== null && wholeDays(earlier, timezone) !== null;
  const stepMs = isOfDays ? MS_PER_DAY : MS_PER_HOUR;
  const startMs = daysEarlier(earlier.startMs, WEEKS * WEEK, timezone);
  const runningEndMs = period.startMs + earlier.endMs - earlier.startMs;
  const range = { startMs, endMs: interval.complete ? period.endMs : runningEndMs };
  const course = withIntervals(point.query, { intervals: [formatInterval(range)] });
  const answer = answerTo({ ...course, granularity: isOfDays ? 'day' : 'hour' }, answers);
  if ('problem' in answer || answer.result.kind !== 'timeseries') return null;
  const placeOf = (ms: number): number => Math.round((ms - startMs) / stepMs);
  const counts = new Array<number>(placeOf(range.endMs)).fill(0);
  for (const { timestampMs, values } of answer.result.buckets)
    counts[placeOf(timestampMs)] = toNumber(values[output]) ?? 0;
  const stretchOf = (each: typeof period): Stretch => ({
    first: placeOf(each.startMs),
    end: placeOf(Math.min(each.endMs, range.endMs)),
  });
  const weekLength = (WEEK * MS_PER_DAY) / stepMs;
  return { counts, startMs, isOfDays, weekLength, now: stretchOf(period), before: stretchOf(earlier) };
}
