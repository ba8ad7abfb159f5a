// Computes a post-aggregation, such as a rate, from the outputs of a table's row that it names, as the query
// service does.
import { CHOICES, OPERATORS } from '../../../tql/schema/number-functions.ts';
import { forUnknownType, type QueryPostAggregation } from '../../../tql/query-parts.ts';

type Fields = readonly (QueryPostAggregation | null | undefined)[] | null | undefined;
type Reader = (output: string) => number | null;

/**
 * Computes a post-aggregation from a row's outputs; null if one is null, or if it is not computed from
 * numbers of the row alone.
 */
export function computePostAggregation(post: QueryPostAggregation, read: Reader): number | null {
  const { type, fn } = post;
  const fields = computeAll(post.fields, read);
  if (isIn(CHOICES, type)) return fields && finite(CHOICES[type].number(...fields));
  switch (type) {
    case 'fieldAccess':
    case 'finalizingFieldAccess':
    case 'hyperUniqueCardinality':
      return post.fieldName == null ? null : read(post.fieldName);
    case 'thetaSketchEstimate':
      return post.field == null ? null : computePostAggregation(post.field, read);
    case 'constant':
      return typeof post.value === 'number' ? post.value : null;
    case 'zscore2sample':
      return zScore(
        computeAll([post.sample1Size, post.successCount1, post.sample2Size, post.successCount2], read),
      );
    case 'arithmetic':
      return fields && isIn(OPERATORS, fn) ? finite(fields.reduce(OPERATORS[fn].number)) : null;
    case 'expression':
    case 'pvalue2tailedZtest':
    case 'thetaSketchSetOp':
    case 'quantilesDoublesSketchToHistogram':
    case 'quantilesDoublesSketchToQuantile':
      return null;
    default:
      return forUnknownType(type, null);
  }
}

/** Whether a post-aggregation divides. */
export function isQuotient({ type, fn }: QueryPostAggregation): boolean {
  return type === 'arithmetic' && (fn === '/' || fn === 'quotient');
}

/** The numbers of some post-aggregations; null if there are none, or one is null. */
function computeAll(posts: Fields, read: Reader): number[] | null {
  const numbers = (posts ?? [null]).map((each) => (each == null ? null : computePostAggregation(each, read)));
  const known = numbers.filter((each) => each !== null);
  return known.length === 0 || known.length < numbers.length ? null : known;
}

function isIn<Table extends object>(table: Table, key: unknown): key is keyof Table {
  return typeof key === 'string' && Object.hasOwn(table, key);
}

/**
 * The z-score of two samples' success rates, from the size and the successes of each; null unless all four
 * are there.
 */
function zScore(counts: readonly number[] | null): number | null {
  const [size1 = NaN, success1 = NaN, size2 = NaN, success2 = NaN] = counts ?? [];
  const [rate1, rate2] = [success1 / size1, success2 / size2];
  return finite((rate1 - rate2) / Math.sqrt((rate1 * (1 - rate1)) / size1 + (rate2 * (1 - rate2)) / size2));
}

function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}
