import type { Destination } from '../../inputs/request.ts';
import { marker, stateLine } from './marker.ts';
import { NOTE_LIMIT_UNITS } from './note.ts';

/** GitHub's limit for a comment's or issue's body, in UTF-16 units: under every reading of it that has been measured. */
export const BODY_LIMIT_UNITS = 65_536;

/** GitHub's limit for a release's notes, counted in UTF-16 units: never more than it counts. */
export const RELEASE_LIMIT_UNITS = 125_000;

const SUMMARY_LIMIT_BYTES = 1_048_576;
const SUMMARY_EXTRA_BYTES = 3;

/** How large a page may be at a destination; the step's summary file holds `summaryBytes` already. */
export function pageLimit(
  destination: Destination,
  reportId: string,
  summaryBytes: number,
): { readonly units: 'utf16' | 'bytes'; readonly count: number } {
  return destination === 'summary'
    ? { units: 'bytes', count: summaryLimitBytes(summaryBytes) }
    : { units: 'utf16', count: bodyLimitUnits(reportId) };
}

/** UTF-16 units that publishing appends to a body, at most: a link to the previous issue, the state and the marker. */
export function footerUnits(reportId: string): number {
  const long = 'x'.repeat(200);
  const state = stateLine({ run: long, results: long, period: long, previous: Number.MAX_SAFE_INTEGER, write: long });
  return `\n\nPrevious report: #${Number.MAX_SAFE_INTEGER}\n\n${state}\n${marker(reportId)}`.length;
}

/** UTF-16 units that a page may have for a comment or an issue; leaves room for two notes above it later. */
export function bodyLimitUnits(reportId: string): number {
  return BODY_LIMIT_UNITS - footerUnits(reportId) - 2 * NOTE_LIMIT_UNITS;
}

/** UTF-16 units that a page may have for a release's notes, the rest of them and the section's opening having `heldUnits`. */
export function sectionLimitUnits(reportId: string, heldUnits: number): number {
  return Math.min(
    bodyLimitUnits(reportId),
    RELEASE_LIMIT_UNITS - heldUnits - footerUnits(reportId) - 2 * NOTE_LIMIT_UNITS,
  );
}

/** UTF-8 bytes that a page may have for the job summary, the step's file holding `heldBytes` already; 0 when it is full. */
export function summaryLimitBytes(heldBytes: number): number {
  return Math.max(0, SUMMARY_LIMIT_BYTES - heldBytes - SUMMARY_EXTRA_BYTES);
}
