import { PublishError } from '../errors.ts';
import { holds, sameResults, sameText, seal, withFailure, type Sealed } from './body.ts';
import type { RunContext } from './context.ts';
import type { GitHub } from './github.ts';
import { RELEASE_UNITS, sectionLimit } from './limits.ts';
import type { Post } from './post.ts';
import { Refusal, Unanswered } from './refusal.ts';
import { findSections, withSection } from './release-section.ts';
import { parseRelease, readRelease, type Release } from './release-source.ts';
import type { Written } from './rewrite-comment.ts';

/** What became of the section, and what a person should hear about besides. */
export interface WrittenSection {
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
    const sealed = await sealSection(current.body, post, context, github.now());
    if (sealed === null) return { outcome: count === 1 ? 'unchanged' : outcome, warnings: [] };
    const isThere = ({ body }: Release): boolean =>
      findSections(body, post.reportId).some(({ inner }) => holds(inner, sealed.proof));
    const written = await write(github, current, post.reportId, sealed);
    const lost = written instanceof Error ? written : null;
    await github.sleep(Math.max(SETTLE_MS, lost instanceof Refusal ? (lost.retryMs ?? 0) : 0));
    const read = await readRelease(github, current.id).catch(asFault);
    if (read instanceof Error) {
      if (written instanceof Error || !isThere(written)) throw read;
      return { outcome, warnings: [`Whether something wrote over it could not be looked at. ${read.message}`] };
    }
    if (isThere(read)) return { outcome, warnings: [] };
    if (count === TRIES) throw lost ?? new PublishError(KEPT);
    current = read;
  }
}

const KEPT =
  'GitHub answered 200 but the notes are without the section: it kept the old ones, or something else writes them all the time.';

function asFault(error: unknown): PublishError {
  if (error instanceof PublishError) return error;
  throw error;
}

/** The section to be written; null where the notes hold it already. */
async function sealSection(notes: string, post: Post, context: RunContext, nowMs: number): Promise<Sealed | null> {
  const [current, ...further] = findSections(notes, post.reportId);
  const earlier = current?.inner ?? '';
  const failure = withFailure(post, earlier);
  const isAlone = further.length === 0;
  // An edit of the notes by another token starts the workflow anew: the same results must not edit them again for ever.
  const isEdited = context.event.release?.edited === true;
  if (isAlone && failure === null && sameResults(post, context, earlier, isEdited)) return null;
  const sealed = failure ?? seal(await fitted(notes, post), context, nowMs, null);
  return isAlone && sameText(sealed.body, earlier) ? null : sealed;
}

/** The post within the room that the rest of the notes leaves. */
async function fitted(notes: string, post: Post): Promise<Post> {
  const heldUnits = withSection(notes, post.reportId, '').length;
  const limit = sectionLimit(post.reportId, heldUnits);
  if (post.body.length <= limit || post.refit === undefined) return post;
  if (limit <= 0) {
    throw new PublishError(
      `The release's notes have ${heldUnits} characters already, GitHub takes ${RELEASE_UNITS}: shorten them, or post elsewhere.`,
    );
  }
  return { ...post, body: await post.refit(limit) };
}

/**
 * Writes the notes and gives what GitHub answers, at once after they were read: a person's edit in between is lost, and GitHub has no way to tell. What
 * may pass is given back rather than tried again, since the notes have to be read again first.
 */
async function write(
  github: GitHub,
  release: Release,
  reportId: string,
  sealed: Sealed,
): Promise<Release | PublishError> {
  const body = withSection(release.body, reportId, sealed.body);
  if (body.length > RELEASE_UNITS) {
    throw new PublishError(
      `The release's notes would have ${body.length} characters, GitHub takes ${RELEASE_UNITS}: show fewer rows (top), or shorten them.`,
    );
  }
  try {
    const route = 'PATCH /repos/{owner}/{repo}/releases/{release_id}';
    return await github.unrepeated(route, { release_id: release.id, body }, parseRelease);
  } catch (error) {
    if (error instanceof Unanswered || (error instanceof Refusal && error.retryMs !== null)) return error;
    throw error;
  }
}
