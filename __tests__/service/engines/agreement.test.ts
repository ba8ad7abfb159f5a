import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { answerQuery } from '../../../src/service/answer.ts';
import { createDuckdbEngine } from '../../../src/service/engines/duckdb/duckdb-engine.ts';
import { parseRunQuery } from '../../../src/tql/run-query.ts';
import { difference } from '../evaluator/agree.ts';
import * as arbitraries from '../evaluator/arbitraries.ts';
import { evaluate } from '../evaluator/evaluate.ts';
import { query } from '../evaluator/queries.ts';
import { createTable } from '../evaluator/table.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  connection = await instance.connect();
});

afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const CASES = Number(process.env['AGREEMENT_CASES'] ?? 510);

test('the engine and plain loops over the events agree, row for row and in order', async () => {
  const engine = createDuckdbEngine(instance);
  const scenario = arbitraries.events.chain(({ base, list }) =>
    fc.record({
      list: fc.constant(list),
      queries: fc.array(query(base), { minLength: 3, maxLength: 3 }),
      now: fc.integer({ min: -50, max: 50 }).map((h) => base + h * 3_600_000),
    }),
  );
  await fc.assert(
    fc.asyncProperty(scenario, async ({ list, queries, now }) => {
      const table = await createTable(connection, list);
      try {
        for (const one of queries) {
          const parsed = parseRunQuery(one);
          if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
          const options = { table, namespace: 'org', nowMs: now, engine, signal: new AbortController().signal };
          const answer = await answerQuery(one, options);
          const expected = evaluate(parsed.value, list, now);
          const found = difference(answer, expected);
          if (found !== null)
            throw new Error(`${found}\n${JSON.stringify(one)}\n${JSON.stringify(answer)}\n${JSON.stringify(expected)}`);
        }
      } finally {
        await connection.run(`DROP TABLE ${table.name}`);
      }
    }),
    { numRuns: Math.ceil(CASES / 3) },
  );
  expect.assertions(0);
}, 3_600_000);
