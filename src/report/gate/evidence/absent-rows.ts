import { appleModelNames } from '../../../text/apple/apple-models.ts';
import { quoteKey } from '../../../text/list.ts';
import { isUnknown, because, type Unknown } from '../../expression/reasons.ts';
import type { Evidence } from './evidence.ts';
import { nearKeyOf } from './keys.ts';

/** What `missing-row` says about a named row that is not in the table; null if it is not given. */
export type MissingRow = 'zero' | 'fail' | 'inconclusive' | null;

/**
 * The rows and sets that are not there, which count as zero. Each is noted if neither `missing-row` nor the
 * earlier table explains it.
 */
export class AbsentRows {
  /** The keys of such rows. */
  readonly rows = new Set<string>();
  /** Such sets, which have no value now or before. */
  readonly sets = new Set<string>();
  /** Whether `missing-row: zero` is given, so that a row without an earlier value had 0. */
  readonly isZero: boolean;
  readonly #evidence: Evidence;
  readonly #missingRow: MissingRow;

  constructor(evidence: Evidence, missingRow: MissingRow) {
    this.#evidence = evidence;
    this.#missingRow = missingRow;
    this.isZero = missingRow === 'zero';
  }

  /** Counts a row as zero; else says why it is unknown: `missing-row`, or a key that is almost another's. */
  countRow(key: string, stoodBefore: boolean): Unknown | null {
    const similar = stoodBefore ? null : nearKeyOf(this.#evidence, key);
    if (isUnknown(similar)) return similar;
    // A complete table knows the product that is named; one that is cut off may not show that it has models.
    const isMeant = this.#missingRow !== 'fail' || appleModelNames().has(similar ?? '');
    if (similar !== null && isMeant) return because(`${noRow(key)}; did you mean ${quoteKey(similar)}?`);
    return this.#count(key, stoodBefore ? null : this.rows);
  }

  /** Counts a set without a single value as zero, if `missing-row` does not say otherwise. */
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
