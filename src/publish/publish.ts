import { PublishError } from '../errors.ts';
import type { Destination, PostingRequest } from '../inputs/request.ts';
import { postSummary } from './destinations/summary.ts';
import { FeatureUnavailable, GitHubError, lacksPermission } from './github/errors.ts';
import { NOT_POSTED, type Post, type PublishEffects, type Receipt } from './post.ts';
import { fromUntrustedPullRequest, type RunContext } from './run/context.ts';

/** Posts each page to its destination, one after the other; one that fails is a receipt and does not stop the others. */
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
  if (post.destination === 'summary') return postSummary(post, context, effects);
  // Most runs write a summary alone and need nothing of what GitHub needs.
  const { postToGitHub } = await import('./destinations/post-to-github.ts');
  return postToGitHub(post, posting, context, effects);
}

function failedReceipt(error: unknown, { destination }: Post, context: RunContext): Receipt {
  // A fault of the file system concerns this destination alone, as GitHub's refusals do.
  const cause = error instanceof Error ? error : new PublishError(String(error));
  const { isFault, message } = explainFailure(cause, destination, context);
  return {
    ...NOT_POSTED,
    destination,
    outcome: isFault ? 'failed' : 'skipped',
    level: isFault ? 'error' : 'warning',
    message,
  };
}

/** Where a post was to go, in words and as a permission of the workflow. */
interface Place {
  readonly words: string;
  readonly permission: string;
}

/** Says why a destination has no report and what to do; a token that may only read is no fault of the run. */
function explainFailure(
  error: Error,
  destination: Destination,
  context: RunContext,
): { readonly isFault: boolean; readonly message: string } {
  const place = placeOf(destination);
  const failed = `The report could not be posted to ${place.words}`;
  if (lacksPermission(error))
    return { isFault: false, message: `${failed}: ${missingPermission(error, place, context)}` };
  if (error instanceof FeatureUnavailable) return { isFault: false, message: `${failed}: ${error.message}` };
  return {
    isFault: true,
    message: `${failed}: ${error.message}${error instanceof GitHubError ? advice(error, destination) : ''}`,
  };
}

function placeOf(destination: Destination): Place {
  switch (destination) {
    case 'summary':
      return { words: 'the job summary', permission: '' };
    case 'pull-request':
      return { words: 'the pull request', permission: 'pull-requests: write' };
    case 'issue':
      return { words: 'an issue', permission: 'issues: write' };
    case 'release':
      return { words: "the release's notes", permission: 'contents: write' };
    case 'discussion':
      return { words: 'a discussion', permission: 'discussions: write' };
  }
}

function missingPermission({ status, reason }: GitHubError, { permission }: Place, context: RunContext): string {
  const lines = [
    `the github-token lacks the permission "${permission}" (GitHub answered ${status}: ${reason}).`,
    fromUntrustedPullRequest(context)
      ? 'Runs of a pull request from a fork or from Dependabot get a token that only reads, whatever the workflow says: post from a workflow_run workflow that has'
      : "Add to the workflow's job, beside the permissions it has:",
    'permissions:',
    `  ${permission}`,
  ];
  return lines.join('\n');
}

function advice(refusal: GitHubError, destination: Destination): string {
  if (refusal.rateLimited) return ' Run the job again later.';
  switch (refusal.status) {
    case 401:
      return ' The github-token is wrong or has expired.';
    case 404:
      if (destination === 'release')
        return ' It was deleted, or the github-token may not edit it: it takes "contents: write", and where the tagged commit changes workflows a token that may write workflows, which that of a workflow never is.';
      return ` The number may be wrong, or the github-token cannot see it: it must belong to this repository and have "${placeOf(destination).permission}".`;
    case 410:
      return ' Issues are switched off in this repository (Settings, Features), or this one was deleted.';
    case 422:
      return destination === 'release'
        ? ' A rule of the repository may protect the release; an immutable one keeps its files and tag, its notes can be edited.'
        : '';
    default:
      return '';
  }
}
