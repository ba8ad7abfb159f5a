import { PublishError } from '../../errors.ts';

/** The line by which a report's earlier posts are known. */
export function marker(reportId: string): string {
  // Anything else could end the comment early, and what follows would be live HTML.
  if (!/^(?![\s-])(?:[^\p{C}\p{Zl}\p{Zp}<>-]|-(?!-))+(?<![\s-])$/u.test(reportId)) {
    throw new PublishError(
      `The report id ${JSON.stringify(reportId)} cannot stand in a marker: use letters, digits, "." and "-".`,
    );
  }
  return `<!-- insight-report:${reportId} -->`;
}

/** Whether a body holds the marker as a line of its own: text that only quotes it does not count. */
export function hasMarker(body: string, reportId: string): boolean {
  const line = marker(reportId);
  return splitLines(body).some((candidate) => candidate.trimEnd() === line);
}

/** The same text without any line that could be taken for one of ours; it renders the same and grows by nothing. */
export function neutralizeMarkers(text: string): string {
  return splitLines(text)
    .map((line) => (/^\s*<!-- insight-report[:-]/.test(line) ? line.replace('<!-- insight', '<!--insight') : line))
    .join('\n');
}

/** What a post remembers of the run that wrote it, in a comment line directly before the marker. */
export interface PostState {
  readonly run: string;
  /** The results' fingerprint; `none` where nothing could be reported. */
  readonly results: string;
  readonly period: string;
  /** The issue that came before this one. */
  readonly previous: number | null;
  /** One write's own mark (attempt and time): how a create whose answer was lost is found again. */
  readonly write: string;
}

/** The results of a post in which nothing could be reported. */
export const NO_RESULTS = 'none';

const STATE_LINE = /^<!-- insight-report-state: ([^<>]*) -->[ \t]*$/;

/** The state as a line: `<!-- insight-report-state: run=… results=… period=… previous=… write=… -->`. */
export function stateLine(state: PostState): string {
  const fields = [
    `run=${safeField(state.run, 20)}`,
    `results=${safeField(state.results, 80)}`,
    `period=${safeField(state.period, 120)}`,
    `previous=${state.previous === null ? 'none' : safeField(String(state.previous), 16)}`,
    `write=${safeField(state.write, 40)}`,
  ];
  return `<!-- insight-report-state: ${fields.join(' ')} -->`;
}

/** The state of a post; null where it holds none (written by an earlier version, or edited). */
export function readState(body: string): PostState | null {
  const found = splitLines(body).findLast((candidate) => STATE_LINE.test(candidate));
  const line = found && STATE_LINE.exec(found)?.[1];
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
  };
}

/** A value as it stands in a state line: only characters that cannot end a comment, and never empty. */
export function safeField(value: string, limit: number): string {
  return (
    value
      .replace(/[^\w.:/+-]/g, '_')
      .replace(/-{2,}/g, '-')
      .slice(0, limit)
      .replace(/-$/, '_') || '_'
  );
}

/** The lines of a body, as Markdown divides them: GitHub keeps the line ends it was given, a person's edit brings CRLF. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
