import { createHash } from 'node:crypto';
import { PublishError } from '../../errors.ts';
import { type ComposedBody, gatesAfter } from '../body/compose.ts';
import type { GateState } from '../body/gate-states.ts';
import { marker, neutralizeMarkers, normalizeLineEnds, readState } from '../body/marker.ts';
import { lacksPermission } from '../github/errors.ts';
import type { GitHubItem } from '../github/item.ts';
import type { Post } from '../post.ts';
import type { RunContext } from '../workflow/context.ts';

/** Where flips of a report's gates are announced, in comments of their own. */
export interface FlipPlace {
  /** The comments that announced flips, newest first. */
  find(): Promise<readonly GitHubItem[]>;
  /** Creates a comment, exactly once. */
  create(composed: ComposedBody): Promise<GitHubItem>;
  remove(comments: readonly GitHubItem[]): Promise<void>;
}

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
  place: FlipPlace,
  earlier: string,
  post: Post,
  context: RunContext,
): Promise<AnnouncedFlips> {
  const gates = gatesAfter(earlier, post, context);
  const state = readState(earlier);
  const known = new Map((state?.gates ?? []).map(({ id, outcome }) => [id, outcome]));
  const flips = gates.filter(({ id, outcome, was }) => was !== null && known.get(id) !== outcome);
  if (flips.length === 0 || state === null || post.renderFlips === undefined) return { gates, warnings: [] };
  try {
    await announceOnce(place, flips, state.write, { ...post, renderFlips: post.renderFlips });
    return { gates, warnings: [] };
  } catch (error) {
    if (!(error instanceof PublishError) || lacksPermission(error)) throw error;
    // The post remembers the earlier outcomes, so that the next run announces the flips.
    const warning = `The comment about gates that changed could not be written; the next run will try again. ${error.message}`;
    return { gates: state.gates, warnings: [warning] };
  }
}

async function announceOnce(
  place: FlipPlace,
  flips: readonly GateState[],
  write: string,
  { reportId, renderFlips }: Pick<Post, 'reportId'> & Required<Pick<Post, 'renderFlips'>>,
): Promise<void> {
  const announcedIn = (comments: readonly GitHubItem[]): ReadonlySet<string> =>
    new Set(comments.flatMap(({ body }) => flipsIn(body, reportId)));
  const announced = announcedIn(await place.find());
  const unannounced = flips.filter((flip) => !announced.has(keyOf(flip, write)));
  if (unannounced.length === 0) return;
  const keys = unannounced.map((flip) => keyOf(flip, write));
  const proof = flipMarker(reportId, keys);
  const comment = await place.create({
    body: `${neutralizeMarkers(renderFlips(unannounced)).trimEnd()}\n\n${proof}`,
    proof,
  });
  // Another run at the same time may have announced them, too: the older comment stays.
  const older = announcedIn((await place.find()).filter(({ id }) => id < comment.id));
  if (keys.every((key) => older.has(key))) await place.remove([comment]);
}

/** Equal for the same change since the same post, in whichever run it is seen. */
function keyOf({ id, outcome, was }: GateState, write: string): string {
  const content = JSON.stringify([id, was?.outcome, outcome, write]);
  return createHash('sha256').update(content).digest('hex').slice(0, 10);
}

function flipMarker(reportId: string, keys: readonly string[]): string {
  return `${flipMarkerStart(reportId)}${keys.join(' ')} -->`;
}

function flipMarkerStart(reportId: string): string {
  return marker(reportId).replace('insight-report:', 'insight-report-flips:').slice(0, -'-->'.length);
}

/** The keys of the flips that a comment announced; empty if its last line is not their marker. */
export function flipsIn(body: string, reportId: string): readonly string[] {
  const last = normalizeLineEnds(body).trimEnd().split('\n').at(-1) ?? '';
  const start = flipMarkerStart(reportId);
  if (!last.startsWith(start)) return [];
  const keys = /^([0-9a-f]{10}(?: [0-9a-f]{10})*) -->$/.exec(last.slice(start.length))?.[1];
  return keys?.split(' ') ?? [];
}
