import { PublishError } from '../errors.ts';
import type { PostingRequest } from '../inputs/request.ts';
import { createComment, deleteComments, editComment, ownComments } from './comments.ts';
import type { RunContext } from './context.ts';
import { parseEntry } from './entry.ts';
import type { GitHub } from './github.ts';
import { closeIssues, editIssue, ownIssues } from './issues.ts';
import { openIssue } from './open-issue.ts';
import type { Post } from './post.ts';
import { postInto, postThread, type WrittenThread } from './thread.ts';
import { numberOf, type Threads } from './threads.ts';

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
  const issue = await github.repeatable(route, { issue_number: number }, parseEntry);
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
