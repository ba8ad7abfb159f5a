import { findMovers } from '../compare/movers.ts';
import { remainingRows } from '../compare/remaining-rows.ts';
import type { ReportedInsight, Results, ResultsRow } from '../results.ts';
import { columnsOf } from './columns.ts';
import { pieDiagram } from './diagram.ts';
import { isByName, leadersOf, mostOf } from './leaders.ts';
import { rowCount } from './row-count.ts';
import { goneView, rowView } from './row-view.ts';
import { trendOf } from './trend.ts';
import type { InsightView, RowView } from './view.ts';

/** What the view of a table of rows has of its own: a ranking, or a list where nothing is measured. */
export function rankingView(insight: ReportedInsight, results: Results): Partial<InsightView> {
  const { metric, top, total } = insight;
  const trend = trendOf(insight, results);
  const place = isByName(insight) ? ({ moved: null } as const) : {};
  const toRow = (row: ResultsRow): RowView =>
    rowView(row, insight, { trend: row.history.length === 0 ? [] : trend.of(row.history, row.value), ...place });
  const kind = metric === null ? 'list' : 'ranking';
  const rows = insight.rows.slice(0, top).map(toRow);
  const leaders = leadersOf(insight);
  const most = mostOf(leaders);
  const { up, down, isNew, gone } = findMovers(insight);
  const totals = trend.of(insight.totalHistory, total);
  return {
    kind,
    movers: {
      up: up && toRow(up),
      down: down && toRow(down),
      added: isNew && toRow(isNew),
      lost: gone && goneView(gone),
    },
    columns: columnsOf(insight, rows, { kind, shareTitle: 'Share', more: [] }),
    ...rowCount(insight.rows.length, rows, 'row'),
    ...{ rows, leaders: leaders.map(toRow), most: most && toRow(most), others: insight.rows.length - leaders.length },
    ...{ trend: totals, trendText: totals.length > 1 ? trend.text : '' },
    // Parts of a whole are what adds up: distinct users would be drawn twice.
    diagram: remainingRows(insight, rows.length).value === null ? '' : pieDiagram(rows, total),
  };
}
