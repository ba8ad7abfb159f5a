// Gives a number the range that it may have if events are missing, on some days or because a bucket is not
// over: 120 users, and no events on May 3 → 120 or more. Pure. `reader.ts` calls it for each number.
import { completeBuckets } from '../../compare/complete-buckets.ts';
import { toZoned } from '../../compare/local-time.ts';
import type { ReportedInsight, ResultsRow } from '../../results/results.ts';
import { aggregationBehind } from '../../tables/query/outputs.ts';
import { bucketEndMs } from '../../../tql/time/buckets.ts';
import { parseGranularity } from '../../../tql/time/granularity.ts';
import type { TimeRange } from '../../../tql/time/interval.ts';
import { rangeOf } from '../../results/dates.ts';
import { makeVisible } from '../../../text/visible.ts';
import { type FunctionCall, periodsOf, type RowSet } from '../../expression/calls.ts';
import type { NumberRange } from '../../expression/number-range.ts';
import { because } from '../../expression/reasons.ts';
import type { Evidence } from './evidence.ts';
import { outputFacts } from './outputs.ts';

/** A call of an assertion: the function, its row or set (null: all rows) and the output that it names. */
export type NumberRead = readonly [
  name: Exclude<FunctionCall['name'], 'count'>,
  row: string | RowSet | ResultsRow | null,
  output: string | null,
];

/** The functions that read one number of one time. The others, such as `share`, relate it to another one. */
const OF_A_TIME: ReadonlySet<string> = new Set(['value', 'total', 'first', 'last']);

/**
 * Makes the function that gives a number its range:
 * - A count on whose days events are missing is 120 or more.
 * - A rate, a share or a change is unknown if only some of its events are missing (`isPartial`), such as
 *   those of one platform.
 * - If all events of a day are missing, both sides of a quotient lack them, and it stays. A count then
 *   matters only where it is compared with a fixed limit.
 */
export function uncountedReader({ insight, nowMs, relations }: Evidence) {
  const isSeries = insight.queryType === 'timeseries';
  const granularity = isSeries ? parseGranularity(insight.query.granularity) : null;
  const complete = isSeries ? completeBuckets(insight, nowMs) : [];
  const isComplete = new Set(complete);
  const bucketOf = (name: string, row: NumberRead[1]): ResultsRow | undefined => {
    if (name === 'first') return complete[0];
    if (name === 'last') return complete.at(-1);
    if (typeof row === 'string') return insight.rows.find(({ key }) => key === row);
    return row !== null && 'parts' in row ? row : undefined;
  };
  const rangeOfBucket = (bucket: ResultsRow | undefined): TimeRange => {
    if (bucket === undefined || granularity === null) return rangeOf(insight.interval);
    const startMs = Date.parse(bucket.key);
    return { startMs, endMs: bucketEndMs(granularity, insight.timezone, startMs) ?? startMs + 1 };
  };
  return (range: NumberRange, ...[name, row, output]: NumberRead): NumberRange => {
    const counted = output ?? insight.metric;
    if (range.shown === null || counted === null || !periodsOf(name).includes('now')) return range;
    const isOfTime = OF_A_TIME.has(name);
    const bucket = isOfTime && granularity !== null ? bucketOf(name, row) : undefined;
    const orMore = (why: string): NumberRange =>
      range.between(range.low, Infinity, because(`${why}, so it may be more`));
    const isPart = isOfTime && outputFacts(insight, counted).isPart;
    if (isPart && bucket !== undefined && !isComplete.has(bucket))
      return orMore(`the bucket of ${makeVisible(bucket.key)} is not complete`);
    const gaps = gapsOf(insight, [counted, ...keysOf(row)], isOfTime ? rangeOfBucket(bucket) : null);
    const why = `there are no events on ${gaps.map(({ text }) => text).join(', ')}`;
    const isPartial = gaps.some((gap) => gap.isPartial);
    if (isPart && gaps.length > 0 && (isPartial || bucket !== undefined || relations.has('limit')))
      return orMore(why);
    return isPartial ? range.between(-Infinity, Infinity, because(why)) : range;
  };
}

/** The keys of the rows that are read. */
function keysOf(row: NumberRead[1]): readonly string[] {
  if (row === null) return [];
  if (typeof row === 'string') return [row];
  return 'parts' in row ? [row.key] : row.texts;
}

/**
 * The gaps in the events that an output, or one of some rows, counts, in a time (null: in both periods). A
 * rate or a step may be computed from any part of the events.
 */
function gapsOf(
  { gaps = [], query, timezone }: ReportedInsight,
  [output, ...keys]: readonly [string, ...string[]],
  time: TimeRange | null,
): NonNullable<ReportedInsight['gaps']> {
  const dayOf = (ms: number): string => toZoned(ms, timezone).toPlainDate().toString();
  const isRate = aggregationBehind(query, output) === null;
  return gaps.filter(
    ({ from, until, part = output }) =>
      (isRate || part === output || keys.includes(part)) &&
      (time === null || (from <= dayOf(time.endMs - 1) && until >= dayOf(time.startMs))),
  );
}
