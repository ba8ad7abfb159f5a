// Sends the service everything that the documentation lists as refused.
import { readFileSync } from 'node:fs';
import { type RunningService, startService } from '../../src/service/start.ts';
import { event } from '../support/service/event.ts';

const DOCUMENT = readFileSync(`${import.meta.dirname}/../../docs/query-reference.md`, 'utf8');
const ROWS = [...DOCUMENT.matchAll(/^\| `([^`]+)` +\| `(\{.*\})` +\|$/gm)].map(
  ([, name = '', query = '']) => [name, query],
);

let service: RunningService;
let token: string;

beforeAll(async () => {
  service = await startService({ dbPath: ':memory:' });
  await service.store.organizations.create('org', 'paid');
  await service.importEvents('org', [event()]);
  token = (await service.store.tokens.create('org', null)).token;
});

afterAll(() => service.close(0));

test('the documentation lists what is refused', () => {
  expect(ROWS.length).toBeGreaterThan(15);
});

test.each(ROWS)('%s is a 400 that names it: %s', async (name, body) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}/api/v4/query/tql`, { method: 'POST', headers, body });
  const problem = (await answer.json()) as Record<string, unknown>;
  expect([answer.status, problem['detail']]).toEqual([400, expect.stringContaining(name)]);
});
