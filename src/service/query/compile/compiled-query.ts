// The types of a query after `compile`: what both engines take.
import type { SimpleAggregation } from '../../../tql/schema/aggregation.ts';
import type { Filter } from '../../../tql/schema/filter.ts';
import type { Granularity } from '../../../tql/time/granularity.ts';
import type { PostAggregation } from '../../../tql/schema/post-aggregation.ts';
import type { RunQuery, RunQueryOf } from '../../../tql/schema/run-query.ts';

/** A query of a type that engines have; funnel, retention and experiment are derived from groupBy. */
export type PlainQuery = Exclude<RunQuery, { readonly queryType: 'funnel' | 'retention' | 'experiment' }>;

/** An aggregation that engines have: TQL's own ones are replaced. */
export type NativeAggregation =
  | Exclude<SimpleAggregation, { readonly type: 'eventCount' | 'userCount' | 'histogram' }>
  | {
      readonly type: 'filtered';
      readonly name: string;
      readonly filter: Filter;
      readonly aggregator: NativeAggregation;
    };

/** The aggregation within `filtered` ones; any other is returned itself. */
export function innermost(
  aggregation: NativeAggregation,
): Exclude<NativeAggregation, { readonly type: 'filtered' }> {
  return aggregation.type === 'filtered' ? innermost(aggregation.aggregator) : aggregation;
}

/** A post-aggregation that is an output; those nested inside of it need no name. */
export type NamedPostAggregation = PostAggregation & { readonly name: string };

interface ResolvedFields {
  readonly dataSource: string;
  readonly granularity: Granularity;
  /** `start/end` in UTC with milliseconds, half-open. The list is not empty; intervals may overlap. */
  readonly intervals: readonly string[];
}

/** What is computed of the events of a group. */
export interface AggregatingFields {
  readonly aggregations: readonly NativeAggregation[];
  readonly postAggregations: readonly NamedPostAggregation[];
}

type RewrittenKey =
  | 'dataSource'
  | 'granularity'
  | 'intervals'
  | 'relativeIntervals'
  | 'aggregations'
  | 'postAggregations';
type CompiledOf<T extends RunQuery['queryType']> = Omit<RunQueryOf<T>, RewrittenKey> & ResolvedFields;

export type CompiledTimeseries = CompiledOf<'timeseries'> & AggregatingFields;
export type CompiledTopN = CompiledOf<'topN'> & AggregatingFields;
export type CompiledGroupBy = CompiledOf<'groupBy'> & AggregatingFields;
/** A query of a type that has aggregations. */
export type AggregatingQuery = CompiledTimeseries | CompiledTopN | CompiledGroupBy;
export type CompiledScan = CompiledOf<'scan'>;
export type CompiledTimeBoundary = CompiledOf<'timeBoundary'>;
export type CompiledSegmentMetadata = CompiledOf<'segmentMetadata'>;

/**
 * A query that an engine, such as a Druid broker, can run: no relative intervals, convenience aggregations or
 * derived query types.
 */
export type CompiledQuery =
  | CompiledTimeseries
  | CompiledTopN
  | CompiledGroupBy
  | CompiledScan
  | CompiledTimeBoundary
  | CompiledSegmentMetadata;
