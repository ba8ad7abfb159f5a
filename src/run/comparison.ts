import { yearBefore } from '../compare/earlier-periods.ts';
import type { Span } from '../compare/period.ts';
import { type JoinedRows, joinTables, uncomparedRows } from '../compare/rows.ts';
import type { Table } from '../tables/table.ts';
import { withTotal } from '../tables/total.ts';
import type { Query } from '../tql/query.ts';
import { type InsightAnswers, readAnswer, type TableAnswer } from './ask.ts';
import { comparisonErrorNote, earlierTotalErrorNote } from './notes.ts';
import type { ComparisonPlan, InsightPlan } from './plan.ts';

/** A table with its true total, as far as that is known. */
interface TotalledTable {
  readonly table: Table;
  /** Why the total is not known, if it was asked for. */
  readonly totalError: Error | null;
  readonly durationMs: number;
}

/** Fills in the total that was asked for. */
export function readTable(query: Query, { table, followUps, durationMs }: TableAnswer): TotalledTable {
  const total = readAnswer(followUps.total, (result) => withTotal(query, table, result));
  return { table: total.value ?? table, totalError: total.error, durationMs: durationMs + total.durationMs };
}

/** What an insight is compared with. */
export interface Comparison extends ComparisonPlan {
  readonly table: Table;
}

/** What was read of an earlier period. */
interface ReadComparison {
  readonly comparison: Comparison | null;
  /** The request that failed. */
  readonly error?: Error;
  readonly notes: readonly string[];
  readonly durationMs: number;
}

/** Nothing is compared. */
export const NO_COMPARISON: ReadComparison = { comparison: null, notes: [], durationMs: 0 };

/** What the answers say about the earlier period. Null, perhaps with a note, if there is no comparison. */
export function readComparison(
  { comparison: plan, notes }: InsightPlan,
  { comparison: answer }: InsightAnswers,
): ReadComparison {
  if (plan === null || answer === null) return { comparison: null, notes: notes.comparison, durationMs: 0 };
  if (answer instanceof Error)
    return { comparison: null, error: answer, notes: [comparisonErrorNote(answer)], durationMs: 0 };
  const { table, totalError, durationMs } = readTable(plan.query, answer);
  const totalNotes = totalError === null ? [] : [earlierTotalErrorNote(totalError)];
  return { comparison: { ...plan, table }, notes: [...notes.comparison, ...totalNotes], durationMs };
}

/** The rows of a table beside those that they are compared with. */
export async function joinRows(
  { rows: query, span }: InsightPlan,
  table: Table,
  comparison: Comparison | null,
): Promise<JoinedRows> {
  if (comparison === null || span === null)
    return { rows: uncomparedRows(table.rows), gone: [], unseen: null };
  const pairs = table.queryType === 'timeseries' ? await pairBuckets(query, table, span, comparison) : null;
  return joinTables(query, table, comparison.table, pairs);
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
