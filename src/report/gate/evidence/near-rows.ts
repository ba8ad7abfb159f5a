// Widens the numbers of rows that are spelt in two ways: beside `iOS 15`, `ios 15` may be meant as well.
// `reader.ts` asks it of each row and set that a gate names.
import { findNearRows } from '../../../text/nearest.ts';
import { RowSet } from '../../expression/calls.ts';
import { type NumberRange, rangeBetween, unknownNumber } from '../../expression/number-range.ts';
import { because } from '../../expression/reasons.ts';
import { isCounting } from './outputs.ts';
import type { Subject } from './rows.ts';
import { findMembers } from './set-members.ts';

/** The same subject, to which rows of its table may belong that differ from it only in their spelling. */
export function withNearRows(subject: Subject, row: string | RowSet): Subject {
  const { insight, output } = subject;
  const named = row instanceof RowSet ? row.written : row;
  const near = findNearRows([...insight.rows, ...insight.gone], named, ({ key, parts: [shown = null] }) =>
    row instanceof RowSet
      ? findMembers(row, [{ shown, raw: shown }]).length > 0
      : key.normalize() === row.normalize(),
  );
  if (near === null) return subject;
  const reason = because(`${near.names} may be the same, in another spelling`);
  const isKnown = output === insight.metric && isCounting(insight, output);
  const between = (range: NumberRange, low: number, high: number): NumberRange => {
    const { shown, errors } = range;
    return shown === null ? range : rangeBetween(low, high, reason).with({ shown, errors });
  };
  return {
    ...subject,
    count: (when) => {
      const range = subject.count(when);
      return isKnown
        ? between(range, range.low, range.high + near[when])
        : between(range, -Infinity, Infinity);
    },
    rank: () => between(subject.rank?.() ?? unknownNumber(reason), 1, Infinity),
  };
}
