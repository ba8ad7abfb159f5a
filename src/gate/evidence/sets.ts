import { withIntervals } from '../../compare/earlier-periods.ts';
import type { ReportedInsight } from '../../results.ts';
import { isAdditive, outputKind, outputUnit } from '../../tables/aggregations.ts';
import { pointValue } from '../../tables/companion-queries.ts';
import { MAX_FILTER_CHARACTERS } from '../../tables/row-filter.ts';
import { intervalTexts } from '../../tql/absolute-intervals.ts';
import {
  ALL_USERS,
  type DimensionValue,
  membersQuery,
  type SetDimension,
  setDimension,
  valuesIn,
  valuesQuery,
} from '../../tables/set-queries.ts';
import type { Query } from '../../tql/query.ts';
import { exactNumber, type NumberRange, type Unknown, unknownNumber } from '../expression/number-range.ts';
import { RowSet } from '../expression/calls.ts';
import type { AnswerProblem, SetProblem } from '../reasons.ts';
import {
  answerTo,
  besideRows,
  type Evidence,
  type ExtraAnswers,
  findMissingRowsReason,
  notCompared,
  queryOver,
  type WhichPeriod,
} from './evidence.ts';
import type { AbsentRows } from './absent-rows.ts';
import type { CountedRows } from './counted-rows.ts';
import { withError } from './estimates.ts';
import { isEarlierComplete } from './keys.ts';
import { modelsNamed } from './row-index.ts';
import { findMembers, hasComparableValue } from './set-members.ts';
import { isCount, tableNumber } from './table-numbers.ts';

/** Beyond so many values of a dimension, a set of them is not known. */
const MAX_VALUES = 10_000;

/** A set of rows, whose numbers are computed from its counts by an output. */
export function countedSet(evidence: Evidence, set: RowSet, output: string, absent: AbsentRows): CountedRows {
  return {
    written: set.written,
    count: (when) => {
      const range = valueOfSet(evidence, set, output, when, absent);
      // A difference of two sketches is found in the one of all users.
      const of = (): NumberRange => (set.isOnly ? wholeOf(evidence, set, output, when) : range);
      return withError(range, evidence.insight, output, [when, set.written], of);
    },
    tableShare: () => null,
    whole: () => wholeOf(evidence, set, output, 'now'),
    isSameZero: true,
    rank: () => unknownNumber({ kind: 'no-rank', key: set.written }),
  };
}

function valueOfSet(
  evidence: Evidence,
  set: RowSet,
  output: string,
  when: WhichPeriod,
  absent: AbsentRows,
): NumberRange {
  const { insight } = evidence;
  if (when === 'before' && insight.compare === null) return unknownNumber(notCompared(insight));
  if (set.isOnly && outputUnit(insight.query, output) !== 'users')
    return unknownNumber({ kind: 'not-users', set: set.written, output });
  const known = knownMembers(insight, evidence.answers, set, when);
  if ('problem' in known)
    return unknownNumber({ kind: 'set-unavailable', set: set.written, problem: known.problem });
  const told = known.values.filter(({ isSmall }) => isSmall !== true);
  const small = { members: known.members.filter(({ isSmall }) => isSmall !== true), values: told };
  const unknown = countAbsent(set, small, absent);
  if (unknown !== null) return unknownNumber(unknown);
  const { members, dimension } = known;
  if (members.length === 0) return valueOfNothing(insight, set, output);
  const query = queryOfMembers(insight, set, output, when, dimension, members);
  if ('problem' in query)
    return unknownNumber({ kind: 'set-unavailable', set: set.written, problem: query.problem });
  const answer = answerTo(query.query, evidence.answers);
  if ('problem' in answer)
    return unknownNumber({ kind: 'set-unavailable', set: set.written, problem: answer.problem });
  const value = pointValue(insight.query, answer.result, output);
  return value === null ? valueOfNothing(insight, set, output) : exactNumber(value);
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
  if (row instanceof RowSet && row.isOnly) return usersWithDimension(evidence, row, output, when);
  return tableNumber(evidence, when === 'now' ? 'total' : 'previousTotal', output);
}

/** The users who have an event with the dimension, of whom `only(…)` is a part. */
function usersWithDimension(
  { insight, answers }: Evidence,
  set: RowSet,
  output: string,
  when: WhichPeriod,
): NumberRange {
  const [query] = queriesOfSet(insight, set, output, [when], answers);
  const answer = query === undefined ? null : answerTo(query, answers);
  if (answer === null) return unknownNumber({ kind: 'no-share', output });
  if ('problem' in answer)
    return unknownNumber({ kind: 'set-unavailable', set: set.written, problem: answer.problem });
  const users = exactNumber(pointValue(insight.query, answer.result, ALL_USERS) ?? 0);
  return withError(users, insight, output, [when, 'only']);
}

/** Nothing counted is 0; the mean or the smallest of nothing is unknown. */
function valueOfNothing(insight: ReportedInsight, set: RowSet, output: string): NumberRange {
  const isSum = isAdditive(insight.query, output) && insight.roundedTo === undefined;
  if (isCount(insight, output) || isSum || outputKind(insight.query, output) === 'distinct')
    return exactNumber(0);
  return unknownNumber({ kind: 'no-value', key: set.written });
}

/**
 * The queries that a number of a set still needs: first those for the dimension's values, then, once they are
 * answered, those for the set itself.
 */
export function queriesOfSet(
  insight: ReportedInsight,
  set: RowSet,
  output: string,
  periods: readonly WhichPeriod[],
  answers: ExtraAnswers,
): readonly Query[] {
  return periods.flatMap((when) => {
    const known = knownMembers(insight, answers, set, when);
    if ('ask' in known) return [known.ask];
    // Of an empty `only(…)` the denominator is asked for: its share is 0 only of somebody.
    if ('problem' in known || (known.members.length === 0 && !set.isOnly)) return [];
    const query = queryOfMembers(insight, set, output, when, known.dimension, known.members);
    return 'query' in query ? [query.query] : [];
  });
}

/** Whether a set is known to hold no value in an insight's period. */
export function isEmptySet(insight: ReportedInsight, set: RowSet, answers: ExtraAnswers): boolean {
  const known = knownMembers(insight, answers, set, 'now');
  return 'members' in known && known.members.length === 0;
}

function queryOfMembers(
  insight: ReportedInsight,
  set: RowSet,
  output: string,
  when: WhichPeriod,
  dimension: SetDimension,
  members: readonly DimensionValue[],
): { readonly query: Query } | { readonly problem: SetProblem | AnswerProblem } {
  const characters = members.reduce((sum, { raw }) => sum + (raw?.length ?? 0), 0);
  if (characters > MAX_FILTER_CHARACTERS)
    return { problem: { kind: 'set-too-large', bound: MAX_FILTER_CHARACTERS } };
  const over = queryOver(insight, when);
  if ('problem' in over) return over;
  const asked = { isOnly: set.isOnly, output, metric: insight.metric };
  const query = membersQuery(over.query, asked, dimension, members);
  return query === null ? { problem: { kind: 'unknown-column' } } : { query: besideRows(insight, query) };
}

/** The members of a set, with all values that they were found among. */
interface KnownMembers {
  readonly dimension: SetDimension;
  readonly members: readonly DimensionValue[];
  readonly values: readonly DimensionValue[];
}

type Unavailable = { readonly problem: SetProblem | AnswerProblem; readonly ask?: Query };

/** The values of a set; `ask` is the query that would tell them. */
function knownMembers(
  insight: ReportedInsight,
  answers: ExtraAnswers,
  set: RowSet,
  when: WhichPeriod,
): KnownMembers | Unavailable {
  const dimension = setDimension(insight.query);
  if ('dimensions' in dimension) {
    const { dimensions, isKnown } = dimension;
    const { queryType } = insight.query;
    return {
      problem: isKnown ? { kind: 'not-one-dimension', queryType, dimensions } : { kind: 'unknown-column' },
    };
  }
  const values =
    valuesNamed(insight, dimension, set) ??
    valuesOfTable(insight, dimension, when) ??
    askedValues(insight, dimension, answers);
  if ('problem' in values) return values;
  const all = values.values;
  return { dimension, members: findMembers(set, all), values: all };
}

/** Of rounded numbers, the values that a set names, whether or not they are there; null if it names none. */
function valuesNamed(insight: ReportedInsight, { isPlain }: SetDimension, { kind, texts }: RowSet) {
  if (insight.roundedTo === undefined || !isPlain || kind !== 'oneOf') return null;
  const forms = (text: string): readonly string[] => [text, text.normalize('NFC'), text.normalize('NFD')];
  const keys = new Set(texts.flatMap((text) => [...forms(text), ...modelsNamed(insight, text)]));
  const all = [...keys, ...(keys.has('null') ? [null] : [])];
  return { values: all.map((key) => ({ shown: key, raw: key })) };
}

/** The values that the insight's own tables hold, if they are all that there are in the period; else null. */
function valuesOfTable(
  insight: ReportedInsight,
  { isPlain }: SetDimension,
  when: WhichPeriod,
): { readonly values: readonly DimensionValue[] } | null {
  if (!isPlain || findMissingRowsReason(insight) !== null) return null;
  if (when === 'before' && !isEarlierComplete(insight)) return null;
  return {
    values: [...insight.rows, ...insight.gone].map(({ parts: [part = null] }) => ({
      shown: part,
      raw: part,
    })),
  };
}

function askedValues(
  insight: ReportedInsight,
  dimension: SetDimension,
  answers: ExtraAnswers,
): { readonly values: readonly DimensionValue[] } | Unavailable {
  const query = valuesQuery(overBothPeriods(insight), dimension);
  const answer = answerTo(query, answers);
  if ('problem' in answer)
    return {
      problem: { kind: 'values-unknown', problem: answer.problem },
      ...(answer.problem.kind === 'not-asked' ? { ask: query } : {}),
    };
  const values = valuesIn(answer.result, dimension);
  return values.length > MAX_VALUES
    ? { problem: { kind: 'too-many-values', bound: MAX_VALUES } }
    : { values };
}

function overBothPeriods({ query, compare }: ReportedInsight): Query {
  const own = intervalTexts(query);
  if (compare === null || own.length === 0) return query;
  return withIntervals(query, { intervals: [`${compare.start}/${compare.end}`, ...own] });
}

/** Counts what of a set is not there as zero; else says why the set is unknown. */
function countAbsent(
  set: RowSet,
  { members, values }: Pick<KnownMembers, 'members' | 'values'>,
  absent: AbsentRows,
): Unknown | null {
  if (set.kind === 'oneOf') {
    const missing = set.texts.filter((key) => findMembers(new RowSet('oneOf', [key]), values).length === 0);
    return missing.map((key) => absent.countRow(key, false)).find((each) => each !== null) ?? null;
  }
  if (members.length > 0) return null;
  if (set.kind === 'startsWith' || set.kind === 'matches') return absent.countSet(set.written);
  if (hasComparableValue(set, values)) return null;
  const shown = values.flatMap((value) => value.shown ?? []).slice(0, 3);
  return { kind: 'not-versions', set: set.written, values: shown };
}
