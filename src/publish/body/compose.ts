import { PublishError } from '../../errors.ts';
import type { RunContext } from '../workflow/context.ts';
import { type GateState, nextGateStates, type PostedGate } from './gate-states.ts';
import type { ComposedHistory } from './history.ts';
import { BODY_LIMIT_UNITS } from './limits.ts';
import { noteLine, withNote } from './note.ts';
import {
  marker,
  neutralizeMarkers,
  NO_RESULTS,
  normalizeLineEnds,
  type PostState,
  readState,
  safeField,
  stateLine,
} from './marker.ts';
import { plainLines } from './plain-lines.ts';

/** A rendered report, and what its earlier posts are compared by. */
export interface ReportText {
  readonly body: string;
  readonly reportId: string;
  /** Equal for equal results, whatever the run, the time and the durations. */
  readonly fingerprint: string;
  /** Equal for reports of the same period: its start and end. */
  readonly period: string;
  /** The report's gates. */
  readonly gates: readonly PostedGate[];
  /** When the report was made, in epoch milliseconds. */
  readonly madeMs: number;
  /**
   * One dated line of Markdown if nothing could be reported; it goes above the numbers of an earlier report.
   */
  readonly failureLine: string | null;
}

/** A body to send, and the line that proves that GitHub stored it: only this write holds it. */
export interface ComposedBody {
  readonly body: string;
  readonly proof: string;
}

/** What a body holds besides its page: the previous issue, the gates' states, and the past periods. */
interface BodyEnding extends Pick<PostState, 'previous' | 'gates'> {
  readonly history?: ComposedHistory;
}

/**
 * Composes a body: the page, the past periods, a link to the previous issue, the state, and the marker as the
 * last line.
 */
export function composeBody(
  report: ReportText,
  context: RunContext,
  nowMs: number,
  { previous, gates, history = { shown: '', kept: '' } }: BodyEnding,
): ComposedBody {
  const proof = stateLine({ ...stateOf(report, context, nowMs), previous, gates });
  const link = previous === null ? '' : `\n\nPrevious report: #${previous}`;
  const page = neutralizeMarkers(report.body).trimEnd();
  const { closing } = plainLines(page);
  // A code block or comment that a template leaves open would swallow the marker.
  const closed = closing === null ? page : `${page}\n${closing}`;
  const shown = history.shown === '' ? '' : `\n\n${neutralizeMarkers(history.shown)}`;
  const kept = history.kept === '' ? '' : `${history.kept}\n`;
  return checkLength(`${closed}${shown}${link}\n\n${kept}${proof}\n${marker(report.reportId)}`, proof);
}

/**
 * Puts the failure line above an earlier body; null if nothing failed, or if the earlier body holds no
 * results.
 */
export function withFailureNote(report: ReportText, earlier: string): ComposedBody | null {
  if (report.failureLine === null || earlier.trim() === '' || readState(earlier)?.results === NO_RESULTS)
    return null;
  const body = withNote(earlier, 'failure', neutralizeMarkers(report.failureLine));
  return checkLength(body, body.split('\n', 2).join('\n'));
}

/** Links a body to the item that continues it; unchanged if there is no room for the link. */
export function withContinuation(body: string, next: number): string {
  const linked = withNote(body, 'continued', `Continued in #${next}.`);
  return linked.length <= BODY_LIMIT_UNITS ? linked : body;
}

/**
 * Whether an earlier body holds the same results already, written by the same run (a re-run), or by any run
 * with `anyRun`.
 */
export function hasSameResults(
  report: ReportText,
  context: RunContext,
  earlier: string,
  anyRun = false,
): boolean {
  const state = readState(earlier);
  if (state === null || context.runId === null || noteLine(earlier, 'failure') !== null) return false;
  return (
    (anyRun || state.run === context.runId) &&
    state.results === safeField(report.fingerprint, 80) &&
    hasSamePeriod(report, earlier)
  );
}

/** Whether an earlier body is about the same period. */
export function hasSamePeriod(report: ReportText, earlier: string): boolean {
  return readState(earlier)?.period === safeField(report.period, 120);
}

/** Whether two bodies differ in their line ends at most. */
export function isSameText(one: string, other: string): boolean {
  return trimmed(one) === trimmed(other);
}

/** Whether a body that GitHub answered with is the one that was sent. */
export function hasProof(body: string, { proof }: ComposedBody): boolean {
  return trimmed(body).includes(trimmed(proof));
}

/** The states of a report's gates after the post before; none if nothing could be reported. */
export function gatesAfter(earlier: string, report: ReportText, context: RunContext): readonly GateState[] {
  if (report.failureLine !== null) return [];
  return nextGateStates(readState(earlier), report.gates, { id: context.runId, atMs: report.madeMs });
}

function stateOf(
  report: ReportText,
  context: RunContext,
  nowMs: number,
): Omit<PostState, 'previous' | 'gates'> {
  return {
    run: context.runId ?? 'none',
    results: report.failureLine === null ? report.fingerprint : NO_RESULTS,
    period: report.period,
    write: `${context.runAttempt}.${nowMs.toString(36)}`,
  };
}

function checkLength(body: string, proof: string): ComposedBody {
  if (body.length > BODY_LIMIT_UNITS) {
    throw new PublishError(
      `The report has ${body.length} characters, GitHub takes ${BODY_LIMIT_UNITS}: show fewer rows (top) or use a shorter template.`,
    );
  }
  return { body, proof };
}

function trimmed(text: string): string {
  return normalizeLineEnds(text).trimEnd();
}
