import { failedThresholds } from '../gate/conclude.ts';
import type { Receipt } from '../publish/post.ts';
import { worstConclusion } from '../reports.ts';
import type { Results } from '../results.ts';
import { setOutput } from './set-output.ts';
import type { WrittenFiles } from './files.ts';

/** Sets every output of the Action, over all reports: of what was posted, the first of its kind; what does not apply is empty. */
export function setOutputs(results: readonly Results[], files: WrittenFiles, receipts: readonly Receipt[]): void {
  const comment = receipts.find(({ destination, id }) => destination === 'pull-request' && id !== null);
  const issue = receipts.find(({ destination }) => destination === 'issue');
  const outputs = {
    conclusion: worstConclusion(results),
    'failed-thresholds': listText(results.flatMap(({ thresholds }) => failedThresholds(thresholds))),
    errors: results.flatMap(({ insights }) => insights).filter(({ status }) => status === 'error').length,
    'report-path': files.reportPath,
    'results-path': files.resultsPath,
    'comment-id': comment?.id ?? issue?.id ?? '',
    'comment-url': comment?.url ?? (issue?.id ? issue.url : null) ?? '',
    'issue-number': issue?.number ?? '',
    'issue-url': issue?.issueUrl ?? '',
    'release-url': receipts.find(({ destination }) => destination === 'release')?.url ?? '',
    'discussion-url': receipts.find(({ destination }) => destination === 'discussion')?.url ?? '',
  };
  for (const [name, value] of Object.entries(outputs)) setOutput(name, String(value));
}

/** GitHub takes 1 MB of a job's outputs, counted as UTF-16, and drops what is beyond; a workflow's expressions take less still. */
const LIST_LIMIT = 100_000;

/** A JSON array of as many of the objects, from the first on, as an output holds; the results file has all of them. */
export function listText(objects: readonly object[]): string {
  const texts: string[] = [];
  let length = '[]'.length;
  for (const text of objects.map((object) => JSON.stringify(object))) {
    length += text.length + 1;
    if (length > LIST_LIMIT) break;
    texts.push(text);
  }
  return `[${texts.join(',')}]`;
}
