import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { WebhookRequest } from '../../../../src/report/inputs/request.ts';
import { publish } from '../../../../src/report/publish/publish.ts';
import { closeServers, serveHttp } from '../../../support/faults/servers.ts';
import { effects, post, posting, runContext } from '../../../support/publish-setting.ts';

interface Call {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let calls: Call[];
/** What the server answers, one after the other; the last for all further requests. */
let answers: { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }[];

const server = await serveHttp((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    calls.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    });
    const { status, headers, body } = answers.length > 1 ? answers.shift()! : answers[0]!;
    response.writeHead(status, headers).end(body);
  });
});

beforeEach(() => {
  calls = [];
  answers = [{ status: 200, body: 'ok' }];
});

afterAll(closeServers);

const PATH = '/services/T0/B0/s3cr3tPartOfTheAddress?key=1';

async function send(webhook: Partial<WebhookRequest> = {}, env: Record<string, string> = {}) {
  const world = effects();
  const asked = posting({ webhook: { url: server.url + PATH, format: 'json', secret: '', ...webhook } });
  const one = post('webhook', { body: '{"title":"Größe"}\n', reportId: 'weekly' });
  const [receipt] = await publish(asked, [one], runContext('http://unused.invalid', env), world);
  expect(JSON.stringify(receipt)).not.toContain('s3cr3t');
  return { ...receipt!, waits: world.waits };
}

test('the body is posted unchanged, to the whole address, once', async () => {
  const receipt = await send();
  expect(receipt).toMatchObject({ destination: 'webhook', outcome: 'posted', level: 'info', url: null });
  expect(receipt.message).toBe(`The report was sent to the webhook at 127.0.0.1:${server.port}.`);
  expect(calls).toMatchObject([{ path: PATH, body: '{"title":"Größe"}\n' }]);
  expect(calls[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'insight-report',
  });
  expect(calls[0]?.headers).not.toHaveProperty('x-insight-report-signature-256');
});

test('with a secret, the body’s bytes are signed', async () => {
  await send({ secret: 'pass phrase é' });
  const { headers, body } = calls[0]!;
  const expected = createHmac('sha256', Buffer.from('pass phrase é')).update(Buffer.from(body)).digest('hex');
  expect(headers['x-insight-report-signature-256']).toBe(`sha256=${expected}`);
});

test('the key is the run, its attempt and the report, the same for every try', async () => {
  answers = [{ status: 503 }, { status: 200 }];
  await send({}, { GITHUB_RUN_ID: '77', GITHUB_RUN_ATTEMPT: '3' });
  expect(calls.map(({ headers }) => headers['idempotency-key'])).toEqual(['77-3-weekly', '77-3-weekly']);
});

test('without a run there is a key that no other run has', async () => {
  await send({}, { GITHUB_RUN_ID: '' });
  await send({}, { GITHUB_RUN_ID: '' });
  expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
});

describe('what surely did not arrive is sent again', () => {
  test('what surely did not arrive is sent again after a wait that the answer names', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '7' } }, { status: 503 }, { status: 204 }];
    expect(await send()).toMatchObject({ outcome: 'posted', waits: [7000, 2000] });
    expect(calls).toHaveLength(3);
  });

  test('nothing is sent again after a wait of more than a minute', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '61' } }];
    expect(await send()).toMatchObject({ outcome: 'failed', waits: [] });
  });
});

test('an error is reported with the code that Slack gives', async () => {
  answers = [{ status: 404, body: 'no_service' }];
  expect((await send()).message).toMatch(/answered 404 \(no_service\)\. The webhook may have been deleted/);
});

test.each(['{"rows":"iPhone 15"}', 'iPhone', 'x'.repeat(1_000_000)])(
  'an error does not repeat an answer: %.20s',
  async (body) => {
    answers = [{ status: 400, body }];
    expect((await send()).message).toMatch(/answered 400\. It does not take this body: check webhook-format/);
  },
);

test("without an address nothing is sent, and that is no fault: a fork's run has no secrets", async () => {
  const receipt = await send({ url: '' });
  expect(receipt).toMatchObject({ outcome: 'skipped', level: 'notice' });
  expect(receipt.message).toContain('webhook-url is empty');
});
