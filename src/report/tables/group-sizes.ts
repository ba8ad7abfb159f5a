// Counts the users (else the events) of each row for `min-group-size`, with outputs that are added to the
// query and taken out of its answer. Called by `run/`.
import type { Query, QueryAggregation, QueryPostAggregation } from '../../tql/query.ts';
import type { ResultRow } from '../../tql/result.ts';
import { events, filtered, hasValue, users } from '../../tql/write.ts';
import {
  aggregationBehind,
  aggregationsOf,
  filtersOf,
  innermostAggregation,
  isCounted,
  outputUnit,
  postAggregationBehind,
  queryOutputs,
  roleOf,
} from './aggregations.ts';
import { toNumber } from './table.ts';

const SIZE_PREFIX = '_group_size_of_';

/** Whether an output was added by `withGroupSizes`. */
export function isGroupSize(output: string): boolean {
  return output.startsWith(SIZE_PREFIX);
}

/**
 * The query with a count next to every sum, mean, extreme and sketch: how many values it has. These are
 * users if the query counts users, otherwise events.
 */
export function withGroupSizes(query: Query): Query {
  if (!('aggregations' in query)) return query;
  const outputs = queryOutputs(query).flatMap(({ name, aggregation }) =>
    aggregation === null ? [] : [{ name, aggregation }],
  );
  const countsEvents = !outputs.some(({ name }) => outputUnit(query, name) === 'users');
  const sizes = outputs
    .filter(({ aggregation }) => isOfValues(aggregation))
    .map(({ name, aggregation }) => sizeOf(aggregation, SIZE_PREFIX + name, countsEvents));
  return sizes.length === 0 ? query : { ...query, aggregations: [...aggregationsOf(query), ...sizes] };
}

function isOfValues(aggregation: QueryAggregation): boolean {
  return (
    roleOf(aggregation) === 'measure' || innermostAggregation(aggregation).type === 'quantilesDoublesSketch'
  );
}

function sizeOf(aggregation: QueryAggregation, name: string, countsEvents: boolean): QueryAggregation {
  const { fieldName } = innermostAggregation(aggregation);
  const values = fieldName == null ? [] : [hasValue(fieldName)];
  return [...filtersOf(aggregation), ...values].reduceRight<QueryAggregation>(
    (aggregator, filter) => filtered(name, filter, aggregator),
    countsEvents ? events(name) : users(name),
  );
}

/** Says of how many users or events the rows of a query are, and each of their outputs. */
export class GroupSizes {
  readonly #query: Query;
  readonly #counts = new Map<string, readonly string[]>();

  constructor(query: Query) {
    this.#query = query;
  }

  /** The users of a row; its events if the query counts no users. */
  ofRow(values: ResultRow): number {
    const names = Object.keys(values);
    const users = names.filter((name) => outputUnit(this.#query, name) === 'users');
    const counted = users.length > 0 ? users : names.filter((name) => this.#isCount(name));
    return Math.max(0, ...counted.map((name) => toNumber(values[name]) ?? 0));
  }

  /** The smallest count that an output is, or is computed from; null if it is computed from none. */
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
      : roleOf(aggregation) === 'bins';
  }

  /** The outputs that count what another is made of. */
  #countsOf(output: string): readonly string[] {
    const cached = this.#counts.get(output);
    if (cached !== undefined) return cached;
    // A post-aggregation that reads itself ends here.
    this.#counts.set(output, []);
    const post = postAggregationBehind(this.#query, output);
    const counts = this.#isCount(output)
      ? [output]
      : post === undefined
        ? [SIZE_PREFIX + output]
        : readBy(post).flatMap((name) => this.#countsOf(name));
    this.#counts.set(output, counts);
    return counts;
  }
}

/** The outputs that a post-aggregation is computed from. */
function readBy({ fieldName, field, fields }: QueryPostAggregation): readonly string[] {
  return [...(fieldName == null ? [] : [fieldName]), ...[field ?? [], fields ?? []].flat().flatMap(readBy)];
}
