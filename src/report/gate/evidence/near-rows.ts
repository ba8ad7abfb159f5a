// Widens the numbers of rows that are spelt in two ways: beside `iOS 15`, `ios 15` may be meant as well.
// `reader.ts` asks it of each row and set that a gate names.
import { findNearRows } from '../../../text/nearest.ts';
import { RowSet } from '../../expression/calls.ts';
import { unknownNumber } from '../../expression/number-range.ts';
import { because } from '../../expression/reasons.ts';
import { isCounting } from './outputs.ts';
import type { Subject } from './rows.ts';
import { findMembers } from './set-members.ts';

/** The same subject, to which rows of its table may belong that differ from it only in their spelling. */
export function withNearRows(subject: Subject, row: string | RowSet): Subject {
  const { insight, output } = subject;
  const set = row instanceof RowSet ? row : new RowSet('oneOf', [row]);
  const named = set.kind === 'oneOf' ? set.texts : [];
  const near = findNearRows(
    [...insight.rows, ...insight.gone],
    named,
    ({ key }) => findMembers(set, [{ shown: key, raw: key }]).length > 0,
  );
  if (near === null) return subject;
  const reason = because(`${near.names} may be the same, in another spelling`);
  const isKnown = output === insight.metric && isCounting(insight, output);
  const open = isKnown ? 0 : Infinity;
  return {
    ...subject,
    count: (when) => {
      const range = subject.count(when);
      const { low, high, shown } = range;
      return shown === null ? range : range.between(low - open, high + near[when] + open, reason);
    },
    rank: () => (subject.rank?.() ?? unknownNumber(reason)).between(1, Infinity, reason),
  };
}
