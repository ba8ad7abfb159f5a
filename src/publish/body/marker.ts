import { PublishError } from '../../errors.ts';
import { type GateState, readGateStates, writeGateStates } from './gate-states.ts';
import { plainLines } from './plain-lines.ts';

/**
 * The line that marks a post as the report's: an HTML comment, invisible on the page. Throws if the id cannot
 * stand in it.
 */
export function marker(reportId: string): string {
  // Any other character could end the comment, and the rest would be live HTML.
  if (!/^(?![\s-])(?:[^\p{C}\p{Zl}\p{Zp}<>-]|-(?!-))+(?<![\s-])$/u.test(reportId)) {
    throw new PublishError(
      `The report id ${JSON.stringify(reportId)} cannot be used in a marker: use letters, digits, "." and "-".`,
    );
  }
  return `<!-- insight-report:${reportId} -->`;
}

/**
 * Whether a body is a report's post: its last two lines, outside of code blocks, are the state and the
 * marker. A quotation does not count.
 */
export function isPostOf(body: string, reportId: string): boolean {
  return readEnding(body)?.marker === marker(reportId);
}

/**
 * Changes lines that could be taken for one of our markers; the text renders the same and does not get
 * longer.
 */
export function neutralizeMarkers(text: string): string {
  return splitLines(text)
    .map((line) =>
      /^\s*<!-- insight-report[:-]/.test(line) ? line.replace('<!-- insight', '<!--insight') : line,
    )
    .join('\n');
}

/** What a post remembers of the run that wrote it: an HTML comment on the line before the marker. */
export interface PostState {
  readonly run: string;
  /** The results' fingerprint; `none` if nothing could be reported. */
  readonly results: string;
  readonly period: string;
  /** The number of the report's previous issue. */
  readonly previous: number | null;
  /**
   * Identifies one write (attempt and time), so that an item can be found if the answer to its creation was
   * lost.
   */
  readonly write: string;
  /** The report's gates; empty if it has none, or if nothing could be reported. */
  readonly gates: readonly GateState[];
}

/** Stands for the fingerprint if nothing could be reported. */
export const NO_RESULTS = 'none';

const STATE_LINE = /^<!-- insight-report-state: ([^<>]*) -->[ \t]*$/;

/**
 * The state as a line: `<!-- insight-report-state: run=… results=… period=… previous=… write=… gates=… -->`;
 * without `gates` if there are none.
 */
export function stateLine(state: PostState): string {
  const fields = [
    `run=${safeField(state.run, 20)}`,
    `results=${safeField(state.results, 80)}`,
    `period=${safeField(state.period, 120)}`,
    `previous=${state.previous === null ? 'none' : safeField(String(state.previous), 16)}`,
    `write=${safeField(state.write, 40)}`,
    ...(state.gates.length === 0 ? [] : [`gates=${writeGateStates(state.gates)}`]),
  ];
  return `<!-- insight-report-state: ${fields.join(' ')} -->`;
}

/** Reads the state of a post; null if the body is not that of a post. */
export function readState(body: string): PostState | null {
  const line = readEnding(body)?.state;
  if (line === undefined) return null;
  const fields = new Map(
    line
      .split(' ')
      .map((field): [string, string] => [field.split('=', 1)[0] ?? '', field.slice(field.indexOf('=') + 1)]),
  );
  const previous = Number(fields.get('previous'));
  return {
    run: fields.get('run') ?? '',
    results: fields.get('results') ?? '',
    period: fields.get('period') ?? '',
    previous: Number.isSafeInteger(previous) && previous > 0 ? previous : null,
    write: fields.get('write') ?? '',
    gates: readGateStates(fields.get('gates') ?? ''),
  };
}

const MARKER_LINE = /^<!-- insight-report:.* -->$/;

/**
 * The last two lines of a post: what stands in its state, and its marker; null if they are other lines or
 * stand in a code block.
 */
function readEnding(body: string): { readonly state: string; readonly marker: string } | null {
  const text = normalizeLineEnds(body).trimEnd();
  const [state, last] = plainLines(text).lines.slice(-2);
  const fields = STATE_LINE.exec(state?.text ?? '')?.[1];
  const isEnding = last !== undefined && last.end === text.length && state?.next === last.start;
  return fields !== undefined && isEnding && MARKER_LINE.test(last.text)
    ? { state: fields, marker: last.text }
    : null;
}

/** A value for a state line: never empty, and without characters that could end the HTML comment. */
export function safeField(value: string, limit: number): string {
  return (
    value
      .replace(/[^\w.:/+-]/g, '_')
      .replace(/-{2,}/g, '-')
      .slice(0, limit)
      .replace(/-$/, '_') || '_'
  );
}

/**
 * A body with line feeds as its only line ends. GitHub keeps the line ends that it was given, and an edit on
 * the page brings CRLF.
 */
export function normalizeLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function splitLines(text: string): string[] {
  return normalizeLineEnds(text).split('\n');
}
