import type { ReportedInsight } from '../../results.ts';
import { isAdditive } from '../../tables/aggregations.ts';
import type { Query } from '../../tql/query.ts';
import { mayMissRows, queryKey, extraQueryFor, type WhichPeriod } from './evidence.ts';
import { ROW_NUMBERS } from '../expression/language.ts';
import { isTotalled, wholeRow } from './table-numbers.ts';
import type { FunctionCall } from '../expression/syntax-tree.ts';

/** A row (null: the whole) that an assertion reads in a period, beyond what the insight's own tables hold. */
export interface NeededRow {
  readonly key: string | null;
  readonly when: WhichPeriod;
}

/** What the calls of an assertion need to be asked for; `sample` is the output whose total is the sample's size. */
export function neededRows(
  insight: ReportedInsight,
  calls: readonly FunctionCall[],
  sample: string | null,
): readonly NeededRow[] {
  const totals: readonly FunctionCall[] = sample === null ? [] : [{ name: 'total', args: [sample] }];
  return [...calls, ...totals].flatMap((call) =>
    isRowCall(call) ? neededForRow(insight, call) : neededForTotal(insight, call),
  );
}

/** The queries to send for what is needed, none twice; what cannot be expressed is left out. */
export function queriesForRows(insight: ReportedInsight, needs: readonly NeededRow[]): readonly Query[] {
  const queries = needs
    .map(({ key, when }) => extraQueryFor(insight, key, when))
    .filter((query) => typeof query !== 'string');
  return [...new Map(queries.map((query) => [queryKey(query), query])).values()];
}

function isRowCall({ name }: FunctionCall): boolean {
  return ROW_NUMBERS.some((each) => each === name);
}

/** Only a row that is named outright can be asked for before the assertion is evaluated. */
function neededForRow(
  insight: ReportedInsight,
  { name, args: [key = null, output = null] }: FunctionCall,
): readonly NeededRow[] {
  if (key === null) return [];
  const row = insight.rows.find((each) => each.key === key);
  const isOther = output !== null && output !== insight.metric;
  const needs: NeededRow[] = [];
  const isAsked = row === undefined && mayMissRows(insight);
  if (isAsked) needs.push({ key, when: 'now' });
  const readsBefore = name === 'previous' || name === 'change';
  const isKnownBefore = isOther ? false : isInEarlierTable(insight, key);
  if (insight.compare !== null && (isAsked || (readsBefore && !isKnownBefore))) needs.push({ key, when: 'before' });
  if (name === 'share' && isOther) needs.push(...neededForTotal(insight, { name: 'total', args: [output] }));
  return needs;
}

function isInEarlierTable(insight: ReportedInsight, key: string): boolean {
  const row = insight.rows.find((each) => each.key === key);
  if (row !== undefined) return row.previous !== null || row.isNew;
  return insight.gone.some((each) => each.key === key && each.previous !== null);
}

function neededForTotal(insight: ReportedInsight, { name, args: [output = null] }: FunctionCall): readonly NeededRow[] {
  const wanted = output ?? insight.metric;
  if (wanted === null || !isTotalled(insight, wanted)) return [];
  const isMetric = wanted === insight.metric;
  const isWhole = wholeRow(insight) !== null;
  const needs: NeededRow[] = [];
  const isSummed = isAdditive(insight.query, wanted) && !mayMissRows(insight);
  const readsNow = name === 'total' || name === 'totalChange';
  const readsBefore = name === 'previousTotal' || name === 'totalChange';
  if (readsNow && !isWhole && !(isMetric && insight.total !== null) && !isSummed)
    needs.push({ key: null, when: 'now' });
  const isKnownBefore = isMetric && (insight.previousTotal !== null || (isWhole && insight.rows[0]?.previous !== null));
  if (readsBefore && insight.compare !== null && !isKnownBefore) needs.push({ key: null, when: 'before' });
  return needs;
}
