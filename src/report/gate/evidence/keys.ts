// Which rows a period has, by their keys: from the insight's tables if they hold all rows, else from a query.
// Gates ask for it before they call a row absent, a key unique or a dimension missing.
import { rowLimitOf } from '../../tables/query/query-rows.ts';
import type { ReportedInsight, ResultsRow } from '../../results/results.ts';
import { isKeyOfSeveral } from '../../tables/row-filter.ts';
import { type DimensionParts, keysIn, keysQuery } from '../../tables/dimension-values.ts';
import { isRanking } from '../../tables/table.ts';
import { quoteKey } from '../../../text/list.ts';
import { isUnknown, because, type Unknown } from '../../expression/reasons.ts';
import {
  answerTo,
  type Evidence,
  findMissingRows,
  queryOver,
  unavailable,
  type WhichPeriod,
} from './evidence.ts';

/**
 * Why nothing is known of a period's rows: no event has the dimension, so an absent row is no measured 0.
 * Null if some event has it.
 */
export function findMissingDimension(evidence: Evidence, when: WhichPeriod): Unknown | null {
  const { insight } = evidence;
  const suspects = dimensionsWithoutValue(insight, when);
  if (suspects.length === 0) return null;
  const rows = rowsOfPeriod(evidence, when, insight.dimensions[0] ?? '');
  if (isUnknown(rows)) return rows;
  const missing = suspects.find((place) => rows.every(({ parts }) => parts[place] === null));
  if (rows.length === 0 || missing === undefined) return null;
  const dimension = insight.dimensions[missing] ?? '';
  const period = when === 'before' ? 'earlier period' : 'period';
  return because(`no event of the ${period} has ${quoteKey(dimension)}, so nothing is known of its values`);
}

/** The indexes of the dimensions that no row of the insight's tables has. */
function dimensionsWithoutValue(insight: ReportedInsight, when: WhichPeriod): readonly number[] {
  const hasTable =
    isRanking(insight) && insight.folded === null && (when === 'now' || insight.compare !== null);
  const rows = tableRows(insight, when);
  if (!hasTable || (rows.length === 0 && hasAllRows(insight, when))) return [];
  return insight.dimensions.flatMap((_, place) =>
    rows.every(({ parts }) => parts[place] === null) ? [place] : [],
  );
}

/** All rows of a period. If they are not known, the message says that `subject` could not be queried. */
export function rowsOfPeriod(
  evidence: Evidence,
  when: WhichPeriod,
  subject: string,
): readonly DimensionParts[] | Unknown {
  const { insight } = evidence;
  return hasAllRows(insight, when) ? tableRows(insight, when) : queriedRows(evidence, when, subject);
}

function tableRows({ rows, gone }: ReportedInsight, when: WhichPeriod): readonly DimensionParts[] {
  return when === 'now' ? rows : [...rows.filter(hasEarlierRow), ...gone];
}

/** Whether a row was in the table of the earlier period, too. */
export function hasEarlierRow({ previous, previousRank }: ResultsRow): boolean {
  return previous !== null || previousRank !== null;
}

/** Whether an insight's tables hold all rows of a period. */
export function hasAllRows(insight: ReportedInsight, when: WhichPeriod): boolean {
  return findMissingRows(insight) === null && (when === 'now' || isEarlierComplete(insight));
}

/** Whether the table of the earlier period was not cut off either. */
function isEarlierComplete({ rows, gone, query }: ReportedInsight): boolean {
  const limit = rowLimitOf(query);
  const earlierRows = rows.filter(({ previousRank }) => previousRank !== null).length + gone.length;
  return limit === null || earlierRows < limit;
}

function queriedRows(
  { insight, answers }: Evidence,
  when: WhichPeriod,
  subject: string,
): readonly DimensionParts[] | Unknown {
  const over = queryOver(insight, when);
  const answer = 'problem' in over ? over : answerTo(keysQuery(over.query), answers);
  return 'problem' in answer ? unavailable(subject, answer) : keysIn(answer.result, insight.query);
}

/** The rows of a period that a key names, one for each way in which its parts are written. */
export function rowsWithKey(
  evidence: Evidence,
  when: WhichPeriod,
  key: string,
): readonly DimensionParts[] | Unknown {
  const rows = queriedRows(evidence, when, key);
  return isUnknown(rows) ? rows : rows.filter((row) => row.key.normalize() === key);
}

/** Whether several rows may have a key: it is ambiguous, or may be written in several Unicode forms. */
export function mayBeOfSeveral({ query }: ReportedInsight, key: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return isKeyOfSeveral(query, key) || /[^\u0000-\u007f]/.test(key);
}
