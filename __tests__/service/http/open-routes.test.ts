// What anyone can ask, without a token, must be cheap: many clients at once would keep the service from
// others.
import { appWithDefaults } from '../../support/service/app.ts';
import { openStore } from '../../../src/service/store/store.ts';

const LIMIT_MS = 5;
const TIMES = 40;

const store = await openStore(':memory:', { create: true });
const app = appWithDefaults({
  store,
  ask: async () => [],
  explain: async () => Promise.reject(new Error()),
  now: Date.now,
});

afterAll(() => {
  store.close();
});

const routes = app.routes
  .filter(({ path }) => !path.endsWith('*'))
  .map(
    ({ method, path }) => [method === 'ALL' ? 'PATCH' : method, path.replaceAll(/\{[^}]*\}/g, '')] as const,
  );

test.each([
  ...new Map(routes.map((route) => [route.join(' '), route])).values(),
  ['GET', '/no/such/path'] as const,
])('without a token, %s %s takes less than 5 ms of processor time', async (method, path) => {
  const ask = async () => (await app.request(path, { method })).arrayBuffer();
  // The first request may read a file and compress it.
  for (let count = 0; count < TIMES; count += 1) await ask();
  const before = process.cpuUsage();
  for (let count = 0; count < TIMES; count += 1) await ask();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000 / TIMES).toBeLessThan(LIMIT_MS);
});
