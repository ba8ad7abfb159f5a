import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type RunningService } from '../../../src/service/start.ts';
import { event } from '../../support/service/event.ts';

const APP = 'B97579B6-FFB8-4AC5-AAA7-DA5796CC5DCE';
const UUID = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;
let service: RunningService;
let token: string;
let insight: string;
let foreign: string;

beforeAll(async () => {
  service = await startService({ dbPath: ':memory:' });
  const { organizations, insights, tokens } = service.store;
  for (const name of ['com.example', 'com.other']) await organizations.create(name, 'paid');
  ({ token } = await tokens.create('com.example', null));
  const query = { queryType: 'topN', dimension: 'modelName' };
  [insight = ''] = (await insights.add('com.example', [{ name: 'Devices', query }])).map(({ id }) => id);
  [foreign = ''] = (await insights.add('com.other', [{ name: 'Theirs', query }])).map(({ id }) => id);
});
afterAll(() => service.close(0));

async function get(path: string, as = token): Promise<{ status: number; body: any }> {
  const answer = await fetch(service.url + path, { headers: { authorization: `Bearer ${as}` } });
  return { status: answer.status, body: await answer.json() };
}

it('lists insights before the first event, in an app that is named as the namespace', async () => {
  const { body } = await get('/api/v3/organizations/');
  expect(body).toMatchObject([{ namespace: 'com.example', apps: [{ name: 'com.example' }] }]);
});

describe('once events are there', () => {
  beforeAll(async () => {
    const apps = [APP.toLowerCase(), APP, 'zz-app'];
    await service.importEvents(
      'com.example',
      apps.map((appID) => event({ appID })),
    );
    await service.importEvents('com.other', [event({ appID: 'secret' })]);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  });

  it('leads from the organization to each insight by name, with a slash at the end or without', async () => {
    for (const slash of ['', '/']) {
      const [organization] = (await get(`/api/v3/organizations${slash}`)).body;
      expect(organization).toMatchObject({ id: expect.stringMatching(UUID), name: 'com.example' });
      expect(organization.apps.map(({ name }: { name: string }) => name)).toEqual([APP, 'zz-app']);
      expect((await get(`/api/v3/organizations/${organization.id}${slash}`)).body).toEqual(organization);
      expect((await get(`/api/v3/apps${slash}`)).body).toEqual(organization.apps);
      const [app, other] = organization.apps;
      expect([app.id, other.id]).toEqual([APP, expect.stringMatching(UUID)]);
      expect((await get(`/api/v3/apps/${other.id}${slash}`)).body).toEqual(other);
      const [group] = app.insightGroups;
      expect([group.appID, group.insightIDs, other.insightGroups]).toEqual([APP, [insight], []]);
      const listed = (await get(`/api/v3/groups/${group.id}${slash}`)).body;
      expect(listed).toMatchObject({ id: group.id, insights: [{ id: insight, title: 'Devices', groupID: group.id }] });
      expect((await get(`/api/v3/insights/${insight}${slash}`)).body).toMatchObject({
        ...{ id: insight, title: 'Devices', type: 'topN', query: { queryType: 'topN', dimension: 'modelName' } },
      });
    }
  });

  it('shows nothing of another organization, and nothing without a token', async () => {
    const { token: theirs } = await service.store.tokens.create('com.other', null);
    const [{ id, apps }] = (await get('/api/v3/organizations', theirs)).body;
    const paths = [`organizations/${id}`, `apps/${apps[0].id}`, `groups/${apps[0].insightGroups[0].id}`, `insights/${foreign}`]; // prettier-ignore
    for (const path of paths) expect((await get(`/api/v3/${path}/`)).status).toBe(404);
    expect(JSON.stringify((await get('/api/v3/organizations')).body)).not.toContain('secret');
    for (const path of ['organizations', 'apps', ...paths])
      expect((await get(`/api/v3/${path}`, 'no')).status).toBe(401);
  });
});

it('answers the free plan with 402, and a revoked token with 401', async () => {
  await service.store.organizations.create('com.third', 'paid');
  const made = await service.store.tokens.create('com.third', null);
  expect((await get('/api/v3/organizations', made.token)).body).toMatchObject([{ apps: [] }]);
  await service.store.organizations.setPlan('com.third', 'free');
  expect((await get('/api/v3/organizations', made.token)).status).toBe(402);
  await service.store.tokens.revoke(made.id);
  expect((await get('/api/v3/apps', made.token)).status).toBe(401);
});
