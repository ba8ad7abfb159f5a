import { rowLimitOf } from '../../tables/rows.ts';
import type { ReportedInsight, ResultsRow } from '../../results/results.ts';
import { isKeyOfSeveral } from '../../tables/row-filter.ts';
import { type DimensionParts, keysIn, keysQuery } from '../../tables/set-queries.ts';
import { isRanking } from '../../tables/table.ts';
import { appleModelNames } from '../../../text/apple/apple-models.ts';
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
 * Why nothing is known of a period's rows: a dimension is missing in every one of them, so that an absent row
 * is no measured 0. Null if it is not.
 */
export function findMissingDimension(evidence: Evidence, when: WhichPeriod): Unknown | null {
  const { insight } = evidence;
  const unseen = dimensionsNeverSet(insight, when);
  if (unseen.length === 0) return null;
  const rows = rowsOfPeriod(evidence, when, insight.dimensions[0] ?? '');
  if (isUnknown(rows)) return rows;
  if (rows.length === 0) return null;
  const missing = unseen.find((place) => rows.every(({ parts }) => parts[place] === null));
  if (missing === undefined) return null;
  const dimension = insight.dimensions[missing] ?? '';
  const period = when === 'before' ? 'earlier period' : 'period';
  return because(`no event of the ${period} has ${quoteKey(dimension)}, so nothing is known of its values`);
}

/** The indexes of the dimensions that are missing in every row of a period that the insight's tables hold. */
function dimensionsNeverSet(insight: ReportedInsight, when: WhichPeriod): readonly number[] {
  const isKnown =
    isRanking(insight) && insight.folded === null && (when === 'now' || insight.compare !== null);
  const rows = isKnown ? seenRows(insight, when) : [];
  if (!isKnown || (rows.length === 0 && isWhole(insight, when))) return [];
  return insight.dimensions.flatMap((_, place) =>
    rows.every(({ parts }) => parts[place] === null) ? [place] : [],
  );
}

/** All rows of a period: the tables' if they hold all, otherwise requested. A message names `named`. */
export function rowsOfPeriod(
  evidence: Evidence,
  when: WhichPeriod,
  named: string,
): readonly DimensionParts[] | Unknown {
  const { insight } = evidence;
  return isWhole(insight, when) ? seenRows(insight, when) : askedKeys(evidence, when, named);
}

function seenRows({ rows, gone }: ReportedInsight, when: WhichPeriod): readonly DimensionParts[] {
  return when === 'now' ? rows : [...rows.filter(stoodBefore), ...gone];
}

/** Whether a row stood in the earlier table. */
export function stoodBefore({ previous, previousRank }: ResultsRow): boolean {
  return previous !== null || previousRank !== null;
}

/** Whether an insight's tables hold all rows of a period. */
export function isWhole(insight: ReportedInsight, when: WhichPeriod): boolean {
  return findMissingRows(insight) === null && (when === 'now' || isEarlierComplete(insight));
}

/** Whether the table of the earlier period was not cut off either. */
function isEarlierComplete({ rows, gone, query }: ReportedInsight): boolean {
  const allowed = rowLimitOf(query);
  if (allowed === null) return true;
  return rows.filter(({ previousRank }) => previousRank !== null).length + gone.length < allowed;
}

function askedKeys(
  { insight, answers }: Evidence,
  when: WhichPeriod,
  key: string,
): readonly DimensionParts[] | Unknown {
  const over = queryOver(insight, when);
  const answer = 'problem' in over ? over : answerTo(keysQuery(over.query), answers);
  return 'problem' in answer ? unavailable(insight, key, answer) : keysIn(answer.result, insight.query);
}

/** The rows of a period that a key names, one for each way in which its parts are written. */
export function rowsWithKey(
  evidence: Evidence,
  when: WhichPeriod,
  key: string,
): readonly DimensionParts[] | Unknown {
  const keys = askedKeys(evidence, when, key);
  return isUnknown(keys) ? keys : keys.filter((each) => each.key.normalize() === key);
}

/** Whether several rows may have a key: it is ambiguous, or may be written in several Unicode forms. */
export function mayBeOfSeveral({ query }: ReportedInsight, key: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return isKeyOfSeveral(query, key) || /[^\u0000-\u007f]/.test(key);
}

/**
 * The key of the row that a misspelt key means; null if there is none. It differs only in case, blanks or
 * punctuation other than between digits (`ios-17` of `iOS 17`), or reports show it by that name (`iPhone 15`
 * of `iPhone15,4`). The rows are all those of the period.
 */
export function nearKeyOf(evidence: Evidence, key: string): string | Unknown | null {
  const { insight } = evidence;
  const all = findMissingRows(insight) === null ? insight.rows : askedKeys(evidence, 'now', key);
  if (isUnknown(all)) return all;
  const plain = plainKey(key);
  const isNear = (name: string | undefined): boolean => name !== undefined && plainKey(name) === plain;
  if (plain === '') return null;
  const near =
    all.findLast((row) => isNear(row.key)) ?? all.findLast((row) => isNear(appleModelNames().get(row.key)));
  return near?.key ?? null;
}

/**
 * Letters and digits in lower case, and what stands between two digits: 1.10 is not 11.0, and 1 5 is not 15.
 */
function plainKey(key: string): string {
  return key
    .normalize()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, (between, at: number, text: string) => {
      const [before, after] = [text[at - 1] ?? '', text[at + between.length] ?? ''];
      return isDigit(before) && isDigit(after) ? between : '';
    });
}

function isDigit(character: string): boolean {
  return /^\p{N}$/u.test(character);
}
