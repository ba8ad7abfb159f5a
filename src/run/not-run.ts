import type { ReportRequest } from '../inputs/request.ts';
import type { Results } from '../results.ts';
import { redact } from '../text/redact.ts';
import { emptyResults, type ReportEffects } from './reports.ts';

/** What names a report that was not asked for. */
type Named = Pick<ReportRequest, 'reportId' | 'title' | 'timezone' | 'locale'>;
type Circumstances = Pick<ReportEffects, 'nowMs' | 'run'>;

/** The results of a report that was skipped, and why. */
export function skippedResults(
  request: Named & Pick<ReportRequest, 'posting'>,
  circumstances: Circumstances,
  reason: string,
): Results {
  const title = redact(request.title, [request.posting.githubToken]);
  return { ...emptyResults({ ...request, title }, circumstances), reason };
}

/** The results of a run that could not begin, and why. */
export function errorResults(request: Named, circumstances: Circumstances, message: string): Results {
  return { ...emptyResults(request, circumstances), conclusion: 'error', error: { message } };
}
