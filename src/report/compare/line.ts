// Fits a straight line to points, with its errors: for forecasts of gates and for usual ranges.
import { findEdge } from './find-edge.ts';

/** Fits a line to at least three points by least squares. */
export function fitLine(points: readonly { readonly x: number; readonly y: number }[]) {
  const n = points.length;
  const sum = (term: (x: number, y: number) => number) =>
    points.reduce((all, { x, y }) => all + term(x, y), 0);
  const meanX = sum((x) => x) / n;
  const meanY = sum((_, y) => y) / n;
  const sxx = sum((x) => (x - meanX) ** 2);
  const slope = sum((x, y) => (x - meanX) * (y - meanY)) / sxx;
  const residuals = sum((x, y) => (y - meanY - slope * (x - meanX)) ** 2);
  return {
    slope,
    meanX,
    meanY,
    // The sum of the squared distances of each x from their mean.
    sxx,
    // The standard deviation of the points around the line.
    deviation: Math.sqrt(residuals / (n - 2)),
    // The variance of the line's height at an x, as a multiple of the variance of one point.
    leverage: (x: number) => 1 / n + (x - meanX) ** 2 / sxx,
  };
}

/**
 * How far from 0 a value of Student's t with these degrees of freedom lies at most with a confidence: 2.78
 * for 4 and 95%.
 */
export function studentQuantile(freedom: number, confidence = 0.95): number {
  return findEdge(0, FURTHEST, (t) => studentWithin(t, freedom) < confidence);
}

/** Beyond every quantile that is used: with one degree of freedom and 99.99%, it is 6,366. */
const FURTHEST = 1e4;

/** The probability of a value between −t and t (Abramowitz and Stegun, 26.7.3 for odd, 26.7.4 for even). */
function studentWithin(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const cos = Math.cos(angle);
  const isOdd = freedom % 2 === 1;
  let sum = 0;
  let term = isOdd ? cos : 1;
  for (let power = isOdd ? 1 : 0; power <= freedom - 2; power += 2) {
    sum += term;
    term *= (cos ** 2 * (power + 1)) / (power + 2);
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}
