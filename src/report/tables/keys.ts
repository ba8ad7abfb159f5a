// The keys of rows: `iOS 15 / iPhone` for the values of two dimensions.
import { plainText } from '../../text/nearest.ts';
import type { ResultRow, ResultValue } from '../../tql/result.ts';

/** The parts of a row's key: the values of its dimensions, null where one is missing. */
export type KeyParts = readonly (string | null)[];

/** The dimension values of a row, as text; null if missing. */
export function dimensionParts(row: ResultRow, dimensions: readonly string[]): KeyParts {
  return dimensions.map((name) => dimensionText(row[name] ?? null));
}

/** The key of a row: its parts joined, `null` for a missing one. */
export function joinKey(parts: KeyParts): string {
  return parts.map((part) => part ?? 'null').join(PART_SEPARATOR);
}

/** The separator between the parts of a key. */
export const PART_SEPARATOR = ' / ';

interface Keyed {
  readonly parts: KeyParts;
}

/**
 * A row's identity: unlike its key, it distinguishes a missing value from the text `null`, and a slash in a
 * part from the separator.
 */
export function partsKey({ parts }: Keyed): string {
  return JSON.stringify(parts);
}

/** A bucket's start as a key: ISO 8601 with `Z`, without milliseconds if they are 0. */
export function bucketKey(timestampMs: number): string {
  return new Date(timestampMs).toISOString().replace('.000Z', 'Z');
}

function dimensionText(value: ResultValue): string | null {
  if (value === null) return null;
  return typeof value === 'object'
    ? value.map((each) => dimensionText(each) ?? 'null').join(', ')
    : String(value);
}

/**
 * The same text for rows that differ only in the case of their values, in blanks and in punctuation within
 * them: `C++` is not `C`, nor `-1` the same as `1`.
 */
export function spellingOf({ parts }: Keyed): string {
  const spellings = parts.map((part) => {
    const ends = part?.trim().match(/^[^\p{L}\p{N}]*|[^\p{L}\p{N}]*$/gu);
    return part === null ? null : [plainText(part), ends];
  });
  return JSON.stringify(spellings);
}
