// Recognizes a column that events begin or cease to have: then rows seem to grow or fall, and nothing is
// concluded.

/** Where the part without a value moves by more of a row, the row may have moved because of it alone. */
const MOST_DRIFT = 0.05;

/** A number of a total, such as what has no value in a column. */
interface PartOf {
  readonly part: number;
  readonly whole: number | null;
}

/**
 * How much larger the part without a value is than in the earlier period; 0 if that is little of the row that
 * is spoken of, which is such a share of the whole.
 */
export function driftOf(now: PartOf, before: PartOf, shareOfRow = 1): number {
  const [share, usual] = [now, before].map(({ part, whole }) => part / (whole || Infinity));
  const drift = (share ?? 0) - (usual ?? 0);
  return Math.abs(drift) > MOST_DRIFT * shareOfRow ? drift : 0;
}
