import type { Results } from '../results.ts';
import { buildInsightView } from './insight-view.ts';
import type { InsightView, PeriodView, RenderDestination, View } from './view.ts';

/** The view of a report that has everything in it. */
export function buildView(results: Results, destination: RenderDestination, whole: string | null): View {
  const views = results.insights.map((insight) => buildInsightView(insight, results));
  const period = commonPeriod(views);
  const insights = views.map((view) => ({ ...view, samePeriod: period !== null }));
  return {
    title: results.title,
    reportId: results.reportId,
    conclusion: results.conclusion,
    generatedAt: results.generatedAt,
    locale: results.locale,
    timezone: results.timezone,
    destination,
    run: results.run,
    whole,
    durationMs: results.durationMs,
    period,
    insights,
    insightCount: insights.length,
    failedCount: insights.filter((insight) => !insight.ok).length,
    queries: insights.filter((insight) => insight.query !== null),
    notShown: null,
  };
}

/** The period that all reported insights share; null where they differ. */
function commonPeriod(insights: readonly InsightView[]): PeriodView | null {
  const periods = insights.flatMap((insight) => (insight.period ? [insight.period] : []));
  const first = periods[0];
  return first && periods.every((period) => period.text === first.text) ? first : null;
}
