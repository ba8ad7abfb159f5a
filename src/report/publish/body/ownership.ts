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

/**
 * The posts of this report among those with its id, and those of others: of another workflow or job, or of
 * another leg of this run's matrix. Both keep their order, the newest first. Older posts of this job with
 * another configuration are in neither: they are left alone, without a warning.
 */
export function pickOwn<T extends { readonly body: string }>(
  posts: readonly T[],
  report: ReportIdentity,
  context: RunContext,
): { readonly ownPosts: readonly T[]; readonly others: readonly T[] } {
  const source = sourceOf(report, context);
  const isOf = (key: 'job' | 'configuration', post: T): boolean => {
    const writer = readState(post.body)[key];
    return writer === null || writer === source[key];
  };
  const isOfRun = ({ body }: T): boolean => context.runId !== null && readState(body).run === context.runId;
  const ofJob = posts.filter((post) => isOf('job', post));
  const alike = ofJob.filter((post) => isOf('configuration', post));
  // A configuration that changed since continues the newest post, unless this run has just written it.
  const continued = ofJob.find((post) => !isOfRun(post));
  const ownPosts = alike.length > 0 || continued === undefined ? alike : [continued];
  const others = posts.filter((post) => !ownPosts.includes(post) && (!ofJob.includes(post) || isOfRun(post)));
  return { ownPosts, others };
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
 * post's state says when its run began. Anyone who can edit the post can forge that, so a moment after the
 * post's last change does not count.
 */
export function isOfLaterRun(
  { body, changedMs }: StoredPost,
  { madeMs }: { readonly madeMs: number },
  nowMs: number,
): boolean {
  const { begunMs } = readState(body);
  const latestMs = Math.min(nowMs, (changedMs ?? nowMs) + CLOCKS_DIFFER_MS);
  return begunMs !== null && begunMs > madeMs && begunMs <= latestMs;
}
