// `check` on the results of a report that was run: the token, each insight, each threshold. `init` tries its
// answers with it. Pure.
import { effectiveOutcome } from '../../report/gate/conclude.ts';
import type { ReportRequest } from '../../report/inputs/request.ts';
import type { InsightResult, ReportedInsight, Results, Verdict } from '../../report/results/results.ts';
import type { FinishedReport } from '../../report/run/reports.ts';
import { isInsightId } from '../../text/insight-id.ts';
import { plural } from '../../text/plural.ts';
import { type Finding, finding, type Outcome, outcome } from './finding.ts';

/** What the service answered about the token, by the errors of all insights and thresholds. */
export function checkToken(reports: readonly FinishedReport[]): readonly Finding[] {
  const hosts = Map.groupBy(reports, ({ request }) => new URL(request.service.url).host);
  return [...hosts].map(([host, hostReports]) => {
    const insights = hostReports.flatMap(({ results }) => results.insights);
    return { check: 'token', report: null, name: 'token', ...tokenOutcome(host, insights) };
  });
}

const REFUSALS: readonly string[] = ['unauthorized', 'plan'];
/** Faults by which the service may not have looked at the token. */
export const SILENCES: readonly string[] = ['network', 'timeout', 'service', 'unreadable', 'rate-limited'];

function tokenOutcome(host: string, insights: readonly InsightResult[]): Outcome {
  const errors = insights.flatMap((insight) => (insight.status === 'error' ? [insight.error] : []));
  const refusal = errors.find(({ kind }) => REFUSALS.includes(kind));
  if (refusal !== undefined) return outcome('failed', refusal.message);
  const kinds = insights.map((each) => (each.status === 'ok' ? 'ok' : each.error.kind));
  if (kinds.some((kind) => !SILENCES.includes(kind) && kind !== 'not-found'))
    return outcome('ok', `accepted by ${host}`);
  const advice = 'Check that api-url is right and that the service is up; the lines below say what happened.';
  // A server that is no query service knows no insight either.
  return kinds.includes('not-found')
    ? outcome('unknown', `not refused by ${host}, which knows none of the insights`, advice)
    : outcome('failed', `could not be tried at ${host}`, advice);
}

/** A finding for each insight and each threshold of a report. */
export function checkResults({ request, results }: FinishedReport): readonly Finding[] {
  const { reportId } = request;
  return [
    ...results.insights.map((insight) => checkInsight(insight, request, results)),
    ...results.thresholds.map((verdict) => checkThreshold(verdict, request)),
  ].map((each) => ({ ...each, report: reportId }));
}

function checkInsight(insight: InsightResult, { onError }: ReportRequest, results: Results): Finding {
  if (insight.status === 'error') {
    const { kind, message } = insight.error;
    const shown = REFUSALS.includes(kind) ? 'not tried, because the token was refused' : message;
    return finding('insight', insight.name, onError === 'warn' ? 'warned' : 'failed', shown);
  }
  const title = isInsightId(insight.name) && insight.title !== insight.name ? `${insight.title}, ` : '';
  const message = [title + describeInsight(insight, results.locale), ...insight.notes].join('\n');
  return finding('insight', insight.name, insight.rows.length === 0 ? 'warned' : 'ok', message);
}

/** `topN by modelName, 1,234 users in 12 rows, last 28 complete days` */
function describeInsight(insight: ReportedInsight, locale: string): string {
  const { queryType, dimensions, metric, total, rows, interval } = insight;
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const by = dimensions.length === 0 ? '' : ` by ${dimensions.join(', ')}`;
  const unit = insight.unit === 'other' ? (metric ?? 'in total') : insight.unit;
  const count = total === null ? '' : `${format.format(total)} ${unit} in `;
  const size = `${format.format(rows.length)} ${plural('row', rows.length)}`;
  return `${queryType}${by}, ${count}${size}, ${interval.label}${runningNote(interval.label)}`;
}

/** `last 7 days` takes in today, too, which surprises many: the note says so. */
function runningNote(label: string): string {
  const [, count, unit = ''] = /^last (\d+) (hour|day|week|month|quarter|year)s?$/.exec(label) ?? [];
  if (count === undefined) return '';
  const complete = `last ${count} complete ${plural(unit, Number(count))}`;
  return ` (with the running ${unit}, so ${Number(count) + 1} of them; "${complete}" leaves it out)`;
}

const STATUSES = { passed: 'ok', warned: 'warned', failed: 'failed' } as const;
const POLICIES = { fail: 'failed', warn: 'warned', pass: 'ok' } as const;

function checkThreshold(verdict: Verdict, { onInconclusive }: ReportRequest): Finding {
  const effective = effectiveOutcome(verdict);
  const status = effective === 'inconclusive' ? POLICIES[onInconclusive] : STATUSES[effective];
  // The message begins with the threshold's own name or assertion.
  return finding('threshold', 'threshold', status, verdict.message);
}
