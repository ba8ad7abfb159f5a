import { type PostAggregation } from '../../tql/post-aggregation.ts';
import { QueryError } from '../errors.ts';
import { type CompiledQuery } from './compiled.ts';
import { innerOf } from './post-aggregations.ts';

/** As many bins, split points and fractions may one row of an answer have: each is looked up among all values of its group. */
const LIMIT_POINTS = 10_000;

/** Checks that the readings of a query's sketches do not ask for too many points together. Throws `QueryError`. */
export function checkPoints(query: CompiledQuery): void {
  if (!('postAggregations' in query)) return;
  const points = query.postAggregations.map(pointsOf).reduce((sum, count) => sum + count, 0);
  if (points <= LIMIT_POINTS) return;
  throw new QueryError(
    'postAggregations',
    `ask for ${points} bins, split points and fractions together; ${LIMIT_POINTS} are allowed`,
  );
}

function pointsOf(post: PostAggregation): number {
  switch (post.type) {
    case 'quantilesDoublesSketchToQuantiles':
      return post.fractions.length;
    case 'quantilesDoublesSketchToHistogram':
      return post.splitPoints?.length ?? post.numBins ?? 0;
    case 'quantilesDoublesSketchToCDF':
      return post.splitPoints.length;
    default:
      return innerOf(post)
        .map(pointsOf)
        .reduce((sum, count) => sum + count, 0);
  }
}
