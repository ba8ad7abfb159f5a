import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type QueryService } from '../../../src/report/client/client.ts';
import { NetworkError } from '../../../src/text/errors.ts';
import { limitOptionalQueries } from '../../../src/report/run/optional-queries.ts';
import { rejection, topN, topNAnswer } from '../../support/client/queries.ts';

const BOUNDARY = { queryType: 'timeBoundary' } as const;
let answerMs: number;
let closed: Promise<void>;
let client: QueryService;
/** Answers a topN after `answerMs`, and nothing else ever. */
let server: ReturnType<typeof createServer>;

beforeEach(async () => {
  answerMs = 100;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  closed = promise;
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (body.includes('topN')) setTimeout(() => response.end(JSON.stringify(topNAnswer)), answerMs);
      else
        response.on('close', () => {
          resolve(undefined);
        });
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const limits = { timeoutMs: 20_000, retries: 3, deadlineMs: 60_000, concurrency: 2 };
  client = createClient({ url, token: 'tdpat_x', ...limits });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test.each(['timeBoundary', 'segmentMetadata'] as const)(
  'a %s query that hangs is cancelled shortly after all others are answered, and not before',
  async (queryType) => {
    const service = limitOptionalQueries(client, { afterOthersMs: 50, altogetherMs: 10_000 });
    const startedMs = performance.now();
    const rows = [service.runQuery(topN), service.runQuery(topN), service.runQuery(topN)];
    const error = await rejection(service.runQuery({ queryType }));
    const tookMs = performance.now() - startedMs;
    await Promise.all(rows);
    await closed;
    expect(error).toBeInstanceOf(NetworkError);
    expect(tookMs).toBeGreaterThanOrEqual(240);
    expect(tookMs).toBeLessThan(5_000);
  },
);

test('an optional query that hangs is cancelled after its own limit, even if another waits for its turn', async () => {
  answerMs = 1;
  const service = limitOptionalQueries(client, { afterOthersMs: 10_000, altogetherMs: 100 });
  const hanging = [
    rejection(service.runQuery(BOUNDARY)),
    rejection(service.runQuery({ ...BOUNDARY, dataSource: 'x' })),
  ];
  const startedMs = performance.now();
  await service.runQuery(topN);
  expect(performance.now() - startedMs).toBeLessThan(5_000);
  for (const error of await Promise.all(hanging)) expect(error).toBeInstanceOf(NetworkError);
});
