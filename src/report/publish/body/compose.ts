// Composes the text of a post, compares it with the text of an earlier one, and says how long it may be.
// `parts.ts` shows what a post looks like.
import { PublishError } from '../../../text/errors.ts';
import { truncateUnits } from '../../../text/truncate.ts';
import type { RunContext } from '../workflow/context.ts';
import {
  closeBlock,
  type ComposedBody,
  joinParts,
  marker,
  neutralizeMarkers,
  normalizeLineEnds,
  plainLines,
  readState,
  splitParts,
} from './parts.ts';
import {
  type ComposedHistory,
  digest,
  GATE_LIMIT,
  type GateState,
  LAST_MS,
  nextGateStates,
  NO_STATE,
  type PostedGate,
  type PostState,
} from './state.ts';
import { type ReportIdentity, sourceOf } from './ownership.ts';
import type { Destination } from '../../inputs/request.ts';

/** A rendered report, and what it is compared by with its earlier posts, so that nothing is posted twice. */
export interface ReportText extends ReportIdentity {
  readonly body: string;
  /** Equal for equal results, whatever the run, the time and the durations; null for a page without any. */
  readonly fingerprint: string | null;
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

/** What a post keeps of the post before it. */
interface KeptState extends Partial<Pick<PostState, 'previous' | 'next' | 'gates'>> {
  readonly history?: ComposedHistory;
}

/**
 * Composes the text of a post, which every destination at GitHub sends: the page, the past periods, a link to
 * the previous issue, the state and the marker (`parts.ts` shows one). Throws if it is too long for GitHub.
 */
export function composeBody(
  report: ReportText,
  context: RunContext,
  nowMs: number,
  { history, ...kept }: KeptState,
): ComposedBody {
  const { fingerprint, failureLine, period, reportId } = report;
  const state: PostState = {
    ...NO_STATE,
    ...kept,
    run: context.runId,
    runNumber: context.runNumber,
    atMs: nowMs,
    begunMs: report.madeMs,
    ...sourceOf(report, context),
    results: fingerprint === null || failureLine !== null ? null : digest(fingerprint),
    period: digest(period),
    history: history?.kept ?? [],
  };
  const reportPage = neutralizeMarkers(report.body).trimEnd();
  const past = neutralizeMarkers(history?.shown ?? '');
  const page = past === '' ? reportPage : withPast(reportPage, past);
  return checkLength(joinParts({ failure: null, page, state, marker: marker(reportId) }));
}

/** Puts the past periods above the first section; below a page that has none. */
function withPast(page: string, past: string): string {
  const section = plainLines(page).lines.find(({ text, start }) => start > 0 && SECTION.test(text));
  // A code block that a template leaves open would swallow the past periods.
  if (section === undefined) return `${closeBlock(page)}\n\n${past}`;
  return `${page.slice(0, section.start)}${past}\n\n${page.slice(section.start)}`;
}

/** How a section of a built-in template begins; a user's template may begin its sections in the same way. */
const SECTION = /^(?:### |<details><summary><b>)/;

/**
 * Puts the line that says why nothing could be reported above an earlier body, whose numbers stay. Null if
 * the report did not fail, or if the earlier body has no numbers to keep.
 */
export function withFailureLine(report: ReportText, earlier: string): ComposedBody | null {
  if (report.failureLine === null || earlier.trim() === '') return null;
  const parts = splitParts(earlier);
  const isWithoutResults = parts.marker !== null && parts.state.results === null;
  if (isWithoutResults) return null;
  const line = neutralizeMarkers(report.failureLine.replace(/\s*[\r\n]+\s*/g, ' ').trim());
  return checkLength(joinParts({ ...parts, failure: truncateUnits(line, FAILURE_LIMIT_UNITS) }));
}

/** Links a body to the item that continues it; unchanged if there is no room for the link. */
export function withContinuation(body: string, next: number): string {
  const parts = splitParts(body);
  const linked = joinParts({ ...parts, state: { ...parts.state, next } }).body;
  return linked.length <= BODY_LIMIT_UNITS ? linked : body;
}

/**
 * Whether an earlier body need not be written again: it is what would be written, or this run wrote it with
 * the same results before it was repeated. With `ofAnyRun`, any run may have written it.
 */
export function isUpToDate(
  { fingerprint, period }: ReportText,
  { runId }: RunContext,
  composed: ComposedBody,
  earlier: string,
  { ofAnyRun = false }: { readonly ofAnyRun?: boolean } = {},
): boolean {
  if (trimmed(composed.body) === trimmed(earlier)) return true;
  const { run, results, period: earlierPeriod, failure } = readState(earlier);
  if (fingerprint === null || runId === null || failure !== null) return false;
  const isOfRun = ofAnyRun || run === runId;
  const hasSameResults = results === digest(fingerprint) && earlierPeriod === digest(period);
  // The state alone proves nothing: another workflow posts as the same account and can write any state.
  const isSamePage = comparablePage(composed.body) === comparablePage(earlier);
  return isOfRun && hasSameResults && isSamePage;
}

const NUMBERS = /[\d.,]+(?: (?:ms|s|min \d+ s)\b)?/g;

/** A body's page without the numbers of its footer, the paragraph in `<sub>`: run, time and duration. */
function comparablePage(body: string): string {
  const paragraphs = splitParts(body).page.split('\n\n');
  const withoutNumbers = paragraphs.map((paragraph) =>
    paragraph.startsWith('<sub>') ? paragraph.replace(NUMBERS, '') : paragraph,
  );
  return withoutNumbers.join('\n\n');
}

/** Whether an earlier body is about the same period. */
export function hasSamePeriod(report: ReportText, earlier: string): boolean {
  return readState(earlier).period === digest(report.period);
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

function checkLength(composed: ComposedBody): ComposedBody {
  const { length } = composed.body;
  if (length <= BODY_LIMIT_UNITS) return composed;
  throw new PublishError(
    `The report has ${length} characters, GitHub takes ${BODY_LIMIT_UNITS}: show fewer rows (top) or use a shorter template.`,
  );
}

function trimmed(text: string): string {
  return normalizeLineEnds(text).trimEnd();
}

/**
 * GitHub's limit for the body of a comment or an issue. GitHub counts characters, bytes or UTF-16 units,
 * depending on the place; in UTF-16 units it is right everywhere that we tried.
 */
export const BODY_LIMIT_UNITS = 65_536;

/**
 * GitHub's limit for a release's notes, in characters. Checked in UTF-16 units: a text has at least as many
 * of these.
 */
export const RELEASE_LIMIT_UNITS = 125_000;

/** The greatest length of the line above a page that says why the numbers could not be renewed. */
const FAILURE_LIMIT_UNITS = 600;

/** GitHub drops a job summary that is larger. */
const SUMMARY_LIMIT_BYTES = 1_048_576;
/** The blank line before a page, and the line break after it. */
const SUMMARY_EXTRA_BYTES = 3;

/**
 * How large the page of a report with so many gates may be at a destination; the step's summary file holds
 * `summaryBytes` already.
 */
export function pageLimit(
  destination: Destination,
  reportId: string,
  gateCount: number,
  summaryBytes: number,
): { readonly units: 'utf16' | 'bytes'; readonly count: number } {
  return destination === 'summary'
    ? { units: 'bytes', count: summaryLimitBytes(summaryBytes) }
    : { units: 'utf16', count: bodyLimitUnits(reportId, gateCount) };
}

/**
 * The greatest length of everything in a body but its page: that of a body whose links, failure line, state
 * and marker are as long as they can be.
 */
function frameUnits(reportId: string, gateCount: number): number {
  const [key, number, run] = [digest(''), Number.MAX_SAFE_INTEGER, '9'.repeat(20)];
  const outcome = 'inconclusive' as const;
  const gate = { id: key, outcome, sinceMs: LAST_MS, was: { outcome, atMs: LAST_MS, run } };
  const state: PostState = {
    ...NO_STATE,
    run,
    runNumber: run,
    atMs: LAST_MS,
    begunMs: LAST_MS,
    job: key,
    configuration: key,
    results: key,
    period: key,
    previous: number,
    next: number,
    gates: Array.from({ length: Math.min(gateCount, GATE_LIMIT) }, () => gate),
  };
  const failure = 'x'.repeat(FAILURE_LIMIT_UNITS);
  return joinParts({ failure, page: '-', state, marker: marker(reportId) }).body.length;
}

/** The greatest length of a page for a comment or an issue. */
export function bodyLimitUnits(reportId: string, gateCount: number): number {
  return BODY_LIMIT_UNITS - frameUnits(reportId, gateCount);
}

/**
 * The greatest length of a page in a release's notes; `heldUnits` is the length of everything else in them.
 */
export function sectionLimitUnits(reportId: string, heldUnits: number): number {
  return Math.min(BODY_LIMIT_UNITS, RELEASE_LIMIT_UNITS - heldUnits) - frameUnits(reportId, 0);
}

/** The greatest size of a page in the job summary; the step's file holds `heldBytes` already. */
export function summaryLimitBytes(heldBytes: number): number {
  return Math.max(0, SUMMARY_LIMIT_BYTES - heldBytes - SUMMARY_EXTRA_BYTES);
}
