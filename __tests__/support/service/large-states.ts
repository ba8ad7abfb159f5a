/**
 * Queries of 2 KB at most, by what they make large: groups, and the texts, sets and lists that the engine
 * keeps for each of them.
 */

const intervals = ['2026-10-01/2026-11-01'];
const REQUEST_BYTES = 2048;

const byUser = (aggregations: readonly object[], more: object = {}) => ({
  queryType: 'topN',
  intervals,
  granularity: 'all',
  dimension: { type: 'default', dimension: 'clientUser', outputName: 'd' },
  metric: { type: 'dimension', ordering: 'lexicographic' },
  threshold: 1,
  aggregations,
  ...more,
});

const long = (length: number) => [
  {
    type: 'expression',
    name: 'v',
    outputType: 'STRING',
    expression: `replace(type, 'y', '${'z'.repeat(length)}')`,
  },
];

/** As many parts as fit into the request. */
function filled(part: (index: number) => object, rest: (parts: readonly object[]) => object): object {
  const parts: object[] = [];
  while (JSON.stringify(rest([...parts, part(parts.length)])).length <= REQUEST_BYTES)
    parts.push(part(parts.length));
  return rest(parts);
}

const LONG_TEXTS = Object.fromEntries(
  (['stringFirst', 'stringLast', 'stringAny'] as const).flatMap((type) => [
    [
      `${type} of 1,400 characters`,
      byUser([{ type, name: 'a', fieldName: 'v' }], { virtualColumns: long(1400) }),
    ],
    [
      `${type} of 80 characters, many`,
      filled(
        (index) => ({ type, name: `${index}`, fieldName: 'v' }),
        (aggregations) => byUser(aggregations, { virtualColumns: long(80) }),
      ),
    ],
  ]),
);

const NUMBERS = Object.fromEntries(
  ['longSum', 'doubleMax', 'longAny', 'doubleFirst', 'doubleMean'].map((type) => [
    `${type}, many`,
    filled(
      (index) => ({ type, name: `${index}`, fieldName: 'floatValue' }),
      (aggregations) => byUser(aggregations),
    ),
  ]),
);

const SETS = Object.fromEntries(
  [
    { type: 'thetaSketch', fieldName: 'clientUser' },
    { type: 'thetaSketch', fieldName: 'v' },
    { type: 'cardinality', fields: ['v', 'clientUser'], byRow: true },
    { type: 'userCount' },
    { type: 'histogram' },
  ].map((aggregation) => [
    `${JSON.stringify(aggregation)}, many`,
    filled(
      (index) => ({ ...aggregation, name: `${index}` }),
      (aggregations) => byUser(aggregations, { virtualColumns: long(400) }),
    ),
  ]),
);

const quantiles = (fieldName: string) => ({
  type: 'quantilesDoublesSketchToQuantile',
  fraction: 0.5,
  field: { type: 'fieldAccess', fieldName },
});

const EXPRESSIONS = Object.fromEntries(
  [`replace(type, 'y', '${'z'.repeat(1400)}')`, `concat(${'clientUser, '.repeat(130)}'')`].map(
    (expression) => [
      `dimension ${expression.slice(0, 24)}…`,
      byUser([{ type: 'count', name: 'n' }], {
        dimension: { type: 'default', dimension: 'v', outputName: 'd' },
        virtualColumns: [{ type: 'expression', name: 'v', outputType: 'STRING', expression }],
      }),
    ],
  ),
);

const ORDERINGS = Object.fromEntries(
  ['lexicographic', 'alphanumeric', 'version'].map((ordering) => [
    `topN by dimension, ${ordering}`,
    byUser([{ type: 'count', name: 'n' }], { metric: { type: 'dimension', ordering } }),
  ]),
);

const column = (dimension: string) => ({ type: 'default', dimension, outputName: dimension });

const groupBy = (more: object) => ({
  queryType: 'groupBy',
  intervals,
  granularity: 'all',
  dimensions: [column('clientUser')],
  aggregations: [{ type: 'count', name: 'n' }],
  ...more,
});

const STATEMENTS = {
  'groupBy, eight dimensions': groupBy({
    dimensions: ['clientUser', 'type', 'appID', 'sessionID', 'isTestMode', 'floatValue', 'count', 'v'].map(
      column,
    ),
    virtualColumns: long(1000),
  }),
  'groupBy, having nothing': groupBy({ having: { type: 'greaterThan', aggregation: 'n', value: 9e9 } }),
  'groupBy by the second': groupBy({ granularity: 'second' }),
  'topN by the minute': byUser([{ type: 'count', name: 'n' }], { granularity: 'minute', threshold: 1000 }),
  'topN, a thousand rows of long texts': byUser([{ type: 'stringFirst', name: 'a', fieldName: 'v' }], {
    threshold: 1000,
    virtualColumns: long(1000),
  }),
  'timeseries by the minute': {
    ...groupBy({ granularity: 'minute' }),
    queryType: 'timeseries',
    aggregations: [{ type: 'stringFirst', name: 'a', fieldName: 'v' }],
    virtualColumns: long(1000),
  },
  'scan of long texts': {
    queryType: 'scan',
    intervals,
    columns: ['v', 'clientUser', 'type'],
    virtualColumns: long(1400),
  },
  'quantiles, many': filled(
    (index) => ({ type: 'quantilesDoublesSketch', name: `${index}`, fieldName: 'floatValue' }),
    (aggregations) =>
      byUser(aggregations, {
        postAggregations: aggregations.map((_one, index) => ({
          ...quantiles(`${index}`),
          name: `p${index}`,
        })),
      }),
  ),
  'pairs of sets, many': filled(
    (index) => ({
      type: 'filtered',
      filter: { type: 'not', field: { type: 'selector', dimension: 'type', value: `${index}` } },
      aggregator: { type: 'thetaSketch', name: `${index}`, fieldName: 'clientUser' },
    }),
    (aggregations) =>
      byUser(aggregations, {
        postAggregations: aggregations.slice(1).map((_one, index) => ({
          type: 'thetaSketchEstimate',
          name: `p${index}`,
          field: {
            type: 'thetaSketchSetOp',
            name: 's',
            func: 'INTERSECT',
            fields: ['0', `${index + 1}`].map((fieldName) => ({ type: 'fieldAccess', fieldName })),
          },
        })),
      }),
  ),
};

/** Each as the body of a request. */
export const LARGE_STATES: readonly (readonly [name: string, body: string])[] = Object.entries({
  ...LONG_TEXTS,
  ...NUMBERS,
  ...SETS,
  ...EXPRESSIONS,
  ...ORDERINGS,
  ...STATEMENTS,
}).map(([name, query]) => [name, JSON.stringify(query)]);
