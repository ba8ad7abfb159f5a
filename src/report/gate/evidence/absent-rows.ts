// What a gate does about a row or a set that it names and that is not in the table, such as a misspelt key.
import { appleModelNames } from '../../../text/apple/apple-models.ts';
import { quoteKey } from '../../../text/list.ts';
import { plainText } from '../../../text/nearest.ts';
import { isUnknown, because, type Unknown } from '../../expression/reasons.ts';
import type { Evidence } from './evidence.ts';
import { rowsOfPeriod } from './keys.ts';

/**
 * What `missing-row` says about a named row that is not in the table; null if the threshold does not say it.
 */
export type MissingRow = 'zero' | 'fail' | 'inconclusive' | null;

/**
 * Counts absent rows and sets as zero, as far as `missing-row` allows. It collects those that nothing
 * explains: with them, a gate that holds is `warned`, not `passed`.
 */
export class AbsentRows {
  /** The keys of unexplained rows. */
  readonly rows = new Set<string>();
  /** The unexplained sets, as they are written. */
  readonly sets = new Set<string>();
  /** Whether `missing-row` is `zero`: then a row without an earlier value had 0. */
  readonly isZero: boolean;
  readonly #evidence: Evidence;
  readonly #missingRow: MissingRow;

  constructor(evidence: Evidence, missingRow: MissingRow) {
    this.#evidence = evidence;
    this.#missingRow = missingRow;
    this.isZero = missingRow === 'zero';
  }

  /** Null if the row counts as zero, which an earlier row explains; else why it is unknown. */
  countRow(key: string, hasEarlierRow: boolean): Unknown | null {
    const similar = hasEarlierRow ? null : nearKeyOf(this.#evidence, key);
    if (isUnknown(similar)) return similar;
    // A complete table knows the product that is named; one that is cut off may not show that it has models.
    const isMeant = this.#missingRow !== 'fail' || appleModelNames().has(similar ?? '');
    if (similar !== null && isMeant) return because(`${noRow(key)}; did you mean ${quoteKey(similar)}?`);
    return this.#count(key, hasEarlierRow ? null : this.rows);
  }

  /** Null if a set without any value counts as zero; else why it is unknown. */
  countSet(setText: string): Unknown | null {
    return this.#count(setText, this.sets);
  }

  #count(key: string, unexplained: Set<string> | null): Unknown | null {
    if (this.#missingRow === 'fail') return { kind: 'missing-row', why: noRow(key) };
    if (this.#missingRow === 'inconclusive') return because(noRow(key));
    if (this.#missingRow === null) unexplained?.add(key);
    return null;
  }
}

function noRow(key: string): string {
  return `there is no row ${quoteKey(key)}`;
}

/**
 * The key that a misspelt one means: it differs only in case, blanks or punctuation (`ios-17` and `iOS 17`),
 * or reports show it by that name (`iPhone 15` is `iPhone15,4`). Null if the period has no such key.
 */
function nearKeyOf(evidence: Evidence, key: string): string | Unknown | null {
  const plain = plainText(key);
  const rows = rowsOfPeriod(evidence, 'now', key);
  if (isUnknown(rows)) return rows;
  if (plain === '') return null;
  const isNear = (name: string | undefined): boolean => name !== undefined && plainText(name) === plain;
  const near =
    rows.findLast((row) => isNear(row.key)) ?? rows.findLast((row) => isNear(appleModelNames().get(row.key)));
  return near?.key ?? null;
}
