import { redact } from '../text/redact.ts';
import type { InsightResult, ReleaseResult, Verdict } from '../results.ts';

/** An insight with `***` in place of every secret; an event, a title or an error may hold one. */
export function redactInsight(insight: InsightResult, secrets: readonly string[]): InsightResult {
  const hidden = secrets.filter((secret) => secret !== '');
  // Most results hold no secret, and one search shows it.
  const text = JSON.stringify(insight);
  if (!hidden.some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)))) return insight;
  const hide = <T>(value: T): T => redactValue(value, hidden) as T;
  const common = { name: hide(insight.name), id: hide(insight.id), title: hide(insight.title) };
  if (insight.status === 'error') {
    return { ...insight, ...common, error: { ...insight.error, message: hide(insight.error.message) } };
  }
  return {
    ...insight,
    ...common,
    metric: hide(insight.metric),
    dimensions: hide(insight.dimensions),
    outputs: hide(insight.outputs),
    notes: hide(insight.notes),
    query: hide(insight.query),
    gone: insight.gone.map((row) => ({ ...row, key: hide(row.key), parts: hide(row.parts) })),
    ...(insight.versions === undefined ? {} : { versions: hide(insight.versions) }),
    rows: insight.rows.map((row) => ({
      ...row,
      key: hide(row.key),
      parts: hide(row.parts),
      values: hide(row.values),
    })),
  };
}

/** Redacts the strings and keys of a plain value, at any depth. */
function redactValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (Array.isArray(value)) return value.map((each) => redactValue(each, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [redactValue(key, secrets), redactValue(each, secrets)]),
  );
}

/** A release with `***` in place of every secret in its texts. */
export function redactRelease(release: ReleaseResult, secrets: readonly string[]): ReleaseResult {
  const hidden = secrets.filter((secret) => secret !== '');
  const redacted = redactValue(release, hidden) as ReleaseResult;
  if (redacted.status === 'error' || release.status === 'error') return redacted;
  return { ...redacted, status: 'ok', advice: release.advice };
}

/** A verdict with `***` in place of every secret in its texts. */
export function redactVerdict(verdict: Verdict, secrets: readonly string[]): Verdict {
  const hidden = secrets.filter((secret) => secret !== '');
  const { outcome, unit } = verdict;
  return { ...(redactValue(verdict, hidden) as Verdict), outcome, unit };
}
