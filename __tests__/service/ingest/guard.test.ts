// Who may post: write keys, and how many posts a key and an address may send.
import { parseNetwork } from '../../../src/service/http/client-address.ts';
import { guardIngest, type Sender } from '../../../src/service/ingest/guard.ts';
import { startService, type RunningService } from '../../../src/service/start.ts';
import type { StartOptions } from '../../../src/service/start-options.ts';
import { event } from '../../support/service/event.ts';
import { rowsOf } from '../../support/service/store.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

async function withService(
  options: Partial<StartOptions>,
  task: (service: RunningService, post: Post) => Promise<void>,
) {
  const service = await startService({ dbPath: ':memory:', ingest: ['a', 'b'], ...options });
  for (const namespace of ['a', 'b']) await service.store.organizations.create(namespace, 'paid');
  const post: Post = async (path, headers = {}) => {
    const answer = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body: JSON.stringify([event()]),
    });
    return { status: answer.status, headers: answer.headers, detail: detailOf(await answer.json()) };
  };
  try {
    await task(service, post);
  } finally {
    await service.close(0);
  }
}

type Post = (
  path: string,
  headers?: Record<string, string>,
) => Promise<{ readonly status: number; readonly headers: Headers; readonly detail: string }>;

const detailOf = (body: unknown) => (body as { readonly detail?: string }).detail ?? '';
const countOf = async ({ store }: RunningService, organization: number) =>
  (await rowsOf(store, `SELECT count(*) AS n FROM events_${organization}`))[0];

describe('with --ingest-keys', () => {
  const guard = { needsKey: true };

  test('a post is taken only with a write key of its organization, and nothing of the others is stored', () =>
    withService({ guard }, async (service, post) => {
      const own = await service.store.writeKeys.create('a');
      const other = await service.store.writeKeys.create('b');
      expect(own.key).toMatch(/^ikey_[\w-]{32}$/);
      const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
      const { token } = await service.store.tokens.create('a', null);
      const cases = [
        ['/v2/namespace/a/', {}, 401],
        ['/v2/', {}, 401],
        ['/v2/namespace/a/', bearer('ikey_unknown'), 401],
        ['/v2/namespace/a/', bearer(token), 401],
        ['/v2/namespace/a/', { authorization: own.key }, 401],
        ['/v2/namespace/a/', bearer(other.key), 403],
        ['/v2/namespace/a/ikey_unknown/', {}, 401],
        [`/v2/namespace/a/${other.key}/`, {}, 403],
        ['/v2/namespace/a/', bearer(own.key), 200],
        ['/v2/', bearer(own.key), 200],
        ['/v2/ikey_unknown/', {}, 401],
        [`/v2/${other.key}/`, {}, 403],
        ['/v2/elsewhere/', {}, 404],
        [`/v2/${own.key}/`, {}, 200],
        [`/v2/namespace/a/${own.key}/`, {}, 200],
        [`/v2/namespace/a/${own.key}`, {}, 200],
      ] as const;
      for (const [path, headers, status] of cases)
        expect([path, headers, (await post(path, headers)).status]).toEqual([path, headers, status]);
      expect(await countOf(service, 1)).toEqual({ n: cases.filter(([, , status]) => status === 200).length });
      const refused = await post('/v2/namespace/a/');
      expect([
        refused.headers.get('www-authenticate'),
        refused.headers.get('access-control-allow-origin'),
      ]).toEqual(['Bearer', '*']);
    }));

  test('a token in the place of a key is refused with what it is and what to make, wherever it stands', () =>
    withService({ guard }, async ({ store }, post) => {
      const { token } = await store.tokens.create('a', null);
      const detail =
        'This is a token, which reads every event: an app must not hold it. Revoke it; `key create` makes a write key.';
      const authorization = `Bearer ${token}`;
      for (const [path, headers] of [
        ['/v2/namespace/a/', { authorization }],
        ['/v2/', { authorization }],
        [`/v2/namespace/a/${token}/`, {}],
        [`/v2/${token}/`, {}],
        [`/v2/w/?namespace=a&key=${token}`, {}],
      ] as const)
        expect([path, await post(path, headers)]).toEqual([
          path,
          expect.objectContaining({ status: 401, detail }),
        ]);
    }));

  test('a key in the query counts for a page of the web SDK alone, and no line of the log shows it', async () => {
    const lines: string[] = [];
    await withService({ guard, log: (entry) => lines.push(JSON.stringify(entry)) }, async (service, post) => {
      const { key } = await service.store.writeKeys.create('a');
      const page = await fetch(`${service.url}/v2/w/?namespace=a&key=${key}`, {
        method: 'POST',
        headers: JSON_TYPE,
        body: '{"appID":"a"}',
      });
      expect(page.status).toBe(200);
      for (const path of ['/v2/namespace/a/', '/v2/', `/v2/namespace/a/ikey_wrong/`])
        expect([path, (await post(`${path}?key=${key}`)).status]).toEqual([path, 401]);
      expect((await post(`/elsewhere?key=${key}`)).status).toBe(404);
      expect(await countOf(service, 1)).toEqual({ n: 1 });
      expect(lines.map((line) => (JSON.parse(line) as { route: string }).route)).toEqual([
        '/v2/w',
        '/v2/namespace/:namespace',
        '/v2',
        '/v2/namespace/:namespace/:key',
        '(no such path)',
      ]);
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      for (const written of [lines.join('\n'), metrics]) expect(written).not.toMatch(/ikey_/);
    });
  });

  test('the log names the write key of each post by its id and its organization, also a revoked and a wrong one', async () => {
    const clients: unknown[] = [];
    await withService({ guard, log: ({ client }) => clients.push(client) }, async ({ store }, post) => {
      const [own, other] = [await store.writeKeys.create('a'), await store.writeKeys.create('b')];
      await post(`/v2/namespace/a/${own.key}/`);
      await post(`/v2/w/?namespace=a&key=${own.key}`);
      await post('/v2/namespace/a/', { authorization: `Bearer ${other.key}` });
      await store.writeKeys.revoke(own.id);
      await post(`/v2/${own.key}/`);
      await post('/v2/namespace/a/ikey_unknown/');
      const ofOwn = { organization: 'a', key: own.id };
      expect(clients).toEqual([ofOwn, ofOwn, { organization: 'b', key: other.id }, ofOwn, null]);
    });
  });

  test('a key that was revoked is refused from then on', () =>
    withService({ guard }, async ({ store }, post) => {
      const { key, id } = await store.writeKeys.create('a');
      expect((await post(`/v2/namespace/a/${key}/`)).status).toBe(200);
      await store.writeKeys.revoke(id);
      expect(await post(`/v2/namespace/a/${key}/`)).toMatchObject({
        status: 401,
        detail: expect.stringContaining('revoked'),
      });
    }));
});

test('without --ingest-keys a post needs no key, but a key in its path must be valid', () =>
  withService({}, async ({ store }, post) => {
    const { key } = await store.writeKeys.create('a');
    const statuses = ['/v2/namespace/a/', `/v2/namespace/a/${key}/`, '/v2/namespace/a/ikey_wrong/'].map(
      async (path) => (await post(path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 401]);
    expect((await post('/v2/namespace/a/?key=ikey_wrong')).status).toBe(200);
  }));

test('a flood from one address is answered with 429 and Retry-After, and the posts that were taken are stored', () =>
  withService({ guard: { rate: { perSecond: 1, burst: 20 } } }, async (service, post) => {
    const { token } = await service.store.tokens.create('a', null);
    const init = {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    };
    const query = JSON.stringify({
      queryType: 'timeseries',
      granularity: 'all',
      intervals: ['2000-01-01/2100-01-01'],
      aggregations: [{ type: 'eventCount' }],
    });
    const ask = () => fetch(`${service.url}/api/v4/query/tql`, { ...init, body: query });
    const flood = Promise.all(Array.from({ length: 60 }, () => post('/v2/')));
    const asked = await Promise.all([ask(), ask(), ask()]);
    const answers = await flood;
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
    const taken = answers.filter(({ status }) => status === 200).length;
    expect(taken).toBeGreaterThanOrEqual(20);
    expect(taken).toBeLessThan(40);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, headers } of refused) {
      expect([status, headers.get('access-control-allow-origin')]).toEqual([429, '*']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await countOf(service, 1)).toEqual({ n: taken });
    // Another address behind the proxy of this machine is not affected.
    expect((await post('/v2/', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200);
  }));

describe('posts are counted', () => {
  const keys = { holder: async (key: string) => ({ kind: 'valid', id: key, namespace: 'a' }) as const };
  const sender = (more: Partial<Sender>) => ({
    key: null,
    authorization: null,
    address: '198.51.100.1',
    forwardedFor: null,
    ...more,
  });

  /** Whether a post of the second sender is refused after the first has sent all it may. */
  async function sharesLimit(one: Partial<Sender>, other: Partial<Sender>, proxies: readonly string[] = []) {
    const guard = guardIngest(keys, { needsKey: false, rate: { perSecond: 0.001, burst: 1 }, proxies });
    await guard('a', sender(one));
    return guard('a', sender(other)).then(
      () => false,
      () => true,
    );
  }

  test.each<[string, Partial<Sender>, Partial<Sender>, boolean, string[]]>([
    ['of two addresses apart', {}, { address: '198.51.100.2' }, false, []],
    ['of an IPv4 address written as IPv6 together', {}, { address: '::ffff:198.51.100.1' }, true, []],
    [
      'of one /64 of IPv6 together',
      { address: '2001:db8:1:2::1' },
      { address: '2001:db8:1:2:ffff::9' },
      true,
      [],
    ],
    [
      'of one address whatever it says it forwards',
      { forwardedFor: '1.1.1.1' },
      { forwardedFor: '2.2.2.2' },
      true,
      [],
    ],
    [
      'behind it by the last one, which the proxy wrote',
      { address: '127.0.0.1', forwardedFor: '9.9.9.9, 1.1.1.1' },
      { address: '127.0.0.1', forwardedFor: '8.8.8.8, 1.1.1.1' },
      true,
      [],
    ],
    [
      'behind a proxy that is not trusted as its own',
      { address: '10.0.0.7', forwardedFor: '1.1.1.1' },
      { address: '10.0.0.7', forwardedFor: '2.2.2.2' },
      true,
      [],
    ],
    [
      'behind a trusted proxy by whom it forwards',
      { address: '10.0.0.7', forwardedFor: '1.1.1.1' },
      { address: '10.9.9.9', forwardedFor: '2.2.2.2' },
      false,
      ['10.0.0.0/8'],
    ],
  ])('posts are counted %s', async (_, one, other, isShared, proxies) => {
    expect(await sharesLimit(one, other, proxies)).toBe(isShared);
  });

  test('posts of one key are counted together, from all addresses up to ten times as many as from one', async () => {
    const guard = guardIngest(keys, { needsKey: true, rate: { perSecond: 0.001, burst: 1 }, proxies: [] });
    const send = (number: number) => guard('a', sender({ key: 'k', address: `198.51.100.${number}` }));
    for (let number = 0; number < 10; number++) await send(number);
    await expect(send(10)).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('this write key'),
    });
  });

  test('posts are not counted where there is no limit', async () => {
    const guard = guardIngest(keys, { needsKey: false, rate: null, proxies: [] });
    for (let number = 0; number < 10_000; number++) await guard('a', sender({}));
  });
});

test.each([
  [true, 1000],
  [false, 5000],
])('by default, with keys %s, an address may send %i posts at once', async (needsKey, posts) => {
  const holder = async () => ({ kind: 'valid', id: 'k', namespace: 'a' }) as const;
  const guard = guardIngest({ holder }, { needsKey });
  const post = { key: 'k', authorization: null, address: '198.51.100.1', forwardedFor: null };
  let admitted = 0;
  await expect(
    (async () => {
      for (; admitted < 6000; admitted++) await guard('a', post);
    })(),
  ).rejects.toMatchObject({ status: 429 });
  // A few are admitted in the meantime.
  expect(admitted).toBeGreaterThanOrEqual(posts);
  expect(admitted).toBeLessThan(posts * 2);
});

test.each(['10.0.0.7', '10.0.0.0/8', '::1', 'fd00::/8'])('%s is an address or a network', (text) => {
  expect(parseNetwork(text)).not.toBeNull();
});

test.each(['', 'localhost', '10.0.0.0/33', '10.0.0/8', 'fd00::/129', '10.0.0.0/', '/8'])(
  '%j is neither an address nor a network',
  (text) => {
    expect(parseNetwork(text)).toBeNull();
  },
);
