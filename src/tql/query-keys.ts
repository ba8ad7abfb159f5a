/** The keys that a query of some type can have, those that are refused included. */
export const QUERY_KEYS = [
  'queryType', 'dataSource', 'relativeIntervals', 'intervals', 'granularity', 'baseFilters', 'appID', 'testMode', 'filter',
  'virtualColumns', 'context', 'compilationStatus', 'limitSpec', 'subtotalsSpec', 'bound', 'aggregations', 'postAggregations',
  'descending', 'limit', 'dimension', 'metric', 'threshold', 'dimensions', 'having', 'columns', 'order', 'orderBy',
  'resultFormat', 'batchSize', 'legacy', 'offset', 'steps', 'sample1', 'sample2', 'successCriterion', 'toInclude', 'merge',
  'analysisTypes', 'aggregatorMergeStrategy',
] as const; // prettier-ignore
