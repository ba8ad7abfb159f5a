// The values of earlier periods that stand beside each row as a trend, from the answers that `ask.ts` got for
// the plan of `plan.ts`.
import type { Span } from '../compare/period.ts';
import { bucketStartsOf, type BucketValues, rowHistories, totalValues } from '../tables/history.ts';
import type { TimeRange } from '../../tql/interval.ts';
import { readAnswer, type TableAnswer } from './ask.ts';
import type { Coverage } from './coverage.ts';
import { historyErrorNote, otherBucketsNote } from './notes.ts';
import { type HistoryPlan, historyTableRows, type InsightPlan } from './plan.ts';

/** The values of earlier periods, or of a query's own buckets. */
interface History {
  readonly periods: readonly TimeRange[];
  /**
   * One value per period for each row, from the first row on; rows whose history was not requested are not in
   * it.
   */
  readonly rows: readonly (readonly (number | null)[])[];
  readonly totals: readonly (number | null)[];
  readonly notes: readonly string[];
}

const NO_HISTORY: History = { periods: [], rows: [], totals: [], notes: [] };

/** Reads the history from its two answers. If one of them is missing, the other one still counts. */
export function readHistory(
  { history, span, entry, notes }: InsightPlan,
  answer: TableAnswer,
  { isCovered }: Coverage,
): History {
  if (history === null || span === null) return { ...NO_HISTORY, notes: notes.history };
  const { rows, totals, startsMs, notes: errors } = readHistoryAnswers(answer);
  if (rows === null && totals === null) return { ...NO_HISTORY, notes: errors };
  const periods = periodsByStart(history, startsMs, span);
  if (startsMs.length > 0 && !startsMs.some((startMs) => periods.has(startMs)))
    return { ...NO_HISTORY, notes: [...errors, otherBucketsNote()] };
  // Before the first event and in a gap nothing was measured, which is not the same as nothing used.
  const isMeasured = (period: TimeRange): boolean => history.kind === 'own-buckets' || isCovered(period);
  const valuesOf = ({ byStartMs, missing }: BucketValues): (number | null)[] =>
    [...periods].map(([startMs, period]) =>
      isMeasured(period) ? (byStartMs.get(startMs) ?? missing(startMs)) : null,
    );
  const ofRows =
    rows === null ? [] : historyTableRows(history, answer.table, entry).map((row) => valuesOf(rows(row)));
  return {
    periods: [...periods.values()],
    rows: ofRows,
    totals: totals === null ? [] : valuesOf(totals),
    notes: errors,
  };
}

/** The histories of rows and of totals, and the starts of the buckets in either answer, ascending. */
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
  const [ofRows, ofTotals] = [valueOrNull(rows), valueOrNull(totals)];
  const startsMs = [ofRows, ofTotals].flatMap((each) => each?.startsMs ?? []);
  const ofRow = ofRows?.values ?? null;
  // A funnel's first step counts everybody in it.
  const first = table.queryType === 'funnel' && table.total !== null ? (table.rows[0] ?? null) : null;
  return {
    rows: ofRow,
    totals: first === null ? (ofTotals?.values ?? null) : (ofRow?.(first) ?? null),
    startsMs: [...new Set(startsMs)].sort((a, b) => a - b),
    notes: [...new Set(errors.map(historyErrorNote))],
  };
}

function valueOrNull<T>(answer: T | Error | null): T | null {
  return answer instanceof Error ? null : answer;
}

/** The periods by the start of their bucket. */
function periodsByStart(
  { kind, periods }: HistoryPlan,
  startsMs: readonly number[],
  span: Span,
): ReadonlyMap<number, TimeRange> {
  if (kind === 'own-buckets') return ownBuckets(startsMs, span);
  return new Map(periods.map((period) => [period.startMs, period]));
}

/** The buckets that have begun, cut to the period. */
function ownBuckets(startsMs: readonly number[], { range, nowMs }: Span): ReadonlyMap<number, TimeRange> {
  const begun = startsMs.filter((startMs) => startMs < Math.min(range.endMs, nowMs));
  return new Map(
    begun.map((startMs, i) => [
      startMs,
      { startMs: Math.max(startMs, range.startMs), endMs: begun[i + 1] ?? range.endMs },
    ]),
  );
}
