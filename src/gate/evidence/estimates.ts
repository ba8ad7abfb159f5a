import type { ReportedInsight } from '../../results.ts';
import { aggregationBehind, factsOf, innermostAggregation, outputKind } from '../../tables/aggregations.ts';
import type { RowNumber, TableFunction } from '../expression/language.ts';
import { exactOrNull, type NumberRange } from '../expression/number-range.ts';
import { RowSet } from '../expression/sets.ts';

/** How the counts behind a number are read, without their errors. */
export interface CountReader {
  readonly row: (number: 'value' | 'previous') => NumberRange;
  readonly table: (number: TableFunction) => NumberRange;
}

/**
 * A number with the errors of the estimated counts that it is made of; `row` is null for a number of the
 * whole.
 */
export function withErrors(
  range: NumberRange,
  number: RowNumber | TableFunction,
  {
    insight,
    output,
    row,
  }: { readonly insight: ReportedInsight; readonly output: string; readonly row: string | RowSet | null },
  read: CountReader,
): NumberRange {
  const value = range.exact;
  if (value === null || outputKind(insight.query, output) !== 'distinct') return range;
  const errorOf = (each: 'value' | 'previous' | TableFunction): readonly [count: string, error: number] => {
    const isRow = each === 'value' || each === 'previous';
    const count = exactOrNull(() => (isRow ? read.row(each) : read.table(each)));
    const isOnly = row instanceof RowSet && row.isOnly;
    const whole =
      isOnly && isRow ? exactOrNull(() => read.table(each === 'value' ? 'total' : 'previousTotal')) : count;
    // The users who have the dimension are the same for all sets.
    const key = !isRow ? (isOnly ? 'only' : null) : row instanceof RowSet ? row.written : row;
    return [JSON.stringify([insight.name, output, each, key]), sketchError(insight, output, count, whole)];
  };
  // A share and a change are ratios of two counts: of a change of 2 % the error is 1.02 times the relative
  // one.
  const size = number === 'change' || number === 'totalChange' ? value + 1 : value;
  const errors = COUNTS_BEHIND[number].map(errorOf);
  return range.with({
    errors: new Map(errors.map(([count, error], place) => [count, (place === 0 ? 1 : -1) * error * size])),
  });
}

/** The counts that a number is made of; the second is what the first is divided by. */
const COUNTS_BEHIND: Readonly<
  Record<RowNumber | TableFunction, readonly ('value' | 'previous' | TableFunction)[]>
> = {
  value: ['value'],
  previous: ['previous'],
  share: ['value', 'total'],
  change: ['value', 'previous'],
  rank: [],
  total: ['total'],
  previousTotal: ['previousTotal'],
  totalChange: ['total', 'previousTotal'],
  count: [],
  first: ['first'],
  last: ['last'],
};

/** A theta sketch counts exactly up to its size (Druid's default) and estimates beyond it. */
const THETA_SIZE = 16_384;
/** Of HyperLogLog in Druid: 1.04 / √2048, for its 2048 registers. */
const HYPER_LOG_LOG_ERROR = 0.023;

/**
 * The error of a distinct count, as a fraction of it, at two standard deviations; 0 for an exact count. `of`
 * is what its sketch counts: a difference of two sketches is found in the one of all users, which keeps k of
 * them, so that its error is √(of / count) times as large.
 */
function sketchError(
  insight: ReportedInsight,
  output: string,
  count: number | null,
  of: number | null,
): number {
  if (count === null || of === null || count === 0) return 0;
  const aggregation = aggregationBehind(insight.query, output);
  if (aggregation === null) return 0;
  const inner = innermostAggregation(aggregation);
  switch (factsOf(inner).estimate) {
    case 'theta': {
      const entries = typeof inner.size === 'number' && inner.size > 0 ? inner.size : THETA_SIZE;
      // A theta sketch of k entries has a standard error of 1/√k.
      return of > entries ? 2 * Math.sqrt(of / (entries * count)) : 0;
    }
    case 'hyper-log-log':
      return 2 * HYPER_LOG_LOG_ERROR;
    case null:
      return 0;
  }
}
