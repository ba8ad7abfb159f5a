import type { QueryService } from '../client/client.ts';
import { findHistoryPeriods } from '../compare/earlier-periods.ts';
import { withIntervals } from '../compare/earlier-periods.ts';
import type { Span } from '../compare/period.ts';
import type { InsightRequest } from '../inputs/request.ts';
import { historyQuery, rowsForFilter } from '../tables/companion-queries.ts';
import { bucketStartsOf, rowHistories, totalValues, type BucketValues } from '../tables/history.ts';
import type { Table, TableRow } from '../tables/table.ts';
import { rowsQuery, totalsQuery } from '../tables/total.ts';
import type { TimeRange } from '../tql/interval.ts';
import type { Query } from '../tql/query.ts';
import type { QueryResult } from '../tql/result.ts';
import { answerOrError } from './ask.ts';
import { historyNote, noEarlierNotes, noHistoryNote, otherBucketsNote } from './notes.ts';

/** The values of earlier periods, or of a query's own buckets. */
export interface History {
  readonly periods: readonly TimeRange[];
  /** One value for each period; none for a row that was not asked for. */
  readonly valuesOf: (row: TableRow) => readonly (number | null)[];
  readonly totals: readonly (number | null)[];
  readonly notes: readonly string[];
  readonly durationMs: number;
}

/**
 * Asks for the history of the rows to be shown and of the total, side by side: for `history` periods before the query's, else for the
 * buckets that the query divides its own into. Either part failing costs that part alone.
 */
export async function askHistory(
  query: Query,
  table: Table,
  span: Span | null,
  entry: Pick<InsightRequest, 'history' | 'top' | 'compare'>,
  service: QueryService,
): Promise<History> {
  const isBucketed = (table.queryType === 'topN' || table.queryType === 'groupBy') && rowsQuery(query) !== null;
  if (entry.history > 0 && WITH_HISTORY.has(table.queryType)) {
    const earlier = span === null ? null : findHistoryPeriods(span, entry.history);
    if (earlier === null) return { ...NONE, notes: [noHistoryNote()] };
    const { intervals, granularity } = earlier;
    const whole = withIntervals({ ...query, granularity }, intervals);
    const shown = rowsForFilter(table.rows, entry.top);
    const rows = historyQuery(whole, table, shown);
    const totals = whole.queryType === 'funnel' ? null : totalsQuery(whole, table, granularity);
    return toHistory(
      await ask({ rows, totals, table, shown }, service),
      new Map(earlier.periods.map((period) => [period.startMs, period])),
    );
  }
  if (entry.history > 0 && entry.compare === 'none') return { ...NONE, notes: noEarlierNotes(table.queryType) };
  if (!isBucketed || span === null) return NONE;
  const totals = totalsQuery(query, table, query['granularity'] ?? 'all');
  const shown = table.rows.slice(0, entry.top);
  const answers = await ask({ rows: query, totals, table, shown }, service);
  return toHistory(answers, ownPeriods(answers.startsMs, span));
}

const WITH_HISTORY: ReadonlySet<string> = new Set(['timeseries', 'topN', 'groupBy', 'funnel']);
const NONE: History = { periods: [], valuesOf: () => [], totals: [], notes: [], durationMs: 0 };

interface Asked {
  readonly rows: Query | null;
  readonly totals: Query | null;
  readonly table: Table;
  readonly shown: readonly TableRow[];
}

interface Answers {
  readonly rows: ((row: TableRow) => BucketValues) | null;
  readonly totals: BucketValues | null;
  readonly shown: ReadonlySet<TableRow>;
  /** The buckets that either answer holds, ascending. */
  readonly startsMs: readonly number[];
  readonly notes: readonly string[];
  readonly durationMs: number;
}

async function ask({ rows, totals, table, shown }: Asked, service: QueryService): Promise<Answers> {
  const [ofRows, ofTotals] = await Promise.all([
    rows && answerOrError(read(rows, service, (result) => rowHistories(rows, table, result))),
    totals && answerOrError(read(totals, service, (result) => totalValues(table, result))),
  ]);
  const errors = [ofRows, ofTotals].filter((each) => each instanceof Error);
  const [foundRows, foundTotals] = [foundIn(ofRows), foundIn(ofTotals)];
  const startsMs = [...(foundRows?.startsMs ?? []), ...(foundTotals?.startsMs ?? [])];
  const [first] = table.rows;
  // A funnel begins with everybody who is in it.
  const ofFirst = table.queryType === 'funnel' && table.total !== null && first !== undefined;
  return {
    rows: foundRows?.values ?? null,
    totals: ofFirst ? (foundRows?.values(first) ?? null) : (foundTotals?.values ?? null),
    shown: new Set(shown),
    startsMs: [...new Set(startsMs)].sort((a, b) => a - b),
    notes: [...new Set(errors.map(historyNote))],
    durationMs: (foundRows?.durationMs ?? 0) + (foundTotals?.durationMs ?? 0),
  };
}

interface Found<T> {
  readonly values: T;
  readonly startsMs: readonly number[];
  readonly durationMs: number;
}

async function read<T>(query: Query, service: QueryService, parse: (result: QueryResult) => T): Promise<Found<T>> {
  const { result, durationMs } = await service.runQuery(query);
  return { values: parse(result), startsMs: bucketStartsOf(result), durationMs };
}

function foundIn<T>(answer: Found<T> | Error | null): Found<T> | null {
  return answer instanceof Error ? null : answer;
}

/** `periods` by the start of the bucket that each is. */
function toHistory(answers: Answers, periods: ReadonlyMap<number, TimeRange>): History {
  const { rows, totals, shown, startsMs, notes, durationMs } = answers;
  if (rows === null && totals === null) return { ...NONE, notes, durationMs };
  if (startsMs.length > 0 && !startsMs.some((startMs) => periods.has(startMs))) {
    return { ...NONE, notes: [...notes, otherBucketsNote()], durationMs };
  }
  const valuesOf = (values: BucketValues): (number | null)[] =>
    [...periods.keys()].map((startMs) => values.byStartMs.get(startMs) ?? values.missing(startMs));
  return {
    periods: [...periods.values()],
    valuesOf: (row) => (rows === null || !shown.has(row) ? [] : valuesOf(rows(row))),
    totals: totals === null ? [] : valuesOf(totals),
    notes,
    durationMs,
  };
}

/** The buckets of a query's own that have begun, as far as they lie within its period. */
function ownPeriods(startsMs: readonly number[], { range, nowMs }: Span): ReadonlyMap<number, TimeRange> {
  const begun = startsMs.filter((startMs) => startMs < Math.min(range.endMs, nowMs));
  return new Map(
    begun.map((startMs, i) => [
      startMs,
      { startMs: Math.max(startMs, range.startMs), endMs: begun[i + 1] ?? range.endMs },
    ]),
  );
}
