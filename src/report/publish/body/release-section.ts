// Finds and replaces a report's section in a release's notes, which people write as well.
// `destinations/release.ts` calls it. A section looks like this:
//
//     <!-- insight-report-begin:default -->
//     (the section: a post's body, as `parts.ts` shows it)
//     <!-- insight-report:default -->
import { type Line, marker, plainLines } from './parts.ts';

/**
 * A report's section in a release's notes: its offsets, and what it holds between its opening marker and its
 * end.
 */
interface Section {
  readonly start: number;
  readonly end: number;
  readonly inner: string;
}

/** The line that opens a report's section; the report's marker closes it. */
function openingMarker(reportId: string): string {
  return marker(reportId).replace('insight-report:', 'insight-report-begin:');
}

/**
 * Finds the report's sections in a release's notes. Both markers must be whole lines, outside code blocks and
 * comments.
 */
export function findSections(notes: string, reportId: string): readonly Section[] {
  const [opening, closing] = [openingMarker(reportId), marker(reportId)];
  const sections: Section[] = [];
  let opened: Line | null = null;
  for (const line of plainLines(notes).lines) {
    const text = line.text.trimEnd();
    // An opening marker without a closing one is not a section: the next opening marker starts again.
    if (text === opening) opened = line;
    else if (text === closing && opened !== null) {
      sections.push({ start: opened.start, end: line.end, inner: notes.slice(opened.next, line.end) });
      opened = null;
    }
  }
  return sections;
}

/**
 * Replaces the report's sections in the notes by one, or adds one at the end; all other text stays as people
 * wrote it.
 */
export function withSection(notes: string, reportId: string, inner: string): string {
  const section = `${openingMarker(reportId)}\n${inner}`;
  const [first, ...further] = findSections(notes, reportId);
  if (first === undefined) return addSection(notes, section);
  let text = notes;
  // From the end, so that the offsets of the sections before stay right.
  for (const { start, end } of further.toReversed()) text = text.slice(0, start) + text.slice(end);
  return text.slice(0, first.start) + section + text.slice(first.end);
}

function addSection(notes: string, section: string): string {
  if (notes === '') return section;
  // A code block or comment that is left open would swallow what follows it.
  if (plainLines(notes).closing !== null) return `${section}\n\n${notes}`;
  if (/\n\r?\n$/.test(notes)) return notes + section;
  return notes.endsWith('\n') ? `${notes}\n${section}` : `${notes}\n\n${section}`;
}
