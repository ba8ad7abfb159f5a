// Searches for the number at which a condition stops to hold: for the ends of intervals.

/** Each step halves the error: 50 leave 24 / 2^50. */
const STEPS = 50;

/**
 * Finds by bisection where a condition that holds at `from` ends on the way to `to`: a place where it no
 * longer holds, or `to` if it holds there. The condition is taken to end once.
 */
export function findEdge(from: number, to: number, holds: (at: number) => boolean): number {
  if (holds(to)) return to;
  let [inside, outside] = [from, to];
  for (let step = 0; step < STEPS; step++) {
    const middle = (inside + outside) / 2;
    if (holds(middle)) inside = middle;
    else outside = middle;
  }
  return outside;
}
