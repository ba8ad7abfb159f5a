import { type PostAggregation } from '../../../src/tql/post-aggregation.ts';
import { type Aggregate } from './aggregates.ts';
import { compare, toNumber, type Value } from './values.ts';

type Output = Value | readonly Value[];

/** The value of a post-aggregation in a row. */
export function postAggregate(
  post: PostAggregation,
  row: Readonly<Record<string, Output>>,
  aggregates: ReadonlyMap<string, Aggregate>,
): Output {
  const value = (inner: PostAggregation): number | null => {
    const output = postAggregate(inner, row, aggregates);
    return toNumber(typeof output === 'object' ? null : output);
  };
  switch (post.type) {
    case 'fieldAccess':
    case 'finalizingFieldAccess':
    case 'hyperUniqueCardinality':
      return row[post.fieldName] ?? null;
    case 'constant':
      return post.value;
    case 'arithmetic':
      return arithmetic(post.fn, post.fields.map(value));
    case 'doubleGreatest':
    case 'doubleLeast':
    case 'longGreatest':
    case 'longLeast': {
      const numbers = post.fields.map(value).filter((n) => n !== null);
      const typed = post.type.startsWith('long') ? numbers.map(Math.trunc) : numbers;
      const sorted = typed.sort((a, b) => compare(a, b));
      return (post.type.endsWith('Least') ? sorted[0] : sorted.at(-1)) ?? null;
    }
    case 'thetaSketchEstimate':
      return members(post.field, aggregates).size;
    case 'thetaSketchSetOp':
      return members(post, aggregates).size;
    case 'zscore2sample': {
      const [n1, s1, n2, s2] = [post.sample1Size, post.successCount1, post.sample2Size, post.successCount2].map(value);
      return n1 == null || n2 == null || s1 == null || s2 == null ? null : zScore(n1, s1, n2, s2);
    }
    case 'pvalue2tailedZtest': {
      const z = value(post.zScore);
      return z === null ? null : 2 * upperTail(Math.abs(z));
    }
    case 'expression':
      throw new Error('not here');
    default:
      return reading(post, samples(post.field, aggregates));
  }
}

type Reading = Extract<PostAggregation, { readonly type: `quantiles${string}` }>;

function reading(post: Reading, sorted: readonly number[]): Output {
  const n = sorted.length;
  const quantile = (fraction: number): number => sorted[Math.max(Math.ceil(fraction * n), 1) - 1] ?? NaN;
  const below = (limit: number): number => sorted.filter((sample) => sample < limit).length;
  switch (post.type) {
    case 'quantilesDoublesSketchToQuantile':
      return quantile(post.fraction);
    case 'quantilesDoublesSketchToQuantiles':
      return post.fractions.map(quantile);
    case 'quantilesDoublesSketchToRank':
      return below(post.value) / n;
    case 'quantilesDoublesSketchToCDF':
      return [...post.splitPoints.map((point) => below(point) / n), n / n];
    case 'quantilesDoublesSketchToHistogram': {
      const bins = post.numBins ?? 10;
      const [min, max] = [sorted[0] ?? NaN, sorted.at(-1) ?? NaN];
      const points =
        post.splitPoints ?? Array.from({ length: bins - 1 }, (_, i) => min + ((max - min) / bins) * (i + 1));
      const ends = [-Infinity, ...points, Infinity];
      return ends
        .slice(1)
        .map((end, i) => (n === 0 ? NaN : sorted.filter((x) => x >= (ends[i] ?? 0) && x < end).length));
    }
  }
}

function samples(field: PostAggregation, aggregates: ReadonlyMap<string, Aggregate>): readonly number[] {
  return (field.type === 'fieldAccess' ? aggregates.get(field.fieldName)?.samples : null) ?? [];
}

function members(field: PostAggregation, aggregates: ReadonlyMap<string, Aggregate>): ReadonlySet<string> {
  if (field.type === 'fieldAccess') return aggregates.get(field.fieldName)?.members ?? new Set();
  if (field.type !== 'thetaSketchSetOp') throw new Error('no set');
  const [first = new Set<string>(), ...others] = field.fields.map((inner) => members(inner, aggregates));
  switch (field.func) {
    case 'UNION':
      return new Set([...first, ...others.flatMap((set) => [...set])]);
    case 'INTERSECT':
      return new Set([...first].filter((one) => others.every((set) => set.has(one))));
    case 'NOT':
      return new Set([...first].filter((one) => !others.some((set) => set.has(one))));
  }
}

function arithmetic(fn: string, fields: readonly (number | null)[]): number | null {
  let result = fields[0] ?? null;
  for (const right of fields.slice(1)) {
    if (result === null || right === null) return null;
    if (fn === '+') result += right;
    else if (fn === '-') result -= right;
    else if (fn === '*') result *= right;
    else result = fn === '/' && right === 0 ? 0 : result / right;
  }
  return result;
}

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
