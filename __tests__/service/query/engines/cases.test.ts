// Cases that every engine must pass: shapes, names, order and values, to the letter.
import { describe, expect, test } from '@jest/globals';
import { answerQuery } from '../../../../src/service/query/answer.ts';
import { type Engine } from '../../../../src/service/query/engines/engine.ts';
import { DIFFERENCES } from '../../../support/cluster/differences.ts';
import { readCases } from './cases/cases.ts';
import { startDuckdb } from './cases/engines.ts';
import { testCases } from './cases/run-cases.ts';

testCases('duckdb', startDuckdb);

test('each case that Druid answers differently names a difference of docs/druid.md', () => {
  const reasons = readCases().flatMap(({ druid }) => (druid === undefined ? [] : [druid.reason]));
  expect(reasons.length).toBeGreaterThan(10);
  expect(reasons.filter((reason) => !(reason in DIFFERENCES))).toEqual([]);
});

describe('an engine that does not support everything', () => {
  const query = {
    queryType: 'topN',
    dimension: {
      type: 'extraction',
      dimension: 'a',
      outputName: 'a',
      extractionFn: { type: 'regex', expr: '(x)' },
    },
    metric: { type: 'inverted', metric: { type: 'dimension', ordering: 'version' } },
    threshold: 1,
    filter: { type: 'not', field: { type: 'null', column: 'a' } },
    virtualColumns: [{ type: 'mv-filtered', name: 'v', delegate: 'a', values: [] }],
    aggregations: [
      { type: 'filtered', filter: { type: 'in', dimension: 'a', values: [] }, aggregator: { type: 'userCount' } },
    ],
    postAggregations: [{ type: 'thetaSketchEstimate', name: 'e', field: { type: 'fieldAccess', fieldName: 'Users' } }],
  };

  test.each([
    ['query topN', 'queryType'],
    ['granularity all', 'granularity'],
    ['extractionFn regex', 'dimension'],
    ['ordering version', 'metric.metric.ordering'],
    ['filter null', 'filter.type'],
    ['filter in', 'aggregations[0].filter.type'],
    ['aggregation thetaSketch', 'aggregations[0].aggregator.type'],
    ['virtualColumn mv-filtered', 'virtualColumns[0].type'],
    ['postAggregation fieldAccess', 'postAggregations[0].type'],
  ])('refuses %s', async (block, path) => {
    const engine: Engine = {
      name: 'other',
      unsupported: new Map([[block, 'it has none']]),
      run: () => Promise.resolve(null),
      explain: () => Promise.reject(new Error()),
      close: () => Promise.resolve(),
    };
    const options = { owner: { id: 1, namespace: 'shop' }, nowMs: 0, engine, signal: new AbortController().signal };
    await expect(answerQuery(query, options)).rejects.toMatchObject({
      name: 'QueryError',
      path,
      message: `${path} is not supported by other: ${block}, it has none`,
    });
  });
});
