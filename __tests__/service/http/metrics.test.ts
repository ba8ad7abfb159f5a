// GET /metrics against what this test itself counted, and against Prometheus' own checker.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startService, type RunningService } from '../../../src/service/start.ts';
import { checkMetrics, testWithPromtool } from '../../support/promtool.ts';
import { event } from '../../support/service/event.ts';
import { raw } from '../../support/service/raw-connection.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const NOW_MS = Date.UTC(2026, 9, 20);
const RUN = '/api/v4/query/tql';
const JSON_TYPE = { 'content-type': 'application/json' };

async function scrape(url: string) {
  const answer = await fetch(`${url}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const text = await answer.text();
  const samples = text
    .split('\n')
    .filter((line) => !/^(#|$)/.test(line))
    .map(readSample);
  const samplesOf = (name: string) => samples.filter((sample) => sample.name === name);
  return {
    text,
    samplesOf,
    value: (name: string, labels: Readonly<Record<string, string>> = {}) =>
      samplesOf(name)
        .filter((sample) => Object.entries(labels).every(([label, text]) => sample.labels[label] === text))
        .reduce((sum, { value }) => sum + value, 0),
    labels: samples.flatMap(({ labels }) => Object.values(labels)),
  };
}

/** A line of the text format whose labels have no quotes and no backslashes. */
function readSample(line: string) {
  const [, name = '', labels = '', value] = /^(\w+)(?:\{((?:\w+="[^"\\]*",?)*)\})? (\S+)$/.exec(line) ?? [];
  if (value === undefined) throw new Error(`this is not a sample: ${line}`);
  const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(
    ([, label = '', text = '']) => [label, text] as const,
  );
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
}

async function withService(task: (service: RunningService) => Promise<void>, more = {}) {
  const service = await startService({
    dbPath: ':memory:',
    nowMs: NOW_MS,
    ingest: ['com.example.a'],
    ...more,
  });
  await service.store.organizations.create('com.example.a', 'paid');
  try {
    await task(service);
  } finally {
    await service.close(0);
  }
}

const post = (url: string, body: unknown) =>
  fetch(`${url}/v2/namespace/com.example.a/`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify(body),
  });

test('the service counts every request once, by route, method and status', () =>
  withService(async ({ url }) => {
    const statuses: string[] = [];
    for (const [path, method] of [
      ['/health', 'GET'],
      ['/health/', 'GET'],
      ['/health', 'DELETE'],
      [RUN, 'POST'],
      ['/nowhere', 'GET'],
      ['/api/v3/insights/one/query', 'POST'],
      ['/api/v3/insights/two/query', 'POST'],
    ] as const) {
      statuses.push(String((await fetch(`${url}${path}`, { method })).status));
    }
    expect((await raw(url, 'not HTTP\r\n\r\n')).status).toBe(400);
    statuses.push('400');
    const { value } = await scrape(url);
    const name = 'insight_report_requests_total';
    expect(value(name)).toBe(statuses.length);
    for (const status of new Set(statuses))
      expect(value(name, { status })).toBe(statuses.filter((each) => each === status).length);
    expect(value(name, { route: '/health', method: 'GET' })).toBe(2);
    expect(value(name, { route: '/api/v3/insights/:id/query' })).toBe(2);
    expect(value('insight_report_request_duration_seconds_count')).toBe(statuses.length);
  }));

test('the service counts events that were taken, sent again, dropped or refused; all begin with 0', () =>
  withService(async ({ url }) => {
    const name = 'insight_report_events_total';
    expect((await scrape(url)).samplesOf(name)).toHaveLength(4);
    const again = event({ eventID: 'x' });
    const late = event({ timestamp: '2026-11-01T00:00:00Z' });
    const posts = [
      [event(), event()],
      [event(), late],
      [late],
      [{ appID: 1 }],
      [again],
      [again],
      [again, event()],
    ];
    for (const body of posts) await post(url, body);
    const { value } = await scrape(url);
    const counted = ['taken', 'repeated', 'dropped'].map((outcome) => value(name, { outcome }));
    expect(counted).toEqual([5, 2, 2]);
    expect(value(name, { outcome: 'refused' })).toBe(1);
  }));

test('the service tells how many queries are under way', async () => {
  const ends: (() => void)[] = [];
  const ask = () =>
    new Promise<[]>((resolve) =>
      ends.push(() => {
        resolve([]);
      }),
    );
  await withService(
    async ({ url, store }) => {
      const { token } = await store.tokens.create('com.example.a', null);
      const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };
      const asked = [1, 2].map(() => fetch(`${url}${RUN}`, { method: 'POST', headers, body: '{}' }));
      while (ends.length < 2) await new Promise(setImmediate);
      expect((await scrape(url)).value('insight_report_queries_under_way')).toBe(2);
      for (const end of ends) end();
      await Promise.all(asked);
      expect((await scrape(url)).value('insight_report_queries_under_way')).toBe(0);
    },
    { ask },
  );
});

test('the service tells the length of the file with its log, and nothing of it for a store in memory', async () => {
  const name = 'insight_report_stored_bytes';
  await withService(async ({ url }) => {
    expect((await scrape(url)).samplesOf(name)).toEqual([]);
  });
  const folder = emptyFolder();

  const dbPath = join(folder, 'a.db');
  await withService(
    async ({ url }) => {
      await post(url, [event()]);
      const lengths = await Promise.all(
        [dbPath, `${dbPath}.wal`].map(async (path) => (await stat(path)).size),
      );
      expect((await scrape(url)).value(name)).toBe(lengths[0]! + lengths[1]!);
    },
    { dbPath },
  );
});

test('no metric has a label that names an organization or that an outsider chose', () =>
  withService(async ({ url }) => {
    await post(url, [event({ type: 'chosen' })]);
    await fetch(`${url}/v2/namespace/chosen/`, { method: 'POST', headers: JSON_TYPE, body: '[]' });
    await fetch(`${url}/chosen?chosen=1`, { headers: { chosen: 'chosen', 'user-agent': 'chosen' } });
    for (const method of ['PURGE', 'PROPFIND', 'MKCOL']) await fetch(`${url}/health`, { method });
    await raw(url, 'CHOSEN /chosen HTTP/1.1\r\nhost: chosen\r\n\r\n');
    const { text, labels } = await scrape(url);
    expect(text).not.toMatch(/chosen|com\.example/i);
    expect(new Set(labels.filter((label) => /^[A-Z]+$|^other$/.test(label)))).toEqual(
      new Set(['GET', 'POST', 'other']),
    );
  }));

testWithPromtool('promtool has nothing to say of any metric once everything was counted', () =>
  withService(
    async ({ url, store }) => {
      const { token } = await store.tokens.create('com.example.a', null);
      const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };
      const again = event({ eventID: 'x' });
      for (const body of [
        [event(), again],
        [again],
        [event({ timestamp: '2026-11-01T00:00:00Z' }), again],
        7,
      ])
        await post(url, body);
      for (const body of [{ queryType: 'timeseries' }, {}])
        await fetch(`${url}${RUN}`, { method: 'POST', headers, body: JSON.stringify(body) });
      await fetch(`${url}/health`, { method: 'PURGE' });
      await raw(url, 'not HTTP\r\n\r\n');
      await store.backup({ file: join(emptyFolder(), 'copy.db'), overwrite: false });
      const { text } = await scrape(url);
      // What a test must see to be of use: every family has a sample.
      const families = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
      for (const name of families) expect(text).toMatch(new RegExp(`^${name}(_count)?[ {]`, 'm'));
      expect(checkMetrics(text)).toEqual({ output: '', status: 0 });
    },
    { dbPath: join(emptyFolder(), 'a.db') },
  ),
);
