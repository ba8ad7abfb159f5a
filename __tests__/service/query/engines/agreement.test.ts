import { DuckDBInstance } from '@duckdb/node-api';
import fc, { isLong, runs } from '../../../support/properties.ts';
import { agree, scenarios } from '../../../oracle/agreement.ts';
import { Tally } from '../../../oracle/tally.ts';

const CASES = runs(500, 100);
const QUERIES_A_SET = 10;
/** The same cases in every run; `scripts/agree.ts` generates others. */
const SEED = 4;

const tally = new Tally();

const instance = await DuckDBInstance.create(':memory:', { threads: '1' });

afterAll(() => {
  instance.closeSync();
});

test('the engine and the oracle agree, row for row and in order', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios(QUERIES_A_SET), (scenario) => agree(scenario, instance, tally)),
    { numRuns: CASES / QUERIES_A_SET, seed: SEED },
  );
  expect(tally.cases).toBe(CASES);
}, 900_000);

const describeAtLength = isLong ? describe : () => undefined;

describeAtLength('of the cases that were compared', () => {
  test.each([
    ['rows', 0.4],
    ['buckets', 0.2],
    ['nulls', 0.2],
    ['empty', 0.3],
    ['ties', 0.01],
  ])('enough of the compared cases had %s', (fact, share) => {
    expect(tally.count(`all · ${fact}`)).toBeGreaterThanOrEqual(share * CASES);
  });

  test('few of the compared cases were refused by both', () => {
    expect(tally.count('all · refused')).toBeLessThanOrEqual(0.2 * CASES);
  });

  test.each(['timeseries', 'topN', 'groupBy', 'scan', 'timeBoundary', 'funnel', 'retention', 'experiment'])(
    'enough of the compared cases were a %s with rows',
    (type) => {
      expect(tally.count(`${type} · rows`)).toBeGreaterThanOrEqual(CASES / 100);
    },
  );
});
