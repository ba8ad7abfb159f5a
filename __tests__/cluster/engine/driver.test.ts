import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClusterAwayError } from '../../../src/service/errors.ts';
import { createDruidServer, type DruidServer } from '../../../src/cluster/druid-server.ts';
import type { Census } from '../../../src/cluster/census/census.ts';
import { createDriver, type Driver } from '../../../src/cluster/engine/driver.ts';

let ended: (() => Promise<void>) | null = null;
let requests: { readonly method: string; readonly url: string; readonly body: string }[] = [];

afterEach(async () => {
  await ended?.();
  [ended, requests] = [null, []];
});

/** A driver over a server that answers queries as it is told, and each cancellation as Druid does. */
async function driverOver(
  answer: (response: ServerResponse) => void,
  ...census: readonly Pick<Census, 'begin'>[]
): Promise<Driver> {
  const server = createServer((request, response) => {
    void note(request).then(() => {
      if (request.method === 'DELETE') response.writeHead(202).end();
      else answer(response);
    });
  });
  await listen(server);
  const druid: DruidServer = createDruidServer(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    '--druid',
  );
  ended = async () => {
    await druid.close();
    server.closeAllConnections();
    server.close();
  };
  return createDriver(druid, ...census);
}

async function note(request: IncomingMessage): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  requests.push({ method: request.method ?? '', url: request.url ?? '', body });
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

const query = { queryType: 'timeseries', context: { timeout: '200000' } };
const never = () => new AbortController().signal;

/** Waits until the server has a query. */
async function asked(): Promise<void> {
  while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a query that is cancelled', () => {
  test.each(['by its caller', 'because the service closes'])(
    '%s is cancelled in Druid by its id',
    async (by) => {
      const driver = await driverOver(() => undefined);
      const caller = new AbortController();
      const running = driver.run(query, caller.signal);
      const refused = expect(running).rejects.toMatchObject({ name: 'CancelledError' });
      await asked();
      if (by === 'by its caller') caller.abort();
      else await driver.close();
      await refused;
      const { context } = JSON.parse(requests[0]?.body ?? '') as {
        context: { queryId: string; timeout: string };
      };
      expect(context.timeout).toBe('200000');
      expect(context.queryId).toMatch(/^[0-9a-f-]{36}$/);
      expect(requests.slice(1)).toEqual([
        { method: 'DELETE', url: `/druid/v2/${context.queryId}`, body: '' },
      ]);
    },
  );

  test('a query that is cancelled before it is sent is not sent', async () => {
    const driver = await driverOver((response) => response.end('[]'));
    await expect(driver.run(query, AbortSignal.abort())).rejects.toMatchObject({ name: 'CancelledError' });
    await driver.close();
    await expect(driver.run(query, never())).rejects.toMatchObject({ name: 'CancelledError' });
    expect(requests).toEqual([]);
  });
});

// As Druid 33 answered.
const OWN = '"errorCode":"legacyQueryException","persona":"OPERATOR"';
const ERRORS = [
  [
    504,
    `{"error":"Query timeout","errorClass":"org.apache.druid.query.QueryTimeoutException",${OWN},"category":"TIMEOUT","errorMessage":"url[http://h:8083/druid/v2/] timed out"}`,
    { name: 'QueryTimeoutError' },
  ],
  [
    429,
    '{"error":"Query capacity exceeded","errorMessage":"Too many concurrent queries, total query capacity of [1] exceeded"}',
    { name: 'CrowdedError' },
  ],
  [
    400,
    '{"error":"Resource limit exceeded","errorMessage":"Not enough dictionary space to execute this query"}',
    { name: 'QueryError', message: /more memory than Druid has/ },
  ],
  [
    500,
    `{"error":"Unknown exception","errorClass":"java.lang.ArithmeticException","host":"127.0.0.1:8083",${OWN},"category":"RUNTIME_FAILURE","errorMessage":"/ by zero"}`,
    { name: 'QueryError', message: /divides a whole number by zero/ },
  ],
  [
    500,
    `{"error":"Unknown exception","errorClass":"org.apache.druid.java.util.common.IAE","host":"127.0.0.1:8083",${OWN},"category":"RUNTIME_FAILURE","errorMessage":"operator '*' in expression (\\"y\\" * \\"y\\") is not supported on type STRING."}`,
    { name: 'QueryError', message: /operator '\*' in expression/ },
  ],
  [
    500,
    '{"error":"Unknown exception","errorMessage":"Unhandled exception made it to the top","errorClass":"com.fasterxml.jackson.databind.exc.InvalidTypeIdException","host":"127.0.0.1"}',
    { name: 'QueryError', message: 'Druid does not accept a part of the query' },
  ],
  [
    // A historical answered the broker with a page that says 500.
    500,
    `{"error":"Unknown exception","errorClass":"com.fasterxml.jackson.core.JsonParseException","host":"127.0.0.1:8083",${OWN},"category":"RUNTIME_FAILURE","errorMessage":"Invalid type marker byte 0x3c for expected value token"}`,
    { name: 'ClusterAwayError' },
  ],
  [
    400,
    '{"error":"druidException","errorCode":"invalidInput","persona":"USER","category":"INVALID_INPUT","errorMessage":"no"}',
    { name: 'QueryError', message: 'Druid does not accept the query: no' },
  ],
  [
    500,
    `{"error":"Unknown exception",${OWN},"category":"RUNTIME_FAILURE","errorMessage":"odd"}`,
    { name: 'EngineError' },
  ],
  [401, '', { name: 'ClusterAwayError' }],
  [502, '<html>Bad Gateway</html>', { name: 'ClusterAwayError' }],
  [
    200,
    '[{"timestamp":"2026-01-01T00:00:00.000Z","result":{}}',
    { name: 'EngineError', message: /ends early/ },
  ],
] as const;

test('an answer of Druid is the list of its elements', async () => {
  const driver = await driverOver((response) => response.end('[{"n":1},[2]]'));
  expect(await driver.run(query, never())).toEqual([{ n: 1 }, [2]]);
});

test('an answer of Druid is proven whole for its data source and intervals, or refused', async () => {
  const proven: unknown[] = [];
  const begin: Census['begin'] = (...asked) => {
    proven.push(asked);
    return () => Promise.reject(new ClusterAwayError('a segment is gone'));
  };
  const driver = await driverOver((response) => response.end('[]'), { begin });
  const asked = { ...query, dataSource: 'a', intervals: ['2026-10-01/2026-10-02'] };
  await expect(driver.run(asked, never())).rejects.toThrow(ClusterAwayError);
  expect(proven).toEqual([['a', ['2026-10-01/2026-10-02']]]);
});

test.each(ERRORS)(
  'an answer of Druid with the status %i and the body %s is an error',
  async (status, body, error) => {
    const driver = await driverOver((response) => response.writeHead(status).end(body));
    await expect(driver.run(query, never())).rejects.toMatchObject(error);
    expect(requests.map(({ method }) => method)).toEqual(['POST']);
  },
);
