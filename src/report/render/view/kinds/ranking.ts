// Makes the table of a ranking, and finds what stands out in it: leaders, movers, new and gone rows. Rows of
// fewer users than `min-group-size` are folded into one. Pure.
import { findMovers } from '../../../compare/movers.ts';
import { remainingRows } from '../../../compare/remaining-rows.ts';
import type { GoneRow, ReportedInsight, Results, ResultsRow } from '../../../results/results.ts';
import { spellingOf } from '../../../tables/keys.ts';
import { MS_PER_DAY } from '../../../../tql/time/interval.ts';
import { rangeOf } from '../../../results/dates.ts';
import { appleModelNames } from '../../../../text/apple/apple-models.ts';
import { isHistogram } from '../../../tables/histogram.ts';
import { buildColumns } from '../columns.ts';
import { metricTitle } from '../headings.ts';
import { MOST_POINTS, renderLineDiagram, renderPieDiagram, toPoint } from '../diagram.ts';
import { endedText, SETTLED_AFTER_MS } from '../period.ts';
import { buildGoneView, buildRowView, tableOf } from '../rows.ts';
import { drawHistory, trendSpanOf } from '../trend.ts';
import type { InsightFacts } from '../insight-types.ts';
import type { MoverView, RowView } from '../table-types.ts';
import { findLeaders, findSoleLeader, isOrderedByName } from './leaders.ts';

/** The fields of a ranking, or of a list if nothing is measured. */
export function buildRankingView(insight: ReportedInsight, results: Results): Partial<InsightFacts> {
  const { metric, top } = insight;
  const span = trendSpanOf(insight, results);
  const hasPlaces = !isOrderedByName(insight);
  // A row with another spelling of the same name (`iphone 17`, `iPhone 17`) is neither new nor gone.
  const spelledNow = new Set(insight.rows.map(spellingOf));
  const spelledBefore = new Set(insight.gone.map(spellingOf));
  const allGone = insight.gone.filter((row) => !spelledNow.has(spellingOf(row)));
  const toRow = (row: ResultsRow) => {
    const history = row.history.length === 0 ? [] : drawHistory(row.history, row.value, span);
    const { rank, previousRank } = row;
    const moved = hasPlaces && previousRank !== null ? previousRank - rank : null;
    const isNew = row.isNew && !spelledBefore.has(spellingOf(row));
    return buildRowView({ ...row, isNew }, insight, { history, moved });
  };
  const toMover = (row: ResultsRow): MoverView => ({ ...toRow(row), mostly: mostlyOf(insight, row) });
  const kind = metric === null ? 'list' : 'ranking';
  const rows = insight.rows.slice(0, top).map(toRow);
  const leaders = findLeaders(insight);
  // A row whose number is not known may have the highest.
  const most = insight.rows.some(({ value }) => value === null) ? null : findSoleLeader(leaders);
  const { up, down, isNew, gone } = findMovers(insight, results.insights.length);
  const columns = buildColumns(insight, rows, { kind, share: 'Share', overTime: span.overTime });
  const isBinned = isHistogram(insight);
  return {
    ...tableOf({ kind, columns, rows, count: insight.rows.length, word: isBinned ? 'bin' : 'row' }),
    ranking: {
      up: up && toMover(up),
      down: down && !mayStillArrive(down, insight, results) ? toMover(down) : null,
      added: isNew && toRow(isNew),
      lost: gone && buildGoneView(gone, insight),
      gone: findLargestGone(allGone).map((each) => buildGoneView(each, insight)),
      goneMore: Math.max(0, allGone.length - MOST_GONE),
      leaders: leaders.map(toRow),
      most: most && toRow(most),
    },
    ...(isBinned
      ? histogramOf(insight.rows.map(toRow), metricTitle(insight))
      : { diagram: pieOf(insight, rows) }),
  };
}

/** Whether a drop is no larger than a day's events, and events of the period's last days may still arrive. */
function mayStillArrive(
  { value, previous }: ResultsRow,
  { interval }: ReportedInsight,
  { generatedAt }: Results,
): boolean {
  const isOver = interval.complete && endedText(interval, Date.parse(generatedAt), SETTLED_AFTER_MS) === '';
  const { startMs, endMs } = rangeOf(interval);
  const days = (Math.min(endMs, Date.parse(generatedAt)) - startMs) / MS_PER_DAY;
  return !isOver && (previous ?? 0) - (value ?? 0) <= (previous ?? 0) / days;
}

/** How many rows that disappeared are named. */
const MOST_GONE = 5;

/** The largest of the rows that disappeared: the service may have answered them ordered by name. */
function findLargestGone(gone: readonly GoneRow[]): readonly GoneRow[] {
  const sizeOf = ({ previous }: GoneRow) => previous ?? -Infinity;
  return gone.toSorted((one, other) => sizeOf(other) - sizeOf(one) || 0).slice(0, MOST_GONE);
}

/** A pie needs parts that add up: distinct users would be drawn twice. */
function pieOf(insight: ReportedInsight, rows: readonly RowView[]): string {
  return remainingRows(insight, rows.length).value === null ? '' : renderPieDiagram(rows, insight.total);
}

/** Bars of all bins in their order; none if there are too many to be read. */
function histogramOf(bins: readonly RowView[], title: string): Pick<InsightFacts, 'diagram' | 'long'> {
  const points = bins.flatMap(toPoint);
  const isComplete = points.length === bins.length && bins.length <= MOST_POINTS;
  const diagram = isComplete ? renderLineDiagram(points, title, MOST_POINTS) : '';
  return { diagram, long: diagram !== '' };
}

/** The values behind most of a row's change (`DE`, `4.2`), if it is the row that `explain` was applied to. */
function mostlyOf({ explained }: ReportedInsight, { key }: ResultsRow): readonly string[] {
  if (explained === undefined || key !== explained.key) return [];
  return explained.mostly.map(({ value }) =>
    value === null ? 'not set' : (appleModelNames().get(value) ?? value),
  );
}
