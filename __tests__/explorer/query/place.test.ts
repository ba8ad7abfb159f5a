import { placeOf } from '../../../src/explorer/query/place.ts';

const TEXT = `{
  "queryType": "topN",
  "filter": { "type": "and", "fields": [{ "type": "selector" }, { "type": "regx", "pattern": "[1]" }] },
  "limit": 3
}`;

test.each([
  ['filter.fields[1].type', '"regx"'],
  ['filter.fields[0]', '{ "type": "selector" }'],
  ['limit', '3'],
  ['filter.fields[1].dimension', '{ "type": "regx", "pattern": "[1]" }'],
  ['aggregations[0].type', '{'],
])('an error at %s is marked at %s', (path, marked) => {
  const { from, to } = placeOf(TEXT, path);
  expect(TEXT.slice(from, to)).toBe(marked);
});

test('an error in the last of 20,000 items is marked there', () => {
  const { from, to } = placeOf(`{"a":[${'0,'.repeat(20_000)}1]}`, 'a[20000]');
  expect([from, to]).toEqual([40_006, 40_007]);
});

test('an error without a place is marked at the beginning', () => {
  expect(placeOf(TEXT, null)).toEqual({ from: 0, to: 1 });
});
