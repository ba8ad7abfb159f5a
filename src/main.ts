import { actionLog as log } from './action/action-log.ts';
import { maskSecret } from './action/commands.ts';
import { actionInputEffects, actionPublishEffects, readText } from './action/effects.ts';
import { writeFiles } from './action/files.ts';
import { decideOutcome } from './action/outcome.ts';
import { noticeUnfolded } from './action/notice-unfolded.ts';
import { setOutputs } from './action/outputs.ts';
import { renderPages } from './action/pages.ts';
import { post } from './action/post.ts';
import { findPreviousPost } from './action/previous-post.ts';
import { InputError } from './errors.ts';
import { parseInputs } from './inputs/parse.ts';
import { readActionInputs } from './inputs/raw.ts';
import { secretTexts } from './inputs/tokens.ts';
import { fromUntrustedPullRequest, readRunContext } from './publish/context.ts';
import { emptyResults, runReport } from './report.ts';

/** The Action, start to end: secrets masked, inputs read, insights reported, posted, outputs set; only then may it fail. */
export async function main(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const raw = readActionInputs(env);
    for (const secret of secretTexts(raw)) maskSecret(secret);
    const context = readRunContext(env, readText);
    const request = await parseInputs(raw, actionInputEffects(fromUntrustedPullRequest(context)));
    const run =
      context.runUrl && context.runId ? { url: context.runUrl, id: context.runId, attempt: context.runAttempt } : null;
    const effects = { nowMs: Date.now(), log, run };
    const isSkipped = request.service.token === '';
    noticeUnfolded(request, context, isSkipped, log);
    if (isSkipped)
      log.notice('Nothing was reported: this run has no api-token (a fork or Dependabot gets no secrets).');
    const publishEffects = actionPublishEffects();
    const [found, previousPost] = isSkipped
      ? [emptyResults(request, effects), null]
      : await Promise.all([runReport(request, effects), findPreviousPost(request, context, publishEffects, log)]);
    const results = previousPost ? { ...found, previousPost } : found;
    const pages = await renderPages(results, request, context, publishEffects);
    const files = writeFiles(pages.whole, results, context.tempDir);
    const receipts = isSkipped ? [] : await post(pages, request, context, publishEffects, log);
    setOutputs(results, files, receipts);
    const { failures, warnings } = decideOutcome(results, receipts, pages.problems, request);
    for (const warning of warnings) log.warning(warning);
    for (const failure of failures) fail(failure);
  } catch (error) {
    fail(error instanceof InputError ? error.message : `Insight Report broke: ${String(error)}`);
  }
}

/** Marks the step as failed; what is under way still ends. */
function fail(message: string): void {
  log.error(message);
  process.exitCode = 1;
}
