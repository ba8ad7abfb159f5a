// What the client reads of an account, from the strict stand-in and from services that answer otherwise.
import { createClient } from '../../../src/report/client/client.ts';
import { answerJson, closeServers, serveHttp } from '../../support/faults/servers.ts';
import { startHosted } from '../../support/hosted/stand-in.ts';
import {
  APP,
  hostedWorld,
  INSIGHTS,
  NAMESPACE,
  OTHER_APP,
  OTHER_NAMESPACE,
  TOKEN,
  TOKEN_OF_TWO,
} from '../../support/hosted/world.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const DEVICES_GROUP = '22222222-0000-4000-8000-000000000001';
const LAST_DAY = { component: 'day', offset: 0, position: 'end' } as const;
const INTERVAL = { beginningDate: { ...LAST_DAY, position: 'beginning' }, endDate: LAST_DAY } as const;
const LIMITS = {
  timeoutMs: 5000,
  retries: 0,
  deadlineMs: 20_000,
  concurrency: 1,
  effects: { environment: {} },
};

const hosted = await startHosted(hostedWorld(NOW_MS));

afterAll(async () => {
  await hosted.close();
  await closeServers();
});

const catalogOf = (url: string, token: string) => createClient({ ...LIMITS, url, token }).catalog;

test("the catalog of the hosted service names the token's organizations, with their apps and groups", async () => {
  const listing = await catalogOf(hosted.url, TOKEN_OF_TWO).organizations();
  expect(listing).toMatchObject([
    {
      name: 'Example Ltd.',
      namespace: NAMESPACE,
      apps: [
        {
          id: APP,
          name: 'Notes',
          groups: [
            { id: DEVICES_GROUP, title: 'Devices', insightIds: [INSIGHTS.devices, INSIGHTS.oldForm] },
            { title: 'Use' },
          ],
        },
      ],
    },
    {
      namespace: OTHER_NAMESPACE,
      apps: [{ id: OTHER_APP, groups: [{ insightIds: [INSIGHTS.theirs] }] }],
    },
  ]);
});

test('the catalog of the hosted service names the insights of a group, but for those of an unknown form', async () => {
  const listing = await catalogOf(hosted.url, TOKEN).group(DEVICES_GROUP);
  expect(listing).toMatchObject([
    { id: INSIGHTS.devices, title: 'Devices of everybody', query: { queryType: 'topN' } },
    { id: INSIGHTS.oldForm, title: 'Devices, old form' },
  ]);
});

test('the catalog of the hosted service names one insight', async () => {
  const listing = await catalogOf(hosted.url, TOKEN).insight(INSIGHTS.users);
  expect(listing).toMatchObject({ title: 'Daily users' });
});

test('the catalog of the hosted service requests the organizations and each group once', async () => {
  const catalog = catalogOf(hosted.url, TOKEN);
  const before = hosted.requests.length;
  await Promise.all([catalog.organizations(), catalog.organizations(), catalog.group(DEVICES_GROUP)]);
  await catalog.group(DEVICES_GROUP);
  expect(hosted.requests).toHaveLength(before + 2);
});

test('the catalog of the hosted service does not end the run if the token may not list', async () => {
  const client = createClient({ ...LIMITS, url: hosted.url, token: 'tdpat_of_nobody' });
  expect(await client.catalog.organizations()).toMatchObject({ kind: 'unauthorized' });
  const asked = client.runQuery({ queryType: 'timeBoundary' });
  await expect(asked).rejects.toThrow('(While running a timeBoundary query at ');
});

test.each(['.', '..', '', '...'])(
  'the id %j, which would lead up the path, is an ordinary failure and is not sent',
  async (id) => {
    const client = createClient({ ...LIMITS, url: hosted.url, token: TOKEN });
    const before = hosted.requests.length;
    const failure = { kind: 'not-found', status: null, message: `${JSON.stringify(id)} cannot be an id.` };
    for (const listing of [client.catalog.group(id), client.catalog.insight(id)])
      expect(await listing).toMatchObject(failure);
    await expect(client.resolveInsight(id, INTERVAL)).rejects.toMatchObject(failure);
    expect(hosted.requests).toHaveLength(before);
  },
);

test.each(['../organizations', '%2e%2e', '?x=1', '#x', '\ud800', 'a\r\nb: c', '\\..\\..', '\u0000'])(
  'the id %j stays one part of the path',
  async (id) => {
    const before = hosted.requests.length;
    const catalog = catalogOf(hosted.url, TOKEN);
    for (const listing of await Promise.all([catalog.group(id), catalog.insight(id)]))
      expect(listing).toMatchObject({ kind: 'not-found', status: 404 });
    const asked = hosted.requests.slice(before).map(({ path }) => path);
    expect(asked).toEqual([
      expect.stringMatching(/^\/api\/v3\/groups\/[^/?#]+\/$/),
      expect.stringMatching(/^\/api\/v3\/insights\/[^/?#]+\/$/),
    ]);
  },
);

test.each([
  ['not found', 404, { error: true, reason: 'Not Found' }, 'not-found'],
  ['not allowed', 405, {}, 'service'],
  ['no list', 200, { organizations: [] }, 'unreadable'],
])('the catalog of another service is not listed if the answer is %s', async (_, status, body, kind) => {
  const { url } = await serveHttp((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  expect(await catalogOf(url, TOKEN).organizations()).toMatchObject({ kind });
});

test('the catalog of another service is read although any key is absent or of another type', async () => {
  const { url } = await serveHttp((request, response) => {
    answerJson(request, response, [
      7,
      null,
      {},
      { namespace: 'a', apps: [{ name: 'no id' }, { id: '..' }, { id: 'x', insightGroups: {} }] },
    ]);
  });
  expect(await catalogOf(url, TOKEN).organizations()).toEqual([
    { id: null, name: null, namespace: null, apps: [] },
    { id: null, name: null, namespace: 'a', apps: [{ id: 'x', name: null, groups: [] }] },
  ]);
});

test('the titles of a listing show control and bidirectional characters and do not send them to a terminal', async () => {
  const server = await serveHttp((request, response) => {
    answerJson(request, response, [{ id: 'o', name: 'a\u001b[31m\u202eb\nc', namespace: 'n' }]);
  });
  const listing = await catalogOf(server.url, TOKEN).organizations();
  expect(listing).toMatchObject([{ name: 'a␛[31m⟨U+202E⟩b c' }]);
});
