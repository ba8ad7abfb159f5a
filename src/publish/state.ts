import { lines } from './lines.ts';

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
    `run=${safe(state.run, 20)}`,
    `results=${safe(state.results, 80)}`,
    `period=${safe(state.period, 120)}`,
    `previous=${state.previous === null ? 'none' : safe(String(state.previous), 16)}`,
    `write=${safe(state.write, 40)}`,
  ];
  return `<!-- insight-report-state: ${fields.join(' ')} -->`;
}

/** The state of a post; null where it holds none (written by an earlier version, or edited). */
export function readState(body: string): PostState | null {
  const found = lines(body).findLast((candidate) => STATE_LINE.test(candidate));
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
export function safe(value: string, limit: number): string {
  return (
    value
      .replace(/[^\w.:/+-]/g, '_')
      .replace(/-{2,}/g, '-')
      .slice(0, limit)
      .replace(/-$/, '_') || '_'
  );
}
