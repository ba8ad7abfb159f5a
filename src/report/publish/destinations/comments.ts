// Writes a report as a comment on a pull request, an issue or a discussion, and announces in a comment which
// gates changed. The places with their requests are in `issue-comments.ts` and `discussion.ts`.
import { PublishError } from '../../../text/errors.ts';
import { composeBody, gatesAfter, hasProof, isUpToDate, withFailureLine } from '../body/compose.ts';
import { isOfLaterRun, pickOwn, type ReportIdentity } from '../body/ownership.ts';
import type { GitHubItem } from '../github/item.ts';
import type { Post, Receipt } from '../post.ts';
import type { RunContext } from '../workflow/context.ts';
import { type ComposedBody, isPostOf, joinParts, neutralizeMarkers, readState } from '../body/parts.ts';
import { digest, type GateState, NO_STATE, type PostState } from '../body/state.ts';
import { lacksPermission } from '../github/errors.ts';

/** A comment of the report, what was done to it, and what else a person should know. */
export interface WrittenComment {
  readonly outcome: Extract<Receipt['outcome'], 'posted' | 'updated' | 'unchanged' | 'outdated'>;
  readonly comment: GitHubItem;
  readonly warnings: readonly string[];
}

/** The comments on a pull request, an issue or a discussion. */
export interface CommentPlace {
  /** The token's own comments with such a body, newest first. */
  find(isWanted: (body: string) => boolean): Promise<readonly GitHubItem[]>;
  /** Creates a comment, exactly once. */
  create(composed: ComposedBody): Promise<GitHubItem>;
  /** Edits a comment; null if someone deleted it in the meantime. */
  edit(comment: GitHubItem, composed: ComposedBody): Promise<GitHubItem | null>;
  /** Deletes comments; a comment that someone deleted before is not an error. */
  remove(comments: readonly GitHubItem[]): Promise<void>;
}

/** What it takes to write one report into a comment. */
export interface CommentJob {
  readonly place: CommentPlace;
  readonly post: Post;
  readonly context: RunContext;
  readonly now: () => number;
}

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
  job: CommentJob,
  { current, newest, replaced }: EarlierComments,
): Promise<WrittenComment> {
  const { place, post, context, now } = job;
  const compose = (gates: readonly GateState[]) => composeBody(post, context, now(), { gates });
  const edited =
    current && (await rewrite(job, current, { compose, edit: (composed) => place.edit(current, composed) }));
  const written: WrittenComment = edited ?? {
    outcome: 'posted',
    comment: await place.create(compose(gatesAfter(newest?.body ?? '', post, context))),
    warnings: [],
  };
  // Last, so that a run that is killed leaves one comment too many rather than none.
  const others = replaced.filter(({ id }) => id !== written.comment.id && id !== current?.id);
  const warnings = await cleanUp('Further comments of this report', () =>
    removeFor(written, others, post, place),
  );
  return withWarnings(written, warnings);
}

/** The same result with more warnings. */
export function withWarnings<Written extends { readonly warnings: readonly string[] }>(
  written: Written,
  more: readonly string[],
): Written {
  return { ...written, warnings: [...written.warnings, ...more] };
}

/**
 * Deletes the comments that a written one replaces, once it can be read back. Nothing is deleted if a later
 * run's post was left as it is (`outdated`).
 */
export async function removeFor(
  { outcome, comment }: Pick<WrittenComment, 'outcome' | 'comment'>,
  others: readonly GitHubItem[],
  { reportId }: ReportIdentity,
  place: CommentPlace,
): Promise<void> {
  if (others.length === 0 || outcome === 'outdated') return;
  const stored = await place.find((body) => isPostOf(body, reportId));
  if (!stored.some(({ id }) => id === comment.id))
    throw new PublishError('The comment that replaces them could not be read back.');
  await place.remove(others);
}

/** How an earlier post gets its new text. */
interface Rewriting {
  readonly compose: (gates: readonly GateState[]) => ComposedBody | Promise<ComposedBody>;
  /** Null if someone deleted the post in the meantime. */
  readonly edit: (composed: ComposedBody) => Promise<GitHubItem | null>;
}

/**
 * Brings an earlier post up to date: a comment, or a thread on which `place` takes comments. Null if someone
 * deleted it in the meantime.
 */
export async function rewrite(
  { place, post, context, now }: CommentJob,
  earlier: GitHubItem,
  { compose, edit }: Rewriting,
): Promise<WrittenComment | null> {
  if (isOfLaterRun(earlier, post, now())) return { outcome: 'outdated', comment: earlier, warnings: [] };
  const composed =
    withFailureLine(post, earlier.body) ?? (await compose(gatesAfter(earlier.body, post, context)));
  if (isUpToDate(post, context, composed, earlier.body))
    return { outcome: 'unchanged', comment: earlier, warnings: [] };
  const { gates, warnings } = await announceFlips(place, earlier.body, post, context);
  const announced = warnings.length === 0 ? composed : await compose(gates);
  const comment = await edit(announced);
  return comment && { outcome: 'updated', comment, warnings };
}

/**
 * Does what is left once the report is posted. A failure is only a warning: the report itself is complete.
 */
export async function cleanUp(what: string, work: () => Promise<void>): Promise<readonly string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    return [`${what} could not be removed or closed; the next run will try again. ${error.message}`];
  }
}

/** The report's own comments and those of others with its id, newest first; minimized ones are left out. */
export async function findOwnComments(
  place: CommentPlace,
  report: ReportIdentity,
  context: RunContext,
): Promise<ReturnType<typeof pickOwn<GitHubItem>>> {
  const posts = await place.find((body) => isPostOf(body, report.reportId));
  const visiblePosts = posts.filter(({ isMinimized }) => !isMinimized);
  return pickOwn(visiblePosts, report, context);
}

/**
 * Returns the item if it holds what was sent: GitHub has been seen to answer an edit that is too long with
 * 200, and drop it.
 */
export function checkStored(item: GitHubItem, composed: ComposedBody): GitHubItem {
  // An answer may leave out the body, which proves nothing.
  if (item.body !== '' && !hasProof(item.body, composed)) {
    throw new PublishError(
      'GitHub answered 200 but kept the old text. The report may be too long for it: show fewer rows (top), or delete the old post.',
    );
  }
  return item;
}

/** The gates that the edited post is to remember, and what a person should know. */
interface AnnouncedFlips {
  readonly gates: readonly GateState[];
  readonly warnings: readonly string[];
}

/**
 * Announces in a comment which gates changed since the earlier post, because GitHub notifies nobody of an
 * edit. The comment is written before the edit: if the run dies in between, the next one finds the same
 * flips again, and this comment.
 */
async function announceFlips(
  place: CommentPlace,
  earlier: string,
  post: Post,
  context: RunContext,
): Promise<AnnouncedFlips> {
  const gates = gatesAfter(earlier, post, context);
  const state = readState(earlier);
  const earlierOutcomes = new Map(state.gates.map(({ id, outcome }) => [id, outcome]));
  const flips = gates.filter(({ id, outcome, was }) => was !== null && earlierOutcomes.get(id) !== outcome);
  const { reportId, renderFlips } = post;
  if (flips.length === 0 || renderFlips === undefined) return { gates, warnings: [] };
  try {
    await announceOnce(place, flips, state, reportId, renderFlips);
    return { gates, warnings: [] };
  } catch (error) {
    if (!(error instanceof PublishError) || lacksPermission(error)) throw error;
    const warning = `The comment about gates that changed could not be written; the next run will try again. ${error.message}`;
    // The post goes on to remember the earlier outcomes, so that the next run announces the flips.
    return { gates: state.gates, warnings: [warning] };
  }
}

/** Creates the comment about flips, unless earlier comments have announced all of them. */
async function announceOnce(
  place: CommentPlace,
  flips: readonly GateState[],
  earlier: PostState,
  reportId: string,
  renderFlips: (flips: readonly GateState[]) => string,
): Promise<void> {
  const findAnnouncements = () => place.find((body) => flipsIn(body).length > 0);
  const keysIn = (comments: readonly GitHubItem[]): ReadonlySet<string> =>
    new Set(comments.flatMap(({ body }) => flipsIn(body)));
  // The same change since the same post has the same key, in whichever run it is seen.
  const keyOf = (flip: GateState): string =>
    digest(JSON.stringify([reportId, flip.id, flip.was?.outcome, flip.outcome, earlier.run, earlier.atMs]));
  const announced = keysIn(await findAnnouncements());
  const unannounced = flips.filter((flip) => !announced.has(keyOf(flip)));
  if (unannounced.length === 0) return;
  const keys = unannounced.map(keyOf);
  const page = neutralizeMarkers(renderFlips(unannounced));
  const state: PostState = { ...NO_STATE, announced: keys };
  const comment = await place.create(joinParts({ failure: null, page, state, marker: null }));
  // Another run at the same time may have announced them, too: the older comment stays.
  const older = (await findAnnouncements()).filter(({ id }) => id < comment.id);
  const announcedBefore = keysIn(older);
  if (keys.every((key) => announcedBefore.has(key))) await place.remove([comment]);
}

/** The keys of the flips that a comment announced, of whichever report; empty if it announced none. */
export function flipsIn(body: string): readonly string[] {
  return readState(body).announced;
}
