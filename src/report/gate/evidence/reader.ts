// Computes the number of a function of one insight, such as `share("iOS 15")`, with bounds where something
// is not known: 0.1, but up to 0.4. `gate-evidence.ts` has a reader for each insight. `extra-queries.ts`
// reads a gate's calls, too, to note which answers are missing (`answerTo` in evidence.ts), until none is.
import { outputKind } from '../../tables/query/counting.ts';
import { dayRatio } from '../../compare/by-day.ts';
import { isTopBy } from '../../compare/rows.ts';
import { completeBuckets } from '../../compare/complete-buckets.ts';
import type { ReportedInsight } from '../../results/results.ts';
import { isRanking } from '../../tables/table.ts';
import { isComplete } from '../../tables/total.ts';
import { type FunctionCall, periodsOf, type RowNumber, RowSet } from '../../expression/calls.ts';
import {
  calculate,
  changeBetween,
  distinctNumber,
  exactNumber,
  type NumberRange,
  rangeBetween,
  unknownNumber,
} from '../../expression/number-range.ts';
import { INEXACT, isUnknown, because, type Sample, type Unknown } from '../../expression/reasons.ts';
import type { ListedRow } from '../../expression/values.ts';
import { AbsentRows, type MissingRow } from './absent-rows.ts';
import {
  type Evidence,
  findMissingRows,
  notCompared,
  withoutRecording,
  type WhichPeriod,
} from './evidence.ts';
import { findOwnGap, orAs, orByWeekday } from './course.ts';
import { findMissingDimension } from './keys.ts';
import { withNearRows } from './near-rows.ts';
import { countedUnit, outputFacts, outputOf, sampleOutput } from './outputs.ts';
import { rowsNamed } from './row-index.ts';
import { rankBeyond, rowSubject, type Subject } from './rows.ts';
import { setSubject, wholeOf } from './sets.ts';
import { shareOf } from './shares.ts';
import { bucketRatio, bucketOf, countRows, totalOf } from './totals.ts';
import { type NumberRead, uncountedReader } from './uncounted.ts';
import { orUnmeasured } from './unmeasured.ts';
import { orDrifted, orMore, orOtherRank } from './without-value.ts';

/** Reads the numbers of one insight from its table and the answers to extra queries. */
export class InsightReader {
  /** The rows and sets that were not there. */
  readonly absent: AbsentRows;
  readonly evidence: Evidence;
  readonly #orUncounted: ReturnType<typeof uncountedReader>;

  constructor(evidence: Evidence, missingRow: MissingRow) {
    this.evidence = evidence;
    this.absent = new AbsentRows(evidence, missingRow);
    this.#orUncounted = uncountedReader(evidence);
  }

  read({ name, row, output = null }: FunctionCall): NumberRange {
    const { insight } = this.evidence;
    if (name === 'count') return countRows(insight, output);
    // A row of `rows.all(r, …)`, of which none is known yet. What every row needs is recorded, as if all were
    // one row.
    if (row === null) {
      const counted = output ?? insight.metric;
      if (counted !== null)
        relatedNumber(this.evidence, name, { ...totalSubject(this.evidence, counted), mayBeMore: true });
      return orUnmeasured(this.evidence, unknownNumber(INEXACT), [name, row, output]);
    }
    return this.#read(name, typeof row === 'string' ? rowsNamed(insight, row) : (row ?? null), output);
  }

  /** The samples of a call's number: in each period that it counts, the total of what it is a part of. */
  samples({ name, row = null, output: named }: FunctionCall): readonly Sample[] {
    const { insight } = this.evidence;
    const output = sampleOutput(insight, named);
    const counted = output === null ? null : countedUnit(insight, output);
    return periodsOf(name).map((period) => {
      const size = output === null ? null : wholeOf(this.evidence, row, output, period).shown;
      return { insight: insight.name, period, counted, size };
    });
  }

  /** The rows, or a series' complete buckets. A last row stands for those that are not in the table. */
  rows(): readonly ListedRow[] {
    const { insight, nowMs } = this.evidence;
    const complete = insight.queryType === 'timeseries' ? completeBuckets(insight, nowMs) : [];
    const rows = (complete.length === 0 ? insight.rows : complete).map((row): ListedRow => ({
      key: row.key,
      reason: null,
      read: (number) => this.#read(number, row, null),
    }));
    const missing = findMissingRows(insight);
    return missing === null ? rows : [...rows, unseenRow(insight, missing)];
  }

  /**
   * A number, with wider bounds for all that is not known. From the inside out:
   * 1. `#counted`: the number of the table, or of the answer to an extra query.
   * 2. `withNearRows`: rows that are spelt alike, `ios 15` beside `iOS 15`.
   * 3. `relatedNumber`: what has no value (`orMore`, `orDrifted`), other days (`orByDay`, `orByWeekday`).
   * 4. `#orUncounted`: days without events, and a bucket that is not over.
   * 5. `orUnmeasured`: events without a number in the column of a sum or a mean.
   */
  #read(...read: NumberRead): NumberRange {
    return orUnmeasured(this.evidence, this.#orUncounted(this.#counted(...read), ...read), read);
  }

  #counted(...[name, row, named]: NumberRead): NumberRange {
    const { evidence } = this;
    const { insight } = evidence;
    const output = outputOf(insight, named);
    if (isUnknown(output)) return unknownNumber(output);
    const isChange = name === 'change' || name === 'totalChange';
    if (isChange && insight.noEventsOn !== undefined) return unknownNumber(notCompared(insight));
    if (name === 'first' || name === 'last') {
      const bucket = bucketOf(evidence, output, name);
      const isLast = name === 'last' && evidence.relations.has('buckets');
      const ratio = isLast ? bucketRatio(evidence, output) : 1;
      return asDistinct(evidence, orByDay(bucket, ratio), 'value', { output, row: `${name}()` });
    }
    if (row === null) return relatedNumber(evidence, name, totalSubject(evidence, output));
    for (const when of periodsOf(name)) {
      const missing = findMissingDimension(evidence, when);
      if (missing !== null) return unknownNumber(missing);
    }
    const alone =
      row instanceof RowSet
        ? setSubject(evidence, row, output, this.absent)
        : rowSubject(evidence, row, output, this.absent);
    const subject = typeof row === 'string' || row instanceof RowSet ? withNearRows(alone, row) : alone;
    const range = relatedNumber(evidence, name, subject);
    const isCount = name === 'value' || name === 'previous' || name === 'share';
    return isCount ? asDistinct(evidence, range, name, subject) : range;
  }
}

function totalSubject(evidence: Evidence, output: string): Subject {
  const count = (when: WhichPeriod): NumberRange => totalOf(evidence, output, when);
  const { insight } = evidence;
  return { evidence, insight, output, row: null, named: 'the total', count, whole: count, mayBeMore: false };
}

type SubjectNumber = Exclude<FunctionCall['name'], 'count' | 'first' | 'last'>;

/**
 * A number with bounds that its comparison needs, if 30 users have no OS, who may be of any row:
 * - `value("iOS") < 110`: of 100 users, 100 to 130.
 * - `value("iOS") < previous("iOS")`: 100 to 130 only if fewer had no OS before, so that "iOS" seems to fall.
 * - `rank("iOS") == 1`: also 2 if "Android" has 90, to which the 30 may belong.
 * - `previous()` of a shorter month is also taken by day: of 2,800 in February, 2,800 to 3,100 in March.
 * - `previous()` of a Sunday is also taken as of a Monday: 20, or 200 if Mondays have ten times as many.
 */
function relatedNumber({ relations }: Evidence, name: SubjectNumber, subject: Subject): NumberRange {
  const number = numberOf(name, subject);
  if (name === 'rank') return orOtherRank(number, subject);
  if (!relations.has('periods')) return name === 'value' ? orMore(number, subject, 'now') : number;
  if (name === 'value' || name === 'total') return orDrifted(subject, 'now');
  return name === 'previous' || name === 'previousTotal'
    ? orByWeekday(orByDay(orDrifted(subject, 'before'), ratioOf(subject)), subject)
    : number;
}

/** By how much an earlier number is multiplied: 31/28 for February before March; 1 for a bucket. */
function ratioOf({ insight, output, row }: Subject): number {
  return row === null || isRanking(insight) || insight.rows.length <= 1 ? dayRatio(insight, output) : 1;
}

function times(range: NumberRange, ratio: number): NumberRange {
  return ratio === 1 ? range : calculate('*', range, exactNumber(ratio));
}

/** A count of another time, between the count itself and the count by day: 2,800 × 31/28 = 3,100. */
function orByDay(range: NumberRange, ratio: number): NumberRange {
  const why = 'it compares months or periods of different lengths, and counts per day would decide otherwise';
  return ratio === 1 ? range : orAs(range, times(range, ratio), why);
}

/** The number of a function. */
function numberOf(name: SubjectNumber, subject: Subject): NumberRange {
  switch (name) {
    case 'value':
    case 'total':
      return subject.count('now');
    case 'previous':
    case 'previousTotal':
      return subject.count('before');
    case 'change':
    case 'totalChange':
      return changeOf(subject);
    case 'share':
      return shareOf(subject);
    case 'rank':
      return (
        subject.rank?.() ?? unknownNumber(because(`${subject.named} is a set of rows, which has no rank`))
      );
  }
}

function changeOf(subject: Subject): NumberRange {
  const { named, isZeroAbsence = false } = subject;
  const gap = findOwnGap(subject);
  if (gap !== null) return unknownNumber(gap);
  const now = orDrifted(subject, 'now');
  const before = orByWeekday(times(orDrifted(subject, 'before'), ratioOf(subject)), subject);
  if (before.shown !== 0 || now.shown === null) return changeBetween(now, before);
  if (now.shown !== 0 || isZeroAbsence) {
    const zero = because(`${named} was zero in the earlier period, so there is no change`);
    return unknownNumber(before.exact === null ? before.reason : zero);
  }
  return (before.exact === null ? changeBetween(now, before) : exactNumber(0)).with({ shown: 0 });
}

/**
 * Marks a number as a distinct count of some rows if it is one: of 60 users of iOS and 50 of macOS, the sum
 * is 60 to 110 users, since one user may have both.
 */
function asDistinct(
  evidence: Evidence,
  range: NumberRange,
  read: 'value' | 'previous' | 'share',
  { output, row }: Pick<Subject, 'output' | 'row'>,
): NumberRange {
  const { insight } = evidence;
  if (range.shown === null || outputKind(insight.query, output) !== 'distinct') return range;
  const rows = row === null ? [] : [typeof row === 'string' ? row : row.written];
  const { high } = totalOf(withoutRecording(evidence), output, read === 'previous' ? 'before' : 'now');
  return distinctNumber(range, {
    counted: JSON.stringify([insight.name, output, read]),
    rows,
    total: read === 'share' ? 1 : high,
  });
}

/**
 * A row that a table does not hold. In a topN ordered by a count or a sum it has at most the value of the
 * last row, or 0.
 */
function unseenRow(insight: ReportedInsight, reason: Unknown): ListedRow {
  const { total, cutOff, query } = insight;
  const lastRow = cutOff && isBoundByLast(insight) ? insight.rows.at(-1) : undefined;
  const last = isComplete(query, insight) ? { value: 0, share: total === 0 ? null : 0 } : lastRow;
  const read = (number: RowNumber) => {
    if (number === 'rank' && cutOff) return rankBeyond(insight, reason, null);
    const most = number === 'share' || number === 'value' ? last?.[number] : null;
    if (most == null) return unknownNumber(reason);
    return rangeBetween(number === 'share' ? 0 : -Infinity, Math.max(0, most), reason);
  };
  return { key: null, reason, read };
}

/** Whether no row has more than the last one. Rows without a value come last, and may have any. */
function isBoundByLast(insight: ReportedInsight): boolean {
  const { query, metric } = insight;
  return metric !== null && isTopBy(query, metric) && outputFacts(insight, metric).isZeroIfNone;
}
