// Announces in a comment which gates changed since the earlier post, because GitHub notifies nobody of an
// edit. `rewrite.ts` calls it.
import { PublishError } from '../../../text/errors.ts';
import { gatesAfter } from '../body/compose.ts';
import { joinParts, neutralizeMarkers, readState } from '../body/parts.ts';
import { digest, type GateState, NO_STATE, type PostState } from '../body/state.ts';
import { lacksPermission } from '../github/errors.ts';
import type { GitHubItem } from '../github/item.ts';
import type { Post } from '../post.ts';
import type { RunContext } from '../workflow/context.ts';
import type { CommentPlace } from './places.ts';

/** The gates that the edited post is to remember, and what a person should know. */
interface AnnouncedFlips {
  readonly gates: readonly GateState[];
  readonly warnings: readonly string[];
}

/**
 * Announces which gates changed since the earlier post. The comment is written before that post is edited: if
 * the run dies in between, the next one finds the same flips again, and this comment.
 */
export async function announceFlips(
  place: CommentPlace,
  earlier: string,
  post: Post,
  context: RunContext,
): Promise<AnnouncedFlips> {
  const gates = gatesAfter(earlier, post, context);
  const state = readState(earlier);
  const earlierOutcomes = new Map(state.gates.map(({ id, outcome }) => [id, outcome]));
  const flips = gates.filter(({ id, outcome, was }) => was !== null && earlierOutcomes.get(id) !== outcome);
  if (flips.length === 0 || post.renderFlips === undefined) return { gates, warnings: [] };
  try {
    await announceOnce(place, flips, state, post);
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
  { reportId, renderFlips }: Post,
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
  const page = neutralizeMarkers(renderFlips?.(unannounced) ?? '');
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
