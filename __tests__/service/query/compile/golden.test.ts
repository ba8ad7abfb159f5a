// The query that a Druid broker would receive, for each query, as section 7 of the reference describes it.
import { readdirSync, readFileSync } from 'node:fs';
import { compile } from '../../../../src/service/query/compile/compile.ts';
import { parseRunQuery } from '../../../../src/tql/schema/run-query.ts';

const FOLDER = `${import.meta.dirname}/golden`;

interface Golden {
  readonly now: string;
  readonly query: unknown;
  readonly compiled: unknown;
}

test.each(readdirSync(FOLDER))('the query in %s is compiled as the file says', (name) => {
  const golden = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Golden;
  const parsed = parseRunQuery(golden.query);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const compiled = compile(parsed.value, { namespace: 'org', nowMs: Date.parse(golden.now) });
  expect(JSON.parse(JSON.stringify(compiled))).toEqual(golden.compiled);
});
