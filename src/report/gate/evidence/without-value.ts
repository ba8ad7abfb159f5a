// Counts what has no value in a column that a gate's number rests on, because a new SDK sends another one,
// for example: in the rows' dimension, or in a column of the query's filter. It may belong to the number, so
// it widens its bounds: 100 users become 100 to 130. `reader.ts` and `shares.ts` call it.
import type { Query } from '../../../tql/query.ts';
import type { QueryFilter } from '../../../tql/query-parts.ts';
import { hasValue, joined } from '../../../tql/write.ts';
import { driftOf } from '../../compare/drift.ts';
import type { GoneRow, ReportedInsight, ResultsRow } from '../../results/results.ts';
import { outputKind } from '../../tables/query/counting.ts';
import { pointQuery } from '../../tables/companion-queries.ts';
import { setDimension } from '../../tables/dimension-values.ts';
import { toNumber } from '../../tables/table.ts';
import { RowSet } from '../../expression/calls.ts';
import { calculate, exactNumber, type NumberRange, unknownNumber } from '../../expression/number-range.ts';
import { quoteKey } from '../../../text/list.ts';
import { because, type Explained, type WithoutDimension } from '../../expression/reasons.ts';
import { answerTo, queryOver, type WhichPeriod } from './evidence.ts';
import { hasAllRows, hasEarlierRow } from './keys.ts';
import { measured } from './measured.ts';
import { answeredValue, countedUnit } from './outputs.ts';
import type { Subject } from './rows.ts';
import { totalOf } from './totals.ts';

/** A column that a number rests on, and the query that counts what has a value in it or none. */
interface ReadColumn {
  readonly column: string;
  readonly query: Query;
  readonly isOfFilter: boolean;
}

/** A number with all that has no value in the rows' dimension, and so may belong to it. */
export function orMore(range: NumberRange, subject: Subject, when: WhichPeriod): NumberRange {
  return dimensionColumns(subject).reduce((wider, column) => {
    const without = withoutValue(subject, column, when);
    if (wider.shown === null) return wider;
    if (without.kind !== 'without-dimension') return unknownNumber(without);
    if (without.count === 0) return wider;
    if (!isOnly(subject) || 2 * without.count > without.whole) return widened(wider, without.count, without);
    // An `only(…)` leaves them out, as the users of a website have no iOS, unless there were fewer before.
    const drift = missingMore(subject, column, when);
    const more = 'more' in drift ? Math.max(0, drift.more) : 0;
    return widened(wider, more, more > 0 ? without : { ...without, role: 'left-out' });
  }, range);
}

/**
 * A count with what may belong to it that has no value in this period, but had one in the other: 100 users
 * now, and 30 more without an OS than before, are 100 to 130.
 */
export function orDrifted(subject: Subject, when: WhichPeriod): NumberRange {
  return [...dimensionColumns(subject), ...filterColumns(subject)].reduce((wider, column) => {
    const drift = missingMore(subject, column, when);
    if (wider.shown === null) return wider;
    if (!('more' in drift)) return unknownNumber(drift);
    return drift.more > 0 ? widened(wider, drift.more, drift.without) : wider;
  }, subject.count(when));
}

/** A rank with those that it may have, since what has no value may be of this row or of another one. */
export function orOtherRank(rank: NumberRange, subject: Subject): NumberRange {
  const { insight, output } = subject;
  const value = subject.count('now').shown;
  const more = orMore(exactNumber(0), subject, 'now');
  const { shown: place } = rank;
  if (more.high === 0 || place === null || value === null) return rank;
  if (more.isUnknown || output !== insight.metric) return rank.between(1, Infinity, more.reason);
  const isMissing = (row: ResultsRow): boolean => row.parts.includes(null);
  const isNear = (row: ResultsRow): boolean => Math.abs((row.value ?? 0) - value) <= more.high;
  const better = insight.rows.filter((row) => row.rank < place && (isMissing(row) || isNear(row)));
  const near = insight.rows.filter((row) => !isMissing(row) && isNear(row));
  const worse = near.filter((row) => row.rank >= place && row.key !== subject.row);
  return rank.between(place - better.length, place + worse.length, more.reason);
}

function widened(range: NumberRange, more: number, reason: WithoutDimension): NumberRange {
  return range.between(range.low, range.high + more, reason);
}

/**
 * How many more have no value than the other period leads to expect; negative if there are fewer, and 0 if
 * that is too little to matter for the subject.
 */
function missingMore(subject: Subject, column: ReadColumn, when: WhichPeriod) {
  const now = withoutValue(subject, column, 'now');
  const before = withoutValue(subject, column, 'before');
  if (now.kind !== 'without-dimension') return now;
  if (before.kind !== 'without-dimension') return before;
  // An earlier period without anything shows nothing.
  if (now.count > 0 && !subject.whole('before').shown) return { more: 0, without: now };
  const ofRow = Math.max(subject.count('now').shown ?? 0, subject.count('before').shown ?? 0);
  const drift = driftOf(
    { part: now.count, whole: now.whole },
    { part: before.count, whole: before.whole },
    ofRow / Math.max(1, now.whole, before.whole),
  );
  return when === 'now'
    ? { more: drift * now.whole, without: now }
    : { more: -drift * before.whole, without: before };
}

/** Whether it is an `only(…)`, whose whole are the users who have a value. */
export function isOnly({ row }: Pick<Subject, 'row'>): boolean {
  return row instanceof RowSet && row.isOnly;
}

/** The rows' dimension, if what has no value in it may belong to a subject. */
function dimensionColumns({ insight: { query }, mayBeMore }: Subject): readonly ReadColumn[] {
  const dimension = setDimension(query);
  return mayBeMore && 'column' in dimension ? [{ column: dimension.column, query, isOfFilter: false }] : [];
}

/** Columns that every event has. */
const NEVER_MISSING: ReadonlySet<unknown> = new Set(['__time', 'appID', 'clientUser', 'isTestMode', 'type']);

/** The columns in which the query's filter wants a value: `country` = DE. */
function filterColumns({ insight: { query } }: Subject): readonly ReadColumn[] {
  const { filter } = query;
  const parts = filter?.type === 'and' ? (filter.fields ?? []) : [filter];
  return parts.flatMap((part) => {
    const column = part?.dimension;
    if (typeof column !== 'string' || NEVER_MISSING.has(column)) return [];
    const others = joined(
      'and',
      parts.filter((each) => each !== part),
    );
    return { column, query: { ...query, filter: others }, isOfFilter: true };
  });
}

/** How much of the whole has no value in a column, or why that is not known. */
function withoutValue(subject: Subject, read: ReadColumn, when: WhichPeriod): WithoutDimension | Explained {
  const { insight, evidence, output } = subject;
  const { column, isOfFilter } = read;
  const without = (count: number, whole: number): WithoutDimension => ({
    kind: 'without-dimension',
    count,
    whole,
    counted: countedUnit(insight, output),
    dimension: isOfFilter ? column : (insight.dimensions[0] ?? ''),
    period: when,
    role: isOfFilter ? 'filter' : 'row',
  });
  const inTable = isOfFilter ? null : countInTable(insight, output, when);
  if (inTable === 0) return without(0, 0);
  const whole = isOfFilter ? countWhere(subject, read, null, when) : totalOf(evidence, output, when);
  if (inTable !== null) return without(inTable, whole.shown ?? 0);
  const withValue =
    isOnly(subject) && !isOfFilter ? subject.whole(when) : countWhere(subject, read, hasValue(column), when);
  const { shown, error, reason } = calculate('-', whole, withValue);
  if (reason?.kind === 'explained')
    return because(`how many have no ${quoteKey(column)} is not known: ${reason.why}`);
  // A difference that is no larger than the error of the counts is none.
  return without(shown === null || shown <= error ? 0 : shown, whole.shown ?? 0);
}

/** What a query counts of an output in a period. */
function countWhere(
  { insight, evidence, output }: Subject,
  { query }: ReadColumn,
  filter: QueryFilter | null,
  when: WhichPeriod,
): NumberRange {
  const over = queryOver({ ...insight, query }, when);
  const answer =
    'problem' in over ? over : answerTo(pointQuery(over.query, insight.metric, filter), evidence.answers);
  if ('problem' in answer) return unknownNumber(because(answer.problem));
  return measured({ insight, output, row: null }, when, answeredValue(insight, answer.result, output) ?? 0);
}

/**
 * What the tables have for the row of missing values, or 0 if they have no such row; null if that does not
 * tell. The table of the earlier period holds its metric only. Users of that row may be in another row, too.
 */
function countInTable(insight: ReportedInsight, output: string, when: WhichPeriod): number | null {
  const { rows, gone, metric, query } = insight;
  const kind = outputKind(query, output);
  if (kind !== 'additive' && kind !== 'distinct') return 0;
  if (!hasAllRows(insight, when)) return null;
  const isMissing = ({ parts }: Pick<GoneRow, 'parts'>): boolean => parts[0] === null;
  const row = rows.find(isMissing);
  const earlierRow = [...rows.filter(hasEarlierRow), ...gone].find(isMissing);
  if ((when === 'now' ? row : earlierRow) === undefined) return 0;
  if (kind === 'distinct') return null;
  if (when === 'before') return output === metric ? Math.max(0, earlierRow?.previous ?? 0) : null;
  return Math.max(0, (output === metric ? row?.value : toNumber(row?.values[output])) ?? 0);
}
