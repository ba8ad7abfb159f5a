import { DuckDBInstance } from '@duckdb/node-api';
import fc, { runs } from '../../../support/properties.ts';
import { agree, scenarios } from '../../../oracle/agreement.ts';
import { TYPES } from '../../../support/tql-types.ts';
import { Tally } from '../../../oracle/tally.ts';

const CASES = runs(1500, 200);
const QUERIES_A_SET = 10;
/** The same cases in every run; `scripts/agree.ts` generates others. */
const SEED = 4;

/** The building blocks of the language, by their names in the tally. */
const BLOCKS = [
  ...TYPES.filter.map((type) => `filter ${type}`),
  ...TYPES.aggregation.map((type) => `aggregation ${type}`),
  ...TYPES.post.map((type) => `post ${type}`),
  ...['UNION', 'INTERSECT', 'NOT'].map((func) => `func ${func}`),
  ...['+', '-', '*', '/', 'quotient'].map((fn) => `fn ${fn}`),
  ...['regex', 'lookup'].map((type) => `extractionFn ${type}`),
  ...TYPES.having.map((type) => `having ${type}`),
  ...TYPES.metric.map((type) => `metric ${type}`),
  ...['lexicographic', 'alphanumeric', 'numeric', 'strlen', 'version'].map(
    (ordering) => `ordering ${ordering}`,
  ),
  ...['expression', 'mv-filtered'].map((type) => `virtualColumns ${type}`),
  ...['all', 'hour', 'fifteen_minute', 'day', 'week', 'month', 'quarter', 'year', 'duration', 'period'].map(
    (granularity) => `granularity ${granularity}`,
  ),
  ...[
    'if',
    'case_searched',
    'case_simple',
    'nvl',
    'cast',
    'round',
    'floor',
    'ceil',
    'abs',
    'concat',
    'strlen',
    'lower',
    'upper',
    'substring',
    'replace',
    'like',
    'regexp_extract',
    'timestamp_floor',
    'timestamp_format',
  ].map((name) => `${name}()`),
  ...['+', '-', '*', '/', '%', '^', '<', '<=', '>', '>=', '==', '!=', '&&', '||', '!'].map(
    (operator) => `operator ${operator}`,
  ),
  'relativeIntervals',
  'intervals',
  'testMode',
  'limit',
  'offset',
  'previousStop',
  'origin',
  'timeColumn',
  'columns',
  'orderBy',
  'batchSize',
  'maxStringBytes',
  'resultFormat compactedList',
  'sortByDimsFirst true',
  'resultAsArray true',
  'timestampResultField t',
  ...['Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', 'Australia/Lord_Howe'].map(
    (zone) => `timezone ${zone}`,
  ),
];

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

describe('of the cases that were compared', () => {
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

  test('every building block of the language occurred, in the short run all but a few rare ones', () => {
    const missing = BLOCKS.filter((block) => tally.count(block) === 0);
    expect(missing.slice(CASES < 1500 ? 12 : 0)).toEqual([]);
  });
});
