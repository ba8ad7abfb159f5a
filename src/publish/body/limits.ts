import type { Destination } from '../../inputs/request.ts';
import { gateStateUnits } from './gate-states.ts';
import { marker, stateLine } from './marker.ts';
import { NOTE_LIMIT_UNITS } from './note.ts';

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

/**
 * The greatest length of what publishing appends to a body: a link to the previous issue, the state and the
 * marker.
 */
export function footerUnits(reportId: string, gateCount: number): number {
  const long = 'x'.repeat(200);
  const previous = Number.MAX_SAFE_INTEGER;
  const state = stateLine({ run: long, results: long, period: long, previous, write: long, gates: [] });
  const gates = gateCount === 0 ? 0 : ' gates='.length + gateStateUnits(gateCount);
  return `\n\nPrevious report: #${previous}\n\n${state}\n${marker(reportId)}`.length + gates;
}

/** The greatest length of a page for a comment or an issue; it leaves room for two notes above the page. */
export function bodyLimitUnits(reportId: string, gateCount: number): number {
  return BODY_LIMIT_UNITS - footerUnits(reportId, gateCount) - 2 * NOTE_LIMIT_UNITS;
}

/**
 * The greatest length of a page in a release's notes; `heldUnits` is the length of everything else in them.
 */
export function sectionLimitUnits(reportId: string, heldUnits: number): number {
  return Math.min(
    bodyLimitUnits(reportId, 0),
    RELEASE_LIMIT_UNITS - heldUnits - footerUnits(reportId, 0) - 2 * NOTE_LIMIT_UNITS,
  );
}

/** The greatest size of a page in the job summary; the step's file holds `heldBytes` already. */
export function summaryLimitBytes(heldBytes: number): number {
  return Math.max(0, SUMMARY_LIMIT_BYTES - heldBytes - SUMMARY_EXTRA_BYTES);
}
