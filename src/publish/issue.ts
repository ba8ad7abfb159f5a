import { PublishError } from '../errors.ts';
import type { PostingRequest } from '../inputs/request.ts';
import { samePeriod, sameResults, sameText, seal, withFailure, type Sealed } from './body.ts';
import { createComment, deleteComments, entryOf, ownComments } from './comments.ts';
import type { RunContext } from './context.ts';
import type { Entry } from './entry.ts';
import type { GitHub } from './github.ts';
import { closeIssues, editIssue, ownIssues } from './issues.ts';
import { hasMarker } from './marker.ts';
import { noteLine, withNote, withoutNote } from './note.ts';
import { openIssue } from './open-issue.ts';
import type { Post } from './post.ts';
import { rewriteComment, type Written } from './rewrite-comment.ts';
import { NO_RESULTS, readState } from './state.ts';
import { tidy } from './tidy.ts';
import { issueTitle } from './title.ts';

/** An issue that was written to, the comment where the report is one, and what a person should hear about besides. */
export interface WrittenIssue {
  readonly outcome: Written['outcome'];
  readonly issue: Entry;
  readonly comment: Entry | null;
  readonly warnings: readonly string[];
}

/** What writing one report to one repository takes. */
interface Job {
  readonly github: GitHub;
  readonly posting: PostingRequest;
  readonly post: Post;
  readonly context: RunContext;
}

/** Posts a report as an issue, or as a comment on the rolling issue. */
export async function postIssue(
  github: GitHub,
  posting: PostingRequest,
  post: Post,
  context: RunContext,
): Promise<WrittenIssue> {
  const job = { github, posting, post, context };
  if (posting.issueNumber !== null) return onGivenIssue(job, posting.issueNumber);
  const own = await ownIssues(github, post.reportId);
  switch (posting.issueMode) {
    case 'update':
      return onRollingIssue(job, own);
    case 'create':
      return onPeriodIssue(job, own);
    case 'comment':
      return onCommentedIssue(job, own);
  }
}

async function onGivenIssue(job: Job, number: number): Promise<WrittenIssue> {
  const issue = entryOf(
    await job.github.repeatable('GET /repos/{owner}/{repo}/issues/{issue_number}', { issue_number: number }),
  );
  if (issue.isPullRequest) {
    throw new PublishError(
      `issue-number ${number} is a pull request: use post-to: pull-request with pr-number: ${number}.`,
    );
  }
  const written = job.posting.issueMode === 'comment' ? await commentOn(job, issue) : await rewriteIssue(job, issue);
  if (written === null) throw new PublishError(`Issue #${number} was deleted while it was being written to.`);
  return written;
}

/** `update`: the newest open one; one that a person closed stays closed, and its successor links to it. */
async function onRollingIssue(job: Job, own: readonly Entry[]): Promise<WrittenIssue> {
  const open = own.filter(({ closed }) => !closed);
  const [current] = open;
  const written = current && (await rewriteIssue(job, current));
  return written ? closeOlder(job, written, open) : openNext(job, own);
}

/** `create`: the one of the period; a new one closes those before it. */
async function onPeriodIssue(job: Job, own: readonly Entry[]): Promise<WrittenIssue> {
  // Nothing was reported: the newest numbers get the failure line, whatever their period.
  const current = job.post.failureLine === null ? own.find(({ body }) => samePeriod(job.post, body)) : own[0];
  const written = (current && (await rewriteIssue(job, current))) ?? (await openNext(job, own));
  return closeOlder(job, written, own);
}

/** `comment`: the rolling issue only says what it is; its comments are the reports. */
async function onCommentedIssue(job: Job, own: readonly Entry[]): Promise<WrittenIssue> {
  const open = own.filter(({ closed }) => !closed);
  const intro: Post = {
    ...job.post,
    body: 'Each period has its report in a comment below.',
    fingerprint: NO_RESULTS,
    failureLine: null,
    period: NO_RESULTS,
  };
  const rolling = open[0] ?? null;
  if (rolling) return closeOlder(job, await withoutDoubles(job, await commentOn(job, rolling), open), open);
  const opened = await openNext({ ...job, post: intro }, own);
  const commented = await commentOn(job, opened.issue);
  return { ...commented, warnings: [...opened.warnings, ...commented.warnings] };
}

/** Two runs at once may each have opened an issue and commented there: the period keeps the comment on the newest. */
async function withoutDoubles(job: Job, written: WrittenIssue, open: readonly Entry[]): Promise<WrittenIssue> {
  const { github, post } = job;
  const others = open.filter(({ number }) => number !== null && number !== written.issue.number);
  const warnings = await tidy('Comments of this report on its other issues', async () => {
    for (const other of others) {
      const own = await ownComments(github, numberOf(other), post.reportId);
      await deleteComments(
        github,
        own.filter(({ body }) => samePeriod(post, body)),
      );
    }
  });
  return { ...written, warnings: [...written.warnings, ...warnings] };
}

async function commentOn(job: Job, issue: Entry): Promise<WrittenIssue> {
  const { github, post, context } = job;
  const number = numberOf(issue);
  const own = await ownComments(github, number, post.reportId);
  const same = post.failureLine === null ? own.filter(({ body }) => samePeriod(post, body)) : own.slice(0, 1);
  const [current, ...further] = same;
  const written: Written = (current && (await rewriteComment(github, current, post, context))) ?? {
    outcome: 'posted',
    comment: await createComment(github, number, seal(post, context, github.now(), null)),
  };
  const warnings = await tidy(`Further comments of this report on #${number}`, () => deleteComments(github, further));
  return { ...written, issue, warnings };
}

async function rewriteIssue(job: Job, issue: Entry): Promise<WrittenIssue | null> {
  const { github, post, context } = job;
  const link = noteLine(issue.body, 'continued');
  const earlier = withoutNote(issue.body, 'continued');
  const failure = withFailure(post, earlier);
  const unchanged: WrittenIssue = { outcome: 'unchanged', issue, comment: null, warnings: [] };
  if (failure === null && sameResults(post, context, earlier)) return unchanged;
  const sealed = relinked(failure ?? seal(post, context, github.now(), readState(earlier)?.previous ?? null), link);
  if (sameText(sealed.body, issue.body)) return unchanged;
  // A person's own issue (issue-number) keeps the title that the person gave it.
  const retitled = failure === null && hasMarker(earlier, post.reportId) && issue.title !== issueTitle(post.title);
  const edited = await editIssue(github, numberOf(issue), sealed, retitled ? issueTitle(post.title) : null);
  return edited && { outcome: 'updated', issue: edited, comment: null, warnings: [] };
}

function relinked(sealed: Sealed, link: string | null): Sealed {
  return link === null ? sealed : { ...sealed, body: withNote(sealed.body, 'continued', link) };
}

async function openNext(job: Job, own: readonly Entry[]): Promise<WrittenIssue> {
  const { github, posting, post, context } = job;
  const sealed = seal(post, context, github.now(), own[0]?.number ?? null);
  const { issue, warnings } = await openIssue(github, issueTitle(post.title), sealed, posting);
  return { outcome: 'posted', issue, comment: null, warnings };
}

/** Closes the report's open issues before the one written to: the period before, or a double that two runs at once made. */
async function closeOlder(job: Job, written: WrittenIssue, own: readonly Entry[]): Promise<WrittenIssue> {
  const number = numberOf(written.issue);
  const older = own.filter((issue) => !issue.closed && numberOf(issue) < number);
  const warnings = await tidy('Earlier issues of this report', () => closeIssues(job.github, older, number));
  return { ...written, warnings: [...written.warnings, ...warnings] };
}

function numberOf(issue: Entry): number {
  if (issue.number === null) throw new PublishError('GitHub answered with an issue that has no number.');
  return issue.number;
}
