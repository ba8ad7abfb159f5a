import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc, { runs } from '../../../support/properties.ts';
import { agree, scenarios } from '../../../oracle/agreement.ts';
import { Tally } from '../../../oracle/tally.ts';

const CASES = runs(1500, 200);
const QUERIES_A_SET = 10;
/** The same cases in every run; `scripts/agree.ts` generates others. */
const SEED = 4;

/** The building blocks of the language, by their names in the tally. */
const BLOCKS = [
  ...[
    'and',
    'or',
    'not',
    'selector',
    'in',
    'equals',
    'null',
    'range',
    'regex',
    'columnComparison',
    'interval',
  ].map((type) => `filter ${type}`),
  ...[
    'eventCount',
    'userCount',
    'count',
    'filtered',
    'thetaSketch',
    'quantilesDoublesSketch',
    'cardinality',
    'histogram',
  ].map((type) => `aggregation ${type}`),
  ...['long', 'double', 'float'].flatMap((type) =>
    ['Sum', 'Min', 'Max', 'Any', 'First', 'Last'].map((fold) => `aggregation ${type}${fold}`),
  ),
  ...['stringAny', 'stringFirst', 'stringLast', 'doubleMean'].map((type) => `aggregation ${type}`),
  ...['arithmetic', 'thetaSketchEstimate', 'thetaSketchSetOp', 'expression', 'zscore2sample'].map(
    (type) => `post ${type}`,
  ),
  ...['ToQuantile', 'ToQuantiles', 'ToRank', 'ToCDF', 'ToHistogram'].map(
    (type) => `post quantilesDoublesSketch${type}`,
  ),
  ...['UNION', 'INTERSECT', 'NOT'].map((func) => `func ${func}`),
  ...['+', '-', '*', '/', 'quotient'].map((fn) => `fn ${fn}`),
  ...['regex', 'lookup'].map((type) => `extractionFn ${type}`),
  ...['greaterThan', 'lessThan', 'equalTo', 'dimSelector', 'filter', 'and', 'or', 'not'].map(
    (type) => `having ${type}`,
  ),
  ...['numeric', 'dimension', 'inverted'].map((type) => `metric ${type}`),
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
let instance: DuckDBInstance;

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:', { threads: '1' });
});

afterAll(() => {
  instance.closeSync();
});

test('the engine and the oracle agree, row for row and in order', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios(QUERIES_A_SET), (scenario) => agree(scenario, instance, tally)),
    { numRuns: CASES / QUERIES_A_SET, seed: SEED },
  );
  expect(tally.cases).toBe(CASES);
}, 300_000);

describe('of the cases that were compared', () => {
  test.each([
    ['rows', 0.4],
    ['buckets', 0.2],
    ['nulls', 0.2],
    ['empty', 0.3],
    ['ties', 0.01],
  ])('enough had %s', (fact, share) => {
    expect(tally.count(`all · ${fact}`)).toBeGreaterThanOrEqual(share * CASES);
  });

  test('few were refused by both', () => {
    expect(tally.count('all · refused')).toBeLessThanOrEqual(0.2 * CASES);
  });

  test.each(['timeseries', 'topN', 'groupBy', 'scan', 'timeBoundary', 'funnel', 'retention', 'experiment'])(
    'enough were a %s with rows',
    (type) => {
      expect(tally.count(`${type} · rows`)).toBeGreaterThanOrEqual(CASES / 100);
    },
  );

  test('every building block of the language occurred, in the short run all but a few rare ones', () => {
    const missing = BLOCKS.filter((block) => tally.count(block) === 0);
    expect(missing.slice(CASES < 1500 ? 12 : 0)).toEqual([]);
  });
});
