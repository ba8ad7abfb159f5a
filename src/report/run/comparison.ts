// Reads the answers about the earlier period of an insight, and joins its rows with the current ones. Pure.
import type { ReportedInsight } from '../results/results.ts';
import type { Query } from '../../tql/query.ts';
import { type InsightAnswers, readAnswer, type TableAnswer } from './ask.ts';
import type { ComparisonPlan, InsightPlan } from './planning/plan.ts';
import { outputKind } from '../tables/query/counting.ts';
import type { Table, TableRow } from '../tables/table.ts';
import { MS_PER_DAY, type TimeRange } from '../../tql/time/interval.ts';
import { toDates } from '../results/dates.ts';
import { errorNote } from './notes.ts';
import { yearBefore } from '../compare/earlier-periods.ts';
import type { Span } from '../compare/period.ts';
import { bucketDays } from '../compare/by-day.ts';
import { wholeDays } from '../compare/local-time.ts';
import { type JoinedRows, joinTables, uncomparedRows } from '../compare/rows.ts';
import { withTotal } from '../tables/total.ts';

/** What an insight is compared with. */
interface Comparison extends ComparisonPlan {
  readonly table: Table;
}

/** What was read of an earlier period. */
interface ReadComparison {
  /** Null if nothing is compared. */
  readonly comparison: Comparison | null;
  /** Why the request failed, if it did. */
  readonly error?: Error;
  readonly notes: readonly string[];
}

/** Not even read, since the source lacks events in one of the periods: `coverage.notes` say so. */
export const NO_COMPARISON: ReadComparison = { comparison: null, notes: [] };

/** What the answers say about the earlier period, perhaps only a note. */
export function readComparison(
  { comparison: plan, notes }: InsightPlan,
  { comparison: answer }: InsightAnswers,
): ReadComparison {
  if (plan === null || answer === null) return { comparison: null, notes: notes.comparison };
  if (answer instanceof Error)
    return { comparison: null, error: answer, notes: [errorNote('comparison', answer)] };
  const { table, totalError } = readTable(plan.query, answer);
  const totalNotes = totalError === null ? [] : [errorNote('earlierTotal', totalError)];
  return { comparison: { ...plan, table }, notes: [...notes.comparison, ...totalNotes] };
}

export function describeComparison(
  { period: currentPeriod, timeZone }: InsightPlan,
  comparison: Comparison | null,
): Pick<ReportedInsight, 'compare' | 'previousTotal'> {
  if (comparison === null) return { compare: null, previousTotal: null };
  const { period, table } = comparison;
  const lengthOf = (range: TimeRange) => {
    const days = wholeDays(range, timeZone);
    // A day on which clocks change has 23 or 25 hours.
    return days === 1 ? (range.endMs - range.startMs) / MS_PER_DAY : days;
  };
  const days = lengthOf(currentPeriod.range);
  const earlier = lengthOf(period.range);
  // Such as 31 days of October and 30 of September.
  const hasOtherLength = days !== null && earlier !== null && days !== earlier;
  const compare = {
    ...toDates(period.range),
    relation: period.relation,
    ...(hasOtherLength ? { length: { days, earlier } } : {}),
  };
  return { compare, previousTotal: table.total };
}

/**
 * The rows of a table with those that they are compared with. `dayRatio` is how many times as many days the
 * period has as the earlier one.
 */
export async function joinRows(
  { rows: query, span }: InsightPlan,
  table: Table,
  comparison: Comparison | null,
  dayRatio: number,
): Promise<JoinedRows> {
  if (comparison === null || span === null)
    return { rows: uncomparedRows(table.rows), gone: [], unseen: null };
  const pairs = table.queryType === 'timeseries' ? await pairBuckets(query, table, span, comparison) : null;
  const isOfWholePeriod = pairs === null || table.rows.length === 1;
  const isSum = table.metric !== null && outputKind(query, table.metric) === 'additive';
  const daysIn = (range: TimeRange, row: TableRow) =>
    Math.max(1, Math.round(bucketDays(query.granularity, span.timeZone, range, Date.parse(row.key))));
  const { untilMs, range: earlierRange } = comparison.period;
  const comparedRange = { ...span.range, endMs: Math.min(span.range.endMs, untilMs) };
  const ratioOf = (row: TableRow, earlierRow: TableRow) => {
    if (isOfWholePeriod) return dayRatio;
    // Only a sum grows with the days of its bucket.
    return isSum ? daysIn(comparedRange, row) / daysIn(earlierRange, earlierRow) : 1;
  };
  return joinTables(query, table, comparison.table, pairs, ratioOf);
}

/** The earlier bucket of each bucket, by their starts in epoch milliseconds. */
async function pairBuckets(
  query: Query,
  table: Table,
  span: Span,
  { period }: ComparisonPlan,
): Promise<ReadonlyMap<number, number>> {
  const { alignBuckets } = await import('../compare/align-buckets.ts');
  const { range, timeZone } = span;
  const isByDate = period.relation !== 'previous-period';
  return alignBuckets(
    query.granularity,
    table.rows.map(({ key }) => Date.parse(key)),
    {
      current: { range, untilMs: period.untilMs },
      earlier: { range: period.whole, untilMs: period.range.endMs },
      timeZone,
      move: isByDate ? (ms) => yearBefore(span, { startMs: ms, endMs: ms }).startMs : null,
    },
  );
}

/** A table with the total that was requested, or why that is not known. */
export function readTable(query: Query, { table, followUps }: TableAnswer) {
  const total = readAnswer(followUps.total, (result) => withTotal(query, table, result));
  return total instanceof Error ? { table, totalError: total } : { table: total ?? table, totalError: null };
}
