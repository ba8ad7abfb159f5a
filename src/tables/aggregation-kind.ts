import { isJsonObject, type JsonObject } from '../tql/json.ts';

/**
 * How an aggregation's values over parts make its value over the whole: `additive` ones add up; the whole of
 * `distinct` ones is smaller than the sum and has to be asked for, and a part is a share of it; the whole of a `mean`
 * has to be asked for, and a part is no share of it; for `other` ones (minima, firsts) no whole means anything.
 */
export type AggregationKind = 'additive' | 'distinct' | 'mean' | 'other';

const KINDS: ReadonlyMap<unknown, AggregationKind> = new Map([
  ['eventCount', 'additive'],
  ['count', 'additive'],
  ['longSum', 'additive'],
  ['doubleSum', 'additive'],
  ['floatSum', 'additive'],
  ['userCount', 'distinct'],
  ['thetaSketch', 'distinct'],
  ['cardinality', 'distinct'],
  ['hyperUnique', 'distinct'],
  ['quantilesDoublesSketch', 'distinct'],
  ['doubleMean', 'mean'],
]);

/** Classifies an aggregation, looking through `filtered` ones; a post-aggregation (null) is `other`. */
export function aggregationKind(aggregation: JsonObject | null): AggregationKind {
  return aggregation === null ? 'other' : (KINDS.get(innermostAggregation(aggregation)['type']) ?? 'other');
}

/** What an aggregation counts, in a word. */
export function aggregationUnit(aggregation: JsonObject | null): 'events' | 'users' | 'other' {
  const inner = aggregation === null ? {} : innermostAggregation(aggregation);
  switch (inner['type']) {
    case 'eventCount':
    case 'count':
      return 'events';
    // What the service makes of an eventCount.
    case 'longSum':
      return inner['fieldName'] === 'count' ? 'events' : 'other';
    case 'userCount':
      return 'users';
    case 'thetaSketch':
      return inner['fieldName'] === 'clientUser' ? 'users' : 'other';
    default:
      return 'other';
  }
}

/** The aggregation inside any number of `filtered` ones. */
export function innermostAggregation(aggregation: JsonObject): JsonObject {
  let inner = aggregation;
  while (isJsonObject(inner['aggregator'])) inner = inner['aggregator'];
  return inner;
}
