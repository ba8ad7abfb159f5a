// Sends the service everything that docs/reference/query-support.md lists as refused.
import { event } from '../support/service/event.ts';
import { serviceOfFile, addOrganization } from '../support/service/service-of-file.ts';
import { REFUSED } from '../support/tql-refused.ts';

const service = await serviceOfFile();
const token = await addOrganization(service, 'org');
await service.importEvents('org', [event()]);

test.each(REFUSED)('a 400 names "%s": %s', async (word, _, query) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(query);
  const answer = await fetch(`${service.url}/api/v4/query/tql`, { method: 'POST', headers, body });
  const problem = (await answer.json()) as Record<string, unknown>;
  expect([answer.status, problem['detail']]).toEqual([400, expect.stringContaining(word)]);
});
