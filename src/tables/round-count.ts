/** Rounds down to a multiple of `size`: all smaller counts become 0, and rounded counts add up to no more than the true ones. */
export function roundCount(count: number, size: number): number {
  return Math.floor(count / size) * size;
}

/**
 * A rounded whole as it may be told beside its rounded parts: one step less if every part had to be as large as it can be to make it
 * up, since all of them would be known then.
 */
export function roundWhole(whole: number, parts: readonly (number | null)[], size: number): number {
  const most = parts.reduce<number>((sum, part) => sum + (part ?? 0) + size - 1, 0);
  return size > 1 && whole > 0 && whole === most ? whole - size : whole;
}

/**
 * Whether the rounded parts of a whole may be told beside it: they leave room for two steps, so that neither they nor their absence
 * shows that each of them is as large as it can be.
 */
export function leavesRoom(whole: number | null, parts: readonly (number | null)[], size: number): boolean {
  if (whole === null || parts.length === 0) return true;
  return parts.reduce<number>((sum, part) => sum + (part ?? 0) + size - 1, 0) - whole >= 2 * size;
}
