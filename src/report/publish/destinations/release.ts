// Posts a report as a section of a release's notes, which people write as well, and finds the release that a
// run belongs to.
import { PublishError } from '../../../text/errors.ts';
import {
  composeBody,
  hasProof,
  isUpToDate,
  RELEASE_LIMIT_UNITS,
  sectionLimitUnits,
  withFailureLine,
} from '../body/compose.ts';
import { isOfLaterRun } from '../body/ownership.ts';
import type { ComposedBody } from '../body/parts.ts';
import { findSections, withSection } from '../body/release-section.ts';
import type { GitHub } from '../github/client.ts';
import { identify, isAccount } from '../github/item.ts';
import { GitHubError, NoResponse, nullIfGone } from '../github/errors.ts';
import type { Post } from '../post.ts';
import type { RunContext } from '../workflow/context.ts';
import { addressAt, idAt, momentAt, textAt, valueAt } from '../workflow/json.ts';
import type { WrittenPost } from './written.ts';

/** What was done to the section, and what else a person should know. */
type WrittenSection = Pick<WrittenPost, 'outcome' | 'warnings'>;

const TRIES = 4;
/** The wait after a write: another run may have read the notes before it, and overwrites them by then. */
const SETTLE_MS = 2000;

/**
 * Writes a report's section into a release's notes, unless the section is of a later run, or this run was
 * started by its own account's edit of the notes.
 */
export async function postRelease(
  github: GitHub,
  release: Release,
  post: Post,
  context: RunContext,
): Promise<WrittenSection> {
  const [section] = findSections(release.body, post.reportId);
  if (section === undefined) return writeUntilStored(github, release, post, context, 'posted');
  const { changedMs } = release;
  if (isOfLaterRun({ body: section.inner, changedMs }, post, github.now()))
    return { outcome: 'outdated', warnings: [] };
  // An edit of the notes starts the workflow again: it must not answer its own edit with another one.
  const editor = context.event.release?.editor ?? '';
  const isOwnEdit = editor !== '' && isAccount((await identify(github, [])).login, editor);
  if (isOwnEdit) return { outcome: 'unchanged', warnings: [] };
  return writeUntilStored(github, release, post, context, 'updated');
}

/**
 * Writes the section until it is there. GitHub has no conditional write, so the notes are read again after
 * each write, whether or not that was answered:
 *
 * - They hold the section: done.
 * - They lack it: another writer has overwritten it, so it is written again; at most four writes in all.
 * - They cannot be read: done with a warning if the answer to the write holds the section, otherwise an
 * error.
 */
async function writeUntilStored(
  github: GitHub,
  release: Release,
  post: Post,
  context: RunContext,
  outcome: 'posted' | 'updated',
): Promise<WrittenSection> {
  let current = release;
  for (let count = 1; ; count += 1) {
    const composed = await composeSection(current.body, post, context, github.now());
    if (composed === null) return { outcome: count === 1 ? 'unchanged' : outcome, warnings: [] };
    const hasSection = ({ body }: Release): boolean =>
      findSections(body, post.reportId).some(({ inner }) => hasProof(inner, composed));
    const answered = await writeNotes(github, current, post.reportId, composed);
    const writeError = answered instanceof Error ? answered : null;
    const retryMs = writeError instanceof GitHubError ? (writeError.retryMs ?? 0) : 0;
    await github.sleep(Math.max(SETTLE_MS, retryMs));
    const stored = await github
      .request(`GET ${RELEASE}`, { release_id: current.id }, parseRelease)
      .catch(returnPublishError);
    if (stored instanceof Error) {
      const isWritten = !(answered instanceof Error) && hasSection(answered);
      if (!isWritten) throw stored;
      const warning = `It could not be checked whether something overwrote it. ${stored.message}`;
      return { outcome, warnings: [warning] };
    }
    if (hasSection(stored)) return { outcome, warnings: [] };
    if (count === TRIES) throw writeError ?? new PublishError(NOT_STORED);
    current = stored;
  }
}

const NOT_STORED =
  'GitHub answered 200, but the notes do not hold the section: GitHub kept the old notes, or something else keeps overwriting them.';

/** Returns an error of publishing as a value, and throws any other. */
function returnPublishError(error: unknown): PublishError {
  if (error instanceof PublishError) return error;
  throw error;
}

/** Composes the section; null if the notes hold it already. */
async function composeSection(
  notes: string,
  post: Post,
  context: RunContext,
  nowMs: number,
): Promise<ComposedBody | null> {
  const [current, ...further] = findSections(notes, post.reportId);
  const earlier = current?.inner ?? '';
  // An edit with another token than the workflow's starts the workflow again, so the same results must not be
  // written for ever.
  const isEdited = typeof context.event.release?.editor === 'string';
  const composed =
    withFailureLine(post, earlier) ?? composeBody(await fitToNotes(notes, post), context, nowMs, {});
  const isOnly = further.length === 0;
  return isOnly && isUpToDate(post, context, composed, earlier, { ofAnyRun: isEdited }) ? null : composed;
}

/** Renders the post again if it is too long for the space that the rest of the notes leaves. */
async function fitToNotes(notes: string, post: Post): Promise<Post> {
  // The length of the notes with an empty section.
  const heldUnits = withSection(notes, post.reportId, '').length;
  const limit = sectionLimitUnits(post.reportId, heldUnits);
  if (post.body.length <= limit || post.refit === undefined) return post;
  if (limit <= 0) {
    throw new PublishError(
      `The release's notes have ${heldUnits} characters already, GitHub takes ${RELEASE_LIMIT_UNITS}: shorten them, or post elsewhere.`,
    );
  }
  return { ...post, body: await post.refit(limit) };
}

/**
 * Writes the notes right after they were read, and returns the release as GitHub answers it; a person's edit
 * in between is lost unnoticed. An error that may pass is returned rather than repeated, since the notes have
 * to be read again first.
 */
async function writeNotes(
  github: GitHub,
  release: Release,
  reportId: string,
  composed: ComposedBody,
): Promise<Release | PublishError> {
  const body = withSection(release.body, reportId, composed.body);
  if (body.length > RELEASE_LIMIT_UNITS) {
    throw new PublishError(
      `The release's notes would have ${body.length} characters, GitHub takes ${RELEASE_LIMIT_UNITS}: show fewer rows (top), or shorten them.`,
    );
  }
  try {
    return await github.overwrite(EDIT, { release_id: release.id, body }, parseRelease);
  } catch (error) {
    if (error instanceof NoResponse || (error instanceof GitHubError && error.retryMs !== null)) return error;
    throw error;
  }
}

const RELEASE = '/repos/{owner}/{repo}/releases/{release_id}';
const EDIT = `PATCH ${RELEASE}`;

/** A release at GitHub. */
interface Release {
  readonly id: number;
  readonly tag: string;
  readonly url: string | null;
  /** The notes. */
  readonly body: string;
  readonly changedMs: number | null;
}

/** The release to post to. */
interface ReleaseTarget {
  readonly release: Release | null;
  /** Why there is none, if there is none. */
  readonly reason: string;
}

/** Finds the run's release: the event's own, else that of the run's tag, else the latest. */
export async function findRelease(github: GitHub, context: RunContext): Promise<ReleaseTarget> {
  const { event } = context;
  const get = (path: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<Release | null> =>
    nullIfGone(github.request(`GET /repos/{owner}/{repo}/releases/${path}`, parameters, parseRelease));
  if (event.release?.deleted === true) return { release: null, reason: 'the release was deleted' };
  if (event.release !== null) {
    const release = await get('{release_id}', { release_id: event.release.id });
    return { release, reason: 'the release does not exist any more' };
  }
  const [, tagOfRef = null] = /^refs\/tags\/(.*)$/s.exec(context.ref ?? '') ?? [];
  // In a run that follows a release's run, the tag is that run's branch.
  const tag = event.workflowRun?.event === 'release' ? event.workflowRun.headBranch : tagOfRef;
  if (tag === null) return { release: await get('latest'), reason: 'the repository has no release yet' };
  if (event.deleted) return { release: null, reason: `the tag ${tag} was deleted` };
  const release = (await get('tags/{tag}', { tag })) ?? (await findDraft(github, tag));
  const advice = 'run on the event release, or after the release was made';
  return { release, reason: `the tag ${tag} has no release (yet): ${advice}` };
}

/** A draft cannot be found by its tag. It is only in the list, and only for those who may write. */
async function findDraft(github: GitHub, tag: string): Promise<Release | null> {
  const list = await github.list('GET /repos/{owner}/{repo}/releases', {});
  return parseRelease(
    list.find((each) => valueAt(each, 'draft') === true && valueAt(each, 'tag_name') === tag),
  );
}

/** Reads a release from an answer; null if it is not one. */
function parseRelease(value: unknown): Release | null {
  const id = idAt(value, 'id');
  if (id === null) return null;
  return {
    id,
    tag: textAt(value, 'tag_name') ?? '',
    url: addressAt(value, 'html_url'),
    body: textAt(value, 'body') ?? '',
    changedMs: momentAt(value, 'updated_at'),
  };
}
