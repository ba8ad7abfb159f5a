// Counts the users (or the events, if a query counts no users) of each row for `min-group-size`. For that,
// `run/` adds outputs to the query and removes them from its answer.
import { factsOf } from '../../tql/schema/aggregation.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryAggregation, QueryPostAggregation } from '../../tql/query-parts.ts';
import type { ResultRow } from '../../tql/result.ts';
import { events, filtered, hasValue, users } from '../../tql/write.ts';
import { isCounted, outputUnit } from './query/counting.ts';
import {
  aggregationBehind,
  aggregationsOf,
  filtersOf,
  innermostAggregation,
  postAggregationBehind,
  queryOutputs,
} from './query/outputs.ts';
import { toNumber } from './table.ts';

const SIZE_PREFIX = '_group_size_of_';

/** Whether an output was added by `withGroupSizes`. */
export function isGroupSize(output: string): boolean {
  return output.startsWith(SIZE_PREFIX);
}

/**
 * The query with a count next to every sum, mean, extreme and sketch: of how many users its values are, or of
 * how many events if the query counts no users. The sum `Price` gets the count `_group_size_of_Price`.
 */
export function withGroupSizes(query: Query): Query {
  if (!('aggregations' in query)) return query;
  const outputs = queryOutputs(query);
  const count = outputs.some(({ name }) => outputUnit(query, name) === 'users') ? users : events;
  const sizes = outputs.flatMap(({ name, aggregation }) =>
    aggregation !== null && isOfValues(query, name, aggregation)
      ? [sizeOf(aggregation, count(SIZE_PREFIX + name))]
      : [],
  );
  return sizes.length === 0 ? query : { ...query, aggregations: [...aggregationsOf(query), ...sizes] };
}

/** Whether an output is computed from values, so that it does not show of how many. */
function isOfValues(query: Query, output: string, aggregation: QueryAggregation): boolean {
  const inner = innermostAggregation(aggregation);
  const isMeasure = factsOf(inner).role === 'measure' && outputUnit(query, output) === 'other';
  return isMeasure || inner.type === 'quantilesDoublesSketch';
}

/** A count, restricted to the events whose values an aggregation is computed from. */
function sizeOf(
  aggregation: QueryAggregation,
  count: ReturnType<typeof events | typeof users>,
): QueryAggregation {
  const { fieldName } = innermostAggregation(aggregation);
  const values = fieldName == null ? [] : [hasValue(fieldName)];
  return [...filtersOf(aggregation), ...values].reduceRight<QueryAggregation>(
    (aggregator, filter) => filtered(count.name, filter, aggregator),
    count,
  );
}

/** Gives the number of users (or events) behind a row of a query, and behind each of its outputs. */
export class GroupSizes {
  readonly #query: Query;
  readonly #counts = new Map<string, readonly string[]>();

  constructor(query: Query) {
    this.#query = query;
  }

  /**
   * The users of a row; its events if the query counts no users. Each count is of some of them, so the
   * largest is nearest.
   */
  ofRow(values: ResultRow): number {
    const names = Object.keys(values);
    const ofUsers = names.filter((name) => outputUnit(this.#query, name) === 'users');
    const counted = ofUsers.length > 0 ? ofUsers : names.filter((name) => this.#isCount(name));
    return Math.max(0, ...counted.map((name) => toNumber(values[name]) ?? 0));
  }

  /**
   * The smallest count that an output is, or is computed from; null if it is computed from none. A reader
   * could work out a small count from a quotient, so the smallest decides.
   */
  ofOutput(values: ResultRow, output: string): number | null {
    const counts = this.#countsOf(output).flatMap((name) =>
      name in values ? [toNumber(values[name]) ?? 0] : [],
    );
    return counts.length === 0 ? null : Math.min(...counts);
  }

  #isCount(output: string): boolean {
    if (isGroupSize(output) || isCounted(this.#query, output)) return true;
    const aggregation = aggregationBehind(this.#query, output);
    return aggregation === null
      ? postAggregationBehind(this.#query, output)?.type === 'quantilesDoublesSketchToHistogram'
      : factsOf(innermostAggregation(aggregation)).role === 'bins';
  }

  /** The outputs that count what an output is made of: those of a rate are its two counts. */
  #countsOf(output: string): readonly string[] {
    const cached = this.#counts.get(output);
    if (cached !== undefined) return cached;
    // Set first, so that a post-aggregation that reads itself does not recurse without end.
    this.#counts.set(output, []);
    const counts = this.#findCounts(output);
    this.#counts.set(output, counts);
    return counts;
  }

  #findCounts(output: string): readonly string[] {
    if (this.#isCount(output)) return [output];
    const post = postAggregationBehind(this.#query, output);
    if (post === undefined) return [SIZE_PREFIX + output];
    return inputsOf(post).flatMap((name) => this.#countsOf(name));
  }
}

/** The outputs that a post-aggregation is computed from. */
function inputsOf({ fieldName, field, fields }: QueryPostAggregation): readonly string[] {
  const inner = [field ?? [], fields ?? []].flat();
  return [...(fieldName == null ? [] : [fieldName]), ...inner.flatMap(inputsOf)];
}
