// Widens the numbers of rows that are spelt in two ways: beside `iOS 15`, `ios 15` may be meant as well.
// `reader.ts` asks it of each row and set that a gate names.
import type { ReportedInsight, ResultsRow } from '../../results/results.ts';
import { quoteNames } from '../../../text/list.ts';
import { spellingOf } from '../../../text/spelling.ts';
import { RowSet } from '../../expression/calls.ts';
import { type NumberRange, rangeBetween } from '../../expression/number-range.ts';
import { because } from '../../expression/reasons.ts';
import type { WhichPeriod } from './evidence.ts';
import { isCounting } from './outputs.ts';
import type { Subject } from './rows.ts';
import { findMembers } from './set-members.ts';

/** The same subject, to which rows of its table may belong that differ from it only in their spelling. */
export function withNearRows(subject: Subject, row: string | RowSet | ResultsRow): Subject {
  const { insight, output } = subject;
  const near = typeof row === 'string' || row instanceof RowSet ? nearRows(insight, row) : [];
  if (near.length === 0) return subject;
  const reason = because(`${quoteNames(near.map(({ key }) => key))} may be the same, in another spelling`);
  const isKnown = output === insight.metric && isCounting(insight, output);
  const count = (when: WhichPeriod): NumberRange => {
    const range = subject.count(when);
    const { low, high, shown, errors } = range;
    const more = near.reduce(
      (sum, { value, previous }) => sum + ((when === 'now' ? value : previous) ?? 0),
      0,
    );
    return shown === null
      ? range
      : rangeBetween(isKnown ? low : -Infinity, isKnown ? high + more : Infinity, reason).with({
          shown,
          errors,
        });
  };
  return { ...subject, count };
}

/** The rows, in either period, that are spelt as those of a key or of a set are, but for case and such. */
function nearRows({ rows, gone }: ReportedInsight, row: string | RowSet) {
  const all = [...rows, ...gone.map((each) => ({ ...each, value: 0 }))].map((each) => ({
    ...each,
    shown: each.parts[0] ?? null,
  }));
  const meant =
    row instanceof RowSet
      ? findMembers(row, all)
      : all.filter(({ key }) => key.normalize() === row.normalize());
  const spellings = new Set(meant.map(spellingOf));
  return all.filter((each) => !meant.includes(each) && spellings.has(spellingOf(each)));
}
