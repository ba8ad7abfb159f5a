import { remainingRows } from '../compare/remaining-rows.ts';
import type { InsightResult, ReportedInsight } from '../results.ts';
import { numberFormat } from './format.ts';
import type { InsightView, RestView } from './view.ts';

/** What an insight's table says beyond `shown` of its rows; null where nothing is. */
export function restAt(
  insight: InsightResult | undefined,
  { kind, rowCount }: Pick<InsightView, 'kind' | 'rowCount'>,
  shown: number,
  locale: string,
): RestView | null {
  if (insight?.status !== 'ok') return null;
  const hidden = Math.max(0, rowCount - shown);
  const text = `${numberFormat(locale).number(hidden)} ${kind === 'series' || kind === 'retention' ? 'earlier' : 'more'}`;
  if (kind === 'ranking' || kind === 'list') return rankingRest(insight, shown, locale);
  return hidden > 0 ? { text, value: null, share: null } : null;
}

/** What a ranking says below its first `shown` rows; null where they are all there is. */
function rankingRest(insight: ReportedInsight, shown: number, locale: string): RestView | null {
  const { rows, folded, cutOff, metric } = insight;
  const hidden = Math.max(0, rows.length - shown);
  if (hidden === 0 && folded === null && !cutOff) return null;
  const { value, share } = metric === null ? { value: null, share: null } : remainingRows(insight, shown);
  if (hidden === 0 && folded === null && value === null) {
    return { text: 'more may exist', value, share };
  }
  if (hidden === 0 && folded === null && value === 0) return null;
  const words = restWords(insight, hidden, locale);
  return { text: metric === null ? words : `Other (${words})`, value, share };
}

function restWords({ rows, folded, cutOff }: ReportedInsight, hidden: number, locale: string): string {
  const { number } = numberFormat(locale);
  const parts: string[] = [];
  if (hidden > 0) parts.push(`${number(hidden)} more`);
  if (folded !== null) parts.push(`${number(folded.rows)} small ${folded.rows === 1 ? 'group' : 'groups'}`);
  const words = parts.join(' and ');
  if (!cutOff) return words;
  return words === '' ? `beyond the ${number(rows.length)} asked for` : `at least ${words}`;
}
