import { type Aggregation } from '../../tql/aggregation.ts';
import { type Filter } from '../../tql/filter.ts';
import { type PostAggregation } from '../../tql/post-aggregation.ts';

/** The users of the events that match a filter, as a sketch. */
export function usersWhere(name: string, filter: Filter): Aggregation {
  return { type: 'filtered', filter, aggregator: { type: 'thetaSketch', name, fieldName: 'clientUser' } };
}

/** How many users are in all of the named sketches. */
export function usersInAll(name: string, sketches: readonly [string, ...string[]]): PostAggregation {
  const [first, ...others] = sketches.map((fieldName): PostAggregation => ({ type: 'fieldAccess', fieldName }));
  if (first === undefined || others.length === 0) {
    return { type: 'thetaSketchEstimate', name, field: { type: 'fieldAccess', fieldName: sketches[0] } };
  }
  return {
    type: 'thetaSketchEstimate',
    name,
    field: { type: 'thetaSketchSetOp', func: 'INTERSECT', fields: [first, ...others] },
  };
}

/** The reference's "match everything" in place of a filter that is not there. */
export const EVERYTHING: Filter = { type: 'not', field: { type: 'selector', dimension: 'appID', value: '0' } };
