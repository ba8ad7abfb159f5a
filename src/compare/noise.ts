/**
 * Whether two counts differ by more than chance makes them: by three standard deviations of the difference of two Poisson
 * counts, √(value + previous), and by a hundredth of the larger total where one is known. 3 → 4 does not, 3 → 30 does.
 */
export function isBeyondNoise(value: number, previous: number, totals: readonly (number | null)[]): boolean {
  const [difference, sum] = [Math.abs(value - previous), value + previous];
  if (value < 0 || previous < 0 || difference === 0) return false;
  const whole = Math.max(0, ...totals.map((total) => total ?? 0));
  return difference >= DEVIATIONS * Math.sqrt(sum) && difference >= SHARE * whole;
}

const DEVIATIONS = 3;
const SHARE = 0.01;
