import { foundBy, ruleOf } from '../../../src/report/tables/row-filter.ts';
import type { QueryFilter } from '../../../src/tql/query.ts';

test('a copy of a filter keeps the rule by which its values were found, and a request does not hold it', () => {
  const filter: QueryFilter = { type: 'in', dimension: 'appVersion', values: ['1.2', '1.3'] };
  const found = foundBy(filter, ['old versions', 'appVersion']);
  expect(ruleOf({ ...found })).toBe('["old versions","appVersion"]');
  expect(JSON.stringify(found)).toBe(JSON.stringify(filter));
  expect(ruleOf(filter)).toBeNull();
});
