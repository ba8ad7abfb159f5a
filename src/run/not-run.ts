import type { ReportRequest } from '../inputs/request.ts';
import { secretsOf } from '../inputs/secrets.ts';
import type { Results } from '../results.ts';
import { redact } from '../text/redact.ts';
import { emptyResults, type ReportEffects } from './reports.ts';

/** What the results of a report contain even if the report was not run. */
type Identity = Pick<ReportRequest, 'reportId' | 'title' | 'timezone' | 'locale'>;
type Circumstances = Pick<ReportEffects, 'nowMs' | 'run'>;

/** The results of a report that was skipped, with the reason. */
export function skippedResults(
  request: Identity & Pick<ReportRequest, 'posting'>,
  circumstances: Circumstances,
  reason: string,
): Results {
  const title = redact(request.title, secretsOf(request.posting));
  return { ...emptyResults({ ...request, title }, circumstances), reason };
}

/** The results of a run that could not begin, with the error's message. */
export function errorResults(request: Identity, circumstances: Circumstances, message: string): Results {
  return { ...emptyResults(request, circumstances), conclusion: 'error', error: { message } };
}
