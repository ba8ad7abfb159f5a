import { rowLimitOf } from '../../tables/rows.ts';
import type { ReportedInsight } from '../../results.ts';
import { type DimensionParts, keysIn, keysQuery } from '../../tables/set-queries.ts';
import { isRanking } from '../../tables/table.ts';
import { appleModelNames } from '../../text/apple-models.ts';
import { UnknownError } from '../expression/number-range.ts';
import { answerTo, type Evidence, findMissingRowsReason, queryOver, type WhichPeriod } from './evidence.ts';

/**
 * Throws `UnknownError` if a dimension is missing in every row of a period: an absent row of it is no
 * measured 0.
 */
export function requireDimensions(evidence: Evidence, when: WhichPeriod): void {
  const { insight } = evidence;
  const unseen = dimensionsUnseen(insight, when);
  if (unseen.length === 0) return;
  const rows = isWhole(insight, when)
    ? seenRows(insight, when)
    : askedKeys(evidence, when, insight.dimensions[0] ?? '');
  if (rows.length === 0) return;
  const missing = unseen.find((place) => rows.every(({ parts }) => parts[place] === null));
  if (missing === undefined) return;
  const dimension = insight.dimensions[missing] ?? '';
  throw new UnknownError({ kind: 'no-dimension', dimension, isEarlier: when === 'before' });
}

/** The dimensions, by their places, that no row which the insight's tables hold of a period has. */
function dimensionsUnseen(insight: ReportedInsight, when: WhichPeriod): readonly number[] {
  const isKnown =
    isRanking(insight) && insight.folded === null && (when === 'now' || insight.compare !== null);
  const rows = isKnown ? seenRows(insight, when) : [];
  if (!isKnown || (rows.length === 0 && isWhole(insight, when))) return [];
  return insight.dimensions.flatMap((_, place) =>
    rows.every(({ parts }) => parts[place] === null) ? [place] : [],
  );
}

function seenRows({ rows, gone }: ReportedInsight, when: WhichPeriod): readonly DimensionParts[] {
  if (when === 'now') return rows;
  return [
    ...rows.filter(({ previous, previousRank }) => previous !== null || previousRank !== null),
    ...gone,
  ];
}

function isWhole(insight: ReportedInsight, when: WhichPeriod): boolean {
  return findMissingRowsReason(insight) === null && (when === 'now' || isEarlierComplete(insight));
}

/** Whether the table of the earlier period was not cut off either. */
export function isEarlierComplete({ rows, gone, query }: ReportedInsight): boolean {
  const allowed = rowLimitOf(query);
  if (allowed === null) return true;
  return rows.filter(({ previousRank }) => previousRank !== null).length + gone.length < allowed;
}

function askedKeys(
  { insight, answers }: Evidence,
  when: WhichPeriod,
  key: string,
): readonly DimensionParts[] {
  const over = queryOver(insight, when);
  const answer = 'problem' in over ? over : answerTo(keysQuery(over.query), answers);
  if ('result' in answer) return keysIn(answer.result, insight.query);
  const because = findMissingRowsReason(insight);
  throw new UnknownError({ kind: 'row-unavailable', key, because, problem: answer.problem });
}

/**
 * The rows of the period that a key names, one row for each way in which its parts are written, whether or
 * not the table holds them; if there are none, what is like it. Throws `UnknownError` if the keys were not
 * asked for.
 */
export function keysBeyond(evidence: Evidence, key: string): readonly DimensionParts[] {
  const keys = askedKeys(evidence, 'now', key);
  return keys.filter((each) => each.key.normalize() === key);
}

/**
 * The key of a row that differs from a given one only in case, blanks or punctuation, digits' punctuation
 * aside, or that reports show by the given name, as they do Apple's devices; null if there is none. The rows
 * are all those of the period.
 */
export function nearKeyOf(evidence: Evidence, key: string): string | null {
  const plain = plainKey(key);
  const { insight } = evidence;
  const all = findMissingRowsReason(insight) === null ? insight.rows : askedKeys(evidence, 'now', key);
  return plain === '' ? null : (plainKeysOf(all).get(plain) ?? null);
}

const PLAIN_KEYS = new WeakMap<object, ReadonlyMap<string, string>>();

function plainKeysOf(rows: readonly { readonly key: string }[]): ReadonlyMap<string, string> {
  const known = PLAIN_KEYS.get(rows);
  if (known !== undefined) return known;
  const names = rows.flatMap(({ key }) => {
    const name = appleModelNames().get(key);
    return name === undefined ? [] : [[plainKey(name), key] as const];
  });
  const keys = new Map([...names, ...rows.map(({ key }) => [plainKey(key), key] as const)]);
  PLAIN_KEYS.set(rows, keys);
  return keys;
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
