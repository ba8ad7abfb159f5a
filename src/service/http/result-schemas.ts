/** The JSON Schemas of results by query type; `Result` is any of them. */
export const resultSchemas = {
  Result: {
    description: 'The raw result. Funnels, retentions and experiments are answered as a groupBy is.',
    anyOf: [
      'TimeseriesResult',
      'TopNResult',
      'GroupByResult',
      'ScanResult',
      'TimeBoundaryResult',
      'SegmentMetadataResult',
    ].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  },
  TimeseriesResult: listOf(
    { timestamp: { $ref: '#/components/schemas/Moment' }, result: { $ref: '#/components/schemas/Values' } },
    ['result'],
    'One entry for each bucket; with `context.grandTotal` one more at the end, without a timestamp.',
  ),
  TopNResult: listOf(
    {
      timestamp: { $ref: '#/components/schemas/Moment' },
      result: { type: 'array', items: { $ref: '#/components/schemas/Values' } },
    },
    ['timestamp', 'result'],
    'One entry for each bucket, with its rows.',
  ),
  GroupByResult: {
    description: 'One entry for each row: an object, or with `context.resultAsArray` a list of its values.',
    type: 'array',
    items: {
      anyOf: [
        entry(
          {
            version: { const: 'v1' },
            timestamp: { $ref: '#/components/schemas/Moment' },
            event: { $ref: '#/components/schemas/Values' },
          },
          ['version', 'timestamp', 'event'],
        ),
        { type: 'array', items: { $ref: '#/components/schemas/Value' } },
      ],
    },
  },
  ScanResult: listOf(
    {
      columns: { type: 'array', items: { type: 'string' } },
      events: {
        type: 'array',
        items: {
          anyOf: [
            { $ref: '#/components/schemas/Values' },
            { type: 'array', items: { $ref: '#/components/schemas/Value' } },
          ],
        },
      },
      rowSignature: {
        type: 'array',
        items: entry({ name: { type: 'string' }, type: { type: 'string' } }, ['name', 'type']),
      },
    },
    ['columns', 'events', 'rowSignature'],
    'Batches of events: objects, or lists in the order of `columns` (`resultFormat` compactedList).',
  ),
  TimeBoundaryResult: listOf(
    {
      timestamp: { $ref: '#/components/schemas/Moment' },
      result: {
        type: 'object',
        properties: {
          minTime: { $ref: '#/components/schemas/Moment' },
          maxTime: { $ref: '#/components/schemas/Moment' },
        },
        minProperties: 1,
        additionalProperties: false,
      },
    },
    ['timestamp', 'result'],
    'One entry, or none if there are no events.',
  ),
  SegmentMetadataResult: listOf(
    {
      id: { type: 'string' },
      intervals: { type: ['array', 'null'], items: { type: 'string' } },
      columns: { type: 'object', additionalProperties: { $ref: '#/components/schemas/ColumnAnalysis' } },
      size: { type: 'integer' },
      numRows: { type: 'integer' },
      aggregators: { type: 'null' },
      timestampSpec: { type: 'null' },
      queryGranularity: { type: 'null' },
      rollup: { type: 'null' },
    },
    ['id', 'intervals', 'columns', 'numRows'],
    'One entry.',
  ),
  ColumnAnalysis: entry(
    {
      type: { type: 'string' },
      typeSignature: { type: 'string' },
      hasMultipleValues: { type: 'boolean' },
      hasNulls: { type: 'boolean' },
      size: { type: 'integer' },
      cardinality: { type: ['integer', 'null'] },
      minValue: { $ref: '#/components/schemas/Value' },
      maxValue: { $ref: '#/components/schemas/Value' },
      errorMessage: { type: 'null' },
    },
    ['type', 'hasNulls', 'cardinality', 'minValue', 'maxValue'],
  ),
  Moment: {
    type: 'string',
    pattern: String.raw`^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$`,
    description: 'UTC, to the second.',
  },
  Values: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Value' } },
  Value: {
    description: 'Infinities and NaN are written as strings; lists come from quantiles and histograms.',
    type: ['number', 'string', 'boolean', 'null', 'array'],
  },
};

function listOf(properties: object, required: readonly string[], description: string) {
  return { type: 'array', description, items: entry(properties, required) };
}

function entry(properties: object, required: readonly string[]) {
  return { type: 'object', properties, required, additionalProperties: false };
}
