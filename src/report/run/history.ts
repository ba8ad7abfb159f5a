// Reads the values that a trend is drawn from: those of each row and of the total in earlier periods, or in
// the query's own buckets. `insight.ts` calls this with the answers to the queries of `planFollowUps`.
import type { Span } from '../compare/period.ts';
import { bucketStartsOf, type BucketValues, rowHistories, totalValues } from '../tables/history.ts';
import type { TimeRange } from '../../tql/time/interval.ts';
import { readAnswer, type TableAnswer } from './ask.ts';
import type { Coverage } from './coverage/read.ts';
import { errorNote, OTHER_BUCKETS_NOTE } from './notes.ts';
import type { HistoryPlan, InsightPlan } from './planning/plan.ts';
import { historyTableRows } from './planning/follow-ups.ts';

/** The values of a trend's periods, oldest first; null where a value is not known. */
interface History {
  readonly periods: readonly TimeRange[];
  /** The values of the first rows, those whose history was requested. */
  readonly rows: readonly (readonly (number | null)[])[];
  readonly totals: readonly (number | null)[];
  readonly notes: readonly string[];
}

const NO_HISTORY: History = { periods: [], rows: [], totals: [], notes: [] };

/** Reads the history from its two answers. If one of them is missing, the other one still counts. */
export function readHistory(
  { history: plan, span, entry, notes }: InsightPlan,
  answer: TableAnswer,
  { isCovered }: Coverage,
): History {
  if (plan === null || span === null) return { ...NO_HISTORY, notes: notes.history };
  const { valuesOfRow, valuesOfTotal, bucketStartsMs, notes: errors } = readHistoryAnswers(answer);
  if (valuesOfRow === null && valuesOfTotal === null) return { ...NO_HISTORY, notes: errors };
  const buckets = bucketsOf(plan, bucketStartsMs, span);
  const isOfOtherBuckets = !buckets.some(({ startMs }) => bucketStartsMs.includes(startMs));
  if (bucketStartsMs.length > 0 && isOfOtherBuckets)
    return { ...NO_HISTORY, notes: [...errors, OTHER_BUCKETS_NOTE] };
  // Before the first event and in a gap nothing was measured, which is not the same as 0.
  const isMeasured = (period: TimeRange) => plan.kind === 'own-buckets' || isCovered(period);
  const valuesIn = ({ byStartMs, missing }: BucketValues): readonly (number | null)[] =>
    buckets.map(({ startMs, period }) =>
      isMeasured(period) ? (byStartMs.get(startMs) ?? missing(startMs)) : null,
    );
  const requestedRows = valuesOfRow === null ? [] : historyTableRows(plan, answer.table, entry);
  return {
    periods: buckets.map(({ period }) => period),
    rows: valuesOfRow === null ? [] : requestedRows.map((row) => valuesIn(valuesOfRow(row))),
    totals: valuesOfTotal === null ? [] : valuesIn(valuesOfTotal),
    notes: errors,
  };
}

/**
 * The values of each row and of the total, null if they were not requested or failed, and the starts of the
 * buckets that the answers hold.
 */
function readHistoryAnswers({ table, followUps }: TableAnswer) {
  const rows = readAnswer(followUps.historyRows, (result, query) => ({
    values: rowHistories(query, table, result),
    startsMs: bucketStartsOf(result),
  }));
  const totals = readAnswer(followUps.historyTotals, (result, query) => ({
    values: totalValues(query, table, result),
    startsMs: bucketStartsOf(result),
  }));
  const errors = [rows, totals].filter((each) => each instanceof Error);
  const readRows = rows instanceof Error ? null : rows;
  const readTotals = totals instanceof Error ? null : totals;
  const startsMs = new Set([...(readRows?.startsMs ?? []), ...(readTotals?.startsMs ?? [])]);
  const valuesOfRow = readRows?.values ?? null;
  // A funnel's first step counts everybody in it, so its values are those of the total.
  const [firstRow] = table.rows;
  const isCountedByFirst = table.queryType === 'funnel' && table.total !== null && firstRow !== undefined;
  return {
    valuesOfRow,
    valuesOfTotal: isCountedByFirst ? (valuesOfRow?.(firstRow) ?? null) : (readTotals?.values ?? null),
    bucketStartsMs: [...startsMs].sort((one, other) => one - other),
    notes: [...new Set(errors.map((error) => errorNote('history', error)))],
  };
}

/** A bucket of the answers by its start, and the period that it stands for. */
interface HistoryBucket {
  readonly startMs: number;
  readonly period: TimeRange;
}

/** The planned earlier periods; of a query's own buckets, those that have begun, cut to its period. */
function bucketsOf(
  { kind, periods }: HistoryPlan,
  bucketStartsMs: readonly number[],
  { range, nowMs }: Span,
): readonly HistoryBucket[] {
  if (kind === 'earlier-periods') return periods.map((period) => ({ startMs: period.startMs, period }));
  const begunStartsMs = bucketStartsMs.filter((startMs) => startMs < Math.min(range.endMs, nowMs));
  return begunStartsMs.map((startMs, place) => {
    const endMs = begunStartsMs[place + 1] ?? range.endMs;
    return { startMs, period: { startMs: Math.max(startMs, range.startMs), endMs } };
  });
}
