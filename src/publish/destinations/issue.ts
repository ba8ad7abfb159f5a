import { PublishError } from '../../errors.ts';
import type { PostingRequest } from '../../inputs/request.ts';
import { type ComposedBody, containsText } from '../body/compose.ts';
import { BODY_LIMIT_UNITS } from '../body/limits.ts';
import { hasMarker } from '../body/marker.ts';
import { withNote } from '../body/note.ts';
import type { GitHub } from '../github/client.ts';
import { createOnce } from '../github/create-once.ts';
import { GitHubError } from '../github/errors.ts';
import { identify, type Identity } from '../github/identity.ts';
import { type GitHubItem, parseItem } from '../github/item.ts';
import type { Post } from '../post.ts';
import type { RunContext } from '../run/context.ts';
import { checkStored, createComment, deleteComments, editComment, ownComments } from './comments.ts';
import { numberOf, postInto, postThread, type Threads, type WrittenThread } from './thread.ts';

/** Posts a report as an issue, or as a comment on the rolling issue. */
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
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}';
  const issue = await github.repeatable(route, { issue_number: number }, parseItem);
  if (issue.isPullRequest) {
    throw new PublishError(
      `issue-number ${number} is a pull request: use post-to: pull-request with pr-number: ${number}.`,
    );
  }
  const written = await postInto(job, issue);
  if (written === null) throw new PublishError(`Issue #${number} was deleted while it was being written to.`);
  return written;
}

/** A report's issues. */
export function issueThreads(
  github: GitHub,
  extras: Pick<PostingRequest, 'labels' | 'assignees'>,
  reportId: string,
): Threads {
  return {
    what: 'issue',
    own: () => ownIssues(github, reportId),
    open: async (title, sealed) => {
      const { issue, warnings } = await openIssue(github, title, sealed, extras);
      return { thread: issue, warnings };
    },
    edit: (issue, sealed, title) => editIssue(github, numberOf(issue, 'issue'), sealed, title),
    close: (issues, next) => closeIssues(github, issues, next),
    ownComments: (issue) => ownComments(github, numberOf(issue, 'issue'), reportId),
    comment: (issue, sealed) => createComment(github, numberOf(issue, 'issue'), sealed),
    editComment: (comment, sealed) => editComment(github, comment.id, sealed),
    deleteComments: (comments) => deleteComments(github, comments),
  };
}

const LIST = 'GET /repos/{owner}/{repo}/issues';
const EDIT = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}';

/** The report's own issues, open and closed, newest first. Through the list: the search lags behind and misses new ones. */
async function ownIssues(github: GitHub, reportId: string): Promise<readonly GitHubItem[]> {
  const identity = await identify(github, []);
  const own = selectOwn(await issuesBy(github, identity.login), identity, reportId);
  if (own.length > 0) return own;
  // The filter only saves pages. That it finds nothing is no proof: ask without it before an issue is opened.
  return selectOwn(await github.list(LIST, { state: 'all' }), identity, reportId);
}

/** Edits an issue; null when it is gone. */
async function editIssue(
  github: GitHub,
  number: number,
  sealed: ComposedBody,
  title: string | null,
): Promise<GitHubItem | null> {
  try {
    const change = { issue_number: number, body: sealed.body, ...(title !== null && { title }) };
    return checkStored(await github.repeatable(EDIT, change, parseItem), sealed);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Closes issues with a link to the one that goes on; body and state in one request, so that neither comes alone. */
async function closeIssues(github: GitHub, issues: readonly GitHubItem[], next: number): Promise<void> {
  for (const { number, body } of issues) {
    const linked = withNote(body, 'continued', `Continued in #${next}.`);
    const change = {
      state: 'closed',
      state_reason: 'completed',
      ...(linked.length <= BODY_LIMIT_UNITS && { body: linked }),
    };
    try {
      await github.repeatable(EDIT, { issue_number: number, ...change }, parseItem);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

function isGone(error: unknown): boolean {
  return (
    error instanceof GitHubError && (error.status === 404 || (error.status === 410 && /deleted/i.test(error.reason)))
  );
}

async function issuesBy(github: GitHub, creator: string): Promise<readonly unknown[]> {
  try {
    return await github.list(LIST, { state: 'all', creator });
  } catch (error) {
    if (error instanceof GitHubError && error.status === 422) return [];
    throw error;
  }
}

function selectOwn(list: readonly unknown[], identity: Identity, reportId: string): GitHubItem[] {
  return list
    .flatMap((value) => parseItem(value) ?? [])
    .filter((entry) => !entry.isPullRequest && hasMarker(entry.body, reportId) && identity.wrote(entry))
    .toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0));
}

/** What a new issue gets besides its body. */
interface IssueExtras {
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
}

/** An issue that was opened, and what GitHub did not take. */
interface OpenedIssue {
  readonly issue: GitHubItem;
  readonly warnings: readonly string[];
}

/** Opens an issue, once. A label or an assignee that GitHub does not take is left out, with a warning: the report goes first. */
async function openIssue(
  github: GitHub,
  title: string,
  sealed: ComposedBody,
  extras: IssueExtras,
): Promise<OpenedIssue> {
  let wanted = extras;
  for (;;) {
    try {
      const issue = await createIssue(github, title, sealed, wanted);
      return {
        issue,
        warnings: [
          ...missing('label', extras.labels, issue.labels),
          ...missing('assignee', extras.assignees, issue.assignees),
        ],
      };
    } catch (error) {
      const fewer = withoutRefused(wanted, error);
      if (fewer === null) throw error;
      wanted = fewer;
    }
  }
}

async function createIssue(
  github: GitHub,
  title: string,
  sealed: ComposedBody,
  { labels, assignees }: IssueExtras,
): Promise<GitHubItem> {
  const extras = { ...(labels.length > 0 && { labels }), ...(assignees.length > 0 && { assignees }) };
  return createOnce(
    github,
    () => github.once('POST /repos/{owner}/{repo}/issues', { title, body: sealed.body, ...extras }, parseItem),
    async () => (await newestIssues(github)).find((entry) => containsText(entry.body, sealed.proof)),
  );
}

async function newestIssues(github: GitHub): Promise<GitHubItem[]> {
  const query = { state: 'all', sort: 'created', direction: 'desc', per_page: 100 };
  return github.repeatable('GET /repos/{owner}/{repo}/issues', query, (list) =>
    Array.isArray(list) ? list.flatMap((value: unknown) => parseItem(value) ?? []) : null,
  );
}

/** The extras without those that GitHub named as wrong, or without any if it named none; null: they are not the trouble. */
function withoutRefused(extras: IssueExtras, error: unknown): IssueExtras | null {
  if (!(error instanceof GitHubError) || (error.status !== 422 && error.status !== 404)) return null;
  if (extras.labels.length === 0 && extras.assignees.length === 0) return null;
  const named = (field: keyof IssueExtras): boolean => error.fields.includes(field) && extras[field].length > 0;
  if (!named('labels') && !named('assignees')) return { labels: [], assignees: [] };
  return { labels: named('labels') ? [] : extras.labels, assignees: named('assignees') ? [] : extras.assignees };
}

function missing(what: 'label' | 'assignee', wanted: readonly string[], given: readonly string[]): string[] {
  const have = new Set(given.map((name) => name.toLowerCase()));
  const lost = wanted.filter((name) => !have.has(name.toLowerCase()));
  if (lost.length === 0) return [];
  const advice =
    what === 'assignee'
      ? 'an assignee must have access to the repository'
      : 'check the spelling and who may create labels';
  return [`GitHub did not take the ${what}${lost.length > 1 ? 's' : ''} ${lost.join(', ')}: ${advice}.`];
}
