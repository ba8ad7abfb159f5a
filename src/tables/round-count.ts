/** Rounds down to a multiple of `size`: all smaller counts become 0, and rounded counts add up to no more than the true ones. */
export function roundCount(count: number, size: number): number {
  return Math.floor(count / size) * size;
}

/**
 * A rounded whole as it may be told beside its rounded parts: one step less if parts had to be as large as they can be to make it up,
 * since they would be known then. Which of the parts below `size` are empty may be known. `folded`: how many parts below `size` there are
 * besides; `Infinity` if nobody knows.
 */
export function roundWhole(whole: number, parts: readonly (number | null)[], size: number, folded = 0): number {
  if (size <= 1 || whole <= 0) return whole;
  const small = folded + parts.filter((part) => (part ?? 0) === 0).length;
  const rest = whole - mostOfLarge(parts, size);
  const isForced = rest >= 0 && rest % (size - 1) === 0 && rest / (size - 1) <= small;
  return isForced ? whole - size : whole;
}

/**
 * Whether the rounded parts of a whole may be told beside it: those that are not small leave room for two steps, so that neither they
 * nor their absence shows that a part is as large as it can be.
 */
export function leavesRoom(whole: number | null, parts: readonly (number | null)[], size: number, folded = 0): boolean {
  if (whole === null || parts.length === 0) return true;
  return mostOfLarge(parts, size) + folded * (size - 1) - whole >= 2 * size;
}

function mostOfLarge(parts: readonly (number | null)[], size: number): number {
  return parts.reduce<number>((sum, part) => sum + ((part ?? 0) === 0 ? 0 : (part ?? 0) + size - 1), 0);
}
