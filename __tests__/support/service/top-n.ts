/** A stored query: the events by a dimension. */
export function eventsBy(dimension: string, outputName: string, threshold: number) {
  return {
    queryType: 'topN',
    granularity: 'all',
    aggregations: [{ type: 'eventCount' }],
    dimension: { type: 'default', dimension, outputName },
    metric: { type: 'numeric', metric: 'count' },
    threshold,
  } as const;
}
