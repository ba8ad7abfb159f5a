import { effectiveOutcome } from '../../gate/conclude.ts';
import type { ReportRequest } from '../../inputs/request.ts';
import type { InsightResult, ReportedInsight, Results, Verdict } from '../../results.ts';
import type { FinishedReport } from '../../run/reports.ts';
import { isInsightId } from '../../text/insight-id.ts';
import { plural } from '../../text/plural.ts';
import type { Finding } from './finding.ts';

/** What the service answered about the token, by the errors of all insights and thresholds. */
export function checkToken(reports: readonly FinishedReport[]): readonly Finding[] {
  const hosts = new Map<string, InsightResult[]>();
  for (const { request, results } of reports) {
    const { host } = new URL(request.service.url);
    hosts.set(host, [...(hosts.get(host) ?? []), ...results.insights]);
  }
  return [...hosts].map(([host, insights]) => ({
    check: 'token',
    report: null,
    name: 'token',
    ...tokenOutcome(host, insights),
  }));
}

const REFUSALS: readonly string[] = ['unauthorized', 'plan'];
/** Faults by which the service may not have looked at the token. */
export const SILENCES: readonly string[] = ['network', 'timeout', 'service', 'unreadable', 'rate-limited'];

function tokenOutcome(
  host: string,
  insights: readonly InsightResult[],
): Pick<Finding, 'status' | 'message' | 'advice'> {
  const errors = insights.flatMap((insight) => (insight.status === 'error' ? [insight.error] : []));
  const refusal = errors.find(({ kind }) => REFUSALS.includes(kind));
  if (refusal !== undefined) return { status: 'failed', message: refusal.message, advice: null };
  const kinds = insights.map((each) => (each.status === 'ok' ? 'ok' : each.error.kind));
  if (kinds.some((kind) => !SILENCES.includes(kind) && kind !== 'not-found'))
    return { status: 'ok', message: `accepted by ${host}`, advice: null };
  const advice = 'Check that api-url is right and that the service is up; the lines below say what happened.';
  // A server that is no query service knows no insight either.
  return kinds.includes('not-found')
    ? { status: 'unknown', message: `not refused by ${host}, which knows none of the insights`, advice }
    : { status: 'failed', message: `could not be tried at ${host}`, advice };
}

/** A finding for each insight and each threshold of a report. */
export function checkResults({ request, results }: FinishedReport): readonly Finding[] {
  const { reportId } = request;
  return [
    ...results.insights.map((insight) => checkInsight(insight, request, results)),
    ...results.thresholds.map((verdict) => checkThreshold(verdict, request)),
  ].map((finding) => ({ ...finding, report: reportId }));
}

function checkInsight(insight: InsightResult, { onError }: ReportRequest, results: Results): Finding {
  const about = { check: 'insight', report: null, name: insight.name } as const;
  if (insight.status === 'error') {
    const { kind, message } = insight.error;
    const shown = REFUSALS.includes(kind) ? 'not tried, because the token was refused' : message;
    return { ...about, status: onError === 'warn' ? 'warned' : 'failed', message: shown, advice: null };
  }
  const title = isInsightId(insight.name) && insight.title !== insight.name ? `${insight.title}, ` : '';
  const message = [title + describeInsight(insight, results.locale), ...insight.notes].join('\n');
  const status = insight.rows.length === 0 ? 'warned' : 'ok';
  return { ...about, status, message, advice: null };
}

/** `topN by modelName, 1,234 users in 12 rows, last 28 complete days` */
export function describeInsight(insight: ReportedInsight, locale: string): string {
  const { queryType, dimensions, metric, total, rows, interval } = insight;
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const by = dimensions.length === 0 ? '' : ` by ${dimensions.join(', ')}`;
  const unit = insight.unit === 'other' ? (metric ?? 'in total') : insight.unit;
  const count = total === null ? '' : `${format.format(total)} ${unit} in `;
  const size = `${format.format(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`;
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
  const outcome = effectiveOutcome(verdict);
  const status = outcome === 'inconclusive' ? POLICIES[onInconclusive] : STATUSES[outcome];
  // The message begins with the threshold's own name or assertion.
  return {
    check: 'threshold',
    report: null,
    name: 'threshold',
    status,
    message: verdict.message,
    advice: null,
  };
}
