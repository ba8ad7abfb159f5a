import { maskSecret } from './action/commands.ts';
import { createActionLog, redactingLog } from './action/log.ts';
import { writeFiles } from './action/outputs.ts';
import { postAll } from './action/post.ts';
import { isSkipped, runWithPreviousPosts } from './action/previous-post.ts';
import { firstRequestSent, loadTransport } from './client/send.ts';
import { InputError } from './errors.ts';
import { readActionInputs } from './inputs/raw.ts';
import { parseReports } from './inputs/parse-reports.ts';
import type { ReportRequest } from './inputs/request.ts';
import { findSecrets } from './inputs/secrets.ts';
import type { Log } from './log.ts';
import { fromUntrustedPullRequest, readRunContext, type RunContext } from './publish/run/context.ts';
import type { Results } from './results.ts';
import { nodeInputEffects, nodePublishEffects, readText } from './run/effects.ts';
import { resultsFile } from './run/reports.ts';
import { decideStepResult } from './run/step-result.ts';

/** The Action, start to end: secrets masked, inputs read, insights reported, posted, outputs set; only then may it fail. */
export async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const raw = readActionInputs(env);
  const secrets = findSecrets(raw);
  for (const secret of secrets) maskSecret(secret);
  const actionLog = createActionLog();
  const log = redactingLog(actionLog, secrets);
  try {
    const context = readRunContext(env, readText);
    const requests = await parseReports(raw, nodeInputEffects(fromUntrustedPullRequest(context)));
    const isNothingAsked = requests.every(isSkipped);
    const minGroupSize = Math.min(...requests.map((each) => each.minGroupSize));
    noticeSmallGroups({ minGroupSize }, context, isNothingAsked, log);
    if (isNothingAsked)
      log.notice('Nothing was reported: this run has no api-token (a fork or Dependabot gets no secrets).');
    const effects = nodePublishEffects();
    if (!isNothingAsked) await loadTransport();
    const [reported, { renderAllPages, joinWholePages: wholeOf, setOutputs }] = await Promise.all([
      runWithPreviousPosts(requests, { nowMs: Date.now(), log, run: toResultsRun(context) }, context, effects),
      loadRendering(requests),
    ]);
    const pages = await renderAllPages(reported, context, effects);
    const results = reported.map((each) => each.results);
    const files = writeFiles(wholeOf(pages), resultsFile(results), context.tempDir);
    const posted = isNothingAsked ? [] : await postAll(reported, pages, context, effects, log);
    setOutputs(
      results,
      files,
      posted.flatMap(({ receipts }) => receipts),
    );
    const { failures, warnings } = decideStepResult(posted);
    for (const warning of warnings) log.warning(warning);
    for (const failure of failures) fail(failure, log);
  } catch (error) {
    fail(error instanceof InputError ? error.message : `Insight Report broke: ${String(error)}`, log);
  } finally {
    actionLog.close();
  }
}

/** The run as the results file names it; null outside Actions. */
function toResultsRun({ runUrl, runId, runAttempt, runNumber, workflow }: RunContext): Results['run'] {
  if (runUrl === null || runId === null) return null;
  const number = runNumber === null ? {} : { number: runNumber };
  return { url: runUrl, id: runId, attempt: runAttempt, ...number, ...(workflow !== '' && { workflow }) };
}

/** What tells of the answers is loaded, and made ready, while the service is thinking. */
async function loadRendering(requests: readonly ReportRequest[]) {
  await firstRequestSent();
  const [pages, outputs] = await Promise.all([
    import(/* webpackMode: "eager" */ './action/pages.ts'),
    import(/* webpackMode: "eager" */ './action/outputs.ts'),
  ]);
  for (const { locale } of requests) pages.prepareFormats(locale);
  return { ...pages, ...outputs };
}

/** Marks the step as failed; what is under way still ends. */
function fail(message: string, log: Log): void {
  log.error(message);
  process.exitCode = 1;
}

/** Says once that a public repository's report shows groups of any size. A run that reports nothing shows none. */
export function noticeSmallGroups(
  { minGroupSize }: Pick<ReportRequest, 'minGroupSize'>,
  { event }: Pick<RunContext, 'event'>,
  isSkipped: boolean,
  log: Log,
): void {
  if (minGroupSize > 0 || isSkipped || !event.isPublic) return;
  log.notice(
    'This repository is public, and so is what is reported in it, down to rows that stand for a single user. ' +
      'To fold small rows into "Other", set min-group-size (10, say).',
  );
}
