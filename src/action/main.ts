// The Action, step by step: inputs, reports, pages, posts, outputs, and at last the step's result.
// GitHub starts it through src/index.ts.
import * as core from '@actions/core';
import { appendFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { withGateHistory } from './gate-history.ts';
import { createActionLog, redactingLog } from './log.ts';
import { addMinimums, findPullRaises } from './minimums.ts';
import { addSignals, type AnnotateAt } from './signals.ts';
import { reportError, setOutputs, type StepInputs, summarizeSkipped, writeFiles } from './outputs.ts';
import { joinWholePages, renderAllPages } from './pages.ts';
import { postAll } from './posting.ts';
import { findPreviousPosts, markReleases } from './from-github.ts';
import { InputError } from '../text/errors.ts';
import { readActionInputs } from '../report/inputs/raw.ts';
import { parseReports } from '../report/inputs/parse-reports.ts';
import type { ReportRequest } from '../report/inputs/request.ts';
import { findSecrets } from '../report/inputs/secrets.ts';
import type { Log } from '../text/log.ts';
import type { PublishEffects } from '../report/publish/post.ts';
import {
  fromUntrustedPullRequest,
  readRunContext,
  type RunContext,
} from '../report/publish/workflow/context.ts';
import type { Results } from '../report/results/results.ts';
import { nodeInputEffects } from '../report/run/effects.ts';
import { skippedResults } from '../report/run/not-run.ts';
import { type FinishedReport, logVerdicts, resultsFile, runReports } from '../report/run/reports.ts';
import { decideStepResult } from '../report/run/step-result.ts';
import { redact } from '../text/redact.ts';
import { withoutNews } from './without-news.ts';

/**
 * The Action: masks secrets, reads the inputs, reports, posts, sets the outputs, and only then may fail the
 * step.
 */
export async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const raw = readActionInputs(core.getInput);
  const secrets = findSecrets(raw);
  for (const secret of secrets) core.setSecret(secret);
  const actionLog = createActionLog();
  const log = redactingLog(actionLog, secrets);
  const context = readRunContext(env, await readPayload());
  try {
    checkNode(process.versions.node);
    const annotateAt: AnnotateAt = (level, message, place) => {
      actionLog.annotateAt(level, redact(message, secrets), place);
    };
    const fromFork = fromUntrustedPullRequest(context);
    const requests = await parseReports(raw, nodeInputEffects({ fromFork, isStep: true }));
    await run(requests, { context, effects: PUBLISH_EFFECTS, log, annotateAt });
  } catch (error) {
    const message =
      error instanceof InputError ? error.message : `Insight Report failed unexpectedly: ${String(error)}`;
    await endWithError(redact(message, secrets), { raw, secrets }, context, log);
  } finally {
    actionLog.close();
  }
}

/** The file system and the clock, as publishing uses them. */
const PUBLISH_EFFECTS: PublishEffects = {
  appendFile,
  fileSizeBytes: async (path) => (await stat(path).catch(() => null))?.size ?? 0,
  sleep,
  now: Date.now,
};

/** The event's payload. The toolkit reads its file when it is imported, and throws if that is not JSON. */
async function readPayload(): Promise<unknown> {
  try {
    return (await import('@actions/github')).context.payload;
  } catch {
    return null;
  }
}

/** Throws `InputError` if the Action runs on a Node that its HTTP client does not run on. */
export function checkNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return;
  throw new InputError([
    `Insight Report runs on Node 24 and cannot post with Node ${version}: use a runner that has Node 24 (GitHub's has it from version 2.327.1 on), or Node 22.19 at least.`,
  ]);
}

/** What a run works with. */
interface Surroundings {
  readonly context: RunContext;
  readonly effects: PublishEffects;
  readonly log: Log;
  readonly annotateAt: AnnotateAt;
}

async function run(requests: readonly ReportRequest[], surroundings: Surroundings): Promise<void> {
  const { context, effects, log, annotateAt } = surroundings;
  // 1. The reports: their numbers and gates, and what a pull request changes.
  const hasToken = requests.some(({ service }) => service.token !== '');
  if (hasToken) {
    const smallestGroup = Math.min(...requests.map(({ minGroupSize }) => minGroupSize));
    noticeSmallGroups(smallestGroup, context, log);
  } else log.notice(NO_TOKEN);
  const reported = hasToken ? await report(requests, surroundings) : await skip(requests, surroundings);
  const reports = (await addSignals(reported, context, log, annotateAt)).map(withoutNews);
  // 2. Their pages, and where they are posted.
  const pages = await renderAllPages(reports, context, effects);
  const results = reports.map((each) => each.results);
  const posted = hasToken ? await postAll(reports, pages, context, effects, log) : [];
  if (!hasToken) await summarizeSkipped(results, context, effects, log);
  // 3. Files and outputs for the steps after this one.
  const files = writeFiles(joinWholePages(pages), resultsFile(results), context.tempDir, log);
  setOutputs(
    results,
    files,
    posted.flatMap(({ receipts }) => receipts),
  );
  // 4. The step's own result.
  const { failures, warnings } = decideStepResult(posted);
  for (const warning of warnings) log.warning(warning);
  for (const failure of [...failures, ...reports.flatMap((each) => each.failures)]) fail(failure, log);
}

/**
 * Runs every report, finds at the same time when each was last posted, and then adds what that post
 * remembers.
 */
async function report(
  requests: readonly ReportRequest[],
  { context, effects, log, annotateAt }: Surroundings,
): Promise<readonly FinishedReport[]> {
  const [earlier, raises, reports] = await Promise.all([
    findPreviousPosts(requests, context, effects, log),
    findPullRaises(requests, context, effects, log),
    runReports(requests, { nowMs: Date.now(), log, run: toResultsRun(context) }),
  ]);
  logVerdicts(reports, log);
  const marked = await markReleases(reports, context, effects, log);
  const counted = await addMinimums(marked, raises, context, log, annotateAt);
  return counted.map(({ request, results }, index) => {
    const { previousPost = null, state = null } = earlier[index] ?? {};
    const judged = withGateHistory(results, state, context.runId);
    return { request, results: previousPost ? { ...judged, previousPost } : judged };
  });
}

/** Without a token, a pull request's raises are shown without numbers. */
async function skip(
  requests: readonly ReportRequest[],
  { context, effects, log, annotateAt }: Surroundings,
): Promise<readonly FinishedReport[]> {
  const run = { nowMs: Date.now(), run: toResultsRun(context) };
  const skipped = requests.map((request) => ({ request, results: skippedResults(request, run, NO_TOKEN) }));
  const raises = await findPullRaises(requests, context, effects, log);
  return addMinimums(skipped, raises, context, log, annotateAt);
}

const NO_TOKEN = 'Nothing was reported: this run has no api-token (a fork or Dependabot gets no secrets).';

/**
 * Says in the outputs, the files and the job summary why the run could not begin, and then fails the step.
 */
async function endWithError(
  message: string,
  inputs: StepInputs,
  context: RunContext,
  log: Log,
): Promise<void> {
  try {
    await reportError(message, inputs, context, toResultsRun(context), PUBLISH_EFFECTS, log);
  } catch (error) {
    log.warning(`The job summary and the outputs could not be written: ${String(error)}`);
  }
  fail(message, log);
}

/** The workflow run as the results file describes it, with what it is about; null outside Actions. */
function toResultsRun(context: RunContext): Results['run'] {
  const { runUrl, runId, runAttempt, runNumber, workflow, repo, repositoryUrl, event } = context;
  if (runUrl === null || runId === null) return null;
  const pull = event.pullRequest ?? (event.issue?.isPullRequest === true ? event.issue : null);
  return {
    url: runUrl,
    id: runId,
    attempt: runAttempt,
    ...(runNumber !== null && { number: runNumber }),
    ...(workflow !== '' && { workflow }),
    ...(repo && { repository: `${repo.owner}/${repo.name}` }),
    ...(pull && {
      pullRequest: { number: pull.number, title: pull.title, url: `${repositoryUrl}/pull/${pull.number}` },
    }),
  };
}

/** Marks the step as failed without ending the process. */
function fail(message: string, log: Log): void {
  log.error(message);
  process.exitCode = 1;
}

/** Warns the owner of a public repository once that its report shows groups of any size. */
export function noticeSmallGroups(
  minGroupSize: number,
  { event }: Pick<RunContext, 'event'>,
  log: Log,
): void {
  if (minGroupSize > 0 || !event.isPublic) return;
  log.notice(
    'This repository is public, and so is its report, down to rows that stand for a single user. ' +
      'To combine small rows into "Other", set min-group-size, for example to 10.',
  );
}
