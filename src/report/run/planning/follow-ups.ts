// Plans the queries that depend on an insight's first answer: its total, and the history of its rows. Pure.
import type { ComparisonPlan, HistoryPlan, InsightPlan } from './plan.ts';
import type { InsightRequest } from '../../inputs/request.ts';
import { historyQuery, rowsForFilter, totalQuery, totalsQuery } from '../../tables/companion-queries.ts';
import type { Table } from '../../tables/table.ts';
import type { Query } from '../../../tql/query.ts';

/** The queries that depend on a table. Null: nothing to request. */
export interface FollowUps<Answer = Query> {
  /** The true total. */
  readonly total: Answer | null;
  /** The history of the first `historyRowCount` rows. */
  readonly historyRows: Answer | null;
  readonly historyTotals: Answer | null;
}

/** What to request once the table of the rows is there: its total, and the history of what it shows. */
export function planFollowUps({ rows, history, entry }: InsightPlan, table: Table): FollowUps {
  const total = totalQuery(rows, table);
  if (history === null) return { total, historyRows: null, historyTotals: null };
  const { kind, query, granularity } = history;
  return {
    total,
    historyRows:
      kind === 'own-buckets' ? query : historyQuery(query, table, historyTableRows(history, table, entry)),
    historyTotals: query.queryType === 'funnel' ? null : totalsQuery(query, table, granularity),
  };
}

/** What to request once the table to compare with is there. */
export function planComparisonFollowUps({ query }: ComparisonPlan, table: Table): FollowUps {
  return { total: totalQuery(query, table), historyRows: null, historyTotals: null };
}

/** The rows whose history is requested: those to show, as many as fit into a filter. */
export function historyTableRows(
  { kind }: HistoryPlan,
  { rows }: Table,
  { top }: InsightRequest,
): Table['rows'] {
  return kind === 'own-buckets' ? rows.slice(0, top) : rowsForFilter(rows, top);
}
