import type { Destination } from '../../inputs/request.ts';
import { joinParts, marker } from './parts.ts';
import { digest, GATE_LIMIT, NO_STATE, type PostState } from './state.ts';

/**
 * GitHub's limit for the body of a comment or an issue, in UTF-16 units: the strictest reading of it that was
 * measured.
 */
export const BODY_LIMIT_UNITS = 65_536;

/**
 * GitHub's limit for a release's notes, in characters. Checked in UTF-16 units: a text has at least as many
 * of these.
 */
export const RELEASE_LIMIT_UNITS = 125_000;

/** The greatest length of the line above a page that says why the numbers could not be renewed. */
export const FAILURE_LIMIT_UNITS = 600;

const SUMMARY_LIMIT_BYTES = 1_048_576;
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

/** The greatest length of everything in a body but its page: links, failure line, state and marker. */
function frameUnits(reportId: string, gateCount: number): number {
  const [key, number, atMs, outcome] = [
    digest(''),
    Number.MAX_SAFE_INTEGER,
    8.64e15,
    'inconclusive' as const,
  ];
  const gate = { id: key, outcome, sinceMs: atMs, was: { outcome, atMs } };
  const gates = Array.from({ length: Math.min(gateCount, GATE_LIMIT) }, () => gate);
  const post = { run: '9'.repeat(20), atMs, results: key, period: key, previous: number, next: number };
  const state: PostState = { ...NO_STATE, ...post, gates };
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
