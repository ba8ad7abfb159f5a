// dist/index.js against query services that answer in every way that a client has to handle.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Results } from '../../src/report/results/results.ts';
import { runAction, type Ended } from '../support/run-action.ts';

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}
interface Asked {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
/** Without a comparison there is only one request for the query: the tests count requests. */
const OCTOBER = { interval: '2026-10-01/2026-11-01', compare: 'none' };
const START = '2026-10-01T00:00:00';
const ROWS = [
  { model: 'iPhone', count: 6 },
  { model: null, count: 2 },
];
const rows = (timestamp: string, result: readonly unknown[] = ROWS): Answer => ({
  body: [{ timestamp, result }],
});

let servers: Server[] = [];
let asked: Asked[] = [];

afterEach(() => {
  for (const server of servers) server.close();
  [servers, asked] = [[], []];
});

async function listen(answer: (asked: Asked, count: number) => Answer): Promise<string> {
  const server = createServer((request, response) => {
    // Such a service lists nothing.
    if (request.method === 'GET') {
      response.writeHead(404).end();
      return;
    }
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const one = { path: request.url ?? '', body: JSON.parse(text) as Record<string, unknown> };
      asked.push(one);
      const { status = 200, headers = {}, body } = answer(one, asked.length);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Runs one insight, a topN by `aggregation`, whose runs are answered by `answer`; `count` counts the resolve
 * too.
 */
async function run(
  answer: (asked: Asked, count: number) => Answer,
  { aggregation = 'eventCount', threshold = 10, inputs = {} } = {},
): Promise<Ended & { readonly insight: Results['insights'][number] | undefined }> {
  const url = await listen((one, count) => {
    if (!one.path.startsWith('/api/v3/')) return answer(one, count);
    const dimension = { type: 'default', dimension: 'model', outputName: 'model' };
    const metric = { type: 'numeric', metric: 'count' };
    const aggregations = [{ type: aggregation, name: 'count' }];
    const interval = { relativeIntervals: [one.body['relativeInterval']] };
    return {
      body: {
        queryType: 'topN',
        granularity: 'all',
        aggregations,
        dimension,
        metric,
        threshold,
        ...interval,
      },
    };
  });
  const ended = await runAction({
    inputs: { 'api-token': 'tdpat_x', 'api-url': url, insights: ID, ...OCTOBER, ...inputs },
  });
  return { ...ended, insight: (ended.results as Results | null)?.insights[0] };
}

test.each([
  ['the raw array', rows(`${START}+0000`)],
  ['an offset with a colon', rows(`${START}+00:00`)],
  ['Z and a fraction', rows(`${START}.000Z`)],
  [
    'the object that the documentation prints',
    {
      body: {
        calculationDuration: 0.1,
        calculationFinishedAt: '2026-11-20T10:00:00Z',
        result: { type: 'topNResult', rows: [{ timestamp: `${START}Z`, result: ROWS }] },
      },
    },
  ],
])('%s is read, in two requests', async (_, answer) => {
  const { code, insight } = await run(() => answer);
  expect([code, asked.length]).toEqual([0, 2]);
  expect(insight).toMatchObject({
    total: 8,
    notes: [],
    rows: [{ key: 'iPhone', share: 0.75 }, { key: 'null' }],
  });
});

test('a number that is not finite is shown as a word, and makes the total and the shares unknown', async () => {
  const odd = [
    { model: 'a', count: 'Infinity' },
    { model: 'b', count: 2.5 },
  ];
  const { insight, summary } = await run(() => rows(`${START}Z`, odd));
  expect(insight).toMatchObject({ total: null, rows: [{ value: null }, { value: 2.5, share: null }] });
  expect(summary).toContain('| a | infinite |');
});

test("a service's message cannot contain a command for the runner", async () => {
  const { log } = await run(() => ({
    status: 400,
    body: { detail: 'x ##[add-mask]e\n::set-output name=a::b' },
  }));
  expect(log).not.toContain('##[');
  expect(log.match(/^::(?!add-mask::tdpat_x$)/gm)).toHaveLength(1);
});
