import { pValue, withPValues } from '../../../src/service/query/p-values.ts';
import { compile } from '../../../src/service/query/compile/compile.ts';
import { parseRunQuery } from '../../../src/tql/run-query.ts';
import type { Json } from '../../../src/tql/json.ts';
import fc from '../../support/properties.ts';

/** Twice the area under the normal density beyond a place, by Simpson's rule. */
function areaBeyond(place: number): number {
  const [steps, width] = [20_000, 40 / (1 + place)];
  const density = (at: number) => Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI);
  const weight = (step: number) => (step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2);
  const sum = Array.from(
    { length: steps + 1 },
    (_, step) => weight(step) * density(place + (step * width) / steps),
  );
  return (2 * sum.reduce((total, each) => total + each, 0) * width) / steps / 3;
}

test('a p-value is twice the area of the normal density beyond the z-score', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 30, noNaN: true }), (z) => {
      expect(pValue(z) / areaBeyond(z)).toBeCloseTo(1, 11);
      expect(pValue(-z)).toBe(pValue(z));
    }),
  );
});

// Quantiles of the normal distribution to 16 digits, as statistical tables have them.
test.each([
  [1.6448536269514722, 0.1],
  [1.959963984540054, 0.05],
  [2.5758293035489004, 0.01],
  [3.2905267314918945, 0.001],
])('a z-score of %d has the p-value %d', (zScore, expected) => {
  expect(pValue(zScore) / expected).toBeCloseTo(1, 12);
});

const P_VALUE = { type: 'pvalue2tailedZtest', name: 'p', zScore: { type: 'fieldAccess', fieldName: 'z' } };
const Z_SCORE = { type: 'constant', name: 'z', value: 0 };
const DIMENSION = { type: 'default', dimension: 'plan', outputName: 'plan' };
const TOP = { queryType: 'topN', threshold: 1, dimension: DIMENSION };

function compiled(query: object) {
  const parsed = parseRunQuery({ postAggregations: [Z_SCORE, P_VALUE], ...query });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return compile(parsed.value, { namespace: 'org', nowMs: 0 });
}

test('a p-value of nothing is null, of no number NaN, of an infinite z-score 0 and of none at all 1', async () => {
  const rowsOf = (values: readonly Json[]) => values.map((p) => ({ timestamp: 't', result: { z: 0, p } }));
  const rows = rowsOf([null, 'NaN', '-Infinity', 0]);
  expect(await withPValues(compiled({ queryType: 'timeseries' }), rows)).toEqual(rowsOf([null, 'NaN', 0, 1]));
});

test.each([
  [{ queryType: 'groupBy' }, (p: number) => [{ version: 'v1', timestamp: 't', event: { z: 0, p } }]],
  [{ queryType: 'groupBy', context: { resultAsArray: true } }, (p: number) => [['pro', 0, p]]],
  [
    { ...TOP, metric: { type: 'numeric', metric: 'z' } },
    (p: number) => [{ timestamp: 't', result: [{ plan: 'pro', z: 0, p }] }],
  ],
  [{ queryType: 'timeseries', context: { grandTotal: true } }, (p: number) => [{ result: { z: 0, p } }]],
])('the rows of %j get their p-values', async (query, rowsWith) => {
  expect(await withPValues(compiled(query), rowsWith(Infinity))).toEqual(rowsWith(0));
});

test.each([
  ['metric', { ...TOP, metric: { type: 'inverted', metric: { type: 'numeric', metric: 'p' } } }],
  ['having', { queryType: 'groupBy', having: { type: 'lessThan', aggregation: 'p', value: 0.05 } }],
  [
    'postAggregations[0]',
    {
      queryType: 'timeseries',
      postAggregations: [{ type: 'arithmetic', name: 'a', fn: '+', fields: [P_VALUE, P_VALUE] }],
      aggregations: [{ type: 'count', name: 'z' }],
    },
  ],
  [
    'postAggregations[2]',
    {
      queryType: 'timeseries',
      postAggregations: [Z_SCORE, P_VALUE, { type: 'expression', name: 'e', expression: 'p * 2' }],
    },
  ],
])('a query in which %s reads a p-value is refused with what to read instead', (path, query) => {
  const message = `${path} reads a p-value, which is only an output; read its z-score instead`;
  expect(() => compiled(query)).toThrow(expect.objectContaining({ path, message }));
});
