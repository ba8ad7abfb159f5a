import { parseRunQuery } from '../../src/tql/schema/run-query.ts';

/** A valid query of each type, as small as it may be. */
const MINIMAL = {
  timeseries: { queryType: 'timeseries' },
  topN: {
    queryType: 'topN',
    dimension: { type: 'default', dimension: 'plan', outputName: 'plan' },
    metric: { type: 'numeric', metric: 'count' },
    threshold: 10,
  },
  groupBy: { queryType: 'groupBy' },
  scan: { queryType: 'scan' },
  funnel: { queryType: 'funnel', steps: [{ name: 'open' }] },
  retention: { queryType: 'retention' },
  experiment: {
    queryType: 'experiment',
    sample1: { name: 'a' },
    sample2: { name: 'b' },
    successCriterion: { name: 'c' },
  },
  timeBoundary: { queryType: 'timeBoundary' },
  segmentMetadata: { queryType: 'segmentMetadata' },
};

const selector = { type: 'selector', dimension: 'a', value: 'b' };
const REFUSED: readonly (readonly [path: string | null, change: object])[] = [
  ['queryType', { queryType: 'topM' }],
  ['limitSpec', { limitSpec: { type: 'default' } }],
  ['bound', { bound: 'minTime' }],
  ['orderBy', { queryType: 'scan', orderBy: [{ columnName: 'a', order: 'ascending' }] }],
  ['legacy', { queryType: 'scan', legacy: true }],
  ['context.timestampResultField', { context: { timestampResultField: 7 } }],
  ['context.timezone', { context: { timezone: 'Mars/Olympus' } }],
  ['compilationStatus', { compilationStatus: 'compiled' }],
  ['dataSource.type', { dataSource: { type: 'join' } }],
  ['granularity', { granularity: 'fortnight' }],
  ['granularity.period', { granularity: { type: 'period', period: 'P1DT12H' } }],
  ['intervals', { intervals: [] }],
  ['intervals[1]', { intervals: ['2026-01-01/2026-01-02', '2026-01-02/2026-01-01'] }],
  ['relativeIntervals', { relativeIntervals: [] }],
  [
    'relativeIntervals[0].endDate',
    { relativeIntervals: [{ beginningDate: { component: 'day', offset: 0, position: 'end' } }] },
  ],
  ['appID', { appID: 'no-uuid' }],
  ['filter.type', { filter: { type: 'bound', dimension: 'a' } }],
  ['filter.fields[1].type', { filter: { type: 'and', fields: [selector, { type: 'like' }] } }],
  ['filter.field.value', { filter: { type: 'not', field: { ...selector, value: null } } }],
  ['filter.extractionFn', { filter: { ...selector, extractionFn: { type: 'regex', expr: 'a' } } }],
  ['filter.pattern', { filter: { type: 'regex', dimension: 'a', pattern: 'a(?=b)' } }],
  ['filter.lower', { filter: { type: 'range', column: 'a', matchValueType: 'DOUBLE', lower: 'x' } }],
  ['filter.matchValue', { filter: { type: 'equals', column: 'a', matchValueType: 'LONG', matchValue: 'x' } }],
  [
    'filter.matchValue',
    { filter: { type: 'equals', column: 'a', matchValueType: 'DOUBLE', matchValue: [1] } },
  ],
  ['aggregations[0].type', { aggregations: [{ type: 'hyperUnique', name: 'a' }] }],
  [
    'aggregations[0].expression',
    { aggregations: [{ type: 'longAny', name: 'a', fieldName: 'b', expression: '1' }] },
  ],
  [
    'aggregations[0].maxStringBytes',
    { aggregations: [{ type: 'stringAny', name: 'a', fieldName: 'b', maxStringBytes: 8 }] },
  ],
  [
    'aggregations[0].aggregator.name',
    { aggregations: [{ type: 'filtered', filter: selector, aggregator: { type: 'count' } }] },
  ],
  ['postAggregations[0].type', { postAggregations: [{ type: 'floatMax', name: 'a' }] }],
  ['postAggregations[0].fields', { postAggregations: [{ type: 'doubleGreatest', name: 'a', fields: [] }] }],
  [
    'postAggregations[0].fields',
    { postAggregations: [{ type: 'arithmetic', name: 'a', fn: '+', fields: [] }] },
  ],
  ['virtualColumns[0].type', { virtualColumns: [{ type: 'nested-field' }] }],
];

test.each(Object.entries(MINIMAL))('a query of type %s is accepted', (_type, query) => {
  expect(parseRunQuery(query)).toEqual({ ok: true, value: query });
});

test.each(REFUSED)('a query is refused at %s', (path, change) => {
  const parsed = parseRunQuery({ ...MINIMAL.timeseries, ...change });
  expect(parsed.ok ? [] : parsed.problems.map((problem) => problem.path)).toContain(path);
});

test.each([
  ['dimension', { dimension: undefined }],
  ['dimension.type', { dimension: 'plan' }],
  ['metric', { metric: 'count' }],
  ['metric.metric.type', { metric: { type: 'inverted', metric: { type: 'x' } } }],
  ['threshold', { threshold: 1.5 }],
  [
    'dimension.extractionFn.type',
    {
      dimension: {
        type: 'extraction',
        dimension: 'a',
        outputName: 'a',
        extractionFn: { type: 'registeredLookup' },
      },
    },
  ],
])('a query of type topN is refused at %s', (path, change) => {
  const parsed = parseRunQuery({ ...MINIMAL.topN, ...change });
  const paths = parsed.ok ? [] : parsed.problems.map((problem) => problem.path);
  expect(paths.some((found) => found?.startsWith(path.split('.')[0] ?? path))).toBe(true);
});

test('a query that is not an object, or nested too deeply, is refused as a whole', () => {
  let deep: unknown = selector;
  for (let i = 0; i < 100_000; i++) deep = { type: 'not', field: deep };
  for (const query of [null, 5, 'x', [], { queryType: 'timeseries', filter: deep }]) {
    const parsed = parseRunQuery(query);
    expect(parsed.ok ? [] : parsed.problems[0].path === null || parsed.problems[0].path === 'queryType').toBe(
      true,
    );
  }
});

test('a query may have unknown keys, and null for absent ones', () => {
  expect(
    parseRunQuery({
      queryType: 'timeseries',
      sampleFactor: 10,
      chartConfiguration: {},
      filter: null,
      limit: null,
    }),
  ).toEqual({
    ok: true,
    value: { queryType: 'timeseries' },
  });
});

test('a query is normalized: granularity to its name, intervals to a list, data source to its name', () => {
  const parsed = parseRunQuery({
    queryType: 'timeseries',
    granularity: { type: 'Day' },
    intervals: { type: 'intervals', intervals: ['2026-01-01/2026-01-02'] },
    dataSource: { type: 'table', name: 'org' },
  });
  expect(parsed).toEqual({
    ok: true,
    value: {
      queryType: 'timeseries',
      granularity: 'day',
      intervals: ['2026-01-01/2026-01-02'],
      dataSource: 'org',
    },
  });
});

test('a query that has a wrong type is refused with the list of valid types', () => {
  const parsed = parseRunQuery({ queryType: 'timeseries', filter: { type: 'bound' } });
  expect(parsed.ok ? '' : parsed.problems[0].message).toContain(
    'is "bound"; it takes "and", "or", "not", "selector"',
  );
});
