// Fits a straight line to points, with its errors: for forecasts of gates and for usual ranges.

/**
 * Fits a line to at least three points by least squares. `sxx` is the sum of the squared distances of
 * each x from their mean, `deviation` the standard deviation of the points around the line, `leverage` the
 * variance of the line's height at an x, in those of one point.
 */
export function fitLine(points: readonly { readonly x: number; readonly y: number }[]) {
  const n = points.length;
  const sum = (of: (x: number, y: number) => number) => points.reduce((all, { x, y }) => all + of(x, y), 0);
  const [meanX, meanY] = [sum((x) => x) / n, sum((_, y) => y) / n];
  const sxx = sum((x) => (x - meanX) ** 2);
  const slope = sum((x, y) => (x - meanX) * (y - meanY)) / sxx;
  const deviation = Math.sqrt(sum((x, y) => (y - meanY - slope * (x - meanX)) ** 2) / (n - 2));
  return { slope, meanX, meanY, sxx, deviation, leverage: (x: number) => 1 / n + (x - meanX) ** 2 / sxx };
}

/** How far from 0 a value of Student's t lies at most with this confidence, by bisection. */
export function studentQuantile(freedom: number, confidence = 0.95): number {
  let [low, high] = [0, FURTHEST];
  while (high - low > 1e-9 * high) {
    const middle = (low + high) / 2;
    if (studentWithin(middle, freedom) < confidence) low = middle;
    else high = middle;
  }
  return high;
}

const FURTHEST = 1e6;

/** The share of Student's t that lies between -t and t (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
function studentWithin(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const [cos, isOdd] = [Math.cos(angle), freedom % 2 === 1];
  let sum = 0;
  for (let [power, term] = isOdd ? [1, cos] : [0, 1]; power <= freedom - 2; power += 2) {
    sum += term;
    term *= (cos ** 2 * (power + 1)) / (power + 2);
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}
