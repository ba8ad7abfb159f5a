/**
 * What the service refuses: a word of the answer's `detail`, what docs/reference/query-support.md says, and a
 * query that a test sends.
 */
export const REFUSED: readonly (readonly [word: string, what: string, query: object])[] = [
  ['limitSpec', '`limitSpec`', { queryType: 'groupBy', limitSpec: { type: 'default', limit: 5 } }],
  ['subtotalsSpec', '`subtotalsSpec`', { queryType: 'groupBy', subtotalsSpec: [['a']] }],
  ['bound', '`bound` of a `timeBoundary`', { queryType: 'timeBoundary', bound: 'maxTime' }],
  ['compilationStatus', '`compilationStatus`', { queryType: 'timeseries', compilationStatus: 'compiled' }],
  ['exampleData', 'the base filter `exampleData`', { queryType: 'timeseries', baseFilters: 'exampleData' }],
  [
    'shouldFinalize',
    '`shouldFinalize: false`',
    {
      queryType: 'timeseries',
      aggregations: [{ type: 'thetaSketch', name: 'a', fieldName: 'b', shouldFinalize: false }],
    },
  ],
  [
    'errorBoundsStdDev',
    '`errorBoundsStdDev`',
    {
      queryType: 'timeseries',
      aggregations: [{ type: 'thetaSketch', name: 'a', fieldName: 'b', errorBoundsStdDev: 2 }],
    },
  ],
  [
    'orderBy',
    '`orderBy`, `resultFormat`, `batchSize` and `legacy` of a scan',
    { queryType: 'scan', orderBy: [{ columnName: '__time', order: 'ascending' }] },
  ],
  [
    'resultAsArray',
    '`resultAsArray`, `sortByDimsFirst` and `timestampResultField`',
    { queryType: 'groupBy', context: { resultAsArray: true } },
  ],
  [
    'previousStop',
    '`previousStop` of a topN',
    {
      queryType: 'topN',
      dimension: { type: 'default', dimension: 'a', outputName: 'a' },
      metric: { type: 'dimension', previousStop: 'b' },
      threshold: 1,
    },
  ],
  [
    'isInputThetaSketch',
    '`isInputThetaSketch`',
    {
      queryType: 'timeseries',
      aggregations: [{ type: 'thetaSketch', name: 'a', fieldName: 'b', isInputThetaSketch: true }],
    },
  ],
  [
    'foldColumn',
    '`foldColumn`',
    {
      queryType: 'timeseries',
      aggregations: [{ type: 'stringFirst', name: 'a', fieldName: 'b', foldColumn: 'c' }],
    },
  ],
  [
    'finalize',
    '`finalize` of a having filter',
    {
      queryType: 'groupBy',
      having: { type: 'filter', filter: { type: 'null', column: 'a' }, finalize: false },
    },
  ],
  [
    'expression',
    'an `expression` or `maxStringBytes` of an aggregation',
    {
      queryType: 'timeseries',
      aggregations: [{ type: 'longAny', name: 'a', fieldName: 'b', expression: 'b + 1' }],
    },
  ],
  [
    'quantilesDoublesSketchToString',
    '`quantilesDoublesSketchToString`, `…ToRank`, `…ToCDF` and `…ToQuantiles`',
    {
      queryType: 'timeseries',
      postAggregations: [
        { type: 'quantilesDoublesSketchToString', name: 'a', field: { type: 'fieldAccess', fieldName: 'b' } },
      ],
    },
  ],
  [
    'deviceType',
    'other registered lookups than `appleModelNames`',
    {
      queryType: 'groupBy',
      dimensions: [
        {
          type: 'extraction',
          dimension: 'a',
          outputName: 'b',
          extractionFn: { type: 'registeredLookup', lookup: 'deviceType', retainMissingValue: true },
        },
      ],
    },
  ],
  [
    'extractionFn',
    '`extractionFn` of a filter or a `default` dimension',
    {
      queryType: 'groupBy',
      filter: { type: 'selector', dimension: 'a', value: 'b', extractionFn: { type: 'regex', expr: 'c' } },
    },
  ],
  [
    'regular expression',
    'lookaround in a regular expression',
    { queryType: 'timeseries', filter: { type: 'regex', dimension: 'type', pattern: 'a(?=b)' } },
  ],
  [
    '&&',
    '`&&` in a character class',
    { queryType: 'timeseries', filter: { type: 'regex', dimension: 'a', pattern: '[a-z&&[^b]]' } },
  ],
  [
    'sin()',
    'other functions in an expression',
    { queryType: 'timeseries', postAggregations: [{ type: 'expression', name: 'a', expression: 'sin(1)' }] },
  ],
  [
    'casts to a type',
    'casts to other types than `LONG`, `DOUBLE` and `STRING`',
    {
      queryType: 'timeseries',
      postAggregations: [{ type: 'expression', name: 'a', expression: "cast('1', 'FLOAT')" }],
    },
  ],
  [
    '.5',
    'numbers without a digit before the point',
    { queryType: 'timeseries', postAggregations: [{ type: 'expression', name: 'a', expression: '.5 * 2' }] },
  ],
  [
    'negative power',
    'negative powers of whole numbers',
    { queryType: 'timeseries', postAggregations: [{ type: 'expression', name: 'a', expression: '2 ^ -1' }] },
  ],
  [
    'negative position',
    'negative positions in `substring`',
    {
      queryType: 'timeseries',
      postAggregations: [{ type: 'expression', name: 'a', expression: "substring('a', -1, 1)" }],
    },
  ],
  [
    'outputType',
    'arrays as `outputType`',
    {
      queryType: 'timeseries',
      virtualColumns: [{ type: 'expression', name: 'a', expression: '1', outputType: 'ARRAY' }],
    },
  ],
  [
    'one unit',
    'periods of several units',
    { queryType: 'timeseries', granularity: { type: 'period', period: 'P1DT12H' } },
  ],
  ['granularity', 'retention by the hour', { queryType: 'retention', granularity: 'hour' }],
  [
    '1000000',
    'more buckets than the limit',
    { queryType: 'timeseries', granularity: 'second', intervals: ['2000-01-01/2027-01-01'] },
  ],
];
