// Recognizes that events began or ceased to have a column, because a new SDK sends another one, for example.
// Rows then seem to grow or to fall, so `movers.ts` and gates conclude nothing from them.

/**
 * If more than this part of a row may have gained or lost its value, that alone may explain the row's
 * change.
 */
const MOST_DRIFT = 0.05;

/** What has no value in a column, and the total that it is a part of. */
interface PartWithoutValue {
  readonly part: number;
  readonly whole: number | null;
}

/**
 * By how much the share without a value is larger now than in the earlier period: 0.1 if it was 5% and is
 * 15%. It is 0 if that is too little to matter for a row which is `shareOfRow` of the total.
 */
export function driftOf(now: PartWithoutValue, before: PartWithoutValue, shareOfRow = 1): number {
  const drift = shareOf(now) - shareOf(before);
  return Math.abs(drift) > MOST_DRIFT * shareOfRow ? drift : 0;
}

function shareOf({ part, whole }: PartWithoutValue): number {
  return part / (whole || Infinity);
}
