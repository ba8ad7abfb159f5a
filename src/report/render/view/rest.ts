// The line of a table about the rows that it does not show: `Other (41 more)`, `7 earlier`. It is made again
// whenever a table is shortened to fit. Pure.
import { remainingRows } from '../../compare/remaining-rows.ts';
import type { ReportedInsight } from '../../results/results.ts';
import { numberFormat } from '../format/numbers.ts';
import { type InsightView, isByTime } from './insight-types.ts';
import type { RestView } from './table-types.ts';

/** The line about the rows of a table beyond the `shown` ones; null if it shows all. */
export function buildRestView(
  insight: ReportedInsight,
  view: Pick<InsightView, 'kind' | 'rowCount'>,
  shown: number,
  locale: string,
): RestView | null {
  if (view.kind === 'ranking' || view.kind === 'list') return rankingRest(insight, shown, locale);
  const hidden = view.rowCount - shown;
  if (hidden <= 0) return null;
  const text = `${numberFormat(locale).number(hidden)} ${isByTime(view) ? 'earlier' : 'more'}`;
  return { text, value: null, share: null, fewerThan: null };
}

/** The same for a ranking: rows not shown, rows folded by `min-group-size`, and rows that were cut off. */
function rankingRest(insight: ReportedInsight, shown: number, locale: string): RestView | null {
  const { rows, folded, cutOff, metric, fewerThan = null } = insight;
  const hidden = Math.max(0, rows.length - shown);
  const { value, share } = metric === null ? { value: null, share: null } : remainingRows(insight, shown);
  if (hidden === 0 && folded === null) {
    // Only rows that the service did not answer can remain.
    if (!cutOff || value === 0) return null;
    if (value === null) return { text: 'more may exist', value, share, fewerThan: null };
  }
  const words = restWords(insight, hidden, locale);
  const isSmallGroupsOnly = hidden === 0 && !cutOff && folded?.hidden !== undefined;
  return {
    text: metric === null ? words : `Other (${words})`,
    value,
    share,
    fewerThan: value === null && isSmallGroupsOnly ? fewerThan : null,
  };
}

/** `41 more and 3 small`; `at least 41 more` if the answer was cut off. */
function restWords({ rows, folded, cutOff }: ReportedInsight, hidden: number, locale: string): string {
  const { number } = numberFormat(locale);
  const parts: string[] = [];
  if (hidden > 0) parts.push(`${number(hidden)} more`);
  if (folded !== null) parts.push(`${number(folded.rows)} small`);
  const words = parts.join(' and ');
  if (!cutOff) return words;
  return words === '' ? `not in the first ${number(rows.length)}` : `at least ${words}`;
}
