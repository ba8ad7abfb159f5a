// Writes a report as a comment on a pull request, an issue or a discussion.
import { PublishError } from '../../../text/errors.ts';
import { composeBody, gatesAfter } from '../body/compose.ts';
import { type OwnPosts, pickOwn, type ReportIdentity } from '../body/ownership.ts';
import { isPostOf } from '../body/parts.ts';
import type { GateState } from '../body/state.ts';
import type { GitHubItem } from '../github/item.ts';
import type { RunContext } from '../workflow/context.ts';
import type { CommentPlace } from './places.ts';
import { rewritePost, type WriteJob } from './rewrite.ts';
import { cleanUp, withWarnings, type WrittenPost } from './written.ts';

/** The report's earlier comments that a new text concerns. */
interface EarlierComments {
  /** The comment to edit; undefined if a new one is to be created. */
  readonly current: GitHubItem | undefined;
  /** The newest comment: a new one takes over from it since when each gate has its outcome. */
  readonly newest: GitHubItem | undefined;
  /** The comments to delete once the text is written; `current` may be among them, and stays. */
  readonly replaced: readonly GitHubItem[];
}

/** Edits the report's current comment, or creates one, and then deletes the comments that it replaces. */
export async function writeComment(
  job: WriteJob,
  place: CommentPlace,
  { current, newest, replaced }: EarlierComments,
): Promise<WrittenPost> {
  const { post, context, now } = job;
  const compose = (gates: readonly GateState[]) => composeBody(post, context, now(), { gates });
  const edited =
    current &&
    (await rewritePost(job, current, {
      comments: place,
      compose,
      edit: (composed) => place.edit(current, composed),
    }));
  const written: WrittenPost = edited ?? {
    outcome: 'posted',
    item: await place.create(compose(gatesAfter(newest?.body ?? '', post, context))),
    warnings: [],
  };
  // Last, so that a run that is killed leaves one comment too many rather than none.
  const others = replaced.filter(({ id }) => id !== written.item.id && id !== current?.id);
  const warnings = await cleanUp('Further comments of this report', () =>
    removeReplaced(written, others, post, place),
  );
  return withWarnings(written, warnings);
}

/**
 * Deletes the comments that a written one replaces, once it can be read back. Nothing is deleted if a later
 * run's post was left as it is (`outdated`).
 */
export async function removeReplaced(
  { outcome, item }: WrittenPost,
  others: readonly GitHubItem[],
  { reportId }: ReportIdentity,
  place: CommentPlace,
): Promise<void> {
  if (others.length === 0 || outcome === 'outdated') return;
  const stored = await place.find((body) => isPostOf(body, reportId));
  if (!stored.some(({ id }) => id === item.id))
    throw new PublishError('The comment that replaces them could not be read back.');
  await place.remove(others);
}

/** The report's own comments and those of others with its id, newest first; minimized ones are left out. */
export async function findOwnComments(
  place: CommentPlace,
  report: ReportIdentity,
  context: RunContext,
): Promise<OwnPosts<GitHubItem>> {
  const posts = await place.find((body) => isPostOf(body, report.reportId));
  const visiblePosts = posts.filter(({ isMinimized }) => !isMinimized);
  return pickOwn(visiblePosts, report, context);
}
