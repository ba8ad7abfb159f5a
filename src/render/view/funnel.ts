import type { ReportedInsight, ResultsRow } from '../../results.ts';
import { buildRowView } from './rows.ts';
import type { FunnelView, RowView } from './insight-types.ts';

/** A funnel's steps; the cell of each is its part of the step before, null for a first one. */
export function buildFunnelRows(insight: ReportedInsight): RowView[] {
  return insight.rows.map((row, index) => {
    const before = insight.rows[index - 1];
    const isFirst = before === undefined || groupOf(before) !== groupOf(row);
    return buildRowView(row, insight, { moved: null, cells: [isFirst ? null : ratio(row.value, before.value)] });
  });
}

/** From the first step to the last; null for a funnel of several groups, of one step, or of nobody. */
export function buildFunnelView(rows: readonly RowView[], insight: ReportedInsight): FunnelView | null {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || rows.length < 2 || insight.dimensions.length > 1) return null;
  const rate = ratio(numberOf(last), numberOf(first));
  if (rate === null) return null;
  // Fewest may go on to a step whose number is left out.
  const isKnown = rows.length > 2 && rows.every((row) => numberOf(row) !== null);
  const least = isKnown ? rows.slice(1).reduce((found, row) => (stepRate(row) < stepRate(found) ? row : found)) : null;
  // Where all go on everywhere, no step has fewest.
  const narrowest = least !== null && stepRate(least) < 1 ? least : null;
  return {
    ...{ first, last, rate },
    previousRate: ratio(last.previous, first.previous),
    narrowest,
    narrowestRate: narrowest?.cells[0] ?? null,
  };
}

function groupOf({ parts }: ResultsRow): string {
  return JSON.stringify(parts.slice(0, -1));
}

function ratio(value: number | null, whole: number | null): number | null {
  return value === null || whole === null || !(whole > 0) ? null : value / whole;
}

function numberOf({ value }: RowView): number | null {
  return typeof value === 'number' ? value : null;
}

function stepRate({ cells }: RowView): number {
  return cells[0] ?? Infinity;
}
