import type { PostAggregation } from '../../src/tql/schema/post-aggregation.ts';
import { interpret } from './expressions.ts';
import { compare, RefusedQueryError, toNumber, toWhole, type Typed, type Value } from './values.ts';

/** An output of a row: a value of some kind, or a list of numbers. Sketches keep their members or values. */
export type Output = (Typed | { readonly kind: 'list'; readonly value: readonly number[] }) & {
  readonly members?: ReadonlySet<string> | null;
  readonly samples?: readonly number[] | null;
};

/** The value of a post-aggregation in a row. */
export function postAggregate(post: PostAggregation, row: ReadonlyMap<string, Output>): Output {
  const value = (inner: PostAggregation): number | null =>
    toNumber(scalar(numeric(postAggregate(inner, row))));
  const double = (number: number | null): Output => ({ kind: 'double', value: number });
  switch (post.type) {
    case 'fieldAccess':
    case 'finalizingFieldAccess':
    case 'hyperUniqueCardinality':
      return row.get(post.fieldName) ?? { kind: 'none', value: null };
    case 'constant':
      return double(post.value);
    case 'arithmetic':
      return double(arithmetic(post.fn, post.fields.map(value)));
    case 'doubleGreatest':
    case 'doubleLeast':
      return double(extreme(post.type, post.fields.map(value)));
    case 'longGreatest':
    case 'longLeast':
      return { kind: 'long', value: extreme(post.type, post.fields.map(value).map(toWhole)) };
    case 'thetaSketchEstimate': {
      const found = members(post.field, row);
      return { kind: 'double', value: found.size };
    }
    case 'thetaSketchSetOp': {
      const found = members(post, row);
      return { kind: 'double', value: found.size, members: found };
    }
    case 'zscore2sample': {
      const [n1, s1, n2, s2] = [
        post.sample1Size,
        post.successCount1,
        post.sample2Size,
        post.successCount2,
      ].map(value);
      return double(n1 == null || n2 == null || s1 == null || s2 == null ? null : zScore(n1, s1, n2, s2));
    }
    case 'pvalue2tailedZtest': {
      const z = value(post.zScore);
      return double(z === null ? null : 2 * upperTail(Math.abs(z)));
    }
    case 'expression':
      return interpret(post.expression, (name) => notList(row.get(name)));
    default: {
      if (post.field.type !== 'fieldAccess') throw new RefusedQueryError('no sketch');
      const samples = row.get(post.field.fieldName)?.samples;
      if (samples == null) throw new RefusedQueryError('no sketch');
      const found = reading(post, samples);
      return typeof found === 'number' ? double(found) : { kind: 'list', value: found };
    }
  }
}

/** An output that is neither text nor a list. Throws `RefusedQueryError` for those. */
export function numeric(output: Output): Output {
  if (output.kind === 'text' || output.kind === 'list') throw new RefusedQueryError('no number');
  return output;
}

/** An output as one value. Throws `RefusedQueryError` for a list. */
export function notList(output: Output | undefined): Typed {
  if (output?.kind === 'list') throw new RefusedQueryError('a list');
  return output ?? { kind: 'none', value: null };
}

function scalar(output: Output): Value {
  return output.kind === 'list' ? null : output.value;
}

function extreme(type: string, values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).sort(compare);
  return (type.endsWith('Least') ? sorted[0] : sorted.at(-1)) ?? null;
}

function members(field: PostAggregation, row: ReadonlyMap<string, Output>): ReadonlySet<string> {
  if (field.type === 'fieldAccess') {
    const found = row.get(field.fieldName)?.members;
    if (found == null) throw new RefusedQueryError('no sketch');
    return found;
  }
  if (field.type !== 'thetaSketchSetOp') throw new RefusedQueryError('no sketch');
  const [first = new Set<string>(), ...others] = field.fields.map((inner) => members(inner, row));
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

/** A quantile or histogram of the sorted values of a quantiles sketch. */
export function reading(
  post: Extract<PostAggregation, { readonly type: `quantilesDoubles${string}` }>,
  sorted: readonly number[],
): number | readonly number[] {
  const n = sorted.length;
  const quantile = (fraction: number): number => sorted[Math.max(Math.ceil(fraction * n), 1) - 1] ?? NaN;
  switch (post.type) {
    case 'quantilesDoublesSketchToQuantile':
      return quantile(post.fraction);
    case 'quantilesDoublesSketchToHistogram': {
      const bins = post.numBins ?? 10;
      const [min, max] = [sorted[0] ?? NaN, sorted.at(-1) ?? NaN];
      const points =
        post.splitPoints ?? Array.from({ length: bins - 1 }, (_, i) => min + ((max - min) / bins) * (i + 1));
      const isBinned = n > 0 && (post.splitPoints !== undefined || Number.isFinite(max - min));
      const binOf = (x: number): number => points.filter((point) => point < x).length;
      return [...points, NaN].map((_end, i) =>
        isBinned ? sorted.filter((x) => binOf(x) === i).length : NaN,
      );
    }
  }
}

/** The z score of two success rates, by the formula of the reference. */
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
