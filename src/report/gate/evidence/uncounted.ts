// Says of which counts a part is missing, because there are no events on some days or a bucket is not over:
// they may be more. `reader.ts` asks it of each number that it reads.
import { completeBuckets } from '../../compare/complete-buckets.ts';
import { toZoned } from '../../compare/local-time.ts';
import type { ReportedInsight, ResultsRow } from '../../results/results.ts';
import { bucketEndMs } from '../../../tql/buckets.ts';
import { parseGranularity } from '../../../tql/granularity.ts';
import { rangeOf, type TimeRange } from '../../../tql/interval.ts';
import { makeVisible } from '../../../text/visible.ts';
import type { FunctionCall, RowSet } from '../../expression/calls.ts';
import type { NumberRange } from '../../expression/number-range.ts';
import { because } from '../../expression/reasons.ts';
import type { Evidence } from './evidence.ts';
import { outputFacts } from './outputs.ts';

/** What is read: the function, its row or set (null: the whole) and the output that it names. */
export type NumberRead = readonly [
  name: Exclude<FunctionCall['name'], 'count'>,
  row: string | RowSet | ResultsRow | null,
  output: string | null,
];

/** What reads a count of a time. */
const OF_A_TIME: ReadonlySet<string> = new Set(['value', 'total', 'first', 'last']);

/**
 * Makes a count the least that it may be if something was not counted of its time. The days that a period
 * lacks matter only against a limit: a quotient lacks them on both sides, unless one step of a funnel does.
 */
export function uncountedReader({ insight, nowMs, relations }: Evidence) {
  const isSeries = insight.queryType === 'timeseries';
  const granularity = isSeries ? parseGranularity(insight.query.granularity) : null;
  const complete = isSeries ? completeBuckets(insight, nowMs) : [];
  const isComplete = new Set(complete);
  const hasStepWithout = insight.gaps?.some(({ step }) => step !== undefined);
  const bucketOf = (name: string, row: NumberRead[1]): ResultsRow | undefined => {
    if (name === 'first') return complete[0];
    if (name === 'last') return complete.at(-1);
    if (typeof row === 'string') return insight.rows.find(({ key }) => key === row);
    return row !== null && 'parts' in row ? row : undefined;
  };
  const findWhy = (name: string, row: NumberRead[1]): string | null => {
    const bucket = granularity && bucketOf(name, row);
    if (granularity === null || bucket == null)
      return relations.has('limit') || hasStepWithout
        ? findDaysWithout(rangeOf(insight.interval), insight)
        : null;
    if (!isComplete.has(bucket)) return `the bucket of ${makeVisible(bucket.key)} is not complete`;
    const startMs = Date.parse(bucket.key);
    const endMs = bucketEndMs(granularity, insight.timezone, startMs) ?? startMs + 1;
    return findDaysWithout({ startMs, endMs }, insight);
  };
  return (range: NumberRange, ...[name, row, output]: NumberRead): NumberRange => {
    const counted = output ?? insight.metric;
    if (
      !OF_A_TIME.has(name) ||
      range.shown === null ||
      counted === null ||
      !outputFacts(insight, counted).isPart
    )
      return range;
    const why = findWhy(name, row);
    return why === null ? range : range.between(range.low, Infinity, because(`${why}, so it may be more`));
  };
}

function findDaysWithout(
  { startMs, endMs }: TimeRange,
  { gaps = [], timezone }: Pick<ReportedInsight, 'gaps' | 'timezone'>,
): string | null {
  const dayOf = (ms: number): string => toZoned(ms, timezone).toPlainDate().toString();
  const within = gaps.filter(({ from, until }) => from <= dayOf(endMs - 1) && until >= dayOf(startMs));
  return within.length === 0 ? null : `there are no events on ${within.map(({ text }) => text).join(', ')}`;
}
