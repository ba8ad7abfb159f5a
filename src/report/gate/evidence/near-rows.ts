// Widens the numbers of rows that are spelt in two ways: beside `iOS 15`, `ios 15` may be meant as well.
// `reader.ts` asks it of each row and set that a gate names.
import { quoteNames } from '../../../text/list.ts';
import type { GoneRow, ResultsRow } from '../../results/results.ts';
import { spellingOf } from '../../tables/keys.ts';
import { RowSet } from '../../expression/calls.ts';
import { unknownNumber } from '../../expression/number-range.ts';
import { because } from '../../expression/reasons.ts';
import { outputFacts } from './outputs.ts';
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
  const isKnown = output === insight.metric && outputFacts(insight, output).isPart;
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

type Row = Pick<GoneRow, 'key' | 'parts'> & Partial<Pick<ResultsRow, 'value' | 'previous'>>;

/**
 * The rows, in either period, that differ only in their spelling from those of some keys: their names, and
 * what they count together. Null if there are none.
 */
function findNearRows(rows: readonly Row[], named: readonly string[], isMeant: (row: Row) => boolean) {
  const spellings = new Set(
    [...named.map((key) => ({ parts: [key] })), ...rows.filter(isMeant)].map(spellingOf),
  );
  const near = rows.filter((row) => spellings.has(spellingOf(row)) && !isMeant(row));
  if (near.length === 0) return null;
  const sum = (of: 'value' | 'previous'): number => near.reduce((all, row) => all + (row[of] ?? 0), 0);
  return { names: quoteNames(near.map(({ key }) => key)), now: sum('value'), before: sum('previous') };
}
