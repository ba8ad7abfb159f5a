// Decides whether a row or a set that a gate names and that is not in the table counts as zero: a misspelt
// key must not pass `share("iOS15") < 2%`. Called by `rows.ts` and `sets.ts`.
import { appleModelNames } from '../../../text/apple/apple-models.ts';
import { quoteKey } from '../../../text/list.ts';
import { plainText } from '../../../text/nearest.ts';
import { isUnknown, because, type Unknown } from '../../expression/reasons.ts';
import type { Evidence } from './evidence.ts';
import { rowsOfPeriod } from './keys.ts';

/** The input `missing-row`: what a named row counts as that is not in the table; null if it is not set. */
export type MissingRow = 'zero' | 'fail' | 'inconclusive' | null;

/**
 * Counts absent rows and sets as zero, as far as `missing-row` allows. Without `missing-row` it collects
 * those that were not there before either: with them, a gate that holds is `warned`, not `passed`.
 */
export class AbsentRows {
  /** The keys of rows that count as zero although nothing explains it. */
  readonly assumedRows = new Set<string>();
  /** Such sets, as they are written. */
  readonly assumedSets = new Set<string>();
  /** Whether `missing-row` is `zero`: then a row without an earlier value had 0, too. */
  readonly isZero: boolean;
  readonly #evidence: Evidence;
  readonly #missingRow: MissingRow;

  constructor(evidence: Evidence, missingRow: MissingRow) {
    this.#evidence = evidence;
    this.#missingRow = missingRow;
    this.isZero = missingRow === 'zero';
  }

  /** Why a row without an earlier value does not count as zero; null if it does, which is noted. */
  whyRowIsNotZero(key: string): Unknown | null {
    const similar = nearKeyOf(this.#evidence, key);
    if (isUnknown(similar)) return similar;
    // With `fail`, a misspelt key fails the gate, but a product's name is no misspelling of its models.
    const isMeant = this.#missingRow !== 'fail' || appleModelNames().has(similar ?? '');
    if (similar !== null && isMeant) return because(`${noRow(key)}; did you mean ${quoteKey(similar)}?`);
    if (this.#missingRow === null) this.assumedRows.add(key);
    return this.whyGoneRowIsNotZero(key);
  }

  /** The same of a row that had an earlier value, which explains its absence: nothing is noted. */
  whyGoneRowIsNotZero(key: string): Unknown | null {
    if (this.#missingRow === 'fail') return { kind: 'missing-row', why: noRow(key) };
    return this.#missingRow === 'inconclusive' ? because(noRow(key)) : null;
  }

  /** Why a set without any value does not count as zero; null if it does, which is noted. */
  whySetIsNotZero(setText: string): Unknown | null {
    if (this.#missingRow === null) this.assumedSets.add(setText);
    return this.whyGoneRowIsNotZero(setText);
  }
}

function noRow(key: string): string {
  return `there is no row ${quoteKey(key)}`;
}

/**
 * The key of the period that a missing key means: one that differs only in case, blanks or punctuation
 * (`ios-17` and `iOS 17`), or that reports show by this name (`iPhone 15` is `iPhone15,4`). Null if there is
 * none.
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
