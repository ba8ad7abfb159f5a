import type { ReportedInsight } from '../../results.ts';
import { outputKind } from '../../tables/aggregations.ts';
import type { RowNumber } from '../expression/calls.ts';
import {
  calculate,
  changeBetween,
  exactNumber,
  type NumberRange,
  unknownNumber,
} from '../expression/number-range.ts';
import type { WhichPeriod } from './evidence.ts';
import { isCount } from './table-numbers.ts';

/** A row or a set of rows by what was counted of it. */
export interface CountedRows {
  /** The row's key, or the set as it is written. */
  readonly written: string;
  readonly count: (when: WhichPeriod) => NumberRange;
  /** The share that the table holds; null if it holds none. */
  readonly tableShare: () => NumberRange | null;
  /** What a count of the period is a part of. */
  readonly whole: (part: NumberRange) => NumberRange;
  /** Whether from 0 to 0 the change is 0. */
  readonly isSameZero: boolean;
  readonly rank: () => NumberRange;
}

/** A number of a row or of a set of rows, by an output. */
export function numberOfRows(
  insight: ReportedInsight,
  number: RowNumber,
  rows: CountedRows,
  output: string,
): NumberRange {
  switch (number) {
    case 'value':
      return rows.count('now');
    case 'previous':
      return rows.count('before');
    case 'share':
      return rows.tableShare() ?? shareOf(insight, rows, output);
    case 'change': {
      const [now, before] = [rows.count('now'), rows.count('before')];
      if (before.exact !== 0 || now.isUnknown) return changeBetween(now, before);
      if (now.exact === 0 && rows.isSameZero) return exactNumber(0);
      return unknownNumber({ kind: 'zero-before', key: rows.written });
    }
    case 'rank':
      return rows.rank();
  }
}

function shareOf(
  insight: ReportedInsight,
  { written, count, whole }: CountedRows,
  output: string,
): NumberRange {
  const kind = outputKind(insight.query, output);
  if (kind !== 'additive' && kind !== 'distinct' && !hasShares(insight, output))
    return unknownNumber({ kind: 'no-share', output });
  const part = count('now');
  const share = calculate('/', part, whole(part));
  const { exact } = share;
  if (exact === null || (exact >= 0 && exact <= 1)) return share;
  // A part of a count is larger only if both are estimates, or asked for one after the other; a part of a sum
  // is larger if other parts are negative.
  if (exact > 1 && (kind === 'distinct' || isCount(insight, output)))
    return calculate('/', share, exactNumber(exact));
  return unknownNumber({ kind: 'no-row-total', key: written });
}

/** Whether a table holds shares of an output: those of a funnel and a retention are part of it. */
export function hasShares({ metric, rows }: ReportedInsight, output: string): boolean {
  return output === metric && rows.some(({ share }) => share !== null);
}
