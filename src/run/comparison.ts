import type { QueryService } from '../client/client.ts';
import { type EarlierPeriod, findEarlierPeriod, withIntervals } from '../compare/earlier-periods.ts';
import { type JoinedRows, joinTables, uncomparedRows } from '../compare/rows.ts';
import { daysEarlier, yearEarlier } from '../compare/local-time.ts';
import type { Span } from '../compare/period.ts';
import type { InsightRequest } from '../inputs/request.ts';
import type { Table } from '../tables/table.ts';
import type { Query } from '../tql/query.ts';
import { type TableAnswer, askTable } from './ask.ts';
import { answerOrError } from './ask.ts';
import { comparisonNote, earlierTotalNote, noCounterpartNotes, nothingBeforeNote } from './notes.ts';

/** What a table is compared with; `asked` is null where nothing is, and `notes` say why if that was not asked for. */
export interface ComparisonAnswer {
  readonly asked: { readonly earlier: EarlierPeriod; readonly answer: TableAnswer } | null;
  readonly notes: readonly string[];
}

/** Asks for the table of the same query over the earlier period. Failing, it costs the comparison alone. */
export async function askComparison(
  query: Query,
  { compare, metric }: Pick<InsightRequest, 'compare' | 'metric'>,
  span: Span | null,
  service: QueryService,
): Promise<ComparisonAnswer> {
  if (compare === 'none' || span === null) return { asked: null, notes: [] };
  if (!COMPARABLE.has(query.queryType)) return { asked: null, notes: noCounterpartNotes(query.queryType) };
  const earlier = findEarlierPeriod(span, compare);
  if (earlier === null) return { asked: null, notes: [nothingBeforeNote()] };
  const answer = await answerOrError(askTable(withIntervals(query, earlier.intervals), metric, service));
  if (answer instanceof Error) return { asked: null, notes: [comparisonNote(answer)] };
  const notes = answer.totalError === null ? [] : [earlierTotalNote(answer.totalError)];
  return { asked: { earlier, answer }, notes };
}

/** A table's rows beside those that it is compared with. */
export async function compareRows(
  query: Query,
  table: Table,
  span: Span | null,
  { compare }: Pick<InsightRequest, 'compare'>,
  { asked }: ComparisonAnswer,
): Promise<JoinedRows> {
  if (asked === null || span === null) return { rows: uncomparedRows(table.rows), gone: [] };
  const { earlier, answer } = asked;
  const isTimeseries = table.queryType === 'timeseries';
  const pairs = isTimeseries ? await pairBuckets(query, table, span, earlier, compare === 'previous-year') : null;
  return joinTables(query, table, answer.table, pairs);
}

/** Those whose rows have a counterpart in an earlier period. Cohorts are dates and events are single; a test's p-value does not rise or fall. */
const COMPARABLE: ReadonlySet<string> = new Set(['timeseries', 'topN', 'groupBy', 'funnel']);

async function pairBuckets(
  query: Query,
  table: Table,
  span: Span,
  earlier: EarlierPeriod,
  isYear: boolean,
): Promise<ReadonlyMap<number, number>> {
  const { alignBuckets } = await import('../compare/align-buckets.ts');
  const { range, nowMs, timeZone } = span;
  return alignBuckets(
    query['granularity'],
    table.rows.map(({ key }) => Date.parse(key)),
    {
      current: { range, untilMs: Math.min(range.endMs, nowMs) },
      earlier: { range: earlier.whole, untilMs: earlier.range.endMs },
      timeZone,
      move: isYear ? (ms) => bucketYearEarlier(ms, span) : null,
    },
  );
}

const DAYS_OF_52_WEEKS = 364;

function bucketYearEarlier(ms: number, { interval, timeZone }: Span): number {
  if (interval?.beginningDate.component === 'week') return daysEarlier(ms, DAYS_OF_52_WEEKS, timeZone);
  return yearEarlier({ startMs: ms, endMs: ms }, timeZone).startMs;
}
