import { checkPartLimits } from '../../../../src/service/query/compile/part-limits.ts';

const many = (count: number, part: unknown) => Array.from({ length: count }, () => part);
const selector = { type: 'selector', dimension: 'a', value: 'b' };
const access = { type: 'fieldAccess', fieldName: 'n' };
const pair = { type: 'arithmetic', name: 'p', fn: '+', fields: [access, access] };

test.each<[string, (count: number) => object, number, string]>([
  ['aggregations', (n) => ({ aggregations: many(n, { type: 'count' }) }), 500, 'aggregations[500]'],
  [
    'aggregations',
    (n) => ({ aggregations: many(n, { type: 'filtered', aggregator: { type: 'count' } }) }),
    500,
    'aggregations[500]',
  ],
  ['post-aggregations', (n) => ({ postAggregations: many(n, access) }), 2000, 'postAggregations[2000]'],
  [
    'post-aggregations',
    (n) => ({ postAggregations: [pair, ...many(n - 3, access)] }),
    2000,
    'postAggregations[1998]',
  ],
  ['filters', (n) => ({ filter: { type: 'or', fields: many(n - 1, selector) } }), 1000, 'filter.fields[999]'],
  [
    'filters',
    (n) => ({
      filter: { type: 'not', field: selector },
      aggregations: many(n - 2, { type: 'filtered', filter: selector }).slice(0, 400),
      having: { type: 'or', havingSpecs: many(n - 403, selector) },
    }),
    1000,
    'having.havingSpecs[597]',
  ],
  ['filters', (n) => ({ steps: many(n, { name: 's', filter: selector }) }), 1000, 'steps[1000].filter'],
  [
    'expressions',
    (n) => ({
      virtualColumns: many(50, { expression: 'a' }),
      postAggregations: many(n - 50, { type: 'expression', expression: 'n' }),
    }),
    250,
    'postAggregations[200]',
  ],
  [
    'regular expressions',
    (n) => ({ filter: { fields: many(n, { pattern: 'a' }) } }),
    100,
    'filter.fields[100]',
  ],
  ['histograms', (n) => ({ aggregations: many(n, { type: 'histogram' }) }), 100, 'aggregations[100]'],
  ['dimensions', (n) => ({ dimensions: many(n, { type: 'default' }) }), 50, 'dimensions[50]'],
  ['virtual columns', (n) => ({ virtualColumns: many(n, { name: 'v' }) }), 100, 'virtualColumns[100]'],
  ['intervals', (n) => ({ intervals: many(n, '2026-01-01/2026-02-01') }), 1000, 'intervals[1000]'],
  [
    'intervals',
    (n) => ({ relativeIntervals: many(n, { beginningDate: {}, endDate: {} }) }),
    1000,
    'relativeIntervals[1000]',
  ],
  [
    'intervals',
    (n) => ({ intervals: ['a/b'], filter: { type: 'interval', intervals: many(n - 1, 'a/b') } }),
    1000,
    'filter.intervals[999]',
  ],
  ['columns', (n) => ({ columns: many(n, 'a') }), 1000, 'columns[1000]'],
  [
    'columns',
    (n) => ({ aggregations: [{ type: 'cardinality', fields: many(n, 'a') }] }),
    1000,
    'aggregations[0].fields[1000]',
  ],
  ['values', (n) => ({ filter: { type: 'in', values: many(n, 'a') } }), 20_000, 'filter.values[20000]'],
  [
    'values',
    (n) => ({
      dimension: {
        extractionFn: { lookup: { map: Object.fromEntries(many(n, '').map((text, i) => [`k${i}`, text])) } },
      },
    }),
    20_000,
    'dimension.extractionFn.lookup.map',
  ],
  ['JSON values', (n) => ({ unknown: many(n - 2, []) }), 50_000, 'unknown[49998]'],
])('a query may have as many %s as the limit, and not one more (%#)', (kind, query, limit, path) => {
  checkPartLimits(query(limit));
  expect(() => {
    checkPartLimits(query(limit + 1));
  }).toThrow(
    expect.objectContaining({
      path,
      message: expect.stringMatching(new RegExp(` is one of \\d+ ${kind}; `)),
    }),
  );
});

test('what is nested without an end is left to the parser, which refuses it', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
  checkPartLimits(deep);
  checkPartLimits(null);
});
