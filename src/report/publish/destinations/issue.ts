// Posts a report as an issue, or as a comment on one: `thread.ts` decides what to write, and this has the
// requests for issues. `post-to-github.ts` calls `postIssue`.
import { PublishError } from '../../../text/errors.ts';
import type { PostingRequest } from '../../inputs/request.ts';
import { hasProof, withContinuation } from '../body/compose.ts';
import { type ComposedBody, isPostOf } from '../body/parts.ts';
import type { GitHub } from '../github/client.ts';
import { createOnce } from '../github/create-once.ts';
import { GitHubError, nullIfGone } from '../github/errors.ts';
import { type GitHubItem, identify, type Identity, parseItem, parseItems } from '../github/item.ts';
import type { Post } from '../post.ts';
import type { RunContext } from '../workflow/context.ts';
import { commentsOn } from './issue-comments.ts';
import { checkStored, numberOf, type OpenedThread, type Threads } from './places.ts';
import { postInto, postThread } from './thread.ts';
import type { WrittenThread } from './thread-text.ts';

/** Posts a report as an issue, or as a comment on one. */
export async function postIssue(
  github: GitHub,
  posting: PostingRequest,
  post: Post,
  context: RunContext,
): Promise<WrittenThread> {
  const threads = issueThreads(github, posting, post.reportId);
  const job = { threads, mode: posting.issueMode, post, context, now: github.now };
  if (posting.issueNumber === null) return postThread(job);
  const number = posting.issueNumber;
  const issue = await getIssue(github, number);
  if (issue.isPullRequest) {
    throw new PublishError(
      `issue-number ${number} is a pull request: use post-to: pull-request with pr-number: ${number}.`,
    );
  }
  const writtenThread = await postInto(job, issue);
  if (writtenThread === null)
    throw new PublishError(`Issue #${number} was deleted while it was being written to.`);
  return writtenThread;
}

/** Reads an issue, or a pull request. */
export function getIssue(github: GitHub, number: number): Promise<GitHubItem> {
  return github.request(
    'GET /repos/{owner}/{repo}/issues/{issue_number}',
    { issue_number: number },
    parseItem,
  );
}

/** The issues of a report. */
export function issueThreads(github: GitHub, extras: IssueExtras, reportId: string): Threads {
  return {
    what: 'issue',
    findOwn: async () => {
      const identity = await identify(github, []);
      // In the list, since GitHub's search misses new issues for a while.
      const ownIssues = selectOwn(await listByCreator(github, identity.login), identity, reportId);
      if (ownIssues.length > 0) return ownIssues;
      // The filter by creator only saves pages; without it, too, there must be no issue before one is opened.
      return selectOwn(await github.list(LIST, { state: 'all' }), identity, reportId);
    },
    open: (title, composed) => openIssue(github, title, composed, extras),
    edit: async (issue, composed, title) => {
      const number = numberOf(issue, 'issue');
      const change = { issue_number: number, body: composed.body, ...(title !== null && { title }) };
      const edited = await nullIfGone(github.request(EDIT, change, parseItem));
      return edited && checkStored(edited, composed);
    },
    close: async (issues, next) => {
      for (const { number, body } of issues) {
        // One request changes body and state, so that neither changes alone.
        const change = { state: 'closed', state_reason: 'completed', body: withContinuation(body, next) };
        await nullIfGone(github.request(EDIT, { issue_number: number, ...change }, parseItem));
      }
    },
    commentsOn: (issue) => commentsOn(github, numberOf(issue, 'issue')),
  };
}

const LIST = 'GET /repos/{owner}/{repo}/issues';
const CREATE = 'POST /repos/{owner}/{repo}/issues';
const EDIT = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}';

async function listByCreator(github: GitHub, creator: string): Promise<readonly unknown[]> {
  try {
    return await github.list(LIST, { state: 'all', creator });
  } catch (error) {
    if (error instanceof GitHubError && error.httpStatus === 422) return [];
    throw error;
  }
}

function selectOwn(list: readonly unknown[], identity: Identity, reportId: string): GitHubItem[] {
  return (parseItems(list) ?? [])
    .filter((issue) => !issue.isPullRequest && isPostOf(issue.body, reportId) && identity.hasWritten(issue))
    .toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0));
}

/** What a new issue gets in addition to its title and body. */
type IssueExtras = Pick<PostingRequest, 'labels' | 'assignees'>;

/**
 * Opens an issue, exactly once. If GitHub does not accept a label or an assignee, the issue is opened without
 * it, with a warning.
 */
async function openIssue(
  github: GitHub,
  title: string,
  composed: ComposedBody,
  extras: IssueExtras,
): Promise<OpenedThread> {
  let accepted = extras;
  for (;;) {
    try {
      const thread = await createIssue(github, title, composed, accepted);
      return {
        thread,
        warnings: [
          ...missingExtras('label', extras.labels, thread.labels),
          ...missingExtras('assignee', extras.assignees, thread.assignees),
        ],
      };
    } catch (error) {
      const fewer = withoutRefused(accepted, error);
      if (fewer === null) throw error;
      accepted = fewer;
    }
  }
}

async function createIssue(
  github: GitHub,
  title: string,
  composed: ComposedBody,
  { labels, assignees }: IssueExtras,
): Promise<GitHubItem> {
  const extras = { ...(labels.length > 0 && { labels }), ...(assignees.length > 0 && { assignees }) };
  return createOnce(
    github,
    () => github.create(CREATE, { title, body: composed.body, ...extras }, parseItem),
    async () => {
      const newest = { state: 'all', sort: 'created', direction: 'desc', per_page: 100 };
      const issues = await github.request(LIST, newest, parseItems);
      return issues.find(({ body }) => hasProof(body, composed));
    },
  );
}

/**
 * The extras without those that GitHub refused, or without any if it named none; null if they are not the
 * reason.
 */
function withoutRefused(extras: IssueExtras, error: unknown): IssueExtras | null {
  if (!(error instanceof GitHubError) || error.isRateLimit) return null;
  if (error.httpStatus !== 422 && error.httpStatus !== 404) return null;
  if (extras.labels.length === 0 && extras.assignees.length === 0) return null;
  const isRefused = (field: keyof IssueExtras): boolean =>
    error.fields.includes(field) && extras[field].length > 0;
  if (!isRefused('labels') && !isRefused('assignees')) return { labels: [], assignees: [] };
  return {
    labels: isRefused('labels') ? [] : extras.labels,
    assignees: isRefused('assignees') ? [] : extras.assignees,
  };
}

function missingExtras(
  what: 'label' | 'assignee',
  wanted: readonly string[],
  accepted: readonly string[],
): string[] {
  const present = new Set(accepted.map((name) => name.toLowerCase()));
  const absent = wanted.filter((name) => !present.has(name.toLowerCase()));
  if (absent.length === 0) return [];
  const advice =
    what === 'assignee'
      ? 'an assignee must have access to the repository'
      : 'check the spelling and who may create labels';
  return [
    `GitHub did not accept the ${what}${absent.length > 1 ? 's' : ''} ${absent.join(', ')}: ${advice}.`,
  ];
}
