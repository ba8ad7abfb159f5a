/** A ranking of a column's values by the first of what is counted. */
export function ranking<const Aggregation extends { readonly type: string; readonly name: string }>(
  dimension: string,
  aggregations: readonly [Aggregation, ...Aggregation[]],
  threshold: number,
  outputName = dimension,
) {
  return {
    queryType: 'topN',
    granularity: 'all',
    dimension: { type: 'default', dimension, outputName },
    aggregations,
    metric: { type: 'numeric', metric: aggregations[0].name },
    threshold,
  } as const;
}
