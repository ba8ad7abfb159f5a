import type { ReportRequest } from '../inputs/request.ts';
import type { Results } from '../results.ts';
import { emptyResults, type ReportEffects } from './reports.ts';

/** What a report is called where nothing was asked. */
type Named = Pick<ReportRequest, 'reportId' | 'title' | 'timezone' | 'locale'>;
type Circumstances = Pick<ReportEffects, 'nowMs' | 'run'>;

/** The results of a report that was skipped, and why. */
export function skippedResults(request: Named, circumstances: Circumstances, reason: string): Results {
  return { ...emptyResults(request, circumstances), reason };
}

/** The results of a run that could not begin, and why. */
export function errorResults(request: Named, circumstances: Circumstances, message: string): Results {
  return { ...emptyResults(request, circumstances), conclusion: 'error', error: { message } };
}
