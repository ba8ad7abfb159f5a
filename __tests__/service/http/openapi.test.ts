// The description at /openapi.json, compared with the answers of a service: each path, method and status,
// headers and body.
import { Validator } from '@seriousme/openapi-schema-validator';
import * as v from 'valibot';
import { CancelledError, CrowdedError, EngineError } from '../../../src/service/errors.ts';
import { CONNECTION_TIMEOUTS } from '../../../src/service/http/listen.ts';
import { clusterBackend } from '../../../src/cluster/plug.ts';
import { startService } from '../../../src/service/start.ts';
import type { StartOptions } from '../../../src/service/start-options.ts';
import { describedBy, type Seen } from '../../support/service/described-answers.ts';
import { event, LAST_30_DAYS } from '../../support/service/event.ts';
import { SLOW_QUERY } from '../../support/service/heavy-queries.ts';
import { holding, raw } from '../../support/service/raw-connection.ts';
import { addOrganization } from '../../support/service/service-of-file.ts';

const NOW_MS = Date.UTC(2026, 9, 20);
const RUN = '/api/v4/query/tql';
const EXPLAIN = `${RUN}/explain`;
const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const INSIGHT = `/api/v3/insights/${ID}/query`;
const READ = ['/health', '/metrics', '/openapi.json'];
const GROUP_ID = '00000000-0000-4000-8000-000000000000';
let listings: readonly string[] = [];
const paths = () => [RUN, EXPLAIN, INSIGHT, ...READ, ...listings, ...ingestPaths];

/** The paths that list what a token reads, each with an id that is there. */
async function listingPaths(): Promise<readonly string[]> {
  const at = '/api/v3';
  const asked = await fetch(`${service.url}${at}/organizations`, { headers });
  const LISTED = v.array(
    v.object({
      id: v.string(),
      apps: v.array(v.object({ id: v.string(), insightGroups: v.array(v.object({ id: v.string() })) })),
    }),
  );
  const [organization] = v.parse(LISTED, await asked.json());
  const [app] = organization?.apps ?? [];
  const ids = [`organizations/${organization?.id}`, `apps/${app?.id}`, `groups/${app?.insightGroups[0]?.id}`];
  return ['organizations', 'apps', ...ids, `insights/${ID}`].map((path) => `${at}/${path}`);
}
const JSON_TYPE = { 'content-type': 'application/json' };
const intervals = ['2026-10-01/2026-11-01'];
const count = [{ type: 'count', name: 'n' }];
const by = (dimension: string) => ({ type: 'default', dimension, outputName: dimension });
const most = { type: 'numeric', metric: 'n' };
const steps = ['a', 'b'].map((name) => ({
  name,
  filter: { type: 'selector', dimension: 'type', value: name },
}));

const WEB = ['/v2/w?namespace=a'];

async function start(options: Partial<StartOptions> = {}) {
  const started = await startService({
    dbPath: ':memory:',
    nowMs: NOW_MS,
    ingest: ['a', 'later'],
    ...options,
  });
  const token = await addOrganization(started, 'a');
  const { key } = await started.store.writeKeys.create('a');
  const ingest = ['/v2/namespace/a', `/v2/namespace/a/${key}`, '/v2', `/v2/${key}`, ...WEB];
  return { started, headers: { ...JSON_TYPE, authorization: `Bearer ${token}` }, ingest };
}

const begun = await start();
const service = begun.started;
const headers: Record<string, string> = begun.headers;
const ingestPaths: readonly string[] = begun.ingest;
await service.store.insights.add('a', [
  { id: ID, name: 'devices', query: { queryType: 'topN', threshold: 3 } },
]);
await service.importEvents('a', [event({ type: 'a' }), event({ type: 'b', floatValue: undefined })]);
listings = await listingPaths();
const described = describedBy(await (await fetch(`${service.url}/openapi.json`)).json());

afterAll(() => service.close(0));

/** Never answers, and fails once the signal is aborted. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new CancelledError());
    });
  });
}

/** Sends a request and checks its answer against the description. */
async function ask(path: string, init: RequestInit = {}, url = service.url): Promise<Seen> {
  const method = init.method ?? 'POST';
  return described.check(path, method, await fetch(`${url}${path}`, { ...init, method }));
}

const run = (query: unknown, more: RequestInit = {}) =>
  ask(RUN, { headers, body: JSON.stringify(query), ...more });

test('the description is an OpenAPI 3.1 document', async () => {
  for (const ingest of [[], ['a']]) {
    const { started } = await start({ ingest });
    const document: unknown = await (await fetch(`${started.url}/openapi.json`)).json();
    const validator = new Validator();
    expect(await validator.validate(document as Record<string, unknown>)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    await started.close(0);
  }
});

test.each<[string, object]>([
  ['timeseries', { granularity: 'day', aggregations: count, context: { grandTotal: true } }],
  ['topN', { granularity: 'all', dimension: by('type'), metric: most, threshold: 5, aggregations: count }],
  [
    'topN',
    {
      granularity: 'day',
      dimension: by('floatValue'),
      metric: most,
      threshold: 5,
      aggregations: [...count, { type: 'doubleMax', name: 'm', fieldName: 'floatValue' }],
    },
  ],
  ['groupBy', { granularity: 'all', dimensions: [by('type'), by('modelName')], aggregations: count }],
  ['scan', {}],
  ['scan', { columns: ['__time', 'type', 'floatValue'] }],
  ['timeBoundary', {}],
  ['segmentMetadata', {}],
  ['segmentMetadata', { analysisTypes: [] }],
  ['funnel', { granularity: 'all', steps }],
  ['retention', { granularity: 'day' }],
  ['experiment', { sample1: steps[0], sample2: steps[1], successCriterion: steps[1] }],
])('an answer with 200 is described for a %s: %j', async (queryType, rest) => {
  const { status, body } = await run({ queryType, intervals, ...rest });
  expect([status, body]).toEqual([200, expect.any(Array)]);
  expect(body).not.toHaveLength(0);
  expect(described.matching(body)).toContain(SCHEMAS[queryType] ?? 'GroupByResult');
});

test('an answer with 200 is described for an insight, posted events, /health, /metrics and the description', async () => {
  const body = JSON.stringify({ relativeInterval: LAST_30_DAYS });
  expect((await ask(INSIGHT, { headers, body })).status).toBe(200);
  for (const path of ingestPaths) {
    const [sent, accepted] = WEB.includes(path) ? [event(), 1] : [[event(), event()], 2];
    const answer = await ask(path, { headers: JSON_TYPE, body: JSON.stringify(sent) });
    expect(answer).toEqual({ status: 200, body: { accepted } });
  }
  for (const path of [...READ, ...listings]) {
    for (const method of ['GET', 'HEAD']) expect((await ask(path, { method, headers })).status).toBe(200);
  }
});

test('an answer to OPTIONS is described, with what a preflight needs', async () => {
  for (const path of paths()) expect((await ask(path, { method: 'OPTIONS' })).status).toBe(204);
});

test('an explanation is described', async () => {
  const body = JSON.stringify({ queryType: 'scan', intervals });
  expect((await ask(EXPLAIN, { headers, body })).status).toBe(200);
});

test('a refusal is described with 400', async () => {
  for (const path of [RUN, EXPLAIN, INSIGHT, ...ingestPaths]) {
    for (const body of ['{', '{}', '']) expect((await ask(path, { headers, body })).status).toBe(400);
  }
  expect((await run({ queryType: 'topN', intervals: ['x'] })).body).toMatchObject({
    path: expect.any(String),
  });
  expect((await run({ queryType: 'timeBoundary', intervals })).status).toBe(200);
  expect((await service.store.events.payloadColumns(1)).size).toBeLessThan(10);
});

test('a refusal is described with 401, 402, 403 and 404', async () => {
  for (const path of [RUN, EXPLAIN, INSIGHT]) {
    expect((await ask(path, { headers: JSON_TYPE })).status).toBe(401);
    expect((await ask(path, { headers: { ...headers, authorization: 'Basic eDp5' } })).status).toBe(401);
  }
  const foreign = JSON.stringify({ queryType: 'topN', dataSource: 'b' });
  for (const path of [RUN, EXPLAIN]) expect((await ask(path, { headers, body: foreign })).status).toBe(403);
  const other = INSIGHT.replace(ID, '00000000-0000-4000-8000-000000000000');
  expect((await ask(other, { headers, body: '{}' })).status).toBe(404);
  for (const namespace of ['later', 'nobody']) {
    expect((await ask(`/v2/namespace/${namespace}`, { headers, body: '[]' })).status).toBe(404);
  }
  const early = await start({ ingest: ['later'] });
  for (const path of [...early.ingest.slice(0, 3), '/v2/elsewhere', ...WEB]) {
    expect((await ask(path, { headers, body: '[]' }, early.started.url)).status).toBe(404);
  }
  await early.started.close(0);
  await service.store.organizations.setPlan('a', 'free');
  for (const path of [RUN, EXPLAIN, INSIGHT])
    expect((await ask(path, { headers, body: '{}' })).status).toBe(402);
  await service.store.organizations.setPlan('a', 'paid');
});

test('a refusal is described with 401, 402 and 404 to listings, and with 503 and 504 if apps are not found', async () => {
  const empty = listings.slice(2).map((path) => path.replace(/[^/]+$/, GROUP_ID));
  const statuses = async (of: readonly string[], init: RequestInit, url = service.url) =>
    Promise.all(
      of.flatMap((path) =>
        ['GET', 'HEAD'].map(async (method) => (await ask(path, { ...init, method }, url)).status),
      ),
    );
  expect(new Set(await statuses(empty, { headers }))).toEqual(new Set([404]));
  expect(new Set(await statuses(listings, {}))).toEqual(new Set([401]));
  await service.store.organizations.setPlan('a', 'free');
  expect(new Set(await statuses(listings, { headers }))).toEqual(new Set([402]));
  await service.store.organizations.setPlan('a', 'paid');
  const full = await start({ limits: { queries: 0, timeoutMs: 1000 } });
  const asked = listings.slice(0, 5);
  expect(new Set(await statuses(asked, { headers: full.headers }, full.started.url))).toEqual(new Set([503]));
  await full.started.close(0);
  const late = await start({
    limits: { queries: 20, timeoutMs: 1 },
    ask: (_query, _of, _now, signal) => aborted(signal),
  });
  expect(new Set(await statuses(asked, { headers: late.headers }, late.started.url))).toEqual(new Set([504]));
  await late.started.close(0);
});

test('a refusal is described with 401, 403 and 429 to posts', async () => {
  const { started, ingest } = await start({ guard: { needsKey: true } });
  await started.store.organizations.create('b', 'paid');
  const { key } = await started.store.writeKeys.create('b');
  const post = async (path: string, more = {}, url = started.url) =>
    (await ask(path, { headers: { ...JSON_TYPE, ...more }, body: '[]' }, url)).status;
  const unknown = ['/v2/namespace/a/ikey_unknown', '/v2/ikey_unknown'];
  for (const path of ['/v2/namespace/a', '/v2', ...unknown, ...WEB]) expect(await post(path)).toBe(401);
  for (const path of ['/v2/namespace/a', '/v2', ...WEB])
    expect(await post(path, { authorization: `Bearer ${key}` })).toBe(403);
  for (const path of [`/v2/namespace/a/${key}`, `/v2/${key}`]) expect(await post(path)).toBe(403);
  await started.close(0);
  const limited = await start({ guard: { rate: { perSecond: 1, burst: 0 } } });
  for (const path of ingest) expect(await post(path, {}, limited.started.url)).toBe(429);
  await limited.started.close(0);
});

test('a refusal is described with 405, 413 and 415', async () => {
  for (const path of paths()) {
    const isRead = READ.includes(path) || listings.includes(path);
    for (const method of ['PUT', 'DELETE', 'PATCH', isRead ? 'POST' : 'GET']) {
      expect((await ask(path, { method, headers })).status).toBe(405);
    }
    if (isRead) continue;
    expect((await ask(path, { headers, body: ' '.repeat(1_048_577) })).status).toBe(413);
    expect(
      (await ask(path, { headers: { ...headers, 'content-type': 'text/html' }, body: '{}' })).status,
    ).toBe(415);
    expect(
      (await ask(path, { headers: { ...headers, 'content-encoding': 'gzip' }, body: '{}' })).status,
    ).toBe(415);
  }
});

test.each([
  [408, { headersMs: 200, requestMs: 200, checkEveryMs: 20 }, ''],
  [431, {}, `x: ${'x'.repeat(16_384)}\r\n\r\n`],
])('a refusal is described with %i', async (status, timeouts, bytes) => {
  const { started } = await start({ timeouts: { ...CONNECTION_TIMEOUTS, ...timeouts } });
  const seen = paths().flatMap((path) =>
    [...described.methodsOf(path)].map(async (method) => {
      const answer = await raw(started.url, `${method} ${path} HTTP/1.1\r\nhost: a\r\n${bytes}`);
      expect((await described.check(path, method, answer)).status).toBe(status);
    }),
  );
  await Promise.all(seen);
  await started.close(0);
});

test('a refusal is described with 500', async () => {
  const failing = await start({ ask: () => Promise.reject(new EngineError('secret')) });
  const body = JSON.stringify({ queryType: 'scan', intervals });
  expect((await ask(RUN, { headers: failing.headers, body }, failing.started.url)).status).toBe(500);
  await failing.started.close(0);
});

test('a refusal is described with 503 and 504 to queries', async () => {
  const body = JSON.stringify({ queryType: 'scan', intervals });
  const crowded = await start({ ask: () => Promise.reject(new CrowdedError('Others have the memory')) });
  const full = await start({ limits: { queries: 0, timeoutMs: 1000 } });
  expect((await ask(EXPLAIN, { headers: full.headers, body }, full.started.url)).status).toBe(503);
  for (const { started, headers: own } of [crowded, full]) {
    expect((await ask(RUN, { headers: own, body }, started.url)).status).toBe(503);
    await started.close(0);
  }
  const late = await start({ limits: { queries: 2, timeoutMs: 1 } });
  await late.started.importEvents(
    'a',
    Array.from({ length: 100 }, (_, n) => event({ clientUser: `u${n}` })),
  );
  const heavy = JSON.stringify(SLOW_QUERY);
  for (const path of [RUN, EXPLAIN])
    expect((await ask(path, { headers: late.headers, body: heavy }, late.started.url)).status).toBe(504);
  await late.started.close(0);
});

test('a refusal is described with 503 of /health', async () => {
  const { started } = await start({
    health: async () => ({ status: 'full', problems: ['The disk is full.'] }),
  });
  for (const method of ['GET', 'HEAD'])
    expect((await ask('/health', { method }, started.url)).status).toBe(503);
  await started.close(0);
});

test('a refusal is described with 503 to posts', async () => {
  const { started, ingest } = await start({ ingestLimits: { bytes: 10, events: 10 } });
  const held = await holding(
    started.url,
    `POST /v2 HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n[`,
  );
  for (const path of ingest) {
    let status = 200;
    // Waits until the request above has arrived.
    while (status === 200) ({ status } = await ask(path, { headers: JSON_TYPE, body: '[]' }, started.url));
    expect(status).toBe(503);
  }
  held.destroy();
  await started.close(0);
});

/** Only a fault of the service causes a 500, and only a run can be made to fail from outside. */
test('a cluster that is not there makes /health, queries and posts answer with 503, and the log says it once', async () => {
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const cluster = { druidUrl: 'http://127.0.0.1:1', overlordUrl: null, kafkaBrokers: ['127.0.0.1:1'] };
  const { started, headers } = await start({ backend: clusterBackend(cluster), warn });
  const post = { method: 'POST', headers, body: JSON.stringify({ appID: 'a', type: 'b' }) };
  for (let posts = 0; posts < 3; posts++) expect((await ask('/v2', post, started.url)).status).toBe(503);
  const query = {
    ...post,
    body: JSON.stringify({ queryType: 'timeseries', granularity: 'all', intervals, aggregations: count }),
  };
  expect((await ask(RUN, query, started.url)).status).toBe(503);
  const { status, body } = await ask('/health', { method: 'GET' }, started.url);
  const problems = ['Druid cannot be reached.', 'Kafka does not acknowledge events.'];
  expect([status, body]).toEqual([503, { status: 'cluster-away', problems }]);
  await started.close(0);
  const told = warnings.filter((each) => each.includes('Kafka'));
  expect(told).toEqual([
    expect.stringMatching(/^Kafka at 127\.0\.0\.1:1: .*ECONNREFUSED.*\. Events are answered with 503 until/),
  ]);
});

test('every answer that is described was seen', () => {
  const unseen = described.unseen().filter((each) => !each.endsWith(' 500'));
  expect(unseen).toEqual([]);
});

const SCHEMAS: Readonly<Record<string, string>> = {
  timeseries: 'TimeseriesResult',
  topN: 'TopNResult',
  scan: 'ScanResult',
  timeBoundary: 'TimeBoundaryResult',
  segmentMetadata: 'SegmentMetadataResult',
};
