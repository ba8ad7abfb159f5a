// Tells a report's own posts from those of other workflows, jobs and matrix legs that use the same
// `report-id`.
import type { RunContext } from '../workflow/context.ts';
import { readState } from './parts.ts';
import { digest, type PostState } from './state.ts';

/**
 * What distinguishes a report from others with the same `report-id`: two workflows may both use `default`.
 */
export interface ReportIdentity {
  readonly reportId: string;
  /** Equal for reports of the same insights and gates. */
  readonly configuration: string;
}

/** What a post's state says about the job that wrote it. */
export function sourceOf(
  { configuration }: ReportIdentity,
  { workflow, job }: RunContext,
): Pick<PostState, 'job' | 'configuration'> {
  return { job: digest(JSON.stringify([workflow, job])), configuration: digest(configuration) };
}

/** The posts with a report's id, newest first: its own, and those of others. */
export interface OwnPosts<T> {
  readonly ownPosts: readonly T[];
  readonly others: readonly T[];
}

/**
 * Divides the posts with a report's id, which come newest first, into the report's own and those of others.
 * Two workflows may both use the id `default`, and so may the legs of a matrix:
 *
 * - A post of another workflow or job is another's.
 * - A post of this job about the same configuration is the report's own.
 * - If there is none, the job's newest post is its own: the configuration has changed since. But a post that
 *   this very run wrote is of another leg of its matrix, so it is another's.
 * - Older posts of this job with another configuration are in neither list: nobody touches them.
 */
export function pickOwn<T extends { readonly body: string }>(
  posts: readonly T[],
  report: ReportIdentity,
  context: RunContext,
): OwnPosts<T> {
  const source = sourceOf(report, context);
  const isSame = (key: 'job' | 'configuration', post: T): boolean => {
    // A post without a state, of an earlier version or edited by hand, counts as the report's own.
    const remembered = readState(post.body)[key];
    return remembered === null || remembered === source[key];
  };
  const isOfRun = ({ body }: T): boolean => context.runId !== null && readState(body).run === context.runId;
  const postsOfJob = posts.filter((post) => isSame('job', post));
  const sameConfiguration = postsOfJob.filter((post) => isSame('configuration', post));
  const newestOfEarlierRun = postsOfJob.filter((post) => !isOfRun(post)).slice(0, 1);
  const ownPosts = sameConfiguration.length > 0 ? sameConfiguration : newestOfEarlierRun;
  const isOfAnother = (post: T): boolean => !postsOfJob.includes(post) || isOfRun(post);
  return { ownPosts, others: posts.filter((post) => !ownPosts.includes(post) && isOfAnother(post)) };
}

/** Says that others post with this report's id; nothing if there are none. */
export function warnOfOthers(
  others: readonly { readonly url?: string | null }[],
  { reportId }: ReportIdentity,
): readonly string[] {
  const [first] = others;
  if (first === undefined) return [];
  const where = first.url ? ` (${first.url})` : '';
  return [
    `Another workflow, job or matrix leg posts with report-id "${reportId}", too${where}. This report has its own post. Set a different report-id for each.`,
  ];
}

/** A post as GitHub has it; `changedMs` is null if GitHub does not say when the text last changed. */
interface StoredPost {
  readonly body: string;
  readonly changedMs: number | null;
}

/** GitHub's times have no milliseconds, and a runner's clock may be ahead. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Whether a run that began later than this one wrote a post, so that this run must not overwrite it. The
 * post's state says when its run began.
 */
export function isOfLaterRun(
  { body, changedMs }: StoredPost,
  { madeMs }: { readonly madeMs: number },
  nowMs: number,
): boolean {
  const { begunMs } = readState(body);
  if (begunMs === null || begunMs <= madeMs) return false;
  // Anyone who can edit the post can forge its state, but no run begins after the post's last change.
  const latestMs = Math.min(nowMs, (changedMs ?? nowMs) + CLOCKS_DIFFER_MS);
  return begunMs <= latestMs;
}
