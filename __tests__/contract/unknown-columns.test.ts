// A column that no event has is told in the report, by the real client from the real service.
import type { InsightRequest, ReportRequest } from '../../src/report/inputs/request.ts';
import { createClient } from '../../src/report/client/client.ts';
import { reportInsight } from '../../src/report/run/insight.ts';
import { createQueryRunner } from '../../src/service/query/answer.ts';
import { engineOf } from '../../src/service/file-backend.ts';
import type { JsonObject } from '../../src/tql/json.ts';
import type { Query } from '../../src/tql/query.ts';
import { asQuery } from '../support/as-query.ts';
import { addEvents, addOrganization, serviceOfFile } from '../support/service/service-of-file.ts';

const NOW_MS = Date.parse('2026-11-20T10:00:00Z');

let asked: string[] = [];

const engine: { ask?: ReturnType<typeof createQueryRunner>['ask'] } = {};
const service = await serviceOfFile({
  nowMs: NOW_MS,
  ask: async (query, ...rest) => {
    asked.push((query as Query).queryType);
    return engine.ask?.(query, ...rest) ?? null;
  },
});
engine.ask = createQueryRunner(engineOf(service.store)).ask;
const token = await addOrganization(service, 'org');
const about = { appID: 'app', clientUser: 'u', type: 't', floatValue: 2 };
await addEvents(service, 'org', [
  { ...about, timestamp: '2026-11-01T00:00:00Z', payload: { modelName: 'Mac', plan: 'pro' } },
  { ...about, timestamp: '2025-01-01T00:00:00Z', payload: { retired: 'yes' } },
]);

const EVENTS = [{ type: 'eventCount', name: 'n' }] as const;
const topN = (column: string, more: JsonObject = {}): Query =>
  asQuery({
    queryType: 'topN',
    granularity: 'all',
    aggregations: EVENTS,
    threshold: 10,
    dimension: { type: 'default', dimension: column, outputName: 'Shown' },
    metric: { type: 'numeric', metric: 'n' },
    ...more,
  });
const only = (dimension: string): JsonObject => ({
  filter: { type: 'and', fields: [{ type: 'selector', dimension, value: 'Mac' }] },
});

async function notesOf(query: Query): Promise<readonly string[]> {
  asked = [];
  const limits = { timeoutMs: 5000, retries: 0, deadlineMs: 10_000, concurrency: 4 };
  const client = createClient({ url: service.url, token, ...limits });
  const range = { startMs: Date.parse('2026-10-01'), endMs: NOW_MS };
  const entry = {
    name: 'q',
    title: null,
    top: 10,
    metric: null,
    compare: 'none',
    history: 0,
    interval: { kind: 'absolute', label: 'x', range, byDay: false },
    source: { kind: 'query', path: 'q.json', query },
  } as unknown as InsightRequest;
  const request = {
    service: { dataSource: null },
    timezone: null,
    minGroupSize: 0,
  } as unknown as ReportRequest;
  return (await reportInsight(entry, query, request, client, NOW_MS)).notes;
}

test.each<readonly [string, Query, readonly string[]]>([
  ['a dimension', topN('model'), ['No event has "model"; did you mean "modelName"?']],
  ['a misspelt dimension', topN('modleName'), ['No event has "modleName"; did you mean "modelName"?']],
  ['a name like no other', topN('xyzzy'), ['No event has "xyzzy".']],
  ['a filter', topN('modelName', only('modlName')), ['No event has "modlName"; did you mean "modelName"?']],
  [
    'an aggregation',
    {
      queryType: 'timeseries',
      granularity: 'all',
      aggregations: [{ type: 'doubleSum', name: 'sum', fieldName: 'flaotValue' }],
    },
    ['No event has "flaotValue"; did you mean "floatValue"?'],
  ],
  [
    "a funnel's step",
    { queryType: 'funnel', steps: [{ name: 'a', ...only('plann') }] },
    ['No event has "plann"; did you mean "plan"?'],
  ],
])('%s that no event has is told, with the most similar column', async (_, query, notes) => {
  expect(await notesOf(query)).toEqual(notes);
});

test('a column that events have, though none in the period, is not reported', async () => {
  expect(await notesOf(topN('retired'))).toEqual([]);
  expect(await notesOf(topN('plan', only('retired')))).toEqual([]);
  expect(asked).toContain('segmentMetadata');
});

test('columns are not looked up if there are values to report', async () => {
  expect(await notesOf(topN('modelName'))).toEqual([]);
  expect(await notesOf(topN('plan', only('modelName')))).toEqual([]);
  expect(asked).not.toContain('segmentMetadata');
});

test("a query's own virtual column is not reported", async () => {
  const own = { type: 'expression', name: 'mine', expression: 'nvl("nothing", null)', outputType: 'STRING' };
  expect(await notesOf(topN('mine', { virtualColumns: [own] }))).toEqual([]);
});
