// Every type that the service accepts is documented, and computed once by hand. That the random queries of
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

/** The words in code font of the reference's table of types; `long…` stands for the beginning of others. */
const DOCUMENTED = new Set(
  readFileSync(join(TESTS, '..', 'docs', 'reference', 'query-support.md'), 'utf8').match(
    /(?<=`)[\w…]+(?=`)/g,
  ),
);

function isDocumented(type: string) {
  if (DOCUMENTED.has(type)) return true;
  return Array.from(type, (_, at) => at).some(
    (at) => DOCUMENTED.has(`${type.slice(0, at)}…`) && DOCUMENTED.has(type.slice(at)),
  );
}

describe.each(Object.entries(TYPES))('each type of %s', (_, types) => {
  test.each(types)('%s has a case whose answer was computed by hand', (type) => {
    expect(CASES).toMatch(new RegExp(`"(type|queryType)": "${type}"`));
  });

  test.each(types)('%s is in docs/reference/query-support.md', (type) => {
    expect([type, isDocumented(type)]).toEqual([type, true]);
  });
});
