import { parseRunQuery } from '../../src/tql/schema/run-query.ts';

const DIMENSION = '{"type": "default", "dimension": "modelName", "outputName": "modelName"}';
const SELECTOR = '{"type": "selector", "dimension": "type", "value": "appLaunched"}';

const DAILY = { queryType: 'timeseries', granularity: 'day', aggregations: [{ type: 'eventCount' }] };
const TOP = {
  queryType: 'topN',
  threshold: 5,
  aggregations: [{ type: 'eventCount' }],
  dimension: { type: 'default', dimension: 'modelName', outputName: 'model' },
  metric: { type: 'numeric', metric: 'Events' },
};
const { dimension: _, ...WITHOUT_DIMENSION } = TOP;
const { metric: __, ...WITHOUT_METRIC } = TOP;

/** A query, and every message that answers it. */
const MISTAKES: readonly (readonly [query: unknown, ...messages: readonly string[]])[] = [
  [{ ...TOP, dimension: 'modelName' }, `dimension is "modelName"; it takes an object: ${DIMENSION}`],
  [
    { ...TOP, dimension: { dimension: 'modelName' } },
    `dimension.type is missing; write for example ${DIMENSION}`,
  ],
  [
    { ...TOP, dimension: { ...TOP.dimension, type: 'defualt' } },
    `dimension.type is "defualt"; did you mean "default", as in ${DIMENSION}?`,
  ],
  [{ ...WITHOUT_DIMENSION, dimention: TOP.dimension }, 'dimension is missing; is "dimention" meant for it?'],
  [
    { ...WITHOUT_DIMENSION, dimensions: [TOP.dimension] },
    'dimension is missing; is "dimensions" meant for it?',
  ],
  [
    { ...TOP, metric: 'count' },
    'metric is "count"; it takes an object: {"type": "numeric", "metric": "count"}',
  ],
  [WITHOUT_METRIC, 'metric is missing; write for example {"type": "numeric", "metric": "Events"}'],
  [{ ...TOP, threshold: '10' }, 'threshold is "10"; it takes a number: 10, without quotes'],
  [{ ...DAILY, queryType: 'topn' }, 'queryType is "topn"; did you mean "topN"?'],
  [{ ...DAILY, queryType: 'time-series' }, 'queryType is "time-series"; did you mean "timeseries"?'],
  [
    { ...DAILY, aggregations: [{ type: 'eventCuont' }] },
    'aggregations[0].type is "eventCuont"; did you mean "eventCount", as in {"type": "eventCount"}?',
  ],
  [
    { ...DAILY, aggregations: ['eventCount'] },
    'aggregations[0] is "eventCount"; it takes an object: {"type": "eventCount"}',
  ],
  [
    { ...DAILY, aggregations: [{ tpye: 'eventCount' }] },
    'aggregations[0].type is missing; is "tpye" meant for it?',
  ],
  [
    { ...DAILY, aggregations: { type: 'eventCount' } },
    'aggregations is an object; it takes a list: […], with the object in it',
  ],
  [{ ...DAILY, filter: { type: 'and' } }, `filter.fields is missing; write for example [${SELECTOR}]`],
  [
    { ...DAILY, aggregations: [{ type: 'cardinality', name: 'models' }] },
    'aggregations[0].fields is missing; write for example ["modelName"]',
  ],
  [
    { ...DAILY, postAggregations: [{ type: 'arithmetic', name: 'rate', fn: '/' }] },
    'postAggregations[0].fields is missing; write for example [{"type": "fieldAccess", "fieldName": "Events"}]',
  ],
  [
    {
      ...DAILY,
      postAggregations: [
        { type: 'arithmetic', name: 'rate', fn: '/', fields: ['a', { type: 'constant', value: 1 }] },
      ],
    },
    'postAggregations[0].fields[0] is "a"; it takes an object: {"type": "fieldAccess", "fieldName": "a"}',
  ],
  [{ ...DAILY, granularity: 'daily' }, 'granularity is "daily"; did you mean "day"?'],
  [{ ...DAILY, granularity: 'dya' }, 'granularity is "dya"; did you mean "day"?'],
  [
    { ...DAILY, filter: { type: 'selektor', dimension: 'a', value: 'b' } },
    `filter.type is "selektor"; did you mean "selector", as in ${SELECTOR}?`,
  ],
  [
    { ...DAILY, filter: { type: 'selector', dimension: 'isTestMode', value: false } },
    'filter.value is false; it takes a string: "false"',
  ],
  [
    { ...DAILY, filter: { type: 'selector', dimention: 'a', value: 'b' } },
    'filter.dimension is missing; is "dimention" meant for it?',
  ],
  [{ ...DAILY, filter: 'type == launched' }, `filter is "type == launched"; it takes an object: ${SELECTOR}`],
  [
    { ...DAILY, filter: { type: 'and', fields: {} } },
    'filter.fields is an object; it takes a list: […], with the object in it',
  ],
  [
    { ...DAILY, baseFilters: 'thisOrganisation' },
    'baseFilters is "thisOrganisation"; did you mean "thisOrganization"?',
  ],
  [
    { ...DAILY, relativeIntervals: [{ beginningDate: '-30d', endDate: 'now' }] },
    'relativeIntervals[0].beginningDate is "-30d"; it takes an object: {"component": "day", "offset": -28, "position": "beginning"}',
    'relativeIntervals[0].endDate is "now"; it takes an object: {"component": "day", "offset": -1, "position": "end"}',
  ],
  [
    { queryType: 'funnel', steps: ['signup'] },
    'steps[0] is "signup"; it takes an object: {"name": "signup", "filter": {"type": "selector", "dimension": "type", "value": "signup"}}',
  ],
  [
    { queryType: 'funnel' },
    `steps is missing; write for example [{"name": "launched", "filter": ${SELECTOR}}]`,
  ],
];

test.each(MISTAKES)('the query %j is answered with what to write', (query, ...messages) => {
  const parsed = parseRunQuery(query);
  const problems = parsed.ok ? [] : parsed.problems;
  expect(problems.map(({ path, message }) => `${String(path)} ${message}`)).toEqual(messages);
});

/** Every object that a message gives to write. */
const WRITTEN = MISTAKES.flatMap(([, ...messages]) =>
  messages.flatMap((message) => message.match(/[{[](?=["{]).*[}\]](?=\??$)/g) ?? []),
);

test.each(WRITTEN)('what a message gives to write is valid where it is to be written: %s', (text) => {
  const value = JSON.parse(text) as { readonly type?: string; readonly component?: string };
  const dates = { beginningDate: { ...value, offset: -28 }, endDate: { ...value, offset: 0 } };
  const queries: unknown[] = [
    { ...TOP, dimension: value },
    { ...TOP, metric: value },
    { ...DAILY, aggregations: [value] },
    { ...DAILY, filter: value },
    { ...DAILY, filter: { type: 'and', fields: value } },
    { ...DAILY, aggregations: [{ type: 'cardinality', name: 'models', fields: value }] },
    { ...DAILY, postAggregations: [{ type: 'doubleGreatest', name: 'most', fields: [value].flat() }] },
    { queryType: 'funnel', steps: value },
    { queryType: 'funnel', steps: [value] },
    { ...DAILY, relativeIntervals: [dates] },
  ];
  expect(queries.some((query) => parseRunQuery(query).ok)).toBe(true);
});
