// Recognizes a column that events begin or cease to have: then rows seem to grow or fall, and nothing is
// concluded.

/** From one period to the next, the part without a value moves by more only if a column is renamed. */
const MOST_DRIFT = 0.05;

/** A number of a total, such as what has no value in a column. */
interface PartOf {
  readonly part: number;
  readonly whole: number | null;
}

/** How much larger the part without a value is than in the earlier period; 0 if it is about as large. */
export function driftOf(now: PartOf, before: PartOf): number {
  const [share, usual] = [now, before].map(({ part, whole }) => part / (whole || Infinity));
  const drift = (share ?? 0) - (usual ?? 0);
  return Math.abs(drift) > MOST_DRIFT ? drift : 0;
}
