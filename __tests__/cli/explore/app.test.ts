import { guardPage } from '../../../src/cli/page-guard.ts';
import { createExploreApp, jsonAnswer } from '../../../src/cli/explore/app.ts';

const HOST = '127.0.0.1:8789';
const SECRET = 'a-secret-of-this-run';
const answer = () => Promise.resolve(jsonAnswer({ answered: true }));
const app = createExploreApp(
  {
    answer,
    addListing: (added) => void added.get('/api/v3/organizations', () => jsonAnswer([])),
  },
  { needsToken: false, source: 'com.example.app in usage.duckdb' },
  guardPage('127.0.0.1', SECRET),
);

async function statusOf(path: string, headers: Record<string, string>, method = 'POST') {
  const body = method === 'POST' ? { body: '{}' } : {};
  const request = {
    method,
    headers: { host: HOST, 'content-type': 'application/json', ...headers },
    ...body,
  };
  return (await app.request(`http://${HOST}${path}`, request)).status;
}

const OWN = { origin: `http://${HOST}` };
const KEY = { 'x-explorer-key': SECRET };

test.each(['/api/v4/query/tql', '/api/v4/query/tql/explain'])(
  '%s is answered only with the secret',
  async (path) => {
    expect(await statusOf(path, { ...OWN, ...KEY })).toBe(200);
    expect(await statusOf(path, OWN)).toBe(403);
    expect(await statusOf(path, { ...OWN, 'x-explorer-key': 'another' })).toBe(403);
    expect(await statusOf(path, { ...KEY, origin: 'http://other.example' })).toBe(403);
  },
);

test('explore does not say what is explored without the secret', async () => {
  expect(await statusOf('/session', {}, 'GET')).toBe(403);
  expect(await statusOf('/session', KEY, 'GET')).toBe(200);
});

test('explore lists the saved insights only with the secret', async () => {
  expect(await statusOf('/api/v3/organizations/', KEY, 'GET')).toBe(200);
  expect(await statusOf('/api/v3/organizations/', {}, 'GET')).toBe(403);
});
