// The results of a report that was skipped or could not begin, and of an insight that failed. `reports.ts`
// builds the results of every other report on `emptyResults`. Pure.
import { isQueryFailure, RequestError } from '../../text/errors.ts';
import type { ReportRequest } from '../inputs/request.ts';
import { secretsOf } from '../inputs/secrets.ts';
import type { FailedInsight, Results } from '../results/results.ts';
import { redact } from '../../text/redact.ts';

/** What the results of a report contain even if the report was not run. */
type Identity = Pick<ReportRequest, 'reportId' | 'title' | 'timezone' | 'locale'>;
/** When the report was made, and by which workflow run. */
interface Circumstances {
  readonly nowMs: number;
  readonly run: Results['run'];
}

/** The results of a report before anything is in them: each caller adds what it has. */
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

/**
 * The results of a report that was skipped, with the reason. Its title is the user's, so a secret may be in
 * it.
 */
export function skippedResults(
  request: Identity & Pick<ReportRequest, 'posting' | 'service'>,
  circumstances: Circumstances,
  reason: string,
): Results {
  const title = redact(request.title, secretsOf(request));
  return { ...emptyResults({ ...request, title }, circumstances), reason };
}

/**
 * The results of a run that could not begin, with the error's message. The caller has redacted the title: it
 * has the secrets even if no request could be made of the inputs.
 */
export function errorResults(request: Identity, circumstances: Circumstances, message: string): Results {
  return { ...emptyResults(request, circumstances), conclusion: 'error', error: { message } };
}

/** The result of an insight that could not be reported. */
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
