import type { PostAggregationType, Query, QueryPostAggregation } from '../../../tql/query.ts';
import type { ResultRow, ResultValue } from '../../../tql/result.ts';
import {
  aggregationBehind,
  outputKind,
  postAggregationBehind,
  postAggregationsOf,
  roleOf,
} from '../aggregations.ts';
import { computePostAggregation, pValue, zScore } from '../post-aggregations.ts';
import { toNumber } from '../table.ts';
import { countedBy } from './counted.ts';
import { isAddedSize, restName, sizeName } from './sizes.ts';

/**
 * How counts are rounded: to multiples of `size`, after an offset that is drawn by a text that says what is
 * counted.
 */
export interface RoundedBy {
  readonly size: number;
  readonly round: (count: number, counted: string) => number;
}

/** A count as it is shown: at most 2 · `size` − 2 below the true one, and 0 for every count below `size`. */
export function roundCount(count: number, size: number, offset: number): number {
  return Math.max(0, Math.floor((Math.round(count) - offset) / size) * size);
}

/** How much larger the true count behind a rounded one may be. */
export function roundingError(size: number): number {
  return 2 * (size - 1);
}

/** The rounded numbers of a row that began at a time, in epoch milliseconds. */
type RoundRow = (row: ResultRow, timestampMs: number) => ResultRow;

/**
 * Rounds the rows of a query's answers; columns of `dimensions` are kept, and what is not understood is null.
 */
export function rowRounder(query: Query, dimensions: readonly string[], { round }: RoundedBy): RoundRow {
  const posts = new Map(postAggregationsOf(query).map((post) => [post.name, post]));
  const countedIn = countedBy(query);
  return (row, timestampMs) => {
    const count: CountOf = (output, bin) => {
      const counted = countedIn(output, row, timestampMs);
      return bin === undefined
        ? round(toNumber(row[output]) ?? 0, counted)
        : round(toNumber(bin.value) ?? 0, `${counted}[${bin.place}]`);
    };
    const shown = Object.create(null) as Record<string, ResultValue>;
    for (const [name, value] of Object.entries(row)) {
      if (isAddedSize(name)) continue;
      const isKept = dimensions.includes(name);
      shown[name] = isKept ? value : posts.has(name) ? null : roundOutput({ query, row, count }, name);
    }
    for (const [name, post] of posts)
      if (typeof name === 'string' && name in shown)
        shown[name] = roundPost({ query, row, count }, name, post, readOperand(query, shown));
    return query.queryType === 'experiment' ? withTests(shown) : shown;
  };
}

/** The rounded count of an output, or of a bin of it. */
type CountOf = (output: string, bin?: { readonly place: number; readonly value: ResultValue }) => number;

interface TrueRow {
  readonly query: Query;
  readonly row: ResultRow;
  readonly count: CountOf;
}

function roundOutput(from: TrueRow, name: string): ResultValue {
  const { query, count } = from;
  const derived = DERIVED_COUNTS.get(query.queryType);
  if (derived !== undefined) return derived.test(name) ? count(name) : null;
  const aggregation = aggregationBehind(query, name);
  switch (aggregation === null ? null : roleOf(aggregation)) {
    case 'count':
      return count(name);
    case 'bins':
      return roundBins(from, name);
    case 'measure':
      return roundMeasure(from, name);
    case null:
      return null;
  }
}

function roundBins({ row, count }: TrueRow, name: string): ResultValue {
  const bins = row[name] ?? null;
  return typeof bins === 'object' && bins !== null
    ? bins.map((value, place) => count(name, { place, value }))
    : null;
}

/** A sum is a mean times a rounded count: it says neither what one user spent nor how many they are. */
function roundMeasure(from: TrueRow, name: string): ResultValue {
  const { query, row } = from;
  const group = groupOf(from, name);
  const value = row[name] ?? null;
  const kind = outputKind(query, name);
  if (group === 0 || typeof value !== 'number') return group === 0 ? null : value;
  if (kind === 'additive') return toTwoDigits(value / (toNumber(row[sizeName(name)]) ?? NaN)) * group;
  return kind === 'mean' ? toTwoDigits(value) : value;
}

/**
 * The size of the group behind an output, as it may be shown; 0 if the group, or the part of it that is not
 * shown elsewhere, is small.
 */
function groupOf({ row, count }: TrueRow, name: string): number {
  return restName(name) in row && count(restName(name)) === 0 ? 0 : count(sizeName(name));
}

function roundPost(
  from: TrueRow,
  name: string,
  post: QueryPostAggregation,
  read: (output: string) => number | null,
): ResultValue {
  const { type, field } = post;
  if (COUNTING_POSTS.has(type)) return from.count(name);
  if (type === 'quantilesDoublesSketchToHistogram') return roundBins(from, name);
  if (type === 'quantilesDoublesSketchToQuantile' || type === 'quantilesDoublesSketchToQuantiles') {
    const sketch = field?.fieldName;
    return sketch != null && groupOf(from, sketch) > 0 ? (from.row[name] ?? null) : null;
  }
  return computePostAggregation(post, read);
}

/**
 * What post-aggregations are computed from: a rounded count of 0 may be anything below twice the group size.
 */
function readOperand(query: Query, shown: ResultRow): (output: string) => number | null {
  return (output) => {
    const value = toNumber(shown[output]);
    return value === 0 && isCounted(query, output) ? null : value;
  };
}

/** Whether an output is a count, which is rounded. */
export function isCounted(query: Query, output: string): boolean {
  const aggregation = aggregationBehind(query, output);
  if (aggregation !== null) return roleOf(aggregation) === 'count';
  return COUNTING_POSTS.has(postAggregationBehind(query, output)?.type ?? '');
}

function toTwoDigits(value: number): number {
  return Number(value.toPrecision(2));
}

function withTests(shown: ResultRow): ResultRow {
  const counts = ['cohort_1', 'cohort_1_success', 'cohort_2', 'cohort_2_success'].map((name) =>
    toNumber(shown[name]),
  );
  const z = zScore(counts.flatMap((count) => (count === null || count === 0 ? [] : [count])));
  return { ...shown, zscore: z, pvalue: pValue(z) };
}

const DERIVED_COUNTS: ReadonlyMap<string, RegExp> = new Map([
  ['funnel', /^\d+_/],
  ['retention', /^retention_/],
  ['experiment', /^(?:cohort_[12](?:_success)?|success|users)$/],
]);

/** What counts the members of a sketch. */
const COUNTING_POSTS: ReadonlySet<string> = new Set<PostAggregationType>([
  ...(['thetaSketchEstimate', 'thetaSketchSetOp', 'hyperUniqueCardinality'] as const),
]);
