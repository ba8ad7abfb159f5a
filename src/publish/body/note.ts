import { truncateUnits } from '../../text/truncate.ts';
import { splitLines } from './marker.ts';

/** The most that a note takes, in UTF-16 units, its own mark included. */
export const NOTE_LIMIT_UNITS = 600;

type NoteKind = 'failure' | 'continued';

/** A body with a line of ours above it, in place of an earlier one of the same kind. */
export function withNote(body: string, kind: NoteKind, line: string): string {
  const opening = noteMarker(kind);
  const text = line.replace(/\s*[\r\n]+\s*/g, ' ').trim();
  return `${opening}${truncateUnits(text, NOTE_LIMIT_UNITS - opening.length - 2)}\n\n${withoutNote(body, kind)}`;
}

/** A body without its note of that kind. */
export function withoutNote(body: string, kind: NoteKind): string {
  if (noteLine(body, kind) === null) return body;
  const rest = normalised(body).slice(noteMarker(kind).length);
  const end = rest.indexOf('\n\n');
  return end === -1 ? '' : rest.slice(end + 2);
}

/** The line of the note of that kind at the top of a body; null where there is none. */
export function noteLine(body: string, kind: NoteKind): string | null {
  const text = normalised(body);
  return text.startsWith(noteMarker(kind)) ? (text.slice(noteMarker(kind).length).split('\n', 1)[0] ?? null) : null;
}

function noteMarker(kind: NoteKind): string {
  return `<!-- insight-report-${kind} -->\n`;
}

function normalised(body: string): string {
  return splitLines(body).join('\n');
}
