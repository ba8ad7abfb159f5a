import { createHash } from 'node:crypto';
import { hasControls } from '../../text/visible.ts';
import { normalizeLineEnds } from './marker.ts';
import { plainLines } from './plain-lines.ts';

/** What a report said about a period, as plain text. */
export interface HistoryLine {
  readonly dates: string;
  readonly numbers: string;
  readonly gates: string;
  /** The run's id, and the number that GitHub counts it by; empty if unknown. */
  readonly run: string;
  readonly runNumber: string;
}

/** The line of a report, and how lines are written as Markdown: the newest first. */
export interface PostedHistory {
  readonly line: HistoryLine;
  readonly render: (lines: readonly HistoryLine[]) => string;
}

/**
 * The history of a post: what is shown of it, and the comment that keeps it, this report's own line included.
 */
export interface ComposedHistory {
  readonly shown: string;
  readonly kept: string;
}

/** How many past periods a post keeps. */
const LINE_LIMIT = 60;
/** How much of a body the history may take, in UTF-16 units; beyond it the oldest periods are left out. */
const HISTORY_LIMIT_UNITS = 28_000;

interface KeptLine {
  /** Equal for equal periods. */
  readonly id: string;
  readonly line: HistoryLine;
}

/** The history of a report's next post, given the post before; `own` is null if nothing could be reported. */
export function composeHistory(
  earlier: string,
  period: string,
  own: HistoryLine | null,
  render: PostedHistory['render'],
): ComposedHistory {
  const id = createHash('sha256').update(period).digest('hex').slice(0, 8);
  const current = own === null ? [] : [{ id, line: own }];
  let past = readHistory(earlier).filter((kept) => kept.id !== id);
  for (past = past.slice(0, LINE_LIMIT); ; past = past.slice(0, -1)) {
    const shown = past.length === 0 ? '' : render(past.map(({ line }) => line)).trim();
    const kept = writeHistory([...current, ...past]);
    if (past.length === 0 || shown.length + kept.length <= HISTORY_LIMIT_UNITS) return { shown, kept };
  }
}

const KEPT = /^<!-- insight-report-history: (\[.*\]) -->[ \t]*$/;

/** The lines as an HTML comment in one line. No character that could end it stays as it is. */
function writeHistory(lines: readonly KeptLine[]): string {
  if (lines.length === 0) return '';
  const rows = lines.map(({ id, line }) => [
    id,
    line.dates,
    line.numbers,
    line.gates,
    line.run,
    line.runNumber,
  ]);
  const json = JSON.stringify(rows).replace(
    /[<>&\u2028\u2029-]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<!-- insight-report-history: ${json} -->`;
}

/**
 * Reads the lines that a post keeps, on the line before its last two. What is not such a line, or holds more
 * than one could, is left out.
 */
function readHistory(body: string): readonly KeptLine[] {
  const [line] = plainLines(normalizeLineEnds(body).trimEnd()).lines.slice(-3);
  const json = KEPT.exec(line?.text ?? '')?.[1];
  const rows = json === undefined ? null : parseJson(json);
  return Array.isArray(rows)
    ? rows.slice(0, LINE_LIMIT + 1).flatMap((row: unknown) => parseLine(row) ?? [])
    : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function parseLine(row: unknown): KeptLine | null {
  if (!Array.isArray(row) || row.length !== 6) return null;
  const texts = row.filter((part: unknown): part is string => typeof part === 'string' && !hasControls(part));
  const [id, dates, numbers, gates, run, runNumber] = texts;
  if (id === undefined || dates === undefined || numbers === undefined) return null;
  if (gates === undefined || run === undefined || runNumber === undefined) return null;
  const isValid =
    /^[0-9a-f]{8}$/.test(id) &&
    [dates, numbers, gates].every((text) => text.length <= 300) &&
    [run, runNumber].every((text) => /^\d{0,20}$/.test(text));
  return isValid ? { id, line: { dates, numbers, gates, run, runNumber } } : null;
}
