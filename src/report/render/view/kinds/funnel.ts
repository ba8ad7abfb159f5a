// Makes the table of a funnel (`Paywall`, `Plan`, `Purchased`), and sums it up from its first step to its
// last. Pure.
import type { ReportedInsight, ResultsRow } from '../../../results/results.ts';
import { ratio, subtract } from '../../format/numbers.ts';
import { buildRowView, tableOf } from '../rows.ts';
import { buildColumns } from '../columns.ts';
import type { InsightFacts } from '../insight-types.ts';
import type { FunnelView, RowView } from '../table-types.ts';

/**
 * The fields of a funnel. Each step has two cells: its part of the step before, and how many fewer it has;
 * null for a first step.
 */
export function buildFunnelView(insight: ReportedInsight): Partial<InsightFacts> {
  const all = insight.rows.map((row, index) => {
    const before = insight.rows[index - 1];
    const isFirst = before === undefined || groupOf(before) !== groupOf(row);
    const cells = isFirst
      ? [null, null]
      : [ratio(row.value, before.value), subtract(before.value, row.value)];
    return buildRowView(row, insight, { cells });
  });
  const rows = all.slice(0, insight.top);
  const plan = { kind: 'funnel', share: 'Of all', rate: 'Continue', drop: 'Drop-off' } as const;
  const columns = buildColumns(insight, rows, plan);
  return {
    ...tableOf({ kind: 'funnel', columns, rows, count: all.length, word: 'step' }),
    funnel: summarizeFunnel(all, insight),
  };
}

/** A funnel from its first step to its last; null if it has several groups, one step, or nobody in it. */
function summarizeFunnel(rows: readonly RowView[], insight: ReportedInsight): FunnelView | null {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || rows.length < 2 || insight.dimensions.length > 1)
    return null;
  const rate = ratio(last.value, first.value);
  if (rate === null) return null;
  // The narrowest step is unknown if the number of a step was left out, or its event may have been renamed.
  const isKnown =
    rows.length > 2 &&
    rows.every(({ value }) => value !== null) &&
    !insight.gaps?.some(({ isPartial }) => isPartial);
  const [steepest = null] = isKnown
    ? rows.slice(1).toSorted((one, other) => stepRate(one) - stepRate(other))
    : [];
  // If everybody goes on at every step, no step is the narrowest.
  const narrowest = steepest !== null && stepRate(steepest) < 1 ? steepest : null;
  return {
    first,
    last,
    rate,
    previousRate: mayNeedTime(first, last) ? null : ratio(last.previous, first.previous),
    before: narrowest === null ? null : (rows[rows.indexOf(narrowest) - 1] ?? null),
    narrowest,
    narrowestRate: narrowest?.cells[0] ?? null,
  };
}

/**
 * Whether the rate may have changed only because users need some days for all steps: more of them began, for
 * example, and those who came last can still go on. Then as many ended as before, or up to as many as would
 * have ended at the earlier rate.
 */
function mayNeedTime(first: RowView, last: RowView): boolean {
  const [begun, begunBefore] = [first.value ?? 0, first.previous ?? 0];
  const [ended, endedBefore] = [last.value ?? 0, last.previous ?? 0];
  const isSameRate = ended * begunBefore === endedBefore * begun;
  return !isSameRate && (ended - endedBefore) * (ended * begunBefore - endedBefore * begun) <= 0;
}

function groupOf({ parts }: ResultsRow): string {
  return JSON.stringify(parts.slice(0, -1));
}

function stepRate({ cells }: RowView): number {
  return cells[0] ?? Infinity;
}
