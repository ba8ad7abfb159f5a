// Both tokens through every kind of fault, in debug mode, quoted back by the servers: nothing that a run
// leaves behind contains them.
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { bundled } from '../support/bundled.ts';
import { isLong } from '../support/properties.ts';
import { runAction, type Ended } from '../support/run-action.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const API = 'tdpat_5ecretOfTheQueryService0123456789';
const GITHUB = 'ghs_5ecretOfTheRepository0123456789abcd';
const BOTH = `${API} ${GITHUB}`;
const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

/** A server, and every request to it without its `authorization` header. */
async function listen(answer: Answer): Promise<{ url: string; asked: string[]; bodies: string[] }> {
  const asked: string[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const { authorization, ...headers } = request.headers;
    expect(authorization).toMatch(new RegExp(`^(?:Bearer ${API}|token ${GITHUB})$`));
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push(`${request.url ?? ''} ${JSON.stringify(headers)}`);
      bodies.push(body);
      answer(request, response);
    });
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, bodies };
}

const says = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
};

const QUERY = {
  queryType: 'topN',
  granularity: 'all',
  aggregations: [{ type: 'eventCount', name: `n ${API}` }],
  dimension: { type: 'default', dimension: `model ${API}`, outputName: 'model' },
  metric: { type: 'numeric', metric: `n ${API}` },
  threshold: 10,
};
/** A service that puts both tokens into every part of its answers. */
const leaky: Answer = (request, response) => {
  const rows = [{ timestamp: '2026-10-01T00:00:00Z', result: [{ model: BOTH, [`n ${API}`]: 3 }] }];
  says(200, request.url?.startsWith('/api/v3/') === true ? QUERY : rows)(request, response);
};
const leakyGitHub: Answer = says(403, { message: `no ${BOTH}`, errors: [{ field: API, message: GITHUB }] });

async function run(
  service: Answer,
  github: Answer,
  inputs: Record<string, string> = {},
  env: Record<string, string> = {},
  workspace = emptyFolder(),
): Promise<Ended> {
  const [asked, posted] = [await listen(service), await listen(github)];
  const ended = await runAction({
    // Node reads its own variables when it starts.
    ...(env['NODE_DEBUG'] !== undefined && { entry: bundled('action') }),
    workspace,
    inputs: {
      'api-token': API,
      'github-token': GITHUB,
      'api-url': asked.url,
      insights: ID,
      interval: '2026-10-01/2026-11-01',
      compare: 'none',
      retries: '0',
      timeout: '1',
      'post-to': 'summary, pull-request',
      'pr-number': '7',
      title: `Usage ${BOTH}`,
      ...inputs,
    },
    env: {
      GITHUB_API_URL: posted.url,
      RUNNER_DEBUG: '1',
      ACTIONS_STEP_DEBUG: 'true',
      ...env,
    },
  });
  const left = ended.everything.split('\n').filter((line) => !line.startsWith('::add-mask::'));
  // Bodies to the query service are not checked: a query goes back to the service unchanged.
  for (const text of [
    ...left,
    ...asked.asked,
    ...posted.asked,
    ...posted.bodies,
    ...Object.values(ended.outputs),
  ])
    for (const token of [API, GITHUB]) expect(text).not.toContain(token);
  // Both are masked before anything else is logged; Node's own debug lines come on another stream.
  const lines = ended.log.split('\n').filter((line) => !/^[A-Z]+\w* \d+:/.test(line));
  if (env['NODE_DEBUG'] === undefined)
    expect(lines.slice(0, 2).sort()).toEqual([`::add-mask::${GITHUB}`, `::add-mask::${API}`]);
  return ended;
}

const reset: Answer = (request) => void request.socket.resetAndDestroy();
// GitHub is asked again after seconds, so that a short run leaves out what it is asked again for.
const FAULTS: readonly [string, Answer][] = [
  ['401 that quotes it', says(401, { detail: `who is ${BOTH}?` })],
  ['400 that quotes it across the cut', says(400, { detail: `${API} `.repeat(40) })],
  ['500 in HTML', says(500, `<html>${BOTH}</html>`, { 'content-type': 'text/html' })],
  ['503 with a hostile Retry-After', says(503, BOTH, { 'retry-after': API })],
  [
    'a redirect with it in the address',
    says(307, '', { location: `https://${API}@elsewhere.example/${GITHUB}` }),
  ],
  [
    'a redirect to a host of its name',
    says(307, '', { location: `https://${API.replaceAll('_', '-')}.example/${GITHUB}` }),
  ],
  ['an encoding of its name', says(200, '', { 'content-encoding': API })],
  [
    'a shape of its name',
    says(200, { queryType: BOTH, [API]: BOTH, result: { type: API, rows: [{ [GITHUB]: API }] } }),
  ],
  ['an answer that is not JSON', says(200, BOTH)],
  ['a reset', reset],
  ['no answer', () => undefined],
];

test.each(FAULTS)(
  'no token leaks if the query service answers with %s',
  async (name, fault) => {
    // What a wait says quotes the answer, so one fault is met again after one.
    const retries = name.includes('Retry-After') ? '1' : '0';
    expect((await run(fault, leakyGitHub, { retries })).code).toBe(1);
  },
  60_000,
);

test.each(FAULTS.filter(([name]) => (isLong ? /401|400|redirect|shape/ : /401|400|redirect/).test(name)))(
  'no token leaks if GitHub answers with %s',
  async (_, fault) => {
    const ended = await run(leaky, fault);
    expect(ended.summary).toContain('***');
    expect([ended.code, ended.log]).toEqual([1, expect.stringContaining('could not be posted')]);
  },
  60_000,
);

test.each([
  ['an insight', { insights: API }],
  ['a query', { insights: '', queries: `${API}: ${GITHUB}.json` }],
  ['the address', { 'api-url': `http://${API}@example.com/?token=${GITHUB}` }],
  ['the config file’s name', { config: `${API}.yml` }],
  ['a threshold', { thresholds: `- ${API} > ${GITHUB}` }],
  ['a template', { template: `${API}.hbs` }],
  ['a number', { top: API, timezone: GITHUB, interval: API, locale: GITHUB }],
])('a token pasted in place of %s does not leak', async (_, inputs) => {
  expect((await run(leaky, leakyGitHub, inputs)).code).toBe(1);
});

test('nothing is sent over plain http to another host', async () => {
  const { code, log } = await runAction({
    inputs: { 'api-token': API, 'api-url': 'http://example.com', insights: ID },
  });
  expect([code, log]).toEqual([
    1,
    expect.stringMatching(/api-url.*plain http.*use https, or set allow-http/),
  ]);
});

/** A template that prints every field of the view, at any depth, with its name. */
const DUMP = `{{#*inline "all"}}{{#each this}}{{@key}}: {{this}}
{{> all this}}{{/each}}{{/inline}}{{> all this}}`;

test('a template that prints the whole view does not print a token', async () => {
  const folder = emptyFolder();
  const template = 'dump.hbs';
  writeFileSync(join(folder, template), DUMP);
  const thresholds = `- { insight: ${ID}, assert: total() > 1, reason: "see ${BOTH}" }`;
  const given = { template, thresholds, 'report-id': 'dump' };
  const ended = await run(leaky, leakyGitHub, given, {}, folder);
  for (const text of [ended.summary, ended.report]) {
    expect(text).not.toContain('was used instead');
    // It printed everything, from the title to a row's key and a threshold's reason.
    for (const found of [/^title: .*\*\*\*/m, /^label: .*\*\*\*/m, /^reason: .*\*\*\*/m])
      expect(text).toMatch(found);
  }
});

test.each([
  ['answered', leaky, leakyGitHub],
  ['refused', says(401, { detail: BOTH }), says(401, { message: BOTH })],
  ...(isLong ? [['reset', leaky, reset] as const] : []),
] as const)(
  "Node's debug output about connections does not contain a token: %s",
  async (_, service, github) => {
    const ended = await run(
      service,
      github,
      {},
      { NODE_DEBUG: 'http,https,net,tls,undici,fetch,stream,timer' },
    );
    expect(ended.log).toMatch(/^(UNDICI|FETCH) \d+:/m);
  },
);
