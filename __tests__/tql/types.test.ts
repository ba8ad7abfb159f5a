// Every type that the service accepts is computed once by hand. That the random queries of
// `service/query/engines/agreement.test.ts` have each of them is tested there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TYPES } from '../support/tql-types.ts';

const TESTS = join(import.meta.dirname, '..');
const CASES_FOLDER = join(TESTS, 'service', 'query', 'engines', 'cases');
const CASES = readdirSync(CASES_FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => readFileSync(join(CASES_FOLDER, file), 'utf8'))
  .join('');

describe.each(Object.entries(TYPES))('each type of %s', (_, types) => {
  test.each(types)('%s has a case whose answer was computed by hand', (type) => {
    expect(CASES).toMatch(new RegExp(`"(type|queryType)": "${type}"`));
  });
});
