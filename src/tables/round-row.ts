import { isJsonObject, type JsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import type { ResultRow, ResultValue } from '../tql/result.ts';
import { aggregationBehind, postAggregationsOf } from './aggregations.ts';
import { roleOf, sizeName } from './group-sizes.ts';
import { computePostAggregation, pValue, zScore } from './post-aggregations.ts';
import { toNumber } from './table.ts';

/** Rounds the rows of a query's answers; columns of `dimensions` are kept, and what is not understood is null. */
export function rowRounder(query: Query, size: number): (row: ResultRow, dimensions: readonly string[]) => ResultRow {
  const posts = new Map(postAggregationsOf(query).map((post) => [post['name'], post]));
  return (row, dimensions) => {
    const told = Object.create(null) as Record<string, ResultValue>;
    for (const [name, value] of Object.entries(row)) {
      told[name] = dimensions.includes(name) ? value : posts.has(name) ? null : roundOutput(name, value, row);
    }
    for (const [name, post] of posts) {
      if (typeof name === 'string' && name in told) told[name] = roundPost(post, row[name] ?? null, row, told);
    }
    return query.queryType === 'experiment' ? withTests(told) : told;
  };

  function roundOutput(name: string, value: ResultValue, row: ResultRow): ResultValue {
    const derived = DERIVED_COUNTS.get(query.queryType);
    if (derived !== undefined) return derived.test(name) ? roundNumber(value) : null;
    const aggregation = aggregationBehind(query, name);
    switch (aggregation === null ? null : roleOf(aggregation)) {
      case 'count':
        return roundNumber(value);
      case 'bins':
        return roundBins(value);
      case 'measure':
        return isLarge(row, name, size) ? value : null;
      case null:
        return null;
    }
  }

  function roundPost(post: JsonObject, value: ResultValue, row: ResultRow, told: ResultRow): ResultValue {
    const { type, field } = post;
    if (COUNTING_POSTS.has(type)) return roundNumber(value);
    if (type === 'quantilesDoublesSketchToHistogram') return roundBins(value);
    if (type === 'quantilesDoublesSketchToQuantile' || type === 'quantilesDoublesSketchToQuantiles') {
      const sketch = isJsonObject(field) ? field['fieldName'] : null;
      return typeof sketch === 'string' && isLarge(row, sketch, size) ? value : null;
    }
    return computePostAggregation(post, (name) => readOperand(told, name));
  }

  /** A count below `size` is 0 now, and may be anything below `size`. */
  function readOperand(told: ResultRow, name: string): number | null {
    const aggregation = aggregationBehind(query, name);
    const isCount =
      aggregation === null ? COUNTING_POSTS.has(posts.get(name)?.['type']) : roleOf(aggregation) === 'count';
    const value = toNumber(told[name]);
    return isCount && value === 0 ? null : value;
  }

  function roundNumber(value: ResultValue): number {
    return roundCount(toNumber(value) ?? 0, size);
  }

  function roundBins(value: ResultValue): ResultValue {
    return typeof value === 'object' && value !== null ? value.map(roundNumber) : null;
  }
}

function isLarge(row: ResultRow, output: string, size: number): boolean {
  return (toNumber(row[sizeName(output)]) ?? 0) >= size;
}

function withTests(told: ResultRow): ResultRow {
  const counts = ['cohort_1', 'cohort_1_success', 'cohort_2', 'cohort_2_success'].map((name) => toNumber(told[name]));
  const z = zScore(counts.flatMap((count) => (count === null || count === 0 ? [] : [count])));
  return { ...told, zscore: z, pvalue: pValue(z) };
}

const DERIVED_COUNTS: ReadonlyMap<string, RegExp> = new Map([
  ['funnel', /^\d+_/],
  ['retention', /^retention_/],
  ['experiment', /^(?:cohort_[12](?:_success)?|success|users)$/],
]);

/** What counts the members of a sketch. */
const COUNTING_POSTS: ReadonlySet<unknown> = new Set([
  ...['thetaSketchEstimate', 'thetaSketchSetOp', 'hyperUniqueCardinality'],
]);

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
