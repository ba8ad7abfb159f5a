// Sends the service everything that the documentation lists as refused.
import { readFileSync } from 'node:fs';
import { event } from '../support/service/event.ts';
import { serviceOfFile, addOrganization } from '../support/service/service-of-file.ts';

const DOCUMENT = readFileSync(`${import.meta.dirname}/../../docs/reference/query-support.md`, 'utf8');
const ROWS = [...DOCUMENT.matchAll(/^\| `([^`]+)` +\| `(\{.*\})` +\|$/gm)].map(
  ([, name = '', query = '']) => [name, query],
);

const service = await serviceOfFile();
const token = await addOrganization(service, 'org');
await service.importEvents('org', [event()]);

test('the documentation lists what is refused', () => {
  expect(ROWS.length).toBeGreaterThan(15);
});

test.each(ROWS)('%s is a 400 that names it: %s', async (name, body) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}/api/v4/query/tql`, { method: 'POST', headers, body });
  const problem = (await answer.json()) as Record<string, unknown>;
  expect([answer.status, problem['detail']]).toEqual([400, expect.stringContaining(name)]);
});
