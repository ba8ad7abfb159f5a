// The numbers of a set of rows, such as `oneOf("4.1", "4.2")`, in which a user counts once: first a query for
// the dimension's values, then one for the set. Used by `reader.ts` like `rows.ts`.
import { withIntervals } from '../../compare/earlier-periods.ts';
import { outputUnit } from '../../tables/query/counting.ts';
import {
  type DimensionValue,
  type SetDimension,
  setDimension,
  valuesIn,
  valuesQuery,
} from '../../tables/dimension-values.ts';
import { ALL_USERS, membersQuery } from '../../tables/set-queries.ts';
import { pointValue } from '../../tables/companion-queries.ts';
import { MAX_FILTER_CHARACTERS, UNKNOWN_FORM } from '../../tables/row-filter.ts';
import { quoteKey } from '../../../text/list.ts';
import { makeVisible } from '../../../text/visible.ts';
import { intervalTexts } from '../../../tql/time/query-intervals.ts';
import type { Query } from '../../../tql/query.ts';
import { RowSet } from '../../expression/calls.ts';
import { type NumberRange, unknownNumber } from '../../expression/number-range.ts';
import { because, isUnknown, type Unknown } from '../../expression/reasons.ts';
import type { AbsentRows } from './absent-rows.ts';
import {
  answerTo,
  type QueryOrProblem,
  type Evidence,
  type ExtraAnswers,
  type NumberOrUnknown,
  notCompared,
  type Queried,
  queryOver,
  type Unanswered,
  type WhichPeriod,
} from './evidence.ts';
import { hasAllRows, rowsOfPeriod } from './keys.ts';
import { measured } from './measured.ts';
import { answeredValue, valueOfNone, withoutNumber } from './outputs.ts';
import type { Subject } from './rows.ts';
import { findMembers, hasComparableValue } from './set-members.ts';
import { totalOf } from './totals.ts';

/** Beyond so many values of a dimension, a set of them is not known. */
const MAX_VALUES = 10_000;

/** A set of rows, whose numbers are computed from its counts by an output. */
export function setSubject(evidence: Evidence, set: RowSet, output: string, absent: AbsentRows): Subject {
  const { insight } = evidence;
  const counted = { insight, output, row: set };
  const whole = (when: WhichPeriod): NumberRange => wholeOf(evidence, set, output, when);
  return {
    ...counted,
    named: quoteKey(set.written),
    count: (when) => {
      const count = valueOfSet(evidence, set, output, when, absent);
      // A difference of two sketches is found in the one of all users.
      return measured(counted, when, count, set.isOnly ? () => whole(when).shown : undefined);
    },
    whole,
    evidence,
    mayBeMore: !set.texts.includes('null'),
  };
}

function valueOfSet(
  evidence: Evidence,
  set: RowSet,
  output: string,
  when: WhichPeriod,
  absent: AbsentRows,
): NumberOrUnknown {
  const { insight, answers } = evidence;
  if (when === 'before' && insight.compare === null) return notCompared(insight);
  if (set.isOnly && outputUnit(insight.query, output) !== 'users')
    return because(
      `${makeVisible(set.written)} is of users, and ${quoteKey(output)} does not count users; name an output that does after it, such as share(only(below("17")), "Users")`,
    );
  const memberships = knownMembers(insight, answers, set, when);
  if ('problem' in memberships) return unavailableSet(set, memberships);
  const unknown = whyAbsentIsNotZero(set, memberships, absent);
  if (unknown !== null) return unknown;
  const none = valueOfNone(insight, output, quoteKey(set.written));
  if (memberships.members.length === 0) return none;
  const query = queryOfMembers(insight, set, output, when, memberships);
  const answer = 'problem' in query ? query : answerTo(query.query, answers);
  if ('problem' in answer) return unavailableSet(set, answer);
  const value = answeredValue(insight, answer.result, output);
  return value ?? valueOfUnmeasured(evidence, set, when, memberships, none);
}

/**
 * The value of a set whose answer has none. It is `none`, the value of nothing, if the period has no row of
 * the set; otherwise nothing was measured in its rows, and the value is not known.
 */
function valueOfUnmeasured(
  evidence: Evidence,
  set: RowSet,
  when: WhichPeriod,
  { members }: KnownMembers,
  none: NumberOrUnknown,
): NumberOrUnknown {
  if (none !== 0) return none;
  const rows = rowsOfPeriod(evidence, when, set.written);
  if (isUnknown(rows)) return rows;
  const shown = new Set(members.map((member) => member.shown));
  const isThere = rows.some(({ parts: [part = null] }) => shown.has(part));
  return isThere ? withoutNumber(quoteKey(set.written)) : none;
}

function unavailableSet(set: RowSet, { problem }: Unanswered): Unknown {
  return because(`${makeVisible(set.written)} cannot be queried: ${problem}`);
}

/**
 * What the rows of a table, or a set of them, are a part of: of `only(…)` the users who have the dimension,
 * else the total.
 */
export function wholeOf(
  evidence: Evidence,
  row: string | RowSet | null,
  output: string,
  when: WhichPeriod,
): NumberRange {
  if (!(row instanceof RowSet && row.isOnly)) return totalOf(evidence, output, when);
  const { insight, answers } = evidence;
  const query = queryOfSet(insight, row, output, when, answers);
  if (query === undefined) return unknownNumber(because(`${quoteKey(output)} has no share`));
  const answer = answerTo(query, answers);
  const count =
    'problem' in answer
      ? unavailableSet(row, answer)
      : (pointValue(insight.query, answer.result, ALL_USERS) ?? 0);
  return measured({ insight, output, row: ALL_USERS }, when, count);
}

/**
 * The query that a number of a set needs next: first the one for the dimension's values, then, once it is
 * answered, the one for the set itself.
 */
export function queryOfSet(
  insight: Queried,
  set: RowSet,
  output: string,
  when: WhichPeriod,
  answers: ExtraAnswers,
): Query | undefined {
  const memberships = knownMembers(insight, answers, set, when);
  if ('problem' in memberships) return memberships.ask;
  // Of an empty `only(…)` the denominator is requested: its share is 0 only of someone.
  if (memberships.members.length === 0 && !set.isOnly) return undefined;
  const query = queryOfMembers(insight, set, output, when, memberships);
  return 'query' in query ? query.query : undefined;
}

/** Whether a set is known to hold no value in an insight's period. */
export function isEmptySet(insight: Queried, set: RowSet, answers: ExtraAnswers): boolean {
  const memberships = knownMembers(insight, answers, set, 'now');
  return 'members' in memberships && memberships.members.length === 0;
}

function queryOfMembers(
  insight: Queried,
  { isOnly }: RowSet,
  output: string,
  when: WhichPeriod,
  { dimension, members }: KnownMembers,
): QueryOrProblem {
  const characters = members.reduce((sum, { raw }) => sum + (raw?.length ?? 0), 0);
  if (characters > MAX_FILTER_CHARACTERS)
    return {
      problem: `its values have more than ${MAX_FILTER_CHARACTERS} characters together, too many for a filter`,
    };
  const over = queryOver(insight, when);
  if ('problem' in over) return over;
  const wantedOutput = { isOnly, output, metric: insight.metric };
  const query = membersQuery(over.query, wantedOutput, dimension, members);
  return query === null ? { problem: UNKNOWN_FORM } : { query };
}

/** The members of a set, with all values that they were found among. */
interface KnownMembers {
  readonly dimension: SetDimension;
  readonly members: readonly DimensionValue[];
  readonly values: readonly DimensionValue[];
}

/** The members of a set, or why they are not known. */
function knownMembers(
  insight: Queried,
  answers: ExtraAnswers,
  set: RowSet,
  when: WhichPeriod,
): KnownMembers | Unanswered {
  const dimension = setDimension(insight.query);
  if ('dimensions' in dimension) {
    const { dimensions, isKnown } = dimension;
    const why = `a set of rows needs an insight with one dimension, and this one has ${dimensions}; use a topN or groupBy with one dimension`;
    return { problem: isKnown ? why : UNKNOWN_FORM };
  }
  const values = valuesOfTable(insight, dimension, when) ?? queriedValues(insight, dimension, answers);
  return 'problem' in values ? values : { dimension, members: findMembers(set, values), values };
}

/** The values that the insight's own tables hold, if they are all that there are in the period; else null. */
function valuesOfTable(
  insight: Queried,
  { isPlain }: SetDimension,
  when: WhichPeriod,
): readonly DimensionValue[] | null {
  if (!isPlain || !('rows' in insight) || !hasAllRows(insight, when)) return null;
  return [...insight.rows, ...insight.gone].map(({ parts: [part = null] }) => ({ shown: part, raw: part }));
}

function queriedValues(
  insight: Queried,
  dimension: SetDimension,
  answers: ExtraAnswers,
): readonly DimensionValue[] | Unanswered {
  const answer = answerTo(valuesQuery(overBothPeriods(insight), dimension), answers);
  if ('problem' in answer)
    return { ...answer, problem: `the values of its dimension are not known: ${answer.problem}` };
  const values = valuesIn(answer.result, dimension);
  return values.length > MAX_VALUES
    ? { problem: `its dimension has more than ${MAX_VALUES} values` }
    : values;
}

function overBothPeriods({ query, compare }: Queried): Query {
  const currentIntervals = intervalTexts(query);
  if (compare === null || currentIntervals.length === 0) return query;
  return withIntervals(query, { intervals: [`${compare.start}/${compare.end}`, ...currentIntervals] });
}

/** Why the values of a set that the period does not have cannot count as zero; null if they do. */
function whyAbsentIsNotZero(
  set: RowSet,
  { members, values }: KnownMembers,
  absent: AbsentRows,
): Unknown | null {
  if (set.kind === 'oneOf') {
    const missing = set.texts.filter((key) => findMembers(new RowSet('oneOf', [key]), values).length === 0);
    return missing.map((key) => absent.whyRowIsNotZero(key)).find((each) => each !== null) ?? null;
  }
  if (members.length > 0) return null;
  if (set.kind === 'startsWith' || set.kind === 'matches') return absent.whySetIsNotZero(set.written);
  if (hasComparableValue(set, values)) return null;
  return because(`no value begins with the same word as ${makeVisible(set.written)}`);
}
