import type { DruidServer } from '../../../src/cluster/druid-server.ts';
import { answerQuery, explainQuery } from '../../support/service/answer.ts';
import { checkPlan } from '../../../src/service/query/engines/duckdb/engine.ts';
import { createDruidEngine } from '../../../src/cluster/engine/engine.ts';
import fc, { runs } from '../../support/properties.ts';
import { EVERY_BLOCK } from '../../support/service/query-fields.ts';

const owner = { id: 1, namespace: 'alpha.example' };
const NOW_MS = Date.UTC(2026, 9, 20);

/** An engine over a Druid that gives this answer to everything, and what it was sent. */
function engineOver(answer: unknown) {
  const sent: Record<string, unknown>[] = [];
  const server: DruidServer = {
    address: 'http://druid',
    ask: () => Promise.reject(new Error('not asked')),
    text: () => Promise.reject(new Error('not asked')),
    stream: async (request, read) => {
      sent.push(request.body as Record<string, unknown>);
      return read(chunks(JSON.stringify(answer)), '{}');
    },
    close: () => Promise.resolve(),
  };
  const asked = { owner, nowMs: NOW_MS, engine: createDruidEngine(server, checkPlan) };
  const ask = (query: unknown) => answerQuery(query, { ...asked, signal: new AbortController().signal });
  return { sent, ask, explain: (query: unknown) => explainQuery(query, asked) };
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const users = { type: 'thetaSketch', name: 'u', fieldName: 'clientUser' };
const field = (fieldName: string) => ({ type: 'fieldAccess', fieldName });

test('what Druid is sent is about the data source of the organization alone, whatever the query is', async () => {
  const { sent, ask } = engineOver([]);
  for (const query of EVERY_BLOCK) await ask(query).catch(() => null);
  expect(sent.length).toBeGreaterThan(50);
  for (const query of sent) {
    expect(query['dataSource']).toBe(owner.namespace);
    expect(JSON.stringify(query).match(/"dataSource"/g)).toHaveLength(1);
  }
});

test('what Druid is sent is what is explained', async () => {
  const { sent, ask, explain } = engineOver([]);
  const query = {
    queryType: 'groupBy',
    dimensions: [],
    aggregations: [users],
    intervals: ['2026-10-01/2026-10-02'],
  };
  const { language, statement, parameters, plan } = await explain(query);
  await ask(query);
  const { context, ...own } = sent[0] ?? {};
  const explained = JSON.parse(statement) as Record<string, unknown>;
  expect(explained).toMatchObject(own);
  expect(context).toMatchObject(explained['context'] as object);
  expect([language, parameters, plan]).toEqual(['Native query', [], '']);
});

test('what Druid is sent reads sketches as numbers only where numbers are needed', async () => {
  const { sent, ask } = engineOver([]);
  const setOp = { type: 'thetaSketchSetOp', func: 'UNION', fields: [field('u'), field('u')] };
  await ask({
    queryType: 'groupBy',
    intervals: ['2026-10-01/2026-10-02'],
    aggregations: [users, { type: 'count', name: 'n' }],
    postAggregations: [
      { ...setOp, name: 'alone' },
      { ...setOp, name: 'both' },
      { type: 'thetaSketchEstimate', name: 'e', field: { ...setOp, fields: [field('both'), field('u')] } },
      { type: 'arithmetic', name: 'half', fn: '/', fields: [field('u'), field('n')] },
      { ...field('u'), name: 'same' },
    ],
  });
  const finalized = { type: 'finalizingFieldAccess', fieldName: 'u' };
  expect(sent[0]?.['postAggregations']).toEqual([
    { type: 'thetaSketchEstimate', name: 'alone', field: { ...setOp, name: 'alone' } },
    { ...setOp, name: '_set_1' },
    { type: 'thetaSketchEstimate', name: 'both', field: field('_set_1') },
    { type: 'thetaSketchEstimate', name: 'e', field: { ...setOp, fields: [field('_set_1'), field('u')] } },
    { type: 'arithmetic', name: 'half', fn: '/', fields: [finalized, { ...finalized, fieldName: 'n' }] },
    { ...finalized, name: 'same' },
  ]);
});

test('a having filter leaves out the rows without a value, also in Druid', async () => {
  const { sent, ask } = engineOver([]);
  const selector = { type: 'selector', dimension: 'd', value: 'pro' };
  const not = (one: object) => ({ type: 'not', field: one });
  const or = (...fields: object[]) => ({ type: 'or', fields });
  await ask({
    queryType: 'groupBy',
    intervals: ['2026-10-01/2026-10-02'],
    dimensions: [{ type: 'default', dimension: 'plan', outputName: 'd' }],
    aggregations: [users],
    having: { type: 'filter', filter: or(selector, not(or(selector, not(selector)))) },
  });
  const withValue = { type: 'and', fields: [selector, not({ type: 'null', column: 'd' })] };
  const filter = or(withValue, not(or(selector, not(withValue))));
  expect(sent[0]?.['having']).toEqual({ type: 'filter', filter });
});

describe('an answer that does not fit the query', () => {
  test('the error names the granularity if a change of the clock has moved its buckets', async () => {
    for (const [queryType, result] of [
      ['timeseries', { n: 1 }],
      ['topN', [{ type: 'x', n: 1 }]],
    ] as const) {
      const { ask } = engineOver([{ timestamp: '2026-10-03T15:45:00.000Z', result }]);
      const query = (timeZone: string) => ({
        queryType,
        granularity: { type: 'period', period: 'PT2H', timeZone },
        intervals: ['2026-10-03T15:30:00.000Z/2026-10-04T15:30:00.000Z'],
        aggregations: [{ type: 'count', name: 'n' }],
        ...(queryType === 'topN'
          ? {
              dimension: { type: 'default', dimension: 'type', outputName: 'type' },
              metric: { type: 'numeric', metric: 'n' },
              threshold: 5,
            }
          : {}),
      });
      await expect(ask(query('Australia/Lord_Howe'))).rejects.toMatchObject({
        name: 'QueryError',
        path: 'granularity',
        message: expect.stringContaining('a change of the clock in Australia/Lord_Howe'),
      });
      await expect(ask(query('UTC'))).rejects.toMatchObject({ name: 'EngineError' });
    }
  });

  const scalar = fc.constantFrom(null, 0, 1, -1, 1.5, 1e300, 'x', '', '2026-10-01T00:00:00.000Z', true);
  const name = fc.constantFrom(
    'timestamp',
    'result',
    'events',
    'columns',
    'rowSignature',
    'minTime',
    'maxTime',
    'n',
    '__proto__',
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      scalar,
      fc.array(tie('value'), { maxLength: 4 }),
      fc
        .array(fc.tuple(name, tie('value')), { maxLength: 5 })
        .map((entries) => Object.fromEntries(entries) as unknown),
    ),
  }));

  test('an answer that does not fit the query is an EngineError or has the shape of the wire, nothing else', async () => {
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { maxLength: 3 }),
        fc.constantFrom(...EVERY_BLOCK),
        async (answer, query) => {
          const given = await engineOver(answer)
            .ask(query)
            .catch((error: unknown) => error);
          kinds.add(given instanceof Error ? given.name : 'answer');
          if (given instanceof Error) expect(['EngineError', 'QueryError']).toContain(given.name);
          else expect(Array.isArray(given)).toBe(true);
        },
      ),
      { numRuns: runs(600) },
    );
    expect(kinds).toContain('EngineError');
    expect(kinds).toContain('answer');
  });
});
