import { type SimpleAggregation } from '../../tql/aggregation.ts';
import { type Filter } from '../../tql/filter.ts';
import { type Granularity } from '../../tql/granularity.ts';
import { type PostAggregation } from '../../tql/post-aggregation.ts';
import { type RunQuery } from '../../tql/run-query.ts';

type QueryOf<T extends RunQuery['queryType']> = Extract<RunQuery, { readonly queryType: T }>;

/** A query of a type that engines know; the others are derived from groupBy. */
export type PlainQuery = Exclude<RunQuery, { readonly queryType: 'funnel' | 'retention' | 'experiment' }>;

/** An aggregation that engines know. */
export type NativeAggregation =
  | Exclude<SimpleAggregation, { readonly type: 'eventCount' | 'userCount' | 'histogram' }>
  | {
      readonly type: 'filtered';
      readonly name: string;
      readonly filter: Filter;
      readonly aggregator: NativeAggregation;
    };

/** A post-aggregation that gives a value of the row; those inside others need no name. */
export type NamedPostAggregation = PostAggregation & { readonly name: string };

interface Whole {
  readonly dataSource: string;
  readonly granularity: Granularity;
  /** `start/end` in UTC, half-open, with milliseconds; may overlap, never empty. */
  readonly intervals: readonly string[];
}

interface Aggregating {
  readonly aggregations: readonly NativeAggregation[];
  readonly postAggregations: readonly NamedPostAggregation[];
}

type Rewritten = 'dataSource' | 'granularity' | 'intervals' | 'relativeIntervals' | 'aggregations' | 'postAggregations';
type Plain<T extends RunQuery['queryType']> = Omit<QueryOf<T>, Rewritten> & Whole;

export type CompiledTimeseries = Plain<'timeseries'> & Aggregating;
export type CompiledTopN = Plain<'topN'> & Aggregating;
export type CompiledGroupBy = Plain<'groupBy'> & Aggregating;
export type CompiledScan = Plain<'scan'>;
export type CompiledTimeBoundary = Plain<'timeBoundary'>;
export type CompiledSegmentMetadata = Plain<'segmentMetadata'>;

/** A query that an engine can run: nothing relative, no convenience, no derived query type; what a Druid broker is sent. */
export type CompiledQuery =
  CompiledTimeseries | CompiledTopN | CompiledGroupBy | CompiledScan | CompiledTimeBoundary | CompiledSegmentMetadata;
