import { marker } from './marker.ts';

/** A report's section in a release's notes: where it stands (offsets), and what is in it, its closing marker included. */
export interface Section {
  readonly start: number;
  readonly end: number;
  readonly inner: string;
}

/** The line that opens a report's section; its marker closes it. */
export function openingMarker(reportId: string): string {
  return marker(reportId).replace('insight-report:', 'insight-report-begin:');
}

/** The report's sections in a release's notes: both markers whole lines, in order, and neither in a code block or comment. */
export function findSections(notes: string, reportId: string): readonly Section[] {
  const [opening, closing] = [openingMarker(reportId), marker(reportId)];
  const found: Section[] = [];
  let opened: Line | null = null;
  for (const line of plainLines(notes).lines) {
    const text = line.text.trimEnd();
    // An opening marker without its other half is nobody's section: the next one begins anew.
    if (text === opening) opened = line;
    else if (text === closing && opened !== null) {
      found.push({ start: opened.start, end: line.end, inner: notes.slice(opened.next, line.end) });
      opened = null;
    }
  }
  return found;
}

/** The notes with the section in place of its earlier ones, else at the end; everything else stays as it is, byte for byte. */
export function withSection(notes: string, reportId: string, inner: string): string {
  const section = `${openingMarker(reportId)}\n${inner}`;
  const [first, ...further] = findSections(notes, reportId);
  if (first) {
    const rest = further.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), notes);
    return rest.slice(0, first.start) + section + rest.slice(first.end);
  }
  if (notes === '') return section;
  // A code block or comment that the notes leave open would swallow what follows it.
  if (plainLines(notes).isLeftOpen) return `${section}\n\n${notes}`;
  return `${notes}${/\n\r?\n$/.test(notes) ? '' : /\n$/.test(notes) ? '\n' : '\n\n'}${section}`;
}

/** A line by its offsets: `end` is before its line end, `next` behind it. */
interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** The lines that are in no fenced code block and no HTML comment, as CommonMark divides them. */
function plainLines(notes: string): { readonly lines: readonly Line[]; readonly isLeftOpen: boolean } {
  const plain: Line[] = [];
  /** What ends the block that the line is in; null outside. */
  let closing: RegExp | null = null;
  for (const match of notes.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)) {
    const [whole, text = ''] = match;
    if (closing !== null) {
      if (closing.test(text)) closing = null;
      continue;
    }
    closing = closingPattern(text);
    const start = match.index;
    if (closing === null) plain.push({ text, start, end: start + text.length, next: start + whole.length });
  }
  return { lines: plain, isLeftOpen: closing !== null };
}

function closingPattern(text: string): RegExp | null {
  const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(text)?.[1];
  if (fence !== undefined) return new RegExp(`^ {0,3}${fence[0] === '~' ? '~' : '`'}{${fence.length},}[ \\t]*$`);
  return /^ {0,3}<!--(?!.*-->)/.test(text) ? /-->/ : null;
}
