// Cases that every engine must pass: shapes, names, order and values, to the letter.
import { DIFFERENCES } from '../../../support/cluster/differences.ts';
import { readCases } from './cases/cases.ts';
import { startDuckdb } from './cases/engines.ts';
import { testCases } from './cases/run-cases.ts';

testCases('duckdb', startDuckdb);

test('each case that Druid answers differently names a difference of docs/druid.md', () => {
  const reasons = readCases().flatMap(({ druid }) => (druid === undefined ? [] : [druid.reason]));
  expect(reasons.length).toBeGreaterThan(10);
  expect(reasons.filter((reason) => !(reason in DIFFERENCES))).toEqual([]);
});
