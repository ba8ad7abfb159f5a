import { PublishError } from '../../errors.ts';
import {
  composeBody,
  type ComposedBody,
  containsText,
  hasSameResults,
  isSameText,
  withFailureNote,
} from '../body/compose.ts';
import { RELEASE_LIMIT_UNITS, sectionLimitUnits } from '../body/limits.ts';
import { findSections, withSection } from '../body/release-section.ts';
import type { GitHub } from '../github/client.ts';
import { GitHubError, NoResponse } from '../github/errors.ts';
import type { Post } from '../post.ts';
import type { RunContext } from '../run/context.ts';
import { parseIssueNumber, valueAt } from '../run/event.ts';
import type { Written } from './comments.ts';

/** What became of the section, and what a person should hear about besides. */
interface WrittenSection {
  readonly outcome: Written['outcome'];
  readonly warnings: readonly string[];
}

const TRIES = 4;
/** Another run that read the notes before this one wrote them has written its own by then. */
const SETTLE_MS = 2000;

/**
 * Writes a report's section into a release's notes. GitHub has no conditional write: the notes are read again
 * afterwards, and written again where somebody wrote theirs over them.
 */
export async function postRelease(
  github: GitHub,
  release: Release,
  post: Post,
  context: RunContext,
): Promise<WrittenSection> {
  let current = release;
  const outcome = findSections(current.body, post.reportId).length > 0 ? 'updated' : 'posted';
  for (let count = 1; ; count += 1) {
    const sealed = await composeSection(current.body, post, context, github.now());
    if (sealed === null) return { outcome: count === 1 ? 'unchanged' : outcome, warnings: [] };
    const isThere = ({ body }: Release): boolean =>
      findSections(body, post.reportId).some(({ inner }) => containsText(inner, sealed.proof));
    const written = await writeNotes(github, current, post.reportId, sealed);
    const lost = written instanceof Error ? written : null;
    await github.sleep(Math.max(SETTLE_MS, lost instanceof GitHubError ? (lost.retryMs ?? 0) : 0));
    const read = await readRelease(github, current.id).catch(asPublishError);
    if (read instanceof Error) {
      if (written instanceof Error || !isThere(written)) throw read;
      return { outcome, warnings: [`Whether something wrote over it could not be looked at. ${read.message}`] };
    }
    if (isThere(read)) return { outcome, warnings: [] };
    if (count === TRIES) throw lost ?? new PublishError(NOT_STORED);
    current = read;
  }
}

const NOT_STORED =
  'GitHub answered 200 but the notes are without the section: it kept the old ones, or something else writes them all the time.';

function asPublishError(error: unknown): PublishError {
  if (error instanceof PublishError) return error;
  throw error;
}

/** The section to be written; null where the notes hold it already. */
async function composeSection(
  notes: string,
  post: Post,
  context: RunContext,
  nowMs: number,
): Promise<ComposedBody | null> {
  const [current, ...further] = findSections(notes, post.reportId);
  const earlier = current?.inner ?? '';
  const failure = withFailureNote(post, earlier);
  const isAlone = further.length === 0;
  // An edit of the notes by another token starts the workflow anew: the same results must not edit them again for ever.
  const isEdited = context.event.release?.edited === true;
  if (isAlone && failure === null && hasSameResults(post, context, earlier, isEdited)) return null;
  const sealed = failure ?? composeBody(await fitToNotes(notes, post), context, nowMs, null);
  return isAlone && isSameText(sealed.body, earlier) ? null : sealed;
}

/** The post within the room that the rest of the notes leaves. */
async function fitToNotes(notes: string, post: Post): Promise<Post> {
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
 * Writes the notes and gives what GitHub answers, at once after they were read: a person's edit in between is lost, and GitHub has no way to tell. What
 * may pass is given back rather than tried again, since the notes have to be read again first.
 */
async function writeNotes(
  github: GitHub,
  release: Release,
  reportId: string,
  sealed: ComposedBody,
): Promise<Release | PublishError> {
  const body = withSection(release.body, reportId, sealed.body);
  if (body.length > RELEASE_LIMIT_UNITS) {
    throw new PublishError(
      `The release's notes would have ${body.length} characters, GitHub takes ${RELEASE_LIMIT_UNITS}: show fewer rows (top), or shorten them.`,
    );
  }
  try {
    const route = 'PATCH /repos/{owner}/{repo}/releases/{release_id}';
    return await github.unrepeated(route, { release_id: release.id, body }, parseRelease);
  } catch (error) {
    if (error instanceof NoResponse || (error instanceof GitHubError && error.retryMs !== null)) return error;
    throw error;
  }
}

/** A release as far as its notes are concerned. */
interface Release {
  readonly id: number;
  readonly tag: string;
  readonly url: string | null;
  /** The notes. */
  readonly body: string;
}

/** Finds the run's release: the event's own, else that of the tag it runs on, else the latest; a text says why there is none. */
export async function findRelease(github: GitHub, context: RunContext): Promise<Release | string> {
  const { event } = context;
  if (event.release !== null) {
    if (event.release.deleted) return 'the release was deleted';
    return (
      (await readReleaseOrNull(github, 'releases/{release_id}', { release_id: event.release.id })) ??
      'the release is gone'
    );
  }
  const tag = tagOf(context);
  if (tag === null)
    return (await readReleaseOrNull(github, 'releases/latest', {})) ?? 'the repository has no release yet';
  if (event.deleted) return `the tag ${tag} was deleted`;
  const found = (await readReleaseOrNull(github, 'releases/tags/{tag}', { tag })) ?? (await findDraft(github, tag));
  return found ?? `the tag ${tag} has no release (yet): run on the event release, or after the release was made`;
}

/** A release as it stands now. Throws where it is gone. */
async function readRelease(github: GitHub, id: number): Promise<Release> {
  return github.repeatable('GET /repos/{owner}/{repo}/releases/{release_id}', { release_id: id }, parseRelease);
}

/** A run that follows a release's run has the tag as that run's branch. */
function tagOf({ event, ref }: RunContext): string | null {
  if (event.workflowRun?.event === 'release') return event.workflowRun.headBranch;
  return ref?.startsWith('refs/tags/') === true ? ref.slice('refs/tags/'.length) : null;
}

async function readReleaseOrNull(
  github: GitHub,
  path: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Release | null> {
  try {
    return await github.repeatable(`GET /repos/{owner}/{repo}/${path}`, parameters, parseRelease);
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return null;
    throw error;
  }
}

/** A draft is not found by its tag, only in the list, and only by those who may write. */
async function findDraft(github: GitHub, tag: string): Promise<Release | null> {
  const list = await github.list('GET /repos/{owner}/{repo}/releases', {});
  const draft = list.find((each) => valueAt(each, 'draft') === true && valueAt(each, 'tag_name') === tag);
  return parseRelease(draft);
}

/** Picks a release out of an answer; null for anything that is none. */
function parseRelease(value: unknown): Release | null {
  const id = parseIssueNumber(valueAt(value, 'id'));
  if (id === null) return null;
  const [tag, url, body] = [valueAt(value, 'tag_name'), valueAt(value, 'html_url'), valueAt(value, 'body')];
  return {
    id,
    tag: typeof tag === 'string' ? tag : '',
    url: typeof url === 'string' ? url : null,
    body: typeof body === 'string' ? body : '',
  };
}
