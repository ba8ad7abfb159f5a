// The results of a report, or of one insight, that was skipped or failed.
import { isQueryFailure, RequestError } from '../../text/errors.ts';
import type { ReportRequest } from '../inputs/request.ts';
import { secretsOf } from '../inputs/secrets.ts';
import type { FailedInsight, Results } from '../results/results.ts';
import { redact } from '../../text/redact.ts';

/** What the results of a report contain even if the report was not run. */
type Identity = Pick<ReportRequest, 'reportId' | 'title' | 'timezone' | 'locale'>;
interface Circumstances {
  readonly nowMs: number;
  readonly run: Results['run'];
}

/** The results of a report that requested nothing. */
export function emptyResults(
  { reportId, title, timezone, locale }: Identity,
  { nowMs, run }: Circumstances,
): Results {
  return {
    schema: 1,
    conclusion: 'skipped',
    generatedAt: new Date(nowMs).toISOString(),
    run,
    reportId,
    title,
    timezone: timezone ?? 'UTC',
    locale,
    durationMs: 0,
    insights: [],
    thresholds: [],
  };
}

/** The results of a report that was skipped, with the reason. */
export function skippedResults(
  request: Identity & Pick<ReportRequest, 'posting' | 'service'>,
  circumstances: Circumstances,
  reason: string,
): Results {
  const title = redact(request.title, secretsOf(request));
  return { ...emptyResults({ ...request, title }, circumstances), reason };
}

/** The results of a run that could not begin, with the error's message. */
export function errorResults(request: Identity, circumstances: Circumstances, message: string): Results {
  return { ...emptyResults(request, circumstances), conclusion: 'error', error: { message } };
}

/** What is in the results for what could not be reported. */
export function toFailedInsight(
  { id, name, title }: Pick<FailedInsight, 'id' | 'name'> & { readonly title: string | null },
  error: unknown,
): FailedInsight {
  return {
    name,
    id,
    title: title ?? name,
    status: 'error',
    error: {
      kind: isQueryFailure(error) ? error.kind : 'unreadable',
      status: error instanceof RequestError ? error.status : null,
      message: error instanceof Error ? error.message : String(error),
    },
  };
}
