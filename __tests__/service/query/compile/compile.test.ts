import { compile } from '../../../../src/service/query/compile/compile.ts';
import { type CompiledQuery } from '../../../../src/service/query/compile/compiled-query.ts';
import { parseRunQuery } from '../../../../src/tql/schema/run-query.ts';

const NOW = Date.parse('2028-03-15T10:00:00Z');
const DAY = { component: 'day', offset: 0, position: 'beginning' };
const SELECTOR = { type: 'selector', dimension: 'type', value: 'open' };

const APP = { type: 'selector', dimension: 'appID', value: '3f0c9c36-7b5b-4a7c-9e43-5b1f6d1f9a10' };

function compiled(query: object): CompiledQuery {
  const parsed = parseRunQuery(query);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return compile(parsed.value, { namespace: 'org', nowMs: NOW });
}

const topN = (aggregations: unknown[], metric = 'count', more: object = {}): object => ({
  queryType: 'topN',
  aggregations,
  metric: { type: 'numeric', metric },
  dimension: { type: 'default', dimension: 'plan', outputName: 'plan' },
  threshold: 3,
  ...more,
});

const virtual = (...columns: [name: string, expression: string][]): object => ({
  queryType: 'timeseries',
  virtualColumns: columns.map(([name, expression]) => ({ type: 'expression', name, expression })),
});

describe('compiling', () => {
  test('the compiler adds the organization and the last 30 days by default', () => {
    expect(compiled({ queryType: 'timeseries' })).toMatchObject({
      dataSource: 'org',
      granularity: 'all',
      intervals: ['2028-02-14T00:00:00.000Z/2028-03-16T00:00:00.000Z'],
    });
  });

  test('the compiler refuses another organization', () => {
    expect(() => compiled({ queryType: 'timeseries', dataSource: 'other' })).toThrow(
      expect.objectContaining({ path: 'dataSource' }),
    );
  });

  test.each([
    [
      'takes it through inverted',
      topN([{ type: 'userCount' }], '', {
        metric: { type: 'inverted', metric: { type: 'numeric', metric: 'n' } },
      }),
      'n',
    ],
    ['is Events beside another', topN([{ type: 'eventCount' }, { type: 'count', name: 'count' }]), 'Events'],
    [
      'takes a filtered name',
      topN([{ type: 'filtered', name: 'count', filter: SELECTOR, aggregator: { type: 'eventCount' } }]),
      'count',
    ],
  ])('an unnamed count %s', (_text, query, name) => {
    expect(compiled(query)).toMatchObject({
      aggregations: expect.arrayContaining([expect.objectContaining({ name })]),
    });
  });

  test.each([
    ['metric.metric', topN([{ type: 'eventCount', name: 'Events' }])],
    [
      'aggregations[1].name',
      topN([
        { type: 'eventCount', name: 'count' },
        { type: 'count', name: 'count' },
      ]),
    ],
    [
      'postAggregations[0].name',
      { queryType: 'groupBy', postAggregations: [{ type: 'constant', value: 1 }] },
    ],
    ['appID', { queryType: 'timeseries', baseFilters: 'thisApp' }],
    ['baseFilters', { queryType: 'timeseries', baseFilters: 'exampleData' }],
    [
      'relativeIntervals[0]',
      {
        queryType: 'timeseries',
        relativeIntervals: [{ beginningDate: DAY, endDate: { ...DAY, offset: -1 } }],
      },
    ],
    ['granularity', { queryType: 'retention', granularity: 'hour', intervals: ['2028-01-01/2028-01-02'] }],
    [
      'virtualColumns[1].expression',
      virtual(['a', '1'], ['b', 'a + c'], ['c', 'strlen(d)'], ['d', 'b'], ['e', 'd']),
    ],
    ['virtualColumns[1].name', virtual(['a', '1'], ['a', '2'])],
    [
      'having.havingSpec.filter',
      {
        queryType: 'groupBy',
        aggregations: [{ type: 'eventCount', name: 'n' }],
        having: {
          type: 'not',
          havingSpec: { type: 'filter', filter: { type: 'selector', dimension: '__time', value: '1' } },
        },
      },
    ],
  ])('the compiler refuses a query at %s', (path, query) => {
    expect(() => compiled(query)).toThrow(expect.objectContaining({ name: 'QueryError', path }));
  });

  test.each<[string, object]>([
    [
      'a virtual column hides the column',
      {
        queryType: 'timeseries',
        filter: APP,
        virtualColumns: [{ type: 'expression', name: 'appID', expression: 'lower(type)' }],
      },
    ],
    [
      'a having reads an output of that name',
      {
        queryType: 'groupBy',
        dimensions: [{ type: 'default', dimension: 'plan', outputName: 'appID' }],
        having: { type: 'filter', filter: APP },
      },
    ],
  ])('the compiler leaves a value that appID is compared with as it is if %s', (_, query) => {
    expect(compiled(query)).toMatchObject(query);
  });

  test('a dimSelector is a filter of the rows, and an equals one of a text or a number', () => {
    const equals = { type: 'equals', column: 'a', matchValueType: 'LONG', matchValue: 2.5 };
    const range = { type: 'range', column: 'a', matchValueType: 'DOUBLE', lower: '2', upper: '2' };
    const having = { type: 'dimSelector', dimension: 'd', value: 'x' };
    expect(compiled({ queryType: 'groupBy', filter: equals, having })).toMatchObject({
      filter: range,
      having: { type: 'filter', filter: { type: 'selector', dimension: 'd', value: 'x' } },
    });
  });

  test('the compiler names the virtual columns of a cycle', () => {
    const columns = virtual(['x', 'c'], ['b', 'a + c'], ['a', '1'], ['c', 'strlen(b)']);
    expect(() => compiled(columns)).toThrow(
      'virtualColumns[3].expression is a cycle: "c" reads "b", which reads "c"',
    );
  });

  test('the compiler keeps the name of a filtered aggregation and makes its interval absolute', () => {
    const interval = {
      type: 'interval',
      dimension: '__time',
      relativeIntervals: [{ beginningDate: DAY, endDate: { ...DAY, position: 'end' } }],
    };
    const query = compiled({
      queryType: 'timeseries',
      aggregations: [
        { type: 'filtered', name: 'today', filter: interval, aggregator: { type: 'eventCount' } },
      ],
    });
    expect(query).toMatchObject({
      aggregations: [
        {
          name: 'today',
          filter: {
            type: 'interval',
            dimension: '__time',
            intervals: ['2028-03-15T00:00:00.000Z/2028-03-16T00:00:00.000Z'],
          },
          aggregator: { type: 'longSum', fieldName: 'count' },
        },
      ],
    });
  });
});
