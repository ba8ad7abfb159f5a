// What the output of a query counts, and how the values of rows make its total:
//
// | output                             | outputUnit | outputKind | isCounted |
// | :--------------------------------- | :--------- | :--------- | :-------- |
// | events                             | events     | additive   | yes       |
// | users                              | users      | distinct   | yes       |
// | distinct values, such as models    | other      | distinct   | yes       |
// | the members of a set of users      | other      | other      | yes       |
// | a sum                              | other      | additive   | no        |
// | a mean                             | other      | mean       | no        |
// | a minimum, the last value, a rate  | other      | other      | no        |
import { factsOf } from '../../../tql/schema/aggregation.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryAggregation, QueryPostAggregation } from '../../../tql/query-parts.ts';
import { aggregationBehind, innermostAggregation, postAggregationBehind } from './outputs.ts';

/**
 * How the values of rows make the total: they add up to it; it is at most their sum, since a user may be in
 * two rows; it is no sum at all, but a query of its own; or it means nothing.
 */
type OutputKind = 'additive' | 'distinct' | 'mean' | 'other';

/** How the rows of an output make its total; `other` if it is a post-aggregation. */
export function outputKind(query: Query, output: string | null): OutputKind {
  const inner = innermostOf(query, output);
  return inner === null ? 'other' : factsOf(inner).kind;
}

/** What a number counts. */
export type Unit = 'events' | 'users' | 'other';

/** What an output counts; `other` if it is a post-aggregation. */
export function outputUnit(query: Query, output: string | null): Unit {
  const inner = innermostOf(query, output);
  return inner === null ? 'other' : unitOf(inner);
}

function unitOf({ type, fieldName }: QueryAggregation): Unit {
  switch (type) {
    case 'eventCount':
    case 'count':
      return 'events';
    // The service turns an eventCount into a longSum of `count`.
    case 'longSum':
      return fieldName === 'count' ? 'events' : 'other';
    case 'userCount':
      return 'users';
    case 'thetaSketch':
      return fieldName === 'clientUser' ? 'users' : 'other';
    default:
      return 'other';
  }
}

/** The aggregation behind an output, without the filters around it; null for a post-aggregation. */
function innermostOf(query: Query, output: string | null): QueryAggregation | null {
  const aggregation = output === null ? null : aggregationBehind(query, output);
  return aggregation === null ? null : innermostAggregation(aggregation);
}

/** Whether an output is a count: of events or users, of the values of a column, or of a set's members. */
export function isCounted(query: Query, output: string): boolean {
  const inner = innermostOf(query, output);
  if (inner === null) return COUNTING_POSTS.has(postAggregationBehind(query, output)?.type ?? '');
  return unitOf(inner) !== 'other' || factsOf(inner).role === 'count';
}

/** The post-aggregations that count the members of a sketch. */
const COUNTING_POSTS: ReadonlySet<string> = new Set<QueryPostAggregation['type']>([
  'thetaSketchEstimate',
  'thetaSketchSetOp',
  'hyperUniqueCardinality',
]);
