/** Whether a count is known and below the size of the smallest group that is shown (`min-group-size`). */
export function isFew(count: number | null, fewerThan: number): boolean {
  return count !== null && fewerThan > 0 && count < fewerThan;
}
