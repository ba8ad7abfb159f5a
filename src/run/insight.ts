import type { QueryService } from '../client/client.ts';
import type { InsightRequest, ReportRequest } from '../inputs/request.ts';
import type { ReportedInsight } from '../results.ts';
import type { Query } from '../tql/query.ts';
import { askInsight } from './ask.ts';
import { assembleInsight } from './assemble.ts';
import { planInsight } from './plan.ts';

/**
 * Reports one insight, whose query is `written`: plans what to ask, asks it, and puts the answers together.
 */
export async function reportInsight(
  entry: InsightRequest,
  written: Query,
  request: Pick<ReportRequest, 'timezone'>,
  service: QueryService,
  nowMs: number,
): Promise<ReportedInsight> {
  const plan = planInsight(entry, written, request, nowMs);
  const insight = await assembleInsight(plan, await askInsight(plan, service));
  const isRunning = plan.comparison !== null && !insight.interval.complete;
  if (isRunning && insight.compare === null && insight.compareError === undefined) {
    // What is compared with nothing, since events had not begun, ends at now and not at the last full hour.
    const alone = await reportInsight({ ...entry, compare: 'none' }, written, request, service, nowMs);
    const { eventsSince, noEventsOn } = insight;
    return {
      ...alone,
      ...(eventsSince === undefined ? {} : { eventsSince }),
      ...(noEventsOn === undefined ? {} : { noEventsOn }),
      notes: [...new Set([...insight.notes, ...alone.notes])],
    };
  }
  if ((entry.explain ?? []).length === 0) return insight;
  const { explainMove } = await import('./explain/explain.ts');
  return { ...insight, ...(await explainMove(plan, insight, service)) };
}
