import { expect, test } from '@jest/globals';
import { startService } from '../../src/service/start.ts';

const QUERY = {
  queryType: 'topN',
  granularity: 'hour',
  dimension: { type: 'default', dimension: 'screen', outputName: 'screen' },
  metric: { type: 'numeric', metric: 'Users' },
  aggregations: [{ type: 'userCount' }],
  threshold: 100,
  intervals: ['2026-10-01/2026-11-01'],
};

function* events(): Generator<object> {
  for (let index = 0; index < 60_000; index++) {
    const timestamp = new Date(Date.UTC(2026, 9, 1) + index * 40_000).toISOString();
    yield { timestamp, appID: 'a', type: 't', clientUser: `u${index % 997}`, payload: { screen: `s${index % 89}` } };
  }
}

// A connection closed under a running statement takes the whole process down, or hangs it.
test('a service that is closed in the middle of queries ends, and says so to those who asked', async () => {
  for (let round = 0; round < 4; round++) {
    const service = await startService({ dbPath: ':memory:' });
    await service.store.organizations.create('a', 'paid');
    await service.importEvents('a', events());
    const { token } = await service.store.tokens.create('a', null);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asked = Array.from({ length: 12 }, () =>
      fetch(`${service.url}/api/v4/query/tql`, { method: 'POST', headers, body: JSON.stringify(QUERY) }).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, round * 15));
    await service.close(0);
    for (const status of await Promise.all(asked)) expect([0, 200, 500, 503, 504]).toContain(status);
  }
});
