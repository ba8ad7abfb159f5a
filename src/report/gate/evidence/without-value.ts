// Counts what has no value in the rows' dimension, because a new SDK sends another column, for example. It
// may belong to any row, so it widens the bounds of a gate's number: 100 users become 100 to 130.
import { hasValue } from '../../../tql/write.ts';
import { driftOf } from '../../compare/drift.ts';
import type { ReportedInsight } from '../../results/results.ts';
import { outputKind } from '../../tables/aggregations.ts';
import { pointQuery } from '../../tables/companion-queries.ts';
import { setDimension } from '../../tables/set-queries.ts';
import { toNumber } from '../../tables/table.ts';
import { calculate, type NumberRange, unknownNumber } from '../../expression/number-range.ts';
import { quoteKey } from '../../../text/list.ts';
import { because, isUnknown } from '../../expression/reasons.ts';
import { answerTo, type Evidence, type NumberOrUnknown, queryOver, type WhichPeriod } from './evidence.ts';
import { hasAllRows, hasEarlierRow } from './keys.ts';
import { measured } from './measured.ts';
import { answeredValue, countedUnit } from './outputs.ts';
import type { Subject } from './rows.ts';
import { totalOf } from './totals.ts';

/** How much of the total has no value in the dimension of the rows. */
export function withoutValue(evidence: Evidence, output: string, when: WhichPeriod): NumberOrUnknown {
  const { insight, answers } = evidence;
  const { query, metric } = insight;
  const dimension = setDimension(query);
  const kind = outputKind(query, output);
  if (!('column' in dimension) || (kind !== 'additive' && kind !== 'distinct')) return 0;
  if (hasAllRows(insight, when)) {
    const count = countOfMissing(insight, output, when);
    if (count === 'no-row') return 0;
    if (count !== 'not-in-table' && kind === 'additive') return Math.max(0, count);
  }
  const over = queryOver(insight, when);
  const filter = hasValue(dimension.column);
  const answer = 'problem' in over ? over : answerTo(pointQuery(over.query, metric, filter), answers);
  if ('problem' in answer)
    return because(`how many have no ${quoteKey(dimension.column)} is not known: ${answer.problem}`);
  const count = answeredValue(insight, answer.result, output) ?? 0;
  if (isUnknown(count)) return count;
  const withValue = measured({ insight, output, row: null }, when, count);
  const { shown, error } = calculate('-', totalOf(evidence, output, when), withValue);
  // A difference that is no larger than the error of the counts is none.
  return shown === null || shown <= error ? 0 : shown;
}

/**
 * What the table has for the row of missing values: the table of the earlier period holds its metric only.
 */
function countOfMissing(
  { rows, gone, metric }: ReportedInsight,
  output: string,
  when: WhichPeriod,
): number | 'no-row' | 'not-in-table' {
  if (when === 'before') {
    const row = [...rows.filter(hasEarlierRow), ...gone].find(({ parts }) => parts[0] === null);
    if (row === undefined) return 'no-row';
    return (output === metric ? row.previous : null) ?? 'not-in-table';
  }
  const row = rows.find(({ parts }) => parts[0] === null);
  if (row === undefined) return 'no-row';
  return (output === metric ? row.value : toNumber(row.values[output])) ?? 0;
}

/**
 * How many more have no value in the rows' dimension than the earlier period leads to expect: their rows seem
 * to fall. Negative if there are fewer, and 0 if it is too little to matter for a row that counts `ofRow`.
 */
export function missingMore(evidence: Evidence, output: string, ofRow: number): NumberOrUnknown {
  const now = withoutValue(evidence, output, 'now');
  const before = withoutValue(evidence, output, 'before');
  if (isUnknown(now)) return now;
  if (isUnknown(before) || now + before === 0) return before;
  const whole = totalOf(evidence, output, 'now').shown;
  const earlier = totalOf(evidence, output, 'before').shown;
  const shareOfRow = ofRow / Math.max(1, whole ?? 0, earlier ?? 0);
  const drift = driftOf({ part: now, whole }, { part: before, whole: earlier }, shareOfRow);
  return drift * ((drift > 0 ? whole : earlier) ?? 0);
}

/**
 * A number of rows, to which `more` of those may belong that have no value in their dimension: all of them,
 * unless it is said.
 */
export function orMore(
  range: NumberRange,
  { evidence, output, whole, mayBeMore }: Pick<Subject, 'evidence' | 'output' | 'whole' | 'mayBeMore'>,
  when: WhichPeriod,
  more?: NumberOrUnknown,
): NumberRange {
  const { insight } = evidence;
  const count = mayBeMore && more !== 0 ? withoutValue(evidence, output, when) : 0;
  const added = more ?? count;
  if (added === 0) return range;
  if (isUnknown(added)) return unknownNumber(added);
  const all = whole(when).shown;
  if (range.shown === null || all === null || isUnknown(count)) return range;
  const counted = countedUnit(insight, output);
  const dimension = insight.dimensions[0] ?? '';
  const reason = { kind: 'without-dimension', count, whole: all, counted, dimension, period: when } as const;
  return range.between(range.low, range.high + added, reason);
}
