import { type Line, plainLines } from './plain-lines.ts';
import { marker } from './parts.ts';

/**
 * A report's section in a release's notes: its offsets, and what it holds between its opening marker and its
 * end.
 */
export interface Section {
  readonly start: number;
  readonly end: number;
  readonly inner: string;
}

/** The line that opens a report's section; the report's marker closes it. */
export function openingMarker(reportId: string): string {
  return marker(reportId).replace('insight-report:', 'insight-report-begin:');
}

/**
 * Finds the report's sections in a release's notes. Both markers must be whole lines, outside code blocks and
 * comments.
 */
export function findSections(notes: string, reportId: string): readonly Section[] {
  const [opening, closing] = [openingMarker(reportId), marker(reportId)];
  const found: Section[] = [];
  let opened: Line | null = null;
  for (const line of plainLines(notes).lines) {
    const text = line.text.trimEnd();
    // An opening marker without a closing one is not a section: the next opening marker starts again.
    if (text === opening) opened = line;
    else if (text === closing && opened !== null) {
      found.push({ start: opened.start, end: line.end, inner: notes.slice(opened.next, line.end) });
      opened = null;
    }
  }
  return found;
}

/** Replaces the report's sections in the notes by one, or adds one at the end; every other byte stays. */
export function withSection(notes: string, reportId: string, inner: string): string {
  const section = `${openingMarker(reportId)}\n${inner}`;
  const [first, ...further] = findSections(notes, reportId);
  if (first) {
    const rest = further.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), notes);
    return rest.slice(0, first.start) + section + rest.slice(first.end);
  }
  if (notes === '') return section;
  // A code block or comment that is left open would swallow what follows it.
  if (plainLines(notes).closing !== null) return `${section}\n\n${notes}`;
  return `${notes}${/\n\r?\n$/.test(notes) ? '' : /\n$/.test(notes) ? '\n' : '\n\n'}${section}`;
}
