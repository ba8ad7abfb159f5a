import type { ReportedInsight } from '../results.ts';
import type { Query } from '../tql/query.ts';
import { isOpen, keyOf, kindOf, queryFor, type When } from './evidence.ts';
import { ROW_NUMBERS } from './row.ts';
import { hasTotal, wholeRow } from './table-numbers.ts';
import type { Call } from './tree.ts';

/** A row (null: the whole) that an assertion reads in a period, beyond what the insight's own tables hold. */
export interface Need {
  readonly key: string | null;
  readonly when: When;
}

/** What the calls of an assertion need to be asked for; `sample` is the output whose total is the sample's size. */
export function needsOf(insight: ReportedInsight, calls: readonly Call[], sample: string | null): readonly Need[] {
  const totals: readonly Call[] = sample === null ? [] : [{ name: 'total', args: [sample] }];
  return [...calls, ...totals].flatMap((call) =>
    isRowCall(call) ? rowNeeds(insight, call) : totalNeeds(insight, call),
  );
}

/** The queries to send for what is needed, none twice; what cannot be expressed is left out. */
export function queriesFor(insight: ReportedInsight, needs: readonly Need[]): readonly Query[] {
  const queries = needs
    .map(({ key, when }) => queryFor(insight, key, when))
    .filter((query) => typeof query !== 'string');
  return [...new Map(queries.map((query) => [keyOf(query), query])).values()];
}

function isRowCall({ name }: Call): boolean {
  return ROW_NUMBERS.some((each) => each === name);
}

/** Only a row that is named outright can be asked for before the assertion is evaluated. */
function rowNeeds(insight: ReportedInsight, { name, args: [key = null, output = null] }: Call): readonly Need[] {
  if (key === null) return [];
  const row = insight.rows.find((each) => each.key === key);
  const isOther = output !== null && output !== insight.metric;
  const needs: Need[] = [];
  const isAsked = row === undefined && isOpen(insight);
  if (isAsked) needs.push({ key, when: 'now' });
  const readsBefore = name === 'previous' || name === 'change';
  const isKnownBefore = isOther ? false : knownBefore(insight, key);
  if (insight.compare !== null && (isAsked || (readsBefore && !isKnownBefore))) needs.push({ key, when: 'before' });
  if (name === 'share' && isOther) needs.push(...totalNeeds(insight, { name: 'total', args: [output] }));
  return needs;
}

function knownBefore(insight: ReportedInsight, key: string): boolean {
  const row = insight.rows.find((each) => each.key === key);
  if (row !== undefined) return row.previous !== null || row.isNew;
  return insight.gone.some((each) => each.key === key && each.previous !== null);
}

function totalNeeds(insight: ReportedInsight, { name, args: [output = null] }: Call): readonly Need[] {
  const wanted = output ?? insight.metric;
  if (wanted === null || !hasTotal(insight, wanted)) return [];
  const isMetric = wanted === insight.metric;
  const isWhole = wholeRow(insight) !== null;
  const needs: Need[] = [];
  const isSummed = kindOf(insight, wanted) === 'additive' && !isOpen(insight);
  const readsNow = name === 'total' || name === 'totalChange';
  const readsBefore = name === 'previousTotal' || name === 'totalChange';
  if (readsNow && !isWhole && !(isMetric && insight.total !== null) && !isSummed)
    needs.push({ key: null, when: 'now' });
  const isKnownBefore = isMetric && (insight.previousTotal !== null || (isWhole && insight.rows[0]?.previous !== null));
  if (readsBefore && insight.compare !== null && !isKnownBefore) needs.push({ key: null, when: 'before' });
  return needs;
}
