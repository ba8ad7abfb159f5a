// Reports one insight, from its query to rows with earlier values: `plan.ts` says what to query, `ask.ts`
// queries it, and this puts the answers together. `insights.ts` calls `reportInsight`.
import type { QueryService } from '../client/client.ts';
import type { InsightRequest, ReportRequest } from '../inputs/request.ts';
import { whereKnown } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import { askInsight, type InsightAnswers } from './ask.ts';
import { type InsightPlan, planInsight } from './planning/plan.ts';
import { toDates } from '../results/dates.ts';
import { readCoverage } from './coverage/read.ts';
import { readHistory } from './history.ts';
import { bucketNotes, cutOffNotes, errorNote, gapNotes } from './notes.ts';
import { dayRatio } from '../compare/by-day.ts';
import type { ComparedInsight } from '../compare/rows.ts';
import { describeComparison, joinRows, NO_COMPARISON, readComparison, readTable } from './comparison.ts';
import { titleOf } from './title.ts';

/**
 * Reports one insight, whose query is `query`: plans the queries, sends them, and joins the answers.
 */
export async function reportInsight(
  entry: InsightRequest,
  query: Query,
  request: Pick<ReportRequest, 'timezone' | 'minGroupSize'>,
  service: QueryService,
  nowMs: number,
): Promise<ComparedInsight> {
  const plan = planInsight(entry, query, request, nowMs);
  const insight = await assembleInsight(plan, await askInsight(plan, service));
  const isRunning = plan.comparison !== null && !insight.interval.complete;
  if (isRunning && insight.compare === null && insight.compareError === undefined) {
    // A period without a comparison, since events had not begun, ends at now and not at the last full hour.
    const uncompared = { ...entry, compare: 'none', isGated: false } as const;
    const alone = await reportInsight(uncompared, query, request, service, nowMs);
    const { eventsSince, noEventsOn, gaps } = insight;
    return {
      ...alone,
      ...whereKnown({ eventsSince, noEventsOn, gaps }),
      notes: [...new Set([...insight.notes, ...alone.notes])],
    };
  }
  if ((entry.explain ?? []).length === 0) return insight;
  const { explainMove } = await import('./explain/explain.ts');
  return { ...insight, ...(await explainMove(plan, insight, service)) };
}

/**
 * Puts an insight together from its answers. A part that is missing or cannot be read is left out, with a
 * note.
 */
async function assembleInsight(plan: InsightPlan, answers: InsightAnswers): Promise<ComparedInsight> {
  const { entry, period, span, timeZone, nowMs } = plan;
  const { table, totalError } = readTable(plan.rows, answers.current);
  const coverage = readCoverage(plan, answers.events);
  const earlier = coverage.isComparable ? readComparison(plan, answers) : NO_COMPARISON;
  const history = readHistory(plan, { ...answers.current, table }, coverage);
  const compared = describeComparison(plan, earlier.comparison);
  const ratio = dayRatio({ ...compared, query: plan.rows }, table.metric);
  const { rows, gone, unseen } = await joinRows(plan, table, earlier.comparison, ratio);
  const { queryType, metric, unit, dimensions, outputs, total, cutOff } = table;
  const hasEarlier = plan.history?.kind === 'earlier-periods' && history.periods.length > 0;
  return {
    name: entry.name,
    id: entry.source.kind === 'insight' ? entry.source.id : null,
    status: 'ok',
    queryType,
    metric,
    unit,
    top: entry.top,
    dimensions,
    outputs,
    total,
    cutOff,
    title: titleOf(plan, table),
    timezone: timeZone,
    interval: { label: period.label, ...toDates(period.range), complete: period.range.endMs <= nowMs },
    ...compared,
    totalHistory: history.totals,
    history: history.periods.map(toDates),
    notes: [
      ...plan.notes.period,
      ...(totalError === null ? [] : [errorNote('total', totalError)]),
      ...answers.columnNotes,
      ...(answers.versions?.notes ?? []),
      ...coverage.notes,
      ...earlier.notes,
      ...history.notes,
      ...(cutOff && queryType === 'timeseries' ? cutOffNotes(table, plan.rows, period.range, timeZone) : []),
      ...bucketNotes(table, period.range, timeZone),
      ...gapNotes(span?.ranges ?? [], timeZone),
    ],
    durationMs: Math.round(answers.durationMs),
    rows: rows.map((row, i) => ({ ...row, history: history.rows[i] ?? [] })),
    gone,
    folded: null,
    ...whereKnown({
      compareError: earlier.error?.message,
      eventsSince: coverage.eventsSince,
      noEventsOn: coverage.noEventsOn,
      gaps: coverage.gaps?.length === 0 ? null : coverage.gaps,
      historyGranularity: hasEarlier ? plan.history.granularity : null,
      unseen: unseen && { value: finite(unseen.value), previous: finite(unseen.previous) },
      versions: answers.versions?.buildTable?.(coverage),
      good: entry.good,
    }),
    query: plan.rows,
  };
}

/** A results file holds no infinity. */
function finite(most: number): number | null {
  return Number.isFinite(most) ? most : null;
}
