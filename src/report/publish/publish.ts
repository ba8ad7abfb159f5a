// Posts rendered reports, each to its destination, and makes a receipt for each: posted, skipped or failed.
// The job summary is written here; the other destinations are in `destinations/`.
import { messageOf, PublishError } from '../../text/errors.ts';
import { type Destination, type PostingRequest, WRITE_PERMISSIONS } from '../inputs/request.ts';
import { FeatureUnavailable, GitHubError, lacksPermission } from './github/errors.ts';
import { NOT_POSTED, type Post, type PublishEffects, type Receipt } from './post.ts';
import { fromUntrustedPullRequest, type RunContext } from './workflow/context.ts';
import { summaryLimitBytes } from './body/compose.ts';

/**
 * Posts each rendered report to its destination, one after the other. If one fails, its receipt says so, and
 * the others are still posted.
 */
export async function publish(
  posting: PostingRequest,
  posts: readonly Post[],
  context: RunContext,
  effects: PublishEffects,
): Promise<readonly Receipt[]> {
  const receipts: Receipt[] = [];
  for (const post of posts) {
    try {
      receipts.push(await postTo(post, posting, context, effects));
    } catch (error) {
      receipts.push(failedReceipt(error, post, context));
    }
  }
  return receipts;
}

async function postTo(
  post: Post,
  posting: PostingRequest,
  context: RunContext,
  effects: PublishEffects,
): Promise<Receipt> {
  const { destination } = post;
  if (destination === 'summary') return postSummary(post, context, effects);
  if (destination === 'webhook') {
    const { postWebhook } = await import('./destinations/webhook.ts');
    return postWebhook(post, posting.webhook, context, effects);
  }
  // Most runs only write a summary, and need not load the client for GitHub.
  const { postToGitHub } = await import('./destinations/post-to-github.ts');
  return postToGitHub(destination, post, posting, context, effects);
}

/** Says why a report could not be posted, and what to do. A missing permission does not fail the run. */
function failedReceipt(error: unknown, { destination }: Post, context: RunContext): Receipt {
  const begin = `The report could not be posted to ${PLACES[destination]}`;
  const skipped = { ...NOT_POSTED, destination, level: 'warning' } as const;
  if (lacksPermission(error)) {
    const why = missingPermission(error, permissionFor(destination), context);
    return { ...skipped, message: `${begin}: ${why}` };
  }
  if (error instanceof FeatureUnavailable) return { ...skipped, message: `${begin}: ${error.message}` };
  const advice = error instanceof GitHubError ? adviceFor(error, destination) : '';
  const message = `${begin}: ${messageOf(error)}${advice}`;
  return { ...skipped, outcome: 'failed', level: 'error', message };
}

/** The permission that posting to a destination takes. */
function permissionFor(destination: Destination): string {
  return `${WRITE_PERMISSIONS[destination] ?? 'no'}: write`;
}

const PLACES: Readonly<Record<Destination, string>> = {
  summary: 'the job summary',
  'pull-request': 'the pull request',
  issue: 'an issue',
  release: "the release's notes",
  discussion: 'a discussion',
  check: 'a check run',
  webhook: 'the webhook',
};

function missingPermission(
  { httpStatus, reason }: GitHubError,
  permission: string,
  context: RunContext,
): string {
  const lines = [
    `the github-token lacks the permission "${permission}" (GitHub answered ${httpStatus}: ${reason}).`,
    fromUntrustedPullRequest(context)
      ? "A fork's run gets a token that can only read, and Dependabot's unless the job has the permission below. Post from a workflow_run workflow that has"
      : "Add this to the permissions of the workflow's job:",
    'permissions:',
    `  ${permission}`,
  ];
  return lines.join('\n');
}

function adviceFor(error: GitHubError, destination: Destination): string {
  if (error.isRateLimit) return ' Run the job again later.';
  switch (error.httpStatus) {
    case 401:
      return ' The github-token is wrong or has expired.';
    case 403:
      return destination === 'check'
        ? ' Only a GitHub App makes check runs: github.token, or the token of an App.'
        : '';
    case 404:
      if (destination === 'release')
        return ' It was deleted, or the github-token may not edit it: it takes "contents: write", and if the tagged commit changes workflows, a token that may write workflows, which the github-token of a workflow never may.';
      return ` The number may be wrong, or the github-token cannot see it: it must belong to this repository and have "${permissionFor(destination)}".`;
    case 410:
      return ' Issues are switched off in this repository (Settings, Features), or this one was deleted.';
    case 422:
      if (destination === 'check') return ' The commit must be in this repository.';
      return destination === 'release'
        ? ' A rule of the repository may protect the release. The notes of an immutable release can be edited.'
        : '';
    default:
      return '';
  }
}

/**
 * Appends a page to the step's summary file. Throws if the file would get so large that GitHub drops all of
 * it.
 */
export async function postSummary(
  post: Pick<Post, 'body'>,
  context: RunContext,
  effects: PublishEffects,
): Promise<Receipt> {
  const path = context.summaryPath;
  if (path === null)
    return summaryReceipt(
      'skipped',
      'warning',
      'No job summary was written: GITHUB_STEP_SUMMARY is not set, so this runs outside GitHub Actions or on a server without job summaries.',
    );
  const heldBytes = await effects.fileSizeBytes(path);
  const sizeBytes = Buffer.byteLength(post.body);
  if (sizeBytes > summaryLimitBytes(heldBytes)) {
    throw new PublishError(
      `The job summary would have ${heldBytes + sizeBytes} bytes, GitHub drops it over 1,048,576: ${heldBytes} bytes of them were written by the same step before; show fewer rows (top).`,
    );
  }
  // Without a blank line, the page's first line would continue the last line of the file.
  const blankLine = heldBytes > 0 ? '\n\n' : '';
  const lineEnd = post.body.endsWith('\n') ? '' : '\n';
  await effects.appendFile(path, `${blankLine}${post.body}${lineEnd}`);
  return summaryReceipt('posted', 'info', 'The report is in the job summary.');
}

function summaryReceipt(outcome: Receipt['outcome'], level: Receipt['level'], message: string): Receipt {
  return { ...NOT_POSTED, destination: 'summary', outcome, level, message };
}
