import { PublishError } from '../errors.ts';
import type { RunContext } from './context.ts';
import { BODY_UNITS } from './limits.ts';
import { lines } from './lines.ts';
import { marker, neutralise } from './marker.ts';
import { noteLine, withNote } from './note.ts';
import type { Post } from './post.ts';
import { NO_RESULTS, readState, safe, stateLine, type PostState } from './state.ts';

/** A body ready to be sent, and a line of it that the answer must hold if it was really kept. */
export interface Sealed {
  readonly body: string;
  readonly proof: string;
}

/** A whole body: the page, a link to the previous issue, the state, the marker as its last line. */
export function seal(post: Post, context: RunContext, nowMs: number, previous: number | null): Sealed {
  const proof = stateLine(stateOf(post, context, nowMs, previous));
  const link = previous === null ? '' : `\n\nPrevious report: #${previous}`;
  return checked(`${neutralise(post.body).trimEnd()}${link}\n\n${proof}\n${marker(post.reportId)}`, proof);
}

/** An earlier body with the failure line above it; null when there are no numbers in it worth keeping. */
export function withFailure(post: Post, earlier: string): Sealed | null {
  if (post.failureLine === null || earlier.trim() === '' || readState(earlier)?.results === NO_RESULTS) return null;
  const body = withNote(earlier, 'failure', neutralise(post.failureLine));
  return checked(body, body.split('\n', 2).join('\n'));
}

/** Whether a post's results are those that a re-run of the same run (or `anyRun`) is about to write again. */
export function sameResults(post: Post, context: RunContext, earlier: string, anyRun = false): boolean {
  const state = readState(earlier);
  if (state === null || context.runId === null || noteLine(earlier, 'failure') !== null) return false;
  return (
    (anyRun || state.run === context.runId) && state.results === safe(post.fingerprint, 80) && samePeriod(post, earlier)
  );
}

/** Whether a post is about the period that the report is about. */
export function samePeriod(post: Post, earlier: string): boolean {
  return readState(earlier)?.period === safe(post.period, 120);
}

/** Whether two bodies are the same but for line ends. */
export function sameText(one: string, other: string): boolean {
  return normalised(one) === normalised(other);
}

/** Whether a body that GitHub gave back holds what was sent. */
export function holds(body: string, proof: string): boolean {
  return normalised(body).includes(normalised(proof));
}

function stateOf(post: Post, context: RunContext, nowMs: number, previous: number | null): PostState {
  return {
    run: context.runId ?? 'none',
    results: post.failureLine === null ? post.fingerprint : NO_RESULTS,
    period: post.period,
    previous,
    write: `${context.runAttempt}.${nowMs.toString(36)}`,
  };
}

function checked(body: string, proof: string): Sealed {
  if (body.length > BODY_UNITS) {
    throw new PublishError(
      `The report has ${body.length} characters, GitHub takes ${BODY_UNITS}: show fewer rows (top) or use a shorter template.`,
    );
  }
  return { body, proof };
}

function normalised(text: string): string {
  return lines(text).join('\n').trimEnd();
}
