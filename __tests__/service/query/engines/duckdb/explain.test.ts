import { formatStatement } from '../../../../../src/service/query/engines/duckdb/explain.ts';

test.each([
  ['SELECT 1 FROM t WHERE a = $1 LIMIT 2', 'SELECT 1\nFROM t\nWHERE a = $1\nLIMIT 2'],
  [
    'SELECT x FROM (SELECT 1 AS x FROM t) GROUP BY 1',
    'SELECT x\nFROM (\n  SELECT 1 AS x\n  FROM t\n)\nGROUP BY 1',
  ],
  ['SELECT count(*) FILTER (WHERE ("a" = 1)) FROM t', 'SELECT count(*) FILTER (WHERE ("a" = 1))\nFROM t'],
  [
    `SELECT "FROM (SELECT" AS "a ""WHERE", ' FROM ' FROM t`,
    `SELECT "FROM (SELECT" AS "a ""WHERE", ' FROM '\nFROM t`,
  ],
  ['SELECT a IS NOT DISTINCT FROM b FROM t', 'SELECT a IS NOT DISTINCT FROM b\nFROM t'],
])('a statement is shown in lines: %s', (statement, lines) => {
  expect(formatStatement({ text: statement, parameters: [] })).toBe(lines);
});
