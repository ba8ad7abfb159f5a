import { splitList } from '../../../src/report/inputs/list.ts';

test.each([
  ['metrics, usage'],
  ['metrics\nusage'],
  ['- metrics\r\n- usage'],
  ['["metrics","usage"]'],
  ["[ 'metrics' , usage ]"],
  ['[\n  "metrics",\n  "usage"\n]'],
  ['- "metrics"\n- \'usage\''],
  [['metrics', ' usage ', 'metrics']],
])('the list %j has two items', (written) => {
  expect(splitList(written)).toEqual(['metrics', 'usage']);
});

test.each([
  ['"a, b", c', ['a, b', 'c']],
  ["don't, won't", ["don't", "won't"]],
  ['[]', []],
  ['', []],
])('the list %j is %j', (written, items) => {
  expect(splitList(written)).toEqual(items);
});
