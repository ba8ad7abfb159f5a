import { type SimpleAggregation } from '../../tql/aggregation.ts';
import { QueryError } from '../errors.ts';
import { type NamedPostAggregation, type NativeAggregation } from './compiled.ts';

type Histogram = Extract<SimpleAggregation, { readonly type: 'histogram' }>;

const SKETCH = '_histogramSketch';

/** TQL's histogram: a sketch of the values, their extremes, and the counts read off the sketch. */
export function expandHistogram(
  { name = 'Histogram', fieldName = 'floatValue', k = 1024, splitPoints, numBins, numBuckets }: Histogram,
  path: string,
): { aggregations: NativeAggregation[]; postAggregations: NamedPostAggregation[] } {
  const bins = numBins ?? numBuckets;
  if (splitPoints !== undefined && bins !== undefined) throw new QueryError(path, 'has both splitPoints and numBins');
  if (bins !== undefined && (bins < 2 || bins > 10_000))
    throw new QueryError(`${path}.numBins`, 'is not from 2 to 10000');
  return {
    aggregations: [
      { type: 'quantilesDoublesSketch', name: SKETCH, fieldName, k },
      { type: 'longMin', name: '_quantilesMinValue', fieldName },
      { type: 'longMax', name: '_quantilesMaxValue', fieldName },
    ],
    postAggregations: [
      {
        type: 'quantilesDoublesSketchToHistogram',
        name,
        field: { type: 'fieldAccess', fieldName: SKETCH },
        ...(splitPoints === undefined ? {} : { splitPoints }),
        ...(bins === undefined ? {} : { numBins: bins }),
      },
    ],
  };
}
