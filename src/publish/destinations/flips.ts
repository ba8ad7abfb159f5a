import { PublishError } from '../../errors.ts';
import { gatesAfter } from '../body/compose.ts';
import { neutralizeMarkers } from '../body/marker.ts';
import { joinParts, readState } from '../body/parts.ts';
import { digest, type GateState, NO_STATE, type PostState } from '../body/state.ts';
import { lacksPermission } from '../github/errors.ts';
import type { GitHubItem } from '../github/item.ts';
import type { Post } from '../post.ts';
import type { RunContext } from '../workflow/context.ts';
import type { CommentPlace } from './comment-place.ts';

/** The states of the gates for the post that is about to be edited, and what a person should know. */
interface AnnouncedFlips {
  readonly gates: readonly GateState[];
  readonly warnings: readonly string[];
}

/**
 * Announces in a comment which gates changed since the earlier post. It is written before the edit, which
 * notifies nobody. If the run dies in between, the next one finds the same flips again, and this comment.
 */
export async function announceFlips(
  place: CommentPlace,
  earlier: string,
  post: Post,
  context: RunContext,
): Promise<AnnouncedFlips> {
  const gates = gatesAfter(earlier, post, context);
  const state = readState(earlier);
  const known = new Map(state.gates.map(({ id, outcome }) => [id, outcome]));
  const flips = gates.filter(({ id, outcome, was }) => was !== null && known.get(id) !== outcome);
  if (flips.length === 0 || post.renderFlips === undefined) return { gates, warnings: [] };
  try {
    await announceOnce(place, flips, state, { ...post, renderFlips: post.renderFlips });
    return { gates, warnings: [] };
  } catch (error) {
    if (!(error instanceof PublishError) || lacksPermission(error)) throw error;
    // The post remembers the earlier outcomes, so that the next run announces the flips.
    const warning = `The comment about gates that changed could not be written; the next run will try again. ${error.message}`;
    return { gates: state.gates, warnings: [warning] };
  }
}

async function announceOnce(
  place: CommentPlace,
  flips: readonly GateState[],
  earlier: PostState,
  { reportId, renderFlips }: Pick<Post, 'reportId'> & Required<Pick<Post, 'renderFlips'>>,
): Promise<void> {
  const announcedIn = (comments: readonly GitHubItem[]): ReadonlySet<string> =>
    new Set(comments.flatMap(({ body }) => flipsIn(body)));
  const findAll = (): ReturnType<CommentPlace['find']> => place.find((body) => flipsIn(body).length > 0);
  const announced = announcedIn(await findAll());
  const keyOf = (flip: GateState): string => flipKey(reportId, flip, earlier);
  const unannounced = flips.filter((flip) => !announced.has(keyOf(flip)));
  if (unannounced.length === 0) return;
  const keys = unannounced.map(keyOf);
  const page = neutralizeMarkers(renderFlips(unannounced));
  const state: PostState = { ...NO_STATE, announced: keys };
  const comment = await place.create(joinParts({ failure: null, page, state, marker: null }));
  // Another run at the same time may have announced them, too: the older comment stays.
  const older = announcedIn((await findAll()).filter(({ id }) => id < comment.id));
  if (keys.every((key) => older.has(key))) await place.remove([comment]);
}

/** Equal for the same change since the same post, in whichever run it is seen. */
function flipKey(reportId: string, { id, outcome, was }: GateState, { run, atMs }: PostState): string {
  return digest(JSON.stringify([reportId, id, was?.outcome, outcome, run, atMs]));
}

/** The keys of the flips that a comment announced, of whichever report; empty if it announced none. */
export function flipsIn(body: string): readonly string[] {
  return readState(body).announced;
}
