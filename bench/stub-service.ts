import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventsBy } from '../__tests__/support/service/top-n.ts';

/**
 * A service that answers both operations from memory after a fixed delay, so that only the asker's time is
 * measured. It knows no titles and no organizations: these are asked beside, outside of `concurrency`.
 */
export async function startStubService(delayMs: number): Promise<StubService> {
  let running = 0;
  const seen: { startedMs: number; endedMs: number; running: number }[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(404).end('{}');
      return;
    }
    const startedMs = performance.now();
    running += 1;
    seen.push({ startedMs, endedMs: startedMs, running });
    const record = seen.at(-1);
    request.resume();
    request.on('end', () => {
      setTimeout(() => {
        running -= 1;
        if (record) record.endedMs = performance.now();
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(request.url?.includes('/insights/') ? queryOf(request.url) : RESULT));
      }, delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface StubService {
  readonly url: string;
  /** Each request with the time it came and was answered (ms) and how many were under way with it. */
  readonly seen: { startedMs: number; endedMs: number; running: number }[];
  close(): void;
}

/** Each insight has its own query: a run asks equal ones once. */
const queryOf = (url: string): object => ({
  ...eventsBy('modelName', 'modelName', 100),
  filter: {
    type: 'and',
    fields: [
      { type: 'selector', dimension: 'isTestMode', value: 'false' },
      { type: 'selector', dimension: 'a', value: url },
    ],
  },
  relativeIntervals: [
    {
      beginningDate: { component: 'day', offset: -30, position: 'beginning' },
      endDate: { component: 'day', offset: 0, position: 'end' },
    },
  ],
});

const RESULT = [
  {
    timestamp: `${new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)}T00:00:00+0000`,
    result: Array.from({ length: 25 }, (_, index) => ({
      modelName: `iPhone${17 - index},${index}`,
      count: 5000 - index * 170,
    })),
  },
];
