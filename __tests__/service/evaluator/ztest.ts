/** The z score of two rates of success, as the reference writes it. */
export function zScore(n1: number, s1: number, n2: number, s2: number): number {
  const [p1, p2] = [s1 / n1, s2 / n2];
  return (p1 - p2) / Math.sqrt((p1 * (1 - p1)) / n1 + (p2 * (1 - p2)) / n2);
}

/** 1 − Φ(z) for z ≥ 0, by Simpson's rule. */
export function upperTail(z: number): number {
  if (Number.isNaN(z)) return NaN;
  const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const [from, to, steps] = [z, z + 12, 4000];
  const h = (to - from) / steps;
  let total = density(from) + density(to);
  for (let i = 1; i < steps; i++) total += density(from + i * h) * (i % 2 === 0 ? 2 : 4);
  return z === Infinity ? 0 : (total * h) / 3;
}
