// Makes a check run of each gate (`post-to: check`), so that branch rules can require it.
// `post-to-github.ts` calls it.
import type { PostingRequest } from '../../inputs/request.ts';
import { PublishError } from '../../../text/errors.ts';
import { plural } from '../../../text/plural.ts';
import type { GitHub } from '../github/client.ts';
import { createOnce } from '../github/create-once.ts';
import { GitHubError, lacksPermission } from '../github/errors.ts';
import { type GateCheck, NOT_POSTED, type Post, type Receipt } from '../post.ts';
import type { RunContext } from '../workflow/context.ts';
import { addressAt, idAt, textAt, valueAt } from '../workflow/json.ts';

/**
 * Makes a check run for each gate on the commit that the run is about, or updates the one that it has there.
 */
export async function postChecks(
  github: GitHub,
  { checks = [], reportId }: Post,
  { prNumber }: PostingRequest,
  context: RunContext,
): Promise<Receipt> {
  if (checks.length === 0) return notPosted('the report has no gates; add thresholds');
  const sha = await findCommit(github, prNumber, context);
  if (sha === null) return notPosted('the run has no commit');
  const externalId = `insight-report:${reportId}`;
  const listOwn: ListRuns = async () => {
    const runs = await github.list('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', { ref: sha });
    return runs.flatMap((run) => parseCheckRun(run) ?? []).filter((run) => run.externalId === externalId);
  };
  const ownRuns = await listOwn();
  const writtenChecks: WrittenCheck[] = [];
  for (const check of checks) {
    const about = { sha, externalId, url: context.runUrl };
    writtenChecks.push(await writeCheck(github, check, about, newest(ownRuns, check.name), listOwn));
  }
  return describe(writtenChecks, sha);
}

/** A check run as GitHub lists it. */
interface CheckRun {
  readonly id: number;
  readonly name: string | null;
  readonly externalId: string | null;
  readonly url: string | null;
  /** Everything of it that is written, as one text. */
  readonly content: string;
}

/** A check run after it was written, and what was done to it. */
interface WrittenCheck {
  readonly outcome: 'posted' | 'updated' | 'unchanged';
  readonly run: CheckRun;
}

/** Reads the report's check runs on the commit. */
type ListRuns = () => Promise<readonly CheckRun[]>;

/** Updates the earlier run of a gate, if there is one and it differs; otherwise makes one. */
async function writeCheck(
  github: GitHub,
  { name, conclusion, title, summary }: GateCheck,
  {
    sha,
    externalId,
    url,
  }: { readonly sha: string; readonly externalId: string; readonly url: string | null },
  earlier: CheckRun | undefined,
  listOwn: ListRuns,
): Promise<WrittenCheck> {
  if (earlier?.content === contentOf(name, conclusion, title, summary, url ?? ''))
    return { outcome: 'unchanged', run: earlier };
  const body = {
    name,
    conclusion,
    output: { title, summary },
    external_id: externalId,
    ...(url && { details_url: url }),
    status: 'completed',
    completed_at: new Date(github.now()).toISOString(),
  };
  const updated = earlier === undefined ? null : await update(github, earlier.id, body);
  if (updated !== null) return { outcome: 'updated', run: updated };
  const earlierId = earlier?.id ?? 0;
  const run = await createOnce(
    github,
    () => github.create(`POST ${CHECK_RUNS}`, { ...body, head_sha: sha }, parseCheckRun),
    async () => {
      const newestRun = newest(await listOwn(), name);
      return newestRun !== undefined && newestRun.id > earlierId ? newestRun : undefined;
    },
  );
  return { outcome: 'posted', run };
}

const CHECK_RUNS = '/repos/{owner}/{repo}/check-runs';

/** Updates a check run; null if that is not possible because it is gone, or belongs to another GitHub App. */
async function update(github: GitHub, id: number, body: object): Promise<CheckRun | null> {
  try {
    return await github.request(
      `PATCH ${CHECK_RUNS}/{check_run_id}`,
      { check_run_id: id, ...body },
      parseCheckRun,
    );
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const isOfOtherApp = error.httpStatus === 403 && /app_id|created it/i.test(error.reason);
    if (isOfOtherApp || error.httpStatus === 404) return null;
    throw error;
  }
}

/** What is written of a check run, to be compared: GitHub may store other line ends and blanks at the end. */
function contentOf(...texts: readonly string[]): string {
  return JSON.stringify(texts.map((text) => text.replaceAll('\r\n', '\n').trim()));
}

/** Reads a check run from an answer; null if it is not one. */
function parseCheckRun(value: unknown): CheckRun | null {
  const id = idAt(value, 'id');
  if (id === null) return null;
  const text = (...path: readonly string[]): string => textAt(value, ...path) ?? '';
  return {
    id,
    name: textAt(value, 'name'),
    externalId: textAt(value, 'external_id'),
    url: addressAt(value, 'html_url'),
    content: contentOf(
      text('name'),
      text('conclusion'),
      text('output', 'title'),
      text('output', 'summary'),
      text('details_url'),
    ),
  };
}

function newest(runs: readonly CheckRun[], name: string): CheckRun | undefined {
  return runs.filter((run) => run.name === name).toSorted((one, other) => other.id - one.id)[0];
}

/**
 * The commit to check: the head of the pull request that the run is about, else the commit that it runs on.
 */
async function findCommit(
  github: GitHub,
  prNumber: PostingRequest['prNumber'],
  { event, eventName, sha }: RunContext,
): Promise<string | null> {
  const commented = eventName === 'issue_comment' && event.issue?.isPullRequest ? event.issue.number : null;
  const number = prNumber === 'auto' ? commented : prNumber;
  if (number !== null && number !== event.pullRequest?.number) return readHead(github, number);
  const commit =
    event.pullRequest?.headSha ?? event.workflowRun?.headSha ?? event.listedPullRequests[0]?.headSha ?? sha;
  // GitHub writes a commit that does not exist, as of a deleted branch, as zeros.
  return commit === null || /^0+$/.test(commit) ? null : commit;
}

async function readHead(github: GitHub, number: number): Promise<string> {
  const parameters = { pull_number: number };
  try {
    return await github.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', parameters, (pull) =>
      textAt(valueAt(pull, 'head'), 'sha'),
    );
  } catch (error) {
    if (!lacksPermission(error)) throw error;
    const advice = 'add "pull-requests: read" to the permissions of the workflow\'s job';
    throw new PublishError(
      `the head of pull request #${number} could not be read (${error.reason}): ${advice}.`,
    );
  }
}

function notPosted(reason: string): Receipt {
  return { ...NOT_POSTED, destination: 'check', message: `No check run was made: ${reason}.` };
}

function describe(checks: readonly WrittenCheck[], sha: string): Receipt {
  const has = (outcome: WrittenCheck['outcome']): boolean => checks.some((each) => each.outcome === outcome);
  const outcome = (['posted', 'updated'] as const).find(has) ?? 'unchanged';
  const count = checks.length;
  const what = `${count} ${plural('check run', count)} on commit ${sha.slice(0, 7)}`;
  const done = { posted: 'made', updated: 'updated', unchanged: 'the same already' }[outcome];
  const url = checks[0]?.run.url ?? null;
  const message = `${what} ${count === 1 ? 'is' : 'are'} ${done}: ${url ?? 'GitHub gave no address'}`;
  return { ...NOT_POSTED, destination: 'check', outcome, level: 'info', message, url };
}
