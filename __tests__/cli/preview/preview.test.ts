import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile, stat } from 'node:fs/promises';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PAGE_DESTINATIONS } from '../../../src/report/inputs/request.ts';
import { startService } from '../../../src/service/start.ts';
import { REPORTS } from '../../golden/reports.ts';
import { event } from '../../support/service/event.ts';
import { run } from '../../support/run-command.ts';
import {
  type Previewing,
  requestTo,
  startPreview,
  startPreviewProcess,
  stateOf,
} from '../../support/preview-process.ts';
import { emptyFolder } from '../../support/temporary-files.ts';
import { addOrganization } from '../../support/service/service-of-file.ts';
import { testWith } from '../../support/needs.ts';

const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const NOW_MS = Date.UTC(2026, 9, 31, 12);

let folder: string;
let previewing: Previewing | null = null;
const at = (name: string) => join(folder, name);

beforeEach(async () => {
  folder = emptyFolder();
  await writeFile(at('results.json'), JSON.stringify(REPORTS['weekly']));
});

afterEach(async () => {
  expect(await (previewing?.stop() ?? 0)).toBe(0);
  previewing = null;
});

async function start(args: readonly string[]) {
  previewing = await startPreview(args);
  return previewing;
}

async function startProcess(args: readonly string[], env: NodeJS.ProcessEnv) {
  previewing = await startPreviewProcess(args, env, folder);
  return previewing;
}

/** Waits until the state holds a text, or the test times out. */
async function untilState(preview: Previewing, text: string) {
  for (;;) {
    const state = await stateOf(preview);
    if (state.includes(text)) return state;
    await wait(50);
  }
}

test('saved results are shown without a token, for every destination and within its limit', async () => {
  const preview = await start(['--results', at('results.json')]);
  const state = await untilState(preview, 'iPhone 16 Pro');
  const { reports } = JSON.parse(state) as {
    reports: {
      pages: { destination: string; page: { used: Record<string, unknown>; markdown: string } }[];
    }[];
  };
  const pages = reports[0]!.pages;
  expect(pages.map(({ destination }) => destination)).toEqual(PAGE_DESTINATIONS);
  const [summary, comment] = pages.map(({ page }) => page);
  expect(summary!.used).toEqual({
    units: 'bytes',
    page: Buffer.byteLength(summary!.markdown),
    reserved: 0,
    whole: null,
    limit: 1_048_573,
  });
  expect(comment!.used).toMatchObject({ units: 'characters', page: comment!.markdown.length, limit: 65_536 });
});

test('changes of a template, its partials and the results are shown; a mistake names its line', async () => {
  await writeFile(at('t.hbs'), 'first\n\n{{> own}}\n');
  const preview = await start(['--results', at('results.json'), '--template', at('t.hbs')]);
  await untilState(preview, 'there is no partial \\"own\\"');
  await mkdir(at('partials'));
  await writeFile(at('partials/own.hbs'), 'from the partial\n');
  await untilState(preview, 'from the partial');
  // Many editors save like this: a new file replaces the old one.
  await writeFile(at('t.new'), 'second {{#each insights}}{{totl}}{{/each}}\n');
  await rename(at('t.new'), at('t.hbs'));
  const broken = await untilState(preview, 'totl');
  expect(broken).toContain('line 1');
  expect(broken).toContain('from the partial');
  expect(preview.written()).toContain('totl');
  await writeFile(at('t.hbs'), 'second {{> none}}\n');
  expect(await untilState(preview, 'there is no partial \\"none\\"')).not.toContain('totl');
  await writeFile(at('t.hbs'), 'third {{prose title}}\n');
  expect(await untilState(preview, 'third')).not.toContain('totl');
  await writeFile(at('results.json'), JSON.stringify({ ...REPORTS['weekly'], title: 'Another title' }));
  await untilState(preview, 'third Another title');
});

test('the service is queried once, again for other results, and again on request', async () => {
  const service = await startService({ dbPath: ':memory:', nowMs: NOW_MS });
  try {
    const token = await addOrganization(service, 'a');
    const query = {
      queryType: 'timeseries',
      granularity: 'all',
      aggregations: [{ type: 'eventCount', name: 'count' }],
    };
    await service.store.insights.add('a', [{ id: ID, name: 'events', query }]);
    const add = () => service.importEvents('a', [event({ receivedAt: '2026-10-30T12:00:00Z' })]);
    await add();
    await writeFile(at('t.hbs'), 'first: {{#each insights}}{{number total}}{{/each}} events\n');
    await writeFile(at('c.yml'), `insights: ${ID}\ntemplate: t.hbs\n`);
    const preview = await startProcess(
      ['--config', at('c.yml'), '--api-url', service.url, '--now', '2026-10-31T12:00:00Z'],
      { INSIGHT_REPORT_API_TOKEN: token },
    );
    await untilState(preview, 'first: 1 events');
    await add();
    await writeFile(at('t.hbs'), 'second: {{#each insights}}{{number total}}{{/each}} events\n');
    await untilState(preview, 'second: 1 events');
    const ask = (origin: string): Promise<Response> =>
      fetch(requestTo(preview, '/ask'), { method: 'POST', headers: { origin } });
    expect((await ask('http://example.com')).status).toBe(403);
    expect((await ask(preview.url)).status).toBe(202);
    await untilState(preview, 'second: 2 events');
    await add();
    await writeFile(at('c.yml'), `insights: ${ID}\ntemplate: t.hbs\ntitle: Mine\n`);
    const state = await untilState(preview, 'second: 3 events');
    expect(state).toContain('"title":"Mine"');
    expect(state + preview.written()).not.toContain(token);
  } finally {
    await service.close(0);
  }
});

// Only Linux opens an address with xdg-open.
testWith('Linux', process.platform === 'linux')(
  '--open opens the address, or says that no browser could be opened',
  async () => {
    const opener =
      '#!/bin/sh\n(echo "$1"; pwd) > "${0%/*}/opened.part" && mv "${0%/*}/opened.part" "${0%/*}/opened"\n';
    await writeFile(at('xdg-open'), opener, { mode: 0o755 });
    const path = `${folder}:${process.env.PATH ?? ''}`;
    const preview = await startProcess(['--results', at('results.json'), '--open'], { PATH: path });
    while (!existsSync(at('opened'))) await wait(50);
    // Every user of the machine sees the argument, and the address may hold a secret.
    const [page = '', cwd] = (await readFile(at('opened'), 'utf8')).split('\n');
    // Windows looks for a program in the current folder first, which may be a stranger's.
    expect(cwd).toBe(dirname(process.execPath));
    expect(page).toMatch(/^\/\S+\/open\.html$/);
    expect((await stat(page)).mode & 0o777).toBe(0o600);
    expect(await readFile(page, 'utf8')).toContain(`content="0; url=${preview.address}"`);
    expect(await preview.stop()).toBe(0);
    expect(existsSync(page)).toBe(false);
    await writeFile(at('xdg-open'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    const blind = await startProcess(['--results', at('results.json'), '--open'], { PATH: path });
    while (!blind.written().includes('\n')) await wait(50);
    expect(blind.written()).toBe(
      'insight-report preview: no browser could be opened; open the address by hand\n',
    );
  },
);

test.each([
  ['an answer that does not come', () => undefined],
  ['the next attempt', (answer: ServerResponse) => answer.writeHead(503, { 'retry-after': '120' }).end('{}')],
])('Ctrl-C ends preview while it waits for %s', async (_, respond) => {
  const asked = Promise.withResolvers<undefined>();
  const server = createServer((_request, answer) => {
    respond(answer);
    asked.resolve(undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const asking = ['--insights', ID, '--api-url', `http://127.0.0.1:${port}`];
    const preview = await startProcess(asking, { INSIGHT_REPORT_API_TOKEN: 'tdpat_x' });
    await asked.promise;
    expect(JSON.parse(await stateOf(preview))).toMatchObject({ isAsking: true, reports: [] });
    // The retry would wait for minutes and the answer would never come, so only the signal can end them.
    expect(await preview.stop()).toBe(0);
    expect(preview.written()).not.toMatch(/Error|at .*:\d+:\d+/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('the report is shown only to who has the whole address, by its own host name, and its page loads only its own files', async () => {
  const preview = await start(['--results', at('results.json')]);
  const statusFor = (host: string) =>
    new Promise((resolve, reject) => {
      request(requestTo(preview, '/state'), { headers: { host } }, (answer) => {
        resolve(answer.resume().statusCode);
      })
        .on('error', reject)
        .end();
    });
  const { port } = new URL(preview.url);
  expect(await statusFor(`rebound.example:${port}`)).toBe(403);
  expect(await statusFor(`127.0.0.1.example:${port}`)).toBe(403);
  expect(await statusFor(`localhost:${port}`)).toBe(200);
  expect(await statusFor(`[::1]:${port}`)).toBe(200);
  const { headers } = await fetch(preview.url);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
  expect((await fetch(`${preview.url}/../package.json`)).status).toBe(404);
  const statuses = async (more: string) =>
    Promise.all(
      [
        fetch(`${preview.url}/state${more}`),
        fetch(`${preview.url}/events${more}`),
        fetch(`${preview.url}/ask${more}`, { method: 'POST', headers: { origin: preview.url } }),
      ].map(async (asked) => {
        const { status, body } = await asked;
        await body?.cancel();
        return status;
      }),
    );
  expect(await statuses('')).toEqual([403, 403, 403]);
  expect(await statuses('?key=another')).toEqual([403, 403, 403]);
  expect(await statuses(new URL(preview.address).search)).toEqual([200, 200, 202]);
  expect(await (await fetch(preview.url)).text()).not.toContain('generatedAt');
});

test('the organization of a database file is queried, by the names of its insights', async () => {
  const db = at('usage.duckdb');
  await run('org', 'create', 'com.example.app', '--db', db);
  await run('new', 'daily', '--events', '--out', at('daily.json'));
  await run('insight', 'add', at('daily.json'), '--org', 'com.example.app', '--db', db);
  const preview = await start(['--insights', 'daily', '--db', db]);
  const state = await untilState(preview, 'generatedAt');
  expect(JSON.parse(state)).toMatchObject({ source: db, canAsk: true, problems: [] });
  expect(state).toContain('daily');
});

test.each([
  [['--results', 'nowhere.json', '--db', 'x.duckdb'], '--db and --org have no effect with --results'],
  [['results.json'], 'unexpected "results.json"; did you mean --results results.json?'],
  [
    ['--insights', ID],
    'set the environment variable INSIGHT_REPORT_API_TOKEN, or show saved results with --results FILE',
  ],
])('%j is refused before anything is served', async (args, message) => {
  const { code, stdout, stderr } = await run('preview', ...args);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
});
