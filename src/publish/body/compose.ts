import { PublishError } from '../../errors.ts';
import type { RunContext } from '../run/context.ts';
import { BODY_LIMIT_UNITS } from './limits.ts';
import { noteLine, withNote } from './note.ts';
import {
  marker,
  neutralizeMarkers,
  NO_RESULTS,
  type PostState,
  readState,
  safeField,
  splitLines,
  stateLine,
} from './marker.ts';

/** A rendered report, and what its earlier posts are compared by. */
export interface ReportText {
  readonly body: string;
  readonly reportId: string;
  /** Equal for equal results, whatever the run, the time and the durations. */
  readonly fingerprint: string;
  /** Equal for reports of the same period: its start and end. */
  readonly period: string;
  /** One dated line of Markdown if nothing could be reported; it goes above the numbers of an earlier report. */
  readonly failureLine: string | null;
}

/** A body ready to be sent, and a line of it that the answer must hold if it was really kept. */
export interface ComposedBody {
  readonly body: string;
  readonly proof: string;
}

/** A whole body: the page, a link to the previous issue, the state, the marker as its last line. */
export function composeBody(
  report: ReportText,
  context: RunContext,
  nowMs: number,
  previous: number | null,
): ComposedBody {
  const proof = stateLine(stateOf(report, context, nowMs, previous));
  const link = previous === null ? '' : `\n\nPrevious report: #${previous}`;
  return checked(`${neutralizeMarkers(report.body).trimEnd()}${link}\n\n${proof}\n${marker(report.reportId)}`, proof);
}

/** An earlier body with the failure line above it; null when there are no numbers in it worth keeping. */
export function withFailureNote(report: ReportText, earlier: string): ComposedBody | null {
  if (report.failureLine === null || earlier.trim() === '' || readState(earlier)?.results === NO_RESULTS) return null;
  const body = withNote(earlier, 'failure', neutralizeMarkers(report.failureLine));
  return checked(body, body.split('\n', 2).join('\n'));
}

/** Whether a post's results are those that a re-run of the same run (or `anyRun`) is about to write again. */
export function hasSameResults(report: ReportText, context: RunContext, earlier: string, anyRun = false): boolean {
  const state = readState(earlier);
  if (state === null || context.runId === null || noteLine(earlier, 'failure') !== null) return false;
  return (
    (anyRun || state.run === context.runId) &&
    state.results === safeField(report.fingerprint, 80) &&
    hasSamePeriod(report, earlier)
  );
}

/** Whether a post is about the period that the report is about. */
export function hasSamePeriod(report: ReportText, earlier: string): boolean {
  return readState(earlier)?.period === safeField(report.period, 120);
}

/** Whether two bodies are the same but for line ends. */
export function isSameText(one: string, other: string): boolean {
  return normalised(one) === normalised(other);
}

/** Whether a body that GitHub gave back holds what was sent. */
export function containsText(body: string, proof: string): boolean {
  return normalised(body).includes(normalised(proof));
}

function stateOf(report: ReportText, context: RunContext, nowMs: number, previous: number | null): PostState {
  return {
    run: context.runId ?? 'none',
    results: report.failureLine === null ? report.fingerprint : NO_RESULTS,
    period: report.period,
    previous,
    write: `${context.runAttempt}.${nowMs.toString(36)}`,
  };
}

function checked(body: string, proof: string): ComposedBody {
  if (body.length > BODY_LIMIT_UNITS) {
    throw new PublishError(
      `The report has ${body.length} characters, GitHub takes ${BODY_LIMIT_UNITS}: show fewer rows (top) or use a shorter template.`,
    );
  }
  return { body, proof };
}

function normalised(text: string): string {
  return splitLines(text).join('\n').trimEnd();
}
