import { digest, type KeptLine, toCommentJson } from './state.ts';

/** What a report said about a period, as plain text. */
export type HistoryLine = Omit<KeptLine, 'period'>;

/** The line of a report, and how lines are written as Markdown: the newest first. */
export interface PostedHistory {
  readonly line: HistoryLine;
  readonly render: (lines: readonly HistoryLine[]) => string;
}

/**
 * The history of a post: what is shown of it, what its state keeps, this report's own line included, and how
 * long both are in UTF-16 units.
 */
export interface ComposedHistory {
  readonly shown: string;
  readonly kept: readonly KeptLine[];
  readonly units: number;
}

/** How many past periods a post keeps. */
const LINE_LIMIT = 60;
/** How much of a body the history may take, in UTF-16 units; beyond it the oldest periods are left out. */
const HISTORY_LIMIT_UNITS = 28_000;

/**
 * The history of a report's next post, given the lines that the post before kept; `own` is null if nothing
 * could be reported.
 */
export function composeHistory(
  earlier: readonly KeptLine[],
  period: string,
  own: HistoryLine | null,
  render: PostedHistory['render'],
): ComposedHistory {
  const id = digest(period);
  const current = own === null ? [] : [{ ...own, period: id }];
  let past = earlier.filter((line) => line.period !== id);
  for (past = past.slice(0, LINE_LIMIT); ; past = past.slice(0, -1)) {
    const shown = past.length === 0 ? '' : render(past).trim();
    const kept = [...current, ...past];
    const units = shown.length + toCommentJson({ history: kept }).length;
    if (past.length === 0 || units <= HISTORY_LIMIT_UNITS) return { shown, kept, units };
  }
}
