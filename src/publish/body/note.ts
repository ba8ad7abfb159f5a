import { truncateUnits } from '../../text/truncate.ts';
import { normalizeLineEnds } from './marker.ts';

/** The greatest length of a note with its marker, in UTF-16 units. */
export const NOTE_LIMIT_UNITS = 600;

type NoteKind = 'failure' | 'continued';

/** Puts a line above a body; it replaces an earlier note of the same kind. */
export function withNote(body: string, kind: NoteKind, line: string): string {
  const opening = noteMarker(kind);
  const text = line.replace(/\s*[\r\n]+\s*/g, ' ').trim();
  return `${opening}${truncateUnits(text, NOTE_LIMIT_UNITS - opening.length - 2)}\n\n${withoutNote(body, kind)}`;
}

/** Removes the note of that kind from a body. */
export function withoutNote(body: string, kind: NoteKind): string {
  if (noteLine(body, kind) === null) return body;
  const rest = normalizeLineEnds(body).slice(noteMarker(kind).length);
  const end = rest.indexOf('\n\n');
  return end === -1 ? '' : rest.slice(end + 2);
}

/** The line of the note at the top of a body; null if there is no note of that kind. */
export function noteLine(body: string, kind: NoteKind): string | null {
  const text = normalizeLineEnds(body);
  return text.startsWith(noteMarker(kind))
    ? (text.slice(noteMarker(kind).length).split('\n', 1)[0] ?? null)
    : null;
}

function noteMarker(kind: NoteKind): string {
  return `<!-- insight-report-${kind} -->\n`;
}
