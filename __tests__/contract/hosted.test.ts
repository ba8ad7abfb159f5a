// Whole reports from the hosted service as it is known: an id and a token, and nothing else. Expected numbers
// are computed by loops.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { proxyTo } from '../../src/cli/explore/proxy.ts';
import { parseInputs } from '../../src/report/inputs/parse-report.ts';
import { silentLog } from '../../src/text/log.ts';
import type { FailedInsight, InsightResult, ReportedInsight } from '../../src/report/results/results.ts';
import { nodeInputEffects } from '../../src/report/run/effects.ts';
import { runReport } from '../../src/report/run/reports.ts';
import type { JsonObject } from '../../src/tql/json.ts';
import type { Hosted } from '../support/hosted/stand-in.ts';
import { hostedAt } from '../support/hosted/starting.ts';
import { runWith } from '../support/run-command.ts';
import {
  APP,
  eventsOf,
  hostedWorld,
  INSIGHTS,
  NAMESPACE,
  OTHER_NAMESPACE,
  TOKEN,
  TOKEN_OF_TWO,
} from '../support/hosted/world.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const ORGANIZATIONS = '/api/v3/organizations/';
const NO_TESTERS = { type: 'selector', dimension: 'isTestMode', value: 'false' };

const start = hostedAt(NOW_MS);

/** Reports with these inputs. */
async function report(hosted: Hosted, inputs: Record<string, string>): Promise<readonly InsightResult[]> {
  const given = { 'api-token': TOKEN, 'api-url': hosted.url, 'post-to': 'none', retries: '0', ...inputs };
  const request = await parseInputs(given, nodeInputEffects());
  const effects = { nowMs: NOW_MS, log: silentLog, run: null, client: { environment: {} } };
  return (await runReport(request, effects)).insights;
}

async function reportOne(hosted: Hosted, inputs: Record<string, string>): Promise<ReportedInsight> {
  const [insight] = await report(hosted, inputs);
  if (insight?.status !== 'ok') throw new Error(JSON.stringify(insight));
  return insight;
}

async function failOne(hosted: Hosted, inputs: Record<string, string>): Promise<FailedInsight> {
  const [insight] = await report(hosted, inputs);
  if (insight?.status !== 'error') throw new Error(JSON.stringify(insight));
  return insight;
}

/** The users of each model in the last 28 complete days, testers left out. */
function usersByModel(): Record<string, number> {
  const users = new Map<string, Set<string>>();
  const endMs = Date.UTC(2026, 10, 20);
  for (const event of eventsOf(APP, NOW_MS) as readonly HostedEvent[]) {
    const ms = Date.parse(event.timestamp);
    if (event.isTestMode || ms < endMs - 28 * 86_400_000 || ms >= endMs) continue;
    const model = event.payload['TelemetryDeck.Device.modelName'] ?? '';
    users.set(model, (users.get(model) ?? new Set()).add(event.clientUser));
  }
  return Object.fromEntries([...users].map(([model, each]) => [model, each.size]));
}

interface HostedEvent {
  readonly timestamp: string;
  readonly isTestMode: boolean;
  readonly clientUser: string;
  readonly floatValue: number;
  readonly payload: Readonly<Record<string, string>>;
}

function queryFile(query: JsonObject) {
  const path = join(emptyFolder(), 'query.json');
  writeFileSync(path, JSON.stringify(query));
  return path;
}

const rowsOf = (insight: ReportedInsight) =>
  Object.fromEntries(insight.rows.map(({ key, value }) => [key, value]));
const paths = (hosted: Hosted) => hosted.requests.map(({ method, path }) => `${method} ${path}`);

describe('an id and a token, and nothing else', () => {
  test.each(['array', 'envelope'] as const)(
    'an id and a token alone give the report, if answers come as an %s',
    async (form) => {
      const hosted = await start({ form });
      const insight = await reportOne(hosted, { insights: INSIGHTS.devices });
      expect(rowsOf(insight)).toEqual(usersByModel());
      expect(insight).toMatchObject({ title: 'Devices of everybody', total: 8, notes: [] });
    },
  );

  test('an id and a token alone ask for the organizations once, before the first query', async () => {
    const hosted = await start();
    await report(hosted, { insights: `${INSIGHTS.devices}, ${INSIGHTS.users}` });
    expect(paths(hosted).filter((path) => path === `GET ${ORGANIZATIONS}`)).toHaveLength(1);
    expect(new Set(hosted.queries().map(({ dataSource }) => dataSource))).toEqual(new Set([NAMESPACE]));
    expect(new Set(hosted.requests.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('an id and a token alone ask for no organizations if `data-source` is given', async () => {
    const hosted = await start();
    await report(hosted, { insights: `mine: ${INSIGHTS.devices}`, 'data-source': NAMESPACE });
    expect(paths(hosted).filter((path) => path.startsWith('GET'))).toEqual([]);
  });

  test('an id and a token alone list columns and run a query on the command line', async () => {
    const hosted = await start();
    const io = { env: { INSIGHT_REPORT_API_TOKEN: TOKEN } };
    const asked = ['--api-url', hosted.url, '--now', new Date(NOW_MS).toISOString()];
    const path = queryFile({ queryType: 'timeBoundary' });
    const ran = await runWith(io, 'query', path, ...asked);
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('2026-11-19T23:00')]);
    const listed = await runWith(io, 'columns', ...asked);
    expect([listed.code, listed.stdout]).toEqual([
      0,
      expect.stringContaining('TelemetryDeck.Device.modelName'),
    ]);
  });

  test('an id and a token alone list the values of a column, although an answer begins with a bucket of 1970', async () => {
    const hosted = await start();
    const io = { env: { INSIGHT_REPORT_API_TOKEN: TOKEN } };
    const flags = ['--api-url', hosted.url, '--now', new Date(NOW_MS).toISOString()];
    const { code, stdout } = await runWith(io, 'columns', 'TelemetryDeck.Device.modelName', ...flags);
    expect([code, stdout]).toEqual([0, expect.stringContaining('iPhone')]);
    const made = await runWith(io, 'new', 'rate', '--event', 'TelemetryDeck.Session.started', ...flags);
    expect([made.code, made.stderr]).toEqual([0, expect.not.stringContaining('no event has the type')]);
  });

  test('an id and a token alone answer the explorer, which gives the data source if a token reads two', async () => {
    const hosted = await start();
    const query = { queryType: 'timeBoundary' };
    const { signal } = new AbortController();
    const without = proxyTo(new URL(hosted.url), TOKEN_OF_TWO, {}, null).answer('run', query, null, signal);
    await expect(without).rejects.toMatchObject({ status: 400 });
    const explored = proxyTo(new URL(hosted.url), TOKEN_OF_TWO, {}, OTHER_NAMESPACE);
    expect((await explored.answer('run', query, null, signal)).status).toBe(200);
    expect(hosted.requests.at(-1)?.body).toMatchObject({ dataSource: OTHER_NAMESPACE });
  });

  test('an id and a token alone answer the explorer', async () => {
    const hosted = await start();
    const explored = proxyTo(new URL(hosted.url), TOKEN, {}, null);
    const query = { queryType: 'timeBoundary' };
    const answer = await explored.answer('run', query, null, new AbortController().signal);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('2026-11-20')]);
    const typed = proxyTo(new URL(hosted.url), '', {}, null).answer(
      'run',
      query,
      'ikey_typed',
      new AbortController().signal,
    );
    await expect(typed).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining('it is a write key'),
    });
  });
});

test('the data source is the namespace of the organization whose app the query names', async () => {
  const hosted = await start();
  const insights = `${INSIGHTS.theirs} ${INSIGHTS.oldForm}`;
  const found = await report(hosted, { insights, 'api-token': TOKEN_OF_TWO });
  expect(found.map(({ status }) => status)).toEqual(['ok', 'ok']);
  const queries = found.map((insight) => (insight.status === 'ok' ? insight.query['dataSource'] : null));
  expect(queries).toEqual([OTHER_NAMESPACE, NAMESPACE]);
});

test('a message wants data-source if no app of the query decides between organizations', async () => {
  const query: JsonObject = {
    queryType: 'timeseries',
    granularity: 'all',
    aggregations: [{ type: 'eventCount' }],
  };
  const { organizations } = hostedWorld(NOW_MS);
  const [first, other] = organizations;
  if (first === undefined || other === undefined) throw new Error('no organizations');
  const [app] = first.apps;
  if (app === undefined) throw new Error('no app');
  const insights = [{ id: INSIGHTS.devices, title: 'Everything', query }];
  const undecided = { ...first, apps: [{ ...app, groups: [{ id: 'g', title: 'All', insights }] }] };
  const hosted = await start({ organizations: [undecided, other] });
  const failed = await failOne(hosted, { insights: INSIGHTS.devices, 'api-token': TOKEN_OF_TWO });
  expect(failed).toMatchObject({ title: 'Everything', error: { kind: 'data-source', status: null } });
  expect(failed.error.message).toMatch(/com\.example.*org\.other.*`data-source`/);
  expect(hosted.queries()).toEqual([]);
});

test('the data source is left out if the service has no list of organizations', async () => {
  const hosted = await start({ without: /organizations/ });
  const failed = await failOne(hosted, { insights: INSIGHTS.devices });
  expect(failed.error).toMatchObject({ kind: 'data-source', status: 401 });
  expect(failed.error.message).toMatch(/no data source.*Missing key 'dataSource'.*Set `data-source`/);
  expect(failed.error.message).not.toMatch(/token is unknown/);
});

test('the data source that the token cannot read fails its insight alone; readable ones are named', async () => {
  const hosted = await start();
  const found = await report(hosted, {
    insights: `${INSIGHTS.devices} ${INSIGHTS.users}`,
    'data-source': 'com.exampel',
  });
  for (const insight of found) {
    const error = insight.status === 'error' ? insight.error : null;
    expect(error).toMatchObject({ kind: 'data-source', status: 401 });
    expect(error?.message).toMatch(/User can not access com\.exampel.*The token reads "com\.example"/);
  }
});

test('the data source of a saved query that names the table of all organizations is replaced', async () => {
  const world = hostedWorld(NOW_MS);
  const [first] = world.organizations;
  const [app] = first?.apps ?? [];
  if (first === undefined || app === undefined) throw new Error('no app');
  const [group] = app.groups;
  const insights = (group?.insights ?? []).map((each) => ({
    ...each,
    query: { ...each.query, dataSource: 'telemetry-signals' },
  }));
  const organizations = [{ ...first, apps: [{ ...app, groups: [{ id: 'g', title: 'All', insights }] }] }];
  const hosted = await start({ organizations });
  expect((await reportOne(hosted, { insights: INSIGHTS.devices })).query).toMatchObject({
    dataSource: NAMESPACE,
  });
});

test('the data source does not matter to a refused token, which is said once', async () => {
  const hosted = await start();
  const failed = await failOne(hosted, { insights: INSIGHTS.devices, 'api-token': 'tdpat_of_nobody' });
  expect(failed.error).toMatchObject({ kind: 'unauthorized', status: 401 });
  expect(failed.error.message).toContain('the token is unknown, expired or revoked');
});

test('test events are left out of an insight of one app, and the query of the report shows it', async () => {
  const insight = await reportOne(await start(), { insights: INSIGHTS.devices });
  expect(insight.query['filter']).toEqual(NO_TESTERS);
});

test('test events are left out once if the insight leaves them out itself', async () => {
  const insight = await reportOne(await start(), { insights: INSIGHTS.oldForm });
  const { fields } = insight.query['filter'] as { fields: readonly unknown[] };
  expect(fields).toEqual([expect.objectContaining({ dimension: 'appID' }), NO_TESTERS]);
});

test('a retention is requested in UTC whatever the zone, over whole weeks, and the report says both', async () => {
  const hosted = await start();
  const insight = await reportOne(hosted, { insights: INSIGHTS.retention, timezone: 'Europe/Berlin' });
  const [query] = hosted.queries();
  expect(query).toMatchObject({ intervals: ['2026-10-26T00:00:00.000Z/2026-11-15T23:59:59.999Z'] });
  expect(query?.['context']).toBeUndefined();
  expect(insight).toMatchObject({
    title: 'Who comes back',
    timezone: 'UTC',
    interval: {
      label: '3 whole weeks',
      start: '2026-10-26T00:00:00.000Z',
      end: '2026-11-16T00:00:00.000Z',
    },
  });
  expect(insight.notes).toEqual([
    expect.stringContaining('3 whole weeks'),
    expect.stringContaining('not in Europe/Berlin'),
    expect.stringContaining('cohorts are compared with each other'),
  ]);
  const cohorts = [...new Set(insight.rows.map(({ key }) => key.split(' / ')[0]))];
  expect(cohorts).toEqual(['2026-10-26_2026-11-01', '2026-11-02_2026-11-08', '2026-11-09_2026-11-15']);
});

test('a retention of months gets the last two whole ones if there are not as many in its interval', async () => {
  const hosted = await start();
  const path = queryFile({
    queryType: 'retention',
    granularity: 'month',
    baseFilters: 'thisApp',
    appID: APP,
  });
  const insight = await reportOne(hosted, { queries: `back: ${path}`, interval: 'last 28 complete days' });
  expect(insight.interval).toMatchObject({
    label: '2 whole months',
    start: '2026-09-01T00:00:00.000Z',
    end: '2026-11-01T00:00:00.000Z',
  });
});

test('a histogram is a table of its bins', async () => {
  const insight = await reportOne(await start(), { insights: INSIGHTS.histogram });
  const endMs = Date.UTC(2026, 10, 20);
  const bins = [0, 0, 0, 0];
  for (const event of eventsOf(APP, NOW_MS) as readonly HostedEvent[]) {
    const ms = Date.parse(event.timestamp);
    if (event.isTestMode || ms < endMs - 28 * 86_400_000 || ms >= endMs) continue;
    // In the engine behind the stand-in, a bin holds its upper limit.
    const bin = [1, 2, 5].filter((point) => event.floatValue > point).length;
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  expect(insight).toMatchObject({ title: 'Load time', metric: 'Histogram', dimensions: ['bin'], notes: [] });
  expect(insight.rows.map(({ key, value }) => [key, value])).toEqual([
    ['to 1', bins[0]],
    ['1 to 2', bins[1]],
    ['2 to 5', bins[2]],
    ['from 5', bins[3]],
  ]);
  // Both periods have as many events of each size, so there is a row to compare each with.
  expect(insight.rows.every(({ previous }) => previous !== null)).toBe(true);
});

test('titles of several insights come from their groups, and no query waits for them', async () => {
  const hosted = await start();
  const found = await report(hosted, {
    insights: `${INSIGHTS.devices} ${INSIGHTS.oldForm} ${INSIGHTS.users}`,
  });
  expect(found.map(({ title }) => title)).toEqual([
    'Devices of everybody',
    'Devices, old form',
    'Daily users',
  ]);
  expect(paths(hosted).filter((path) => path.startsWith('GET /api/v3/groups/'))).toHaveLength(2);
});

test('titles are not requested if the entries have names', async () => {
  const hosted = await start();
  const [insight] = await report(hosted, { insights: `devices: ${INSIGHTS.devices}` });
  expect(insight?.title).toBe('devices');
  expect(paths(hosted).filter((path) => path.startsWith('GET'))).toEqual([`GET ${ORGANIZATIONS}`]);
});

test('titles that nobody answers are not missed', async () => {
  const hosted = await start({ without: /^\/api\/v3\/insights\/[^/]+\/?$/ });
  const insight = await reportOne(hosted, { insights: INSIGHTS.devices });
  expect(insight).toMatchObject({ title: 'Users by model', notes: [] });
});
