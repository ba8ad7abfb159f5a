import { once } from 'node:events';
import { connect } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { startService, type RunningService } from '../../../src/service/start.ts';
import type { StartOptions } from '../../../src/service/start-options.ts';
import { describedBy } from '../../support/service/described-answers.ts';
import { rowsOf } from '../../support/service/store.ts';

const NOW = '2026-11-16T09:00:00.000Z';
const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse(NOW);
const SENT = { appID: 'my-app', clientUser: 'a9', type: 'appLaunched' };
let service: RunningService;
const logged: string[] = [];
let isRestarted = false;

beforeAll(() => start());
afterEach(async () => {
  if (isRestarted) await restart({});
  isRestarted = false;
  logged.length = 0;
  for (const organization of [1, 2]) await rowsOf(service.store, `DELETE FROM events_${organization}`);
});
afterAll(() => service.close(0));

async function start(options: Partial<StartOptions> = {}): Promise<void> {
  service = await startService({
    dbPath: ':memory:',
    nowMs: NOW_MS,
    ingest: ['com.example.app', 'com.example.other', 'com.example.later'],
    log: ({ method, route, status }) => {
      // Another line says that the connection was cut.
      if (route.startsWith('/')) logged.push(`${method} ${route} ${status}`);
    },
    ...options,
  });
  await service.store.organizations.create('com.example.app', 'paid');
  await service.store.organizations.create('com.example.other', 'free');
  await service.store.organizations.create('com.example.silent', 'paid');
}

async function restart(options: Partial<StartOptions>): Promise<void> {
  await service.close(0);
  await start(options);
  isRestarted = true;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

async function post(
  body: unknown,
  path = '/v2/namespace/com.example.app/',
  init: RequestInit = {},
): Promise<Answer> {
  const answer = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text), headers: answer.headers };
}

const stored = (columns: string, organization = 1) =>
  rowsOf(service.store, `SELECT ${columns} FROM events_${organization} ORDER BY __time, type`);

describe('an event whose time cannot be true', () => {
  const at = (timestamp: string) => ({ appID: 'a', type: 'clock', timestamp });
  const ahead = (hours: number) => at(new Date(NOW_MS + hours * HOUR_MS).toISOString());

  test('an event whose time cannot be true is dropped and counted, and the others of its post are stored', async () => {
    const sent = [
      at('1900-01-01T00:00:00Z'),
      at('2999-01-01T00:00:00Z'),
      at('1999-12-31T23:59:59.999Z'),
      ahead(25),
    ];
    const good = [at('2000-01-01T00:00:00Z'), ahead(23)];
    expect((await post([...sent, ...good])).body).toEqual({ accepted: 2, dropped: 4 });
    expect((await post([...good])).body).toEqual({ accepted: 2 });
  });

  test.each([
    ['before the year 2000', '1900-01-01T00:00:00Z'],
    ['more than a day in the future', '2999-01-01T00:00:00Z'],
  ])('an event whose time cannot be true is a 400 if nothing else was sent: %s', async (why, timestamp) => {
    const { status, body } = await post([at(timestamp), at('1900-01-01T00:00:00Z')]);
    expect([status, body]).toEqual([400, expect.objectContaining({ detail: expect.stringContaining(why) })]);
  });
});

test('an accepted post is stored as the SDK sends it, at the time of receipt', async () => {
  const sent = {
    ...SENT,
    sessionID: 's1',
    telemetryClientVersion: 'JavaScriptSDK 2.0.4',
    payload: { a: 'x', floatValue: 1.5 },
  };
  expect(await post([sent])).toMatchObject({ status: 200, body: { accepted: 1 } });
  expect(await rowsOf(service.store, 'SELECT * EXCLUDE (_ir_user) FROM events_1')).toEqual([
    {
      __time: NOW_MS,
      appID: 'my-app',
      clientUser: 'a9',
      type: 'appLaunched',
      sessionID: 's1',
      isTestMode: 'false',
      floatValue: 1.5,
      count: 1,
      telemetryClientVersion: 'JavaScriptSDK 2.0.4',
      a: 'x',
    },
  ]);
});

test('an accepted post has the time that an event gives: its timestamp, else when it was queued', async () => {
  const receivedAt = new Date(NOW_MS - HOUR_MS).toISOString();
  const timestamp = new Date(NOW_MS - 2 * HOUR_MS).toISOString();
  await post([SENT, { ...SENT, receivedAt }, { ...SENT, receivedAt, timestamp }]);
  expect(await stored('__time')).toEqual([2, 1, 0].map((hours) => ({ __time: NOW_MS - hours * HOUR_MS })));
});

test('an accepted post has users as they were sent, with the same hash as imported ones', async () => {
  const users = ['a9', 'é😀', 'nul\u0000', 'lone \ud800', 'x'.repeat(10_000), ''];
  await post(users.map((clientUser) => ({ ...SENT, clientUser })));
  const wrong = `clientUser <> '' AND _ir_user IS DISTINCT FROM md5_number_lower(clientUser) OR clientUser = '' AND _ir_user IS NOT NULL`;
  const counts = `count(*) AS n, count(DISTINCT clientUser) AS users, count(*) FILTER (${wrong}) AS wrong`;
  expect(await rowsOf(service.store, `SELECT ${counts} FROM events_1`)).toEqual([
    { n: 6, users: 6, wrong: 0 },
  ]);
});

test('an accepted post may be a single event without an array, or an empty array', async () => {
  expect(await post(SENT)).toMatchObject({ status: 200, body: { accepted: 1 } });
  expect(await post([])).toMatchObject({ status: 200, body: { accepted: 0 } });
  expect(await stored('type')).toHaveLength(1);
});

test('an accepted post belongs to the organization of the path, or else to the first that --ingest names', async () => {
  await post([SENT], '/v2/namespace/com.example.other');
  await post([SENT, SENT], '/v2/');
  await post([SENT], '/v2');
  expect([await stored('type', 1), await stored('type', 2)].map((rows) => rows.length)).toEqual([3, 1]);
  expect(logged).toEqual(['POST /v2/namespace/:namespace 200', 'POST /v2 200', 'POST /v2 200']);
});

describe('the description at /openapi.json', () => {
  const described = async (): Promise<Description> =>
    v.parse(DESCRIPTION, await (await fetch(`${service.url}/openapi.json`)).json());

  test('the description at /openapi.json names the paths of ingest only if it is on', async () => {
    expect(Object.keys((await described()).paths).filter((path) => path.startsWith('/v2'))).toEqual([
      '/v2/namespace/{namespace}',
      '/v2/namespace/{namespace}/{key}',
      '/v2/w',
      '/v2',
      '/v2/{key}',
    ]);
    await restart({ ingest: [] });
    expect(Object.keys((await described()).paths).filter((path) => path.startsWith('/v2'))).toEqual([]);
  });

  test('the description at /openapi.json matches the answers and the events that are accepted', async () => {
    const description = await described();
    const ajv = new Ajv2020({
      strict: false,
      validateFormats: false,
      schemas: [{ $id: 'api', ...description }],
    });
    const isEvent = ajv.getSchema('api#/components/schemas/Event');
    const isProblem = ajv.getSchema('api#/components/schemas/Problem');
    for (const path of ['/v2/', '/v2/namespace/com.example.app/']) {
      const responses =
        description.paths[path === '/v2/' ? '/v2' : '/v2/namespace/{namespace}']?.post?.responses ?? {};
      for (const [sent, taken] of EVENTS) {
        const { status, body } = await post([sent], path);
        expect([sent, status, isEvent?.(sent)]).toEqual([sent, taken ? 200 : 400, taken]);
        expect(Object.keys(responses)).toContain(String(status));
        if (!taken) expect(isProblem?.(body)).toBe(true);
      }
    }
  });
});

describe('a payload with too many new keys', () => {
  const keys = Array.from({ length: 105 }, (_, index) => `k${index}`);
  const sent = { ...SENT, payload: Object.fromEntries(keys.map((key) => [key, 'x'])) };

  test('a payload with too many new keys is stored without those beyond the limit, which the answer names', async () => {
    const { status, body } = await post([sent, SENT, { ...sent, type: 'again' }]);
    const leftOut = { events: 2, keys: keys.slice(100), reason: 'One post adds at most 100 payload keys.' };
    expect([status, body]).toEqual([200, { accepted: 3, leftOut }]);
    expect(await stored('type, k99')).toHaveLength(3);
    await expect(stored('k100')).rejects.toThrow('k100');
    const described = describedBy(await (await fetch(`${service.url}/openapi.json`)).json());
    const answer = Response.json(body);
    expect(await described.check('/v2', 'POST', answer)).toEqual({ status, body });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('\ninsight_report_events_trimmed_total 2\n');
  });
});

/** Events, and whether they are accepted. */
const EVENTS: readonly [object, boolean][] = [
  [SENT, true],
  [
    {
      ...SENT,
      timestamp: NOW,
      receivedAt: null,
      isTestMode: 'true',
      floatValue: 2,
      sessionID: null,
      payload: { a: 1, b: true, c: null },
    },
    true,
  ],
  [{ ...SENT, appID: 'x'.repeat(101) }, false],
  [{ ...SENT, sessionID: 1, clientUser: 7 }, true],
  [{ ...SENT, sessionID: [1] }, false],
  [{ ...SENT, floatValue: 'x' }, false],
  [{ ...SENT, payload: { a: {} } }, true],
  [{ ...SENT, payload: ['a'] }, false],
];

const DESCRIPTION = v.looseObject({
  paths: v.record(
    v.string(),
    v.looseObject({ post: v.optional(v.looseObject({ responses: v.record(v.string(), v.unknown()) })) }),
  ),
});
type Description = v.InferOutput<typeof DESCRIPTION>;

describe('a refused post, of which nothing is stored', () => {
  const long = 'x'.repeat(65_536);
  test.each<[string, unknown, string, string | null]>([
    [
      'an event without a type',
      [
        { ...SENT, type: undefined },
        { ...SENT, receivedAt: '1999-01-01T00:00:00Z' },
      ],
      'None of the 2 events is taken. Event 1 is refused: type is missing.',
      '[0]',
    ],
    ['a single event', { ...SENT, appID: '' }, 'The event is refused: appID is empty.', null],
    [
      'a payload that is a string',
      [{ ...SENT, payload: 'a:b', telemetryClientVersion: '1' }],
      'payload is not an object',
      '[0]',
    ],
    ['a long event', [{ ...SENT, payload: { long } }], 'it has more than 65536 characters', '[0]'],
    [
      'half a character as a key',
      [{ ...SENT, payload: { '\ud800': 'x' } }],
      'not well-formed Unicode',
      '[0]',
    ],
    ['a body that is not JSON', '[{"appID":', 'The body is not JSON', null],
  ])('a post is refused, and nothing of it is stored: %s', async (_, body, detail, path) => {
    const answer = await post(body);
    expect(answer).toMatchObject({
      status: 400,
      body: { status: 400, detail: expect.stringContaining(detail) },
    });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body).toEqual(
      path === null
        ? expect.not.objectContaining({ path: expect.anything() })
        : expect.objectContaining({ path }),
    );
    expect(await stored('type')).toEqual([]);
  });

  test.each([
    [404, '/v2/namespace/com.example.silent/', 'Ingest of "com.example.silent" is off'],
    [404, '/v2/namespace/com.example.later/', 'There is no organization com.example.later yet'],
    [404, '/v1/', 'This path does not exist'],
  ])('a refused post is answered with %i at %s', async (status, path, detail) => {
    expect(await post([SENT], path)).toMatchObject({
      status,
      body: { detail: expect.stringContaining(detail) },
    });
  });

  test('a refused post is accepted once its organization is created', async () => {
    await service.store.organizations.create('com.example.later', 'paid');
    expect(await post([SENT], '/v2/namespace/com.example.later/')).toMatchObject({ status: 200 });
  });

  test('a page of any origin may send posts and read why one is refused, at these paths only', async () => {
    const asked = {
      origin: 'https://app.example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    for (const path of ['/v2/', '/v2/namespace/com.example.app/']) {
      const { status, headers } = await fetch(`${service.url}${path}`, { method: 'OPTIONS', headers: asked });
      expect([
        status,
        headers.get('access-control-allow-origin'),
        headers.get('access-control-allow-methods'),
      ]).toEqual([204, '*', 'POST']);
      expect([headers.get('access-control-allow-headers'), headers.get('access-control-max-age')]).toEqual([
        'authorization,content-type',
        '86400',
      ]);
    }
    for (const { headers } of [
      await post([SENT]),
      await post('no'),
      await post([SENT], '/v2/namespace/nobody/'),
    ]) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
    for (const path of ['/api/v4/query/tql', '/health', '/openapi.json', '/v2/other']) {
      const { headers } = await fetch(`${service.url}${path}`, { method: 'OPTIONS', headers: asked });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test.each(['content-length: 100', 'transfer-encoding: chunked'])(
    'a body that ends too early (%s) is not logged as a fault of the service',
    async (header) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        `POST /v2/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${header}\r\n\r\n3\r\n[{"\r\n`,
      );
      await post([SENT]);
      socket.destroy();
      while (logged.length < 2) await new Promise((resolve) => setImmediate(resolve));
      expect(logged.sort()).toEqual(['POST /v2 499', 'POST /v2/namespace/:namespace 200']);
    },
  );

  test('a missing organization, whose posts are refused, is a warning at the start', async () => {
    const warned: string[] = [];
    await restart({ ingest: ['com.example.misspelt'], warn: (message) => warned.push(message) });
    expect(warned).toEqual([
      expect.stringMatching(/^There is no organization com\.example\.misspelt yet; .*`org create`/),
    ]);
  });

  test('a post is answered with 404 if ingest is off', async () => {
    await restart({ ingest: [] });
    for (const path of ['/v2/', '/v2/namespace/com.example.app/']) {
      expect(await post([SENT], path)).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining('This path does not exist') },
      });
    }
    expect(
      (await fetch(`${service.url}/v2/`, { method: 'OPTIONS' })).headers.get('access-control-allow-origin'),
    ).toBeNull();
  });
});
