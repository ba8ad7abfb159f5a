// Answers of many megabytes: other requests are served meanwhile, and the memory that waits for slow readers
// is limited.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type AnswerLimits } from '../../../src/service/http/send-result.ts';
import { type RunningService, startService } from '../../../src/service/start.ts';
import { type Json } from '../../../src/tql/json.ts';
import { holding } from '../../support/service/raw-connection.ts';
import { addOrganization } from '../../support/service/service-of-file.ts';

const RUN = '/api/v4/query/tql';
const rows: Json = Array.from({ length: 2000 }, (_, n) => ({
  event: { n, text: `${'long '.repeat(2400)}${n}` },
}));
const LENGTH = JSON.stringify(rows).length;

let service: RunningService;
let headers: Record<string, string>;

afterEach(() => service.close(0));

async function start(answerLimits?: AnswerLimits) {
  const more = answerLimits === undefined ? {} : { answerLimits };
  service = await startService({ dbPath: ':memory:', ask: async () => rows, ...more });
  const token = await addOrganization(service, 'a');
  headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

const ask = () => fetch(`${service.url}${RUN}`, { method: 'POST', headers, body: '{}' });

/**
 * Opens connections that do not read their answers until there is no room for one more. Returns them and what
 * the next request is answered with.
 */
async function readSlowly() {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `POST ${RUN} HTTP/1.1\r\nhost: a\r\n${head.join('')}content-length: 2\r\n\r\n{}`;
  const slow: Socket[] = [];
  let refused = await ask();
  for (; refused.status === 200; refused = await ask()) {
    await refused.arrayBuffer();
    const reader = await holding(service.url, request);
    // Once its answer has begun, it has its room, or was refused while the request before had that.
    await once(reader, 'readable');
    slow.push(reader);
  }
  return { slow, refused };
}

test('long answers arrive complete, with their length', async () => {
  await start();
  const answer = await ask();
  expect([answer.status, answer.headers.get('content-length'), answer.headers.get('content-type')]).toEqual([
    200,
    String(LENGTH),
    'application/json',
  ]);
  expect(await answer.json()).toEqual(rows);
});

test('long answers are refused if one alone would be too long', async () => {
  await start({ bytes: LENGTH - 1, bytesOfAll: LENGTH });
  const answer = await ask();
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { detail: expect.stringContaining('too long') },
  ]);
});

test('long answers are refused while others are being sent to slow readers, and sent once those have gone', async () => {
  await start({ bytes: LENGTH, bytesOfAll: LENGTH });
  const { slow, refused } = await readSlowly();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  for (const each of slow) each.destroy();
  let answer = await ask();
  // Waits until the service has noticed.
  while (answer.status === 503) {
    await answer.arrayBuffer();
    answer = await ask();
  }
  expect(answer.status).toBe(200);
  expect(await answer.json()).toHaveLength(2000);
});

test('long answers that one organization reads slowly leave room for those of another', async () => {
  await start({ bytes: LENGTH, bytesOfAll: 8 * LENGTH });
  const token = await addOrganization(service, 'b');
  const { slow } = await readSlowly();
  headers = { ...headers, authorization: `Bearer ${token}` };
  const answer = await ask();
  expect([answer.status, ((await answer.json()) as unknown[]).length]).toEqual([200, 2000]);
  for (const each of slow) each.destroy();
});
