import { isQuery, parseQuery } from '../../src/tql/query.ts';
import { describeProblems } from '../../src/tql/schema/validation.ts';

test.each([
  [
    'of a type that is not known',
    { queryType: 'movingAverage', averagers: [{ type: 'doubleMean' }], dimensions: ['a'] },
  ],
  [
    'with parts of types that are not known',
    {
      zone: 1,
      aggregations: [{ type: 'HLLSketchBuild', name: 'n', lgK: 12 }],
      queryType: 'topN',
      postAggregations: [{ type: 'javascript', name: 'j', fieldNames: ['n'] }],
      dimension: { type: 'listFiltered', delegate: 'model', values: ['a'] },
      filter: { type: 'search', dimension: 'model', query: { type: 'contains', value: 'a' } },
      metric: { type: 'alphaNumeric' },
      having: { type: 'always' },
    },
  ],
  [
    'with null for what it does not say',
    { queryType: 'groupBy', filter: null, aggregations: null, dimensions: null },
  ],
])('a query that comes from outside passes as it is, with its keys in their order: %s', (_, given) => {
  const text = JSON.stringify(given);
  const parsed = parseQuery(given);
  expect(parsed).toEqual({ ok: true, value: given });
  expect(parsed.ok && parsed.value).toBe(given);
  expect(JSON.stringify(given)).toBe(text);
});

test.each([
  [{ queryType: 'topN', aggregations: 'n' }, /^aggregations is /],
  [{ queryType: 'groupBy', dimensions: [7] }, /^dimensions\[0\] is /],
  [{ queryType: 'timeseries', filter: { type: 'and', fields: [3] } }, /^filter\.fields\[0\] is /],
  [{ queryType: 'timeseries', postAggregations: [{ name: 'n' }] }, /^postAggregations\[0\]\.type is missing/],
])(
  'a query that comes from outside is refused if a part of it cannot be what it is for, which is named: %j',
  (given, message) => {
    expect(isQuery(given)).toBe(false);
    const parsed = parseQuery(given);
    expect(parsed.ok ? '' : describeProblems(parsed)).toMatch(message);
  },
);
