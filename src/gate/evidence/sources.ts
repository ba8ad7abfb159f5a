import type { ReportedInsight, Verdict } from '../../results.ts';
import { outputKind, outputUnit, queryOutputs } from '../../tables/aggregations.ts';
import { EARLIER_FUNCTIONS, type RowSet } from '../expression/calls.ts';
import { isCount, wholeRow } from './table-numbers.ts';

/**
 * What a number was read from: its sample is the whole of that output (null: the metric) in each of the
 * periods.
 */
export interface Source {
  readonly insight: string;
  readonly output: string | null;
  /** The `only(…)` that was read; the sample is then of the users who have the dimension. */
  readonly only: RowSet | null;
  readonly periods: readonly ('now' | 'before')[];
}

/** The periods whose events a function counts. */
export function periodsOf(name: string): Source['periods'] {
  if (!EARLIER_FUNCTIONS.has(name)) return ['now'];
  return name === 'previous' || name === 'previousTotal' ? ['before'] : ['now', 'before'];
}

/**
 * The output whose total is the size of the sample behind an output (null: the metric): itself if it is a
 * count, else the users, else the events; null if nothing is counted.
 */
export function sampleOutput(insight: ReportedInsight, output: string | null): string | null {
  const { metric, outputs } = insight;
  const own = output ?? metric;
  if (own !== null && isSummable(insight, own)) return own;
  const counts = queryOutputs(insight.query)
    .map(({ name }) => name)
    .filter((name) => outputs.includes(name) && isCount(insight, name));
  const users = counts.find((name) => outputKind(insight.query, name) === 'distinct');
  return users ?? counts[0] ?? (own !== null && wholeRow(insight) !== null ? own : null);
}

function isSummable(insight: ReportedInsight, output: string): boolean {
  const kind = outputKind(insight.query, output);
  return (
    (output === insight.metric && insight.unit !== 'other') || kind === 'additive' || kind === 'distinct'
  );
}

/** What an output counts, and its name if that is neither users nor events. */
export function countedUnit(
  insight: ReportedInsight,
  output: string,
): Pick<NonNullable<Verdict['sample']>, 'unit' | 'output'> {
  const unit =
    output === insight.metric && insight.unit !== 'other' ? insight.unit : outputUnit(insight.query, output);
  const kind = outputKind(insight.query, output);
  return unit === 'other' && (kind === 'additive' || kind === 'distinct') ? { unit, output } : { unit };
}

/** Whether an insight's answer is empty, or holds nothing but zeros. */
export function isEmpty({ rows, total }: ReportedInsight): boolean {
  const isZero = (value: unknown): boolean => typeof value !== 'number' || value === 0;
  return (
    (total ?? 0) === 0 && rows.every((row) => isZero(row.value) && Object.values(row.values).every(isZero))
  );
}
