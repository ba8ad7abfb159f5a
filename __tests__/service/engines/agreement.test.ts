import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { agree, scenarios } from '../evaluator/agreement.ts';
import { Tally } from '../evaluator/tally.ts';

let instance: DuckDBInstance;

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:', { threads: '1' });
});

afterAll(() => {
  instance.closeSync();
});

const CASES = Number(process.env['AGREEMENT_CASES'] ?? 500);
const QUERIES_A_SET = 10;

test('the engine and plain loops over the events agree, row for row and in order', async () => {
  const tally = new Tally();
  await fc.assert(
    fc.asyncProperty(scenarios(QUERIES_A_SET), (scenario) => agree(scenario, instance, tally)),
    { numRuns: Math.ceil(CASES / QUERIES_A_SET) },
  );
  expect(tally.cases).toBeGreaterThanOrEqual(CASES);
}, 3_600_000);
