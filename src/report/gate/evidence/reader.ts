// Computes the number of a function of one insight, such as `share("iOS 15")`, with bounds where something is
// not known. `gate-evidence.ts` has a reader for each insight.
import { outputKind } from '../../tables/aggregations.ts';
import { dayRatio } from '../../compare/by-day.ts';
import { isTopBy } from '../../compare/rows.ts';
import { completeBuckets } from '../../compare/complete-buckets.ts';
import type { ReportedInsight } from '../../results/results.ts';
import { isRanking } from '../../tables/table.ts';
import { isComplete } from '../../tables/total.ts';
import { quoteKey } from '../../../text/list.ts';
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
import { findMissingDimension } from './keys.ts';
import { measured } from './measured.ts';
import { withNearRows } from './near-rows.ts';
import { countedUnit, isCounting, isZeroIfNone, outputOf, sampleOutput } from './outputs.ts';
import { rowsNamed } from './row-index.ts';
import { rankBeyond, rowSubject, type Subject } from './rows.ts';
import { setSubject, wholeOf } from './sets.ts';
import { bucketRatio, bucketOf, countRows, totalOf } from './totals.ts';
import { type NumberRead, uncountedReader } from './uncounted.ts';
import { orUnmeasured } from './unmeasured.ts';
import { missingMore, orMore, withoutValue } from './without-value.ts';

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
    const counted = output ?? insight.metric;
    // Its key is not known yet. What every row needs for such a number is queried.
    if (row === null) {
      if (counted !== null) this.#requestMissing(name, counted);
      return orUnmeasured(this.evidence, unknownNumber(INEXACT), [name, row, output]);
    }
    if (name === 'count') return countRows(insight, output);
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

  #requestMissing(name: FunctionCall['name'], output: string): void {
    const { relations } = this.evidence;
    const isPart = name === 'share' || (name === 'value' && relations.has('parts'));
    if (isPart) withoutValue(this.evidence, output, 'now');
    if (name === 'change' || relations.has('periods')) missingMore(this.evidence, output, 0);
  }

  /** A number, or what is known of it if something was not counted of its time or of its events. */
  #read(...read: NumberRead): NumberRange {
    return orUnmeasured(this.evidence, this.#orUncounted(this.#counted(...read), ...read), read);
  }

  #counted(...[name, row, named]: NumberRead): NumberRange {
    const evidence = this.evidence;
    const output = outputOf(evidence.insight, named);
    if (isUnknown(output)) return unknownNumber(output);
    // A day without events between two steps changes the share of a funnel's step, too.
    const isShareOfStep = evidence.insight.queryType === 'funnel' && name === 'share';
    const isChange = name === 'change' || name === 'totalChange' || isShareOfStep;
    if (isChange && evidence.insight.noEventsOn !== undefined)
      return unknownNumber(notCompared(evidence.insight));
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

/** A number with all that it may be in a comparison with others: with what has no value in its dimension. */
function relatedNumber({ relations }: Evidence, name: SubjectNumber, subject: Subject): NumberRange {
  const number = numberOf(name, subject);
  if (name === 'value' && relations.has('parts')) return orMore(number, subject, 'now');
  if (!relations.has('periods')) return number;
  if (name === 'value') return withDrift(subject, 'now');
  return name === 'previous' || name === 'previousTotal'
    ? orByDay(withDrift(subject, 'before'), ratioOf(subject))
    : number;
}

/** A count with what may belong to it that has no value in this period, but had one in the other. */
function withDrift(subject: Subject, when: WhichPeriod): NumberRange {
  const ofRow = Math.max(...(['now', 'before'] as const).map((each) => subject.count(each).shown ?? 0));
  const drift = subject.mayBeMore ? missingMore(subject.evidence, subject.output, ofRow) : 0;
  const more = isUnknown(drift) ? drift : Math.max(0, when === 'now' ? drift : -drift);
  return orMore(subject.count(when), subject, when, more);
}

/** By how much an earlier number is multiplied, because months differ in length; 1 for a bucket. */
function ratioOf({ insight, output, row }: Subject): number {
  const isWhole = row === null || isRanking(insight) || insight.rows.length <= 1;
  return isWhole ? dayRatio(insight, output) : 1;
}

function times(range: NumberRange, ratio: number): NumberRange {
  return ratio === 1 ? range : calculate('*', range, exactNumber(ratio));
}

const BY_DAY = because(
  'it compares months or periods of different lengths, and counts per day would decide otherwise',
);

/** A count of another time, between the count itself and the count by day. */
function orByDay(range: NumberRange, ratio: number): NumberRange {
  const other = times(range, ratio);
  if (other === range) return range;
  return range.between(Math.min(range.low, other.low), Math.max(range.high, other.high), BY_DAY);
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
  const now = withDrift(subject, 'now');
  const before = times(withDrift(subject, 'before'), ratioOf(subject));
  if (before.shown !== 0 || now.shown === null) return changeBetween(now, before);
  if (now.shown !== 0 || isZeroAbsence) {
    const zero = because(`${named} was zero in the earlier period, so there is no change`);
    return unknownNumber(before.exact === null ? before.reason : zero);
  }
  return (before.exact === null ? changeBetween(now, before) : exactNumber(0)).with({ shown: 0 });
}

function shareOf(subject: Subject): NumberRange {
  const { insight, output, row, named } = subject;
  const shareInTable = subject.share?.() ?? null;
  if (isUnknown(shareInTable)) return unknownNumber(shareInTable);
  const kind = outputKind(insight.query, output);
  // A funnel's and a retention's output does not add up, but their tables have shares.
  const hasShares = output === insight.metric && insight.rows.some(({ share }) => share !== null);
  if (shareInTable === null && kind !== 'additive' && kind !== 'distinct' && !hasShares)
    return unknownNumber(because(`${quoteKey(output)} has no share`));
  const part = subject.count('now');
  if (part.shown === null) return part;
  // A row that is not in a table with shares has 0.
  const isAbsentRow = part.shown === 0 && typeof row === 'string' && hasShares;
  const tableShare = shareInTable ?? (isAbsentRow ? 0 : null);
  const isOfTotal = insight.total !== null || tableShare === null;
  const whole = isOfTotal ? subject.whole('now') : wholeBehind(subject, part.shown, tableShare);
  const share = calculate('/', part, whole);
  const shown = tableShare ?? share.shown;
  if (shown === null) return share;
  // A part of a count is larger by the errors of estimates; of a sum, if other parts are negative.
  const isPartOfCount = isCounting(insight, output);
  if (shown < 0 || (shown > 1 && !isPartOfCount))
    return unknownNumber(because(`the share of ${named} is not known, since the true total is not`));
  return withMissing(subject, Math.min(1, shown), part, whole).with({ errors: share.errors });
}

/** A share between none and all of what may be of the row: it is spelt nearly so, or has no value. */
function withMissing(subject: Subject, share: number, part: NumberRange, whole: NumberRange): NumberRange {
  const more = orMore(exactNumber(0).between(0, part.high - part.low, part.reason), subject, 'now');
  if (more.isUnknown) return more;
  if (more.high === 0 || whole.shown === null) return exactNumber(share);
  return exactNumber(share).between(share, Math.min(1, share + more.high / whole.shown), more.reason);
}

/** The whole of a part, by its share: for tables that hold shares, but no total. */
function wholeBehind({ insight, output }: Subject, part: number, share: number): NumberRange {
  if (share <= 0) return unknownNumber(INEXACT);
  return measured({ insight, output, row: null }, 'now', Math.round(part / share));
}

/**
 * Marks a number as a distinct count of some rows if it is one, so that a sum of such numbers is known by its
 * bounds only.
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
  const when = read === 'previous' ? 'before' : 'now';
  const total = read === 'share' ? 1 : totalOf(withoutRecording(evidence), output, when).high;
  return distinctNumber(range, { counted: JSON.stringify([insight.name, output, read]), rows, total });
}

/**
 * A row that a table does not hold. In a topN ordered by a count or a sum it has at most the value of the
 * last row, or 0.
 */
function unseenRow(insight: ReportedInsight, reason: Unknown): ListedRow {
  const { total, cutOff, query } = insight;
  const nothing = { value: 0, share: total === 0 ? null : 0 };
  const lastRow = cutOff && isBoundByLast(insight) ? insight.rows.at(-1) : undefined;
  const last = isComplete(query, insight) ? nothing : lastRow;
  const read = (number: RowNumber): NumberRange => {
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
  return metric !== null && isTopBy(query, metric) && isZeroIfNone(insight, metric);
}
