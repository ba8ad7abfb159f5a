import { computePostAggregation } from '../../../src/report/tables/query/post-aggregations.ts';
import type { QueryPostAggregation } from '../../../src/tql/query-parts.ts';

const access = (fieldName: string): QueryPostAggregation => ({ type: 'fieldAccess', fieldName });
const half: QueryPostAggregation = { type: 'constant', value: 0.5 };
const arithmetic = (fn: string, ...fields: QueryPostAggregation[]): QueryPostAggregation => ({
  type: 'arithmetic',
  fn,
  fields,
});

test.each<[string, QueryPostAggregation, number | null]>([
  ['a constant', half, 0.5],
  ['an output', access('a'), 6],
  ['an output that is not there', access('none'), null],
  ['a quarter', arithmetic('*', access('a'), half, half), 1.5],
  ['a difference', arithmetic('-', access('a'), access('b')), 4],
  ['a ratio', arithmetic('/', access('a'), access('b')), 3],
  ['a division by nothing, which Druid makes 0', arithmetic('/', access('a'), access('zero')), 0],
  ['a quotient by nothing', arithmetic('quotient', access('a'), access('zero')), null],
  ['a sum of nothing', arithmetic('+'), null],
  ['the greatest', { type: 'doubleGreatest', fields: [access('a'), access('b')] }, 6],
  ['the greatest of whole numbers', { type: 'longGreatest', fields: [half, access('b')] }, 2],
  ['the least of whole numbers', { type: 'longLeast', fields: [half, access('b')] }, 0],
  ['the least of which one is unknown', { type: 'doubleLeast', fields: [access('a'), access('none')] }, null],
])('a post-aggregation is %s', (_, post, value) => {
  const outputs: Readonly<Record<string, number>> = { a: 6, b: 2, zero: 0 };
  expect(computePostAggregation(post, (output) => outputs[output] ?? null)).toBe(value);
});
