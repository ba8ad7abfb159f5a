import * as v from 'valibot';
import { event } from '../../support/service/event.ts';
import { serviceOfFile } from '../../support/service/service-of-file.ts';

const APP = 'B97579B6-FFB8-4AC5-AAA7-DA5796CC5DCE';
const UUID = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;

const service = await serviceOfFile();
const { organizations, insights, tokens } = service.store;
for (const name of ['com.example', 'com.other']) await organizations.create(name, 'paid');
const { token } = await tokens.create('com.example', null);
const query = { queryType: 'topN', dimension: 'modelName' };
const [insight = ''] = (await insights.add('com.example', [{ name: 'Devices', query }])).map(({ id }) => id);
const [foreign = ''] = (await insights.add('com.other', [{ name: 'Theirs', query }])).map(({ id }) => id);
const ask = (path: string, as = token) =>
  fetch(service.url + path, { headers: { authorization: `Bearer ${as}` } });
const get = async (path: string, as?: string) => (await ask(path, as)).json();
const statusOf = async (path: string, as?: string) => (await ask(path, as)).status;
const organizationOf = async (path: string, as?: string) => v.parse(ORGANIZATIONS, await get(path, as))[0];

const GROUP = v.looseObject({ id: v.string(), appID: v.string(), insightIDs: v.array(v.string()) });
const APPS = v.looseObject({ id: v.string(), name: v.string(), insightGroups: v.array(GROUP) });
const ORGANIZATIONS = v.tuple([v.looseObject({ id: v.string(), name: v.string(), apps: v.array(APPS) })]);

test('a listing lists insights before the first event, in an app that is named as the namespace', async () => {
  const listed = await get('/api/v3/organizations/');
  expect(listed).toMatchObject([{ namespace: 'com.example', apps: [{ name: 'com.example' }] }]);
});

describe('once events are there', () => {
  beforeAll(async () => {
    const apps = [APP.toLowerCase(), APP, 'zz-app'];
    await service.importEvents(
      'com.example',
      apps.map((appID) => event({ appID })),
    );
    await service.importEvents('com.other', [event({ appID: 'secret' })]);
    // What was found before the first event is reused for a while.
    while ((await organizationOf('/api/v3/organizations')).apps.length !== 2);
  });

  test.each(['', '/'])(
    'a listing leads from the organization to each insight by name, with "%s" at the end',
    async (slash) => {
      const organization = await organizationOf(`/api/v3/organizations${slash}`);
      expect(organization).toMatchObject({ id: expect.stringMatching(UUID), name: 'com.example' });
      expect(organization.apps.map(({ name }) => name)).toEqual([APP, 'zz-app']);
      expect(await get(`/api/v3/organizations/${organization.id}${slash}`)).toEqual(organization);
      expect(await get(`/api/v3/apps${slash}`)).toEqual(organization.apps);
      const [app, other] = v.parse(v.tuple([APPS, APPS]), organization.apps);
      expect([app.id, other.id]).toEqual([APP, expect.stringMatching(UUID)]);
      expect(await get(`/api/v3/apps/${other.id}${slash}`)).toEqual(other);
      const [group] = v.parse(v.tuple([GROUP]), app.insightGroups);
      expect([group.appID, group.insightIDs, other.insightGroups]).toEqual([APP, [insight], []]);
      expect(await get(`/api/v3/groups/${group.id}${slash}`)).toMatchObject({
        id: group.id,
        insights: [{ id: insight, title: 'Devices', groupID: group.id }],
      });
      expect(await get(`/api/v3/insights/${insight}${slash}`)).toMatchObject({
        id: insight,
        title: 'Devices',
        type: 'topN',
        query: { queryType: 'topN', dimension: 'modelName' },
      });
    },
  );

  test('a listing shows nothing of another organization, and nothing without a token', async () => {
    const { token: theirs } = await service.store.tokens.create('com.other', null);
    const { id, apps } = await organizationOf('/api/v3/organizations', theirs);
    const [app] = v.parse(v.tuple([APPS]), apps);
    const [group] = v.parse(v.tuple([GROUP]), app.insightGroups);
    const paths = [`organizations/${id}`, `apps/${app.id}`, `groups/${group.id}`, `insights/${foreign}`];
    for (const path of paths) {
      expect(await statusOf(`/api/v3/${path}/`, theirs)).toBe(200);
      expect(await statusOf(`/api/v3/${path}/`)).toBe(404);
    }
    expect(JSON.stringify(await get('/api/v3/organizations'))).not.toContain('secret');
    for (const path of ['organizations', 'apps', ...paths])
      expect(await statusOf(`/api/v3/${path}`, 'no')).toBe(401);
  });
});

test('a listing answers the free plan with 402, and a revoked token with 401', async () => {
  await service.store.organizations.create('com.third', 'paid');
  const made = await service.store.tokens.create('com.third', null);
  expect(await get('/api/v3/organizations', made.token)).toMatchObject([{ apps: [] }]);
  await service.store.organizations.setPlan('com.third', 'free');
  expect(await statusOf('/api/v3/organizations', made.token)).toBe(402);
  await service.store.tokens.revoke(made.id);
  expect(await statusOf('/api/v3/apps', made.token)).toBe(401);
});
