// Every fault that a webhook can meet, over real sockets. The summary is always written, and what may have
// arrived is never sent again.
import type { Receipt } from '../../src/report/publish/post.ts';
import { publish } from '../../src/report/publish/publish.ts';
import { startFront } from '../support/faults/front.ts';
import { closeServers, serveHttp } from '../support/faults/servers.ts';
import {
  answers,
  connectionFaults,
  flood,
  hangingFaults,
  LATE,
  NO_HTTP,
  type SocketFault,
  statuses,
  UNREACHABLE,
} from '../support/faults/socket-faults.ts';
import { createTable } from '../support/faults/table.ts';
import { effects, post, posting, runContext } from '../support/publish-setting.ts';

const SECRET = 's3cr3tPartOfTheAddress';

interface Fault extends SocketFault {
  /** What comes of it if it lasts; `posted` if the answer says so before the fault. */
  readonly message: RegExp | 'posted';
  readonly tries?: number;
  readonly requestMs?: number;
}

const faults: readonly Fault[] = [
  ...connectionFaults('ok').map((fault) => ({
    ...fault,
    message: /within (?:the body|a chunk)/.test(fault.name)
      ? ('posted' as const)
      : /\((?:ECONNRESET|UND_ERR_SOCKET|HPE_\w+)\)\. (?:It is not sent again|Check webhook-url)/,
  })),
  ...hangingFaults('ok').map((fault) => ({
    ...fault,
    requestMs: 300,
    message: /body/.test(fault.name) ? ('posted' as const) : /timed out after 0\.3 s\. It is not sent again/,
  })),
  ...NO_HTTP.map((fault) => ({
    ...fault,
    message: /\((?:HPE_\w+|UND_ERR_HEADERS_OVERFLOW)\)\. Check webhook-url/,
  })),
  { name: '200 MB', act: flood, message: 'posted' },
  { name: 'HTML', act: answers(200, {}, '<!doctype html>'), message: 'posted' },
  ...[301, 302, 303, 307, 308].map((status) => ({
    name: `${status} to another host`,
    act: answers(status, { location: 'http://192.0.2.1/' }),
    message: /a redirect to 192\.0\.2\.1, which is not followed/,
  })),
  {
    name: '429 with a wait of an hour',
    act: answers(429, { 'retry-after': '3600' }),
    message: /answered 429\./,
  },
  ...statuses().map((status) => ({
    name: String(status),
    act: answers(status, {}, `no, ${SECRET}`),
    message: new RegExp(`answered ${status}\\.`),
    ...([429, 503].includes(status) && { tries: 4 }),
  })),
];

const LASTING = faults.filter(({ name }) => !/drip/.test(name));
const ONCE = faults.filter(({ tries = 1 }) => tries > 1);
const table = createTable('webhook', 'faults');

let received = 0;

const target = await serveHttp((request, response) => {
  request.resume().on('end', () => {
    received += 1;
    response.end('ok');
  });
});
const front = await startFront(() => target.url);

afterAll(async () => {
  await closeServers();
  table.keep(LASTING.length + ONCE.length + LATE.length + UNREACHABLE.length);
});

/** Posts to the webhook and to the summary, and expects what is true of every fault. */
async function report(url: string, requestMs = 20_000) {
  received = 0;
  const world = { ...effects(), requestMs };
  const webhook = { url: `${url}/${SECRET}`, format: 'json', secret: '' } as const;
  const context = runContext('http://unused.invalid', { GITHUB_STEP_SUMMARY: '/summary' });
  const [receipt, summary] = await publish(
    posting({ webhook }),
    [post('webhook'), post('summary')],
    context,
    world,
  );
  expect(summary).toMatchObject({ outcome: 'posted' });
  expect(world.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(180_000);
  expect(receipt!.message).not.toContain(SECRET);
  return receipt!;
}

function describeMessage({ message, level }: Receipt) {
  if (level === 'info') return 'the report is sent';
  return message
    .replace(/^The report could not be posted to the webhook: \S+ /, '')
    .replace(/answered \d{3}/, 'answered (status)');
}

test.each(LASTING)('a webhook ends as expected if this lasts: $name', (fault) =>
  table.count({ fault: fault.name, request: 'post', isLasting: true }, async () => {
    front.meet({ act: fault.act, at: { method: 'POST', path: /./ } });
    const receipt = await report(front.url, fault.requestMs);
    if (fault.message === 'posted') expect(receipt).toMatchObject({ outcome: 'posted', level: 'info' });
    else {
      expect(receipt).toMatchObject({ outcome: 'failed', level: 'error' });
      expect(receipt.message).toMatch(/^The report could not be posted to the webhook: 127\.0\.0\.1:\d+ /);
      expect(receipt.message).toMatch(fault.message);
    }
    expect(front.metCount()).toBe(fault.tries ?? 1);
    return { tries: front.metCount(), said: describeMessage(receipt) };
  }),
);

test.each([...ONCE, ...LATE])('a webhook arrives once if this comes once: $name', (fault) =>
  table.count({ fault: fault.name, request: 'post', isLasting: false }, async () => {
    front.meet({ ...fault, at: { method: 'POST', path: /./ }, times: 1 });
    const receipt = await report(front.url);
    expect(received).toBe(1);
    return { tries: 2, said: describeMessage(receipt) };
  }),
);

test.each(UNREACHABLE)('a webhook cannot be reached: $name', ({ name, start, message, isLasting }) =>
  table.count({ fault: name, request: 'post', isLasting: true }, async () => {
    const receipt = await report(await start(), 300);
    expect(receipt).toMatchObject({ outcome: 'failed', level: 'error' });
    expect(receipt.message).toMatch(message);
    const [, tries = '1'] = /Tried (\d) times\./.exec(receipt.message) ?? [];
    expect(Number(tries)).toBe(isLasting === true || name.startsWith('hanging') ? 1 : 4);
    return { tries: Number(tries), said: describeMessage(receipt) };
  }),
);
