import type { ReportedInsight } from '../../results.ts';
import { pointValue } from '../../tables/companion-queries.ts';
import type { Query } from '../../tql/query.ts';
import {
  EARLIER_FUNCTIONS,
  type FunctionCall,
  isRowCall,
  type RowCall,
  type TableCall,
} from '../expression/language.ts';
import { RowSet } from '../expression/sets.ts';
import {
  answerTo,
  type ExtraAnswers,
  extraQueryFor,
  findMissingRowsReason,
  type WhichPeriod,
} from './evidence.ts';
import { neededForDimensions, queryOfKeys } from './keys.ts';
import { rowIndexOf, rowsNamed } from './row-index.ts';
import { mayHideNamesakes, needsKeys } from './row-numbers.ts';
import { queriesOfSet } from './sets.ts';
import { periodsOf } from './sources.ts';
import { areRowsWhole, isTotalled, wholeRow } from './table-numbers.ts';

/**
 * The queries for what an assertion's calls on an insight read beyond its own tables, as far as they can be
 * expressed; a query may stand in them twice. What a set of rows needs depends on the `answers` that are
 * there.
 */
export function findExtraQueries(
  insight: ReportedInsight,
  written: readonly FunctionCall[],
  answers: ExtraAnswers,
): readonly Query[] {
  const calls = written.map((call) => namingRows(insight, call));
  const points = calls
    .flatMap((call) => (isRowCall(call) ? neededForRow(insight, call) : neededForTotal(insight, call)))
    .map(({ key, when }) => extraQueryFor(insight, key, when))
    .flatMap((extra) => ('query' in extra ? [extra.query] : []));
  const periods = new Set(calls.filter(isRowCall).flatMap(({ name }) => periodsOf(name)));
  const keys = [
    ...[...periods].map((when) => neededForDimensions(insight, when)),
    ...calls.map((call) => neededForKey(insight, call, answers)),
  ].filter((query) => query !== null);
  return [...points, ...keys, ...calls.flatMap((call) => neededForSet(insight, call, answers))];
}

/** A call with the key of the row, or with the set of rows, that it names. */
function namingRows(insight: ReportedInsight, call: FunctionCall): FunctionCall {
  return typeof call.row === 'string' ? { ...call, row: rowsNamed(insight, call.row) } : call;
}

/**
 * The query for all keys of the period, once the answer about a row beyond a cut-off leaves open what it is;
 * else null.
 */
function neededForKey(
  insight: ReportedInsight,
  { row, output }: FunctionCall,
  answers: ExtraAnswers,
): Query | null {
  if (row == null || findMissingRowsReason(insight) === null) return null;
  const keys = !(row instanceof RowSet) ? [row] : row.kind === 'oneOf' ? row.texts : [];
  const isOpen = keys.some((each) => {
    const key = each.normalize();
    if (rowIndexOf(insight).rows.has(key)) return false;
    const point = extraQueryFor(insight, key, 'now');
    const answer = 'query' in point ? answerTo(point.query, answers) : point;
    const value =
      'result' in answer ? pointValue(insight.query, answer.result, output ?? insight.metric ?? '') : null;
    return row instanceof RowSet || ('result' in answer && needsKeys(insight, key, value));
  });
  return isOpen ? queryOfKeys(insight, 'now') : null;
}

/** The queries for the set that a call reads; none if it reads a row. */
export function neededForSet(
  insight: ReportedInsight,
  { name, row, output = null }: FunctionCall,
  answers: ExtraAnswers,
): readonly Query[] {
  const counted = output ?? insight.metric;
  if (!(row instanceof RowSet) || counted === null) return [];
  const periods: readonly WhichPeriod[] = [
    ...(name === 'previous' ? [] : ['now' as const]),
    ...(EARLIER_FUNCTIONS.has(name) && insight.compare !== null ? ['before' as const] : []),
  ];
  return queriesOfSet(insight, row, counted, periods, answers);
}

/** A row (null: the whole) whose numbers are needed in a period. */
interface NeededRow {
  readonly key: string | null;
  readonly when: WhichPeriod;
}

/**
 * A row whose key is computed cannot be asked for, since that is known only once the assertion is evaluated.
 */
function neededForRow(
  insight: ReportedInsight,
  { name, row: key, output = null }: RowCall,
): readonly NeededRow[] {
  const ofWhole = { insight: null, name: 'total', output } as const;
  if (key instanceof RowSet) return name === 'share' || key.isOnly ? neededForTotal(insight, ofWhole) : [];
  if (key === null) return [];
  const isOther = output !== null && output !== insight.metric;
  const isUnseen =
    (!rowIndexOf(insight).rows.has(key.normalize()) && findMissingRowsReason(insight) !== null) ||
    mayHideNamesakes(insight, key, 'now');
  const isBeforeNeeded =
    isUnseen ||
    (EARLIER_FUNCTIONS.has(name) &&
      (isOther || !isKnownBefore(insight, key) || mayHideNamesakes(insight, key, 'before')));
  return [
    ...(isUnseen ? [{ key, when: 'now' as const }] : []),
    ...(insight.compare !== null && isBeforeNeeded ? [{ key, when: 'before' as const }] : []),
    ...(name === 'share' && isOther ? neededForTotal(insight, ofWhole) : []),
  ];
}

function isKnownBefore(insight: ReportedInsight, key: string): boolean {
  const { rows, gone } = rowIndexOf(insight);
  const row = rows.get(key.normalize())?.[0];
  if (row !== undefined) return row.previous !== null || row.isNew;
  return gone.get(key.normalize())?.some((each) => each.previous !== null) === true;
}

function neededForTotal(insight: ReportedInsight, { name, output }: TableCall): readonly NeededRow[] {
  const wanted = output ?? insight.metric;
  if (wanted === null || !isTotalled(insight, wanted)) return [];
  const isMetric = wanted === insight.metric;
  const whole = wholeRow(insight);
  const isSum = areRowsWhole(insight, wanted);
  const isKnown = whole !== null || isSum || (isMetric && insight.total !== null);
  const isBeforeKnown =
    isMetric && (insight.previousTotal !== null || (whole !== null && whole.previous !== null));
  return [
    ...((name === 'total' || name === 'totalChange') && !isKnown
      ? [{ key: null, when: 'now' as const }]
      : []),
    ...(EARLIER_FUNCTIONS.has(name) && insight.compare !== null && !isBeforeKnown
      ? [{ key: null, when: 'before' as const }]
      : []),
  ];
}
