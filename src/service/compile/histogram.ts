import { type SimpleAggregation } from '../../tql/aggregation.ts';
import { QueryError } from '../errors.ts';
import { type NamedPostAggregation, type NativeAggregation } from './compiled.ts';

type Histogram = Extract<SimpleAggregation, { readonly type: 'histogram' }>;

/** TQL's histogram, the first of a query or a further one, whose helpers have its name in theirs: a sketch of the values, their extremes, and the counts read off the sketch. */
export function expandHistogram(
  { name = 'Histogram', fieldName = 'floatValue', k = 1024, splitPoints, numBins, numBuckets }: Histogram,
  path: string,
  isFirst: boolean,
): { aggregations: NativeAggregation[]; postAggregations: NamedPostAggregation[] } {
  const bins = numBins ?? numBuckets;
  if (splitPoints !== undefined && bins !== undefined) throw new QueryError(path, 'has both splitPoints and numBins');
  if (bins !== undefined && (bins < 2 || bins > 10_000))
    throw new QueryError(`${path}.numBins`, 'is not from 2 to 10000');
  const helper = (base: string): string => (isFirst ? base : `${base}_${name}`);
  const sketch = helper('_histogramSketch');
  return {
    aggregations: [
      { type: 'quantilesDoublesSketch', name: sketch, fieldName, k },
      { type: 'longMin', name: helper('_quantilesMinValue'), fieldName },
      { type: 'longMax', name: helper('_quantilesMaxValue'), fieldName },
    ],
    postAggregations: [
      {
        type: 'quantilesDoublesSketchToHistogram',
        name,
        field: { type: 'fieldAccess', fieldName: sketch },
        ...(splitPoints === undefined ? {} : { splitPoints }),
        ...(bins === undefined ? {} : { numBins: bins }),
      },
    ],
  };
}
