// Cases that every engine must pass: shapes, names, order and values, to the letter.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerQuery } from '../../../../src/service/query/answer.ts';
import { compile } from '../../../../src/service/query/compile/compile.ts';
import { buildingBlocks } from '../../../../src/service/query/engines/capabilities.ts';
import { type Engine, type EventOwner } from '../../../../src/service/query/engines/engine.ts';
import { parseRunQuery } from '../../../../src/tql/query.ts';
import { eventsOf, readCases, type Case } from './cases/cases.ts';
import { ENGINES, type EngineUnderTest } from './cases/engines.ts';

const CASES = readCases();

/** JSON with its keys in order, and fractions with 12 digits, because engines may differ in the last bits. */
function written(answer: unknown): string {
  return JSON.stringify(answer, (_key, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value,
  );
}

describe.each([...ENGINES])('%s', (_name, start) => {
  let under: EngineUnderTest;
  const owners = new Map<string, Promise<EventOwner>>();

  beforeAll(async () => {
    under = await start();
  });

  afterAll(() => {
    under.close();
  });

  function ownerOf(one: Case): Promise<EventOwner> {
    const name = typeof one.events === 'string' ? one.events : `case-${CASES.indexOf(one)}`;
    const owner = owners.get(name) ?? under.load(name, eventsOf(one));
    owners.set(name, owner);
    return owner;
  }

  /** A query with something that the engine does not support must be refused, never answered differently. */
  function isUnsupported({ query, now }: Case, { namespace }: EventOwner): boolean {
    const parsed = parseRunQuery(query);
    if (!parsed.ok) return false;
    const compiled = compile(parsed.value, { namespace, nowMs: Date.parse(now) });
    return buildingBlocks(compiled).some(({ name }) => under.engine.unsupported.has(name));
  }

  test.each(CASES.map((one) => [`${one.file}: ${one.name} [${one.section}]`, one] as const))(
    '%s',
    async (_title, one) => {
      const owner = await ownerOf(one);
      const options = { owner, nowMs: Date.parse(one.now), engine: under.engine };
      const answering = answerQuery(one.query, { ...options, signal: new AbortController().signal });
      if (isUnsupported(one, owner)) {
        await expect(answering).rejects.toThrow(`is not supported by ${under.engine.name}`);
        return;
      }
      expect(written(await answering)).toBe(written(one.answer));
    },
  );
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
