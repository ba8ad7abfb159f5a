// Events arrive while there is hardly any memory: because of very many columns, and because queries of one
// token take it.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningService, startService } from '../../src/service/start.ts';
import { isLong } from '../support/properties.ts';
import { event } from '../support/service/event.ts';
import { LARGE_STATES } from '../support/service/large-states.ts';
import { rowsOf } from '../support/service/store.ts';
import { emptyFolder } from '../support/temporary-files.ts';
import { addOrganization } from '../support/service/service-of-file.ts';

const HEADERS = { 'content-type': 'application/json' };
const ALWAYS = { kind: 'before', beforeMs: Date.UTC(2200) } as const;

interface Posted {
  readonly number: number;
  readonly status: number;
  readonly said: string;
}

/** Posts some events, whose ids let them be sent again. */
async function post(
  service: RunningService,
  number: number,
  payloadOf: (index: number) => object,
  count = 100,
) {
  const events = Array.from({ length: count }, (_, index) =>
    event({ eventID: `${number}-${index}`, payload: { payload_number: number, ...payloadOf(index) } }),
  );
  const body = JSON.stringify(events);
  const answer = await fetch(`${service.url}/v2/namespace/a/`, { method: 'POST', headers: HEADERS, body });
  return { number, status: answer.status, said: await answer.text() };
}

/** Expects that no event was stored of a post of which that was said. */
async function expectNoneStored(service: RunningService, posts: readonly Posted[]) {
  const known = posts.filter(({ said }) => said.includes('None of the events was stored'));
  const stored = await rowsOf(service.store, `SELECT DISTINCT payload_number AS number FROM events_1`);
  const numbers = new Set(stored.map((row) => JSON.stringify(row)));
  for (const { number } of known) expect(numbers).not.toContain(JSON.stringify({ number: `${number}` }));
}

/** Sends each post again until it is taken, and expects every event once. */
async function expectAllTaken(
  service: RunningService,
  refused: readonly Posted[],
  payloadOf: (index: number) => object,
  expected: number,
) {
  await expectNoneStored(service, refused);
  for (const { number } of refused) {
    let answer = await post(service, number, payloadOf);
    for (let tries = 0; tries < 100 && answer.status === 503; tries++) {
      await sleep(100);
      answer = await post(service, number, payloadOf);
    }
    expect([number, answer.status, answer.said]).toEqual([number, 200, expect.any(String)]);
  }
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  expect(await service.store.events.count(1, ALWAYS)).toBe(expected);
}

function expectHonest(posts: readonly Posted[]) {
  for (const { status, said } of posts) {
    expect([status, said]).toEqual([
      expect.any(Number),
      expect.not.stringContaining('fault is not in the request'),
    ]);
    expect([200, 503]).toContain(status);
  }
  return posts.filter(({ status }) => status === 503);
}

const KEYS = 990;
const EVENTS_OF_POST = 3000;
const POSTS = isLong ? 40 : 5;

test('an organization of 990 payload keys takes events with 512 MB of memory', async () => {
  const folder = emptyFolder();

  const service = await startService({ dbPath: join(folder, 'a.db'), ingest: ['a'], memoryLimit: '512MB' });
  try {
    await service.store.organizations.create('a', 'paid');
    const payload = Object.fromEntries(
      Array.from({ length: KEYS }, (_, key) => [`key${key}`, `value ${key}`]),
    );
    // Posts add few keys on a day, imports as many as there can be.
    await service.importEvents('a', [event({ payload })]);
    const payloadOf = (index: number) => ({ [`key${(index * 7) % KEYS}`]: `v${index}` });
    // Rows of an empty table are moved in whole; from the second post on, columns are appended to.
    for (let number = 0; number < POSTS; number++) {
      const { status, said } = await post(service, number, payloadOf, EVENTS_OF_POST);
      expect([number, status, said]).toEqual([number, 200, expect.any(String)]);
      expect((await fetch(`${service.url}/health`)).status).toBe(200);
    }
    expect(await service.store.events.count(1, ALWAYS)).toBe(1 + POSTS * EVENTS_OF_POST);
  } finally {
    await service.close(0);
  }
}, 300_000);

const USERS = isLong ? 300_000 : 30_000;

function* eventsOfUsers() {
  for (let user = 0; user < USERS; user++) {
    const timestamp = new Date(Date.UTC(2026, 9, 1) + user * 1000).toISOString();
    yield event({
      timestamp,
      clientUser: `user ${user}`,
      type: 'y'.repeat(18 + (user % 3)),
      floatValue: user / 7,
    });
  }
}

test.each(['256MB', '512MB'])(
  'hungry queries of one token beside ingest with %s lose no event',
  async (memoryLimit) => {
    const folder = emptyFolder();
    const service = await startService({ dbPath: join(folder, 'a.db'), ingest: ['a'], memoryLimit });
    try {
      const token = await addOrganization(service, 'a');
      await service.importEvents('a', eventsOfUsers());
      const hungry = LARGE_STATES.filter(([name]) =>
        /^(string|groupBy, eight|topN, a thousand|pairs|scan|quan)/.test(name),
      );
      let isOver = false;
      const headers = { ...HEADERS, authorization: `Bearer ${token}` };
      const statuses = new Set<number>();
      const askAll = async (first: number) => {
        for (let turn = first; !isOver; turn++) {
          const [, body] = hungry[turn % hungry.length] ?? ['', ''];
          const answer = await fetch(`${service.url}/api/v4/query/tql`, { method: 'POST', headers, body });
          await answer.arrayBuffer();
          statuses.add(answer.status);
        }
      };
      const asking = [0, 3, 6, 9].map(askAll);
      const payloadOf = (index: number) => ({ text: 'x'.repeat(200 + index) });
      const posts: Posted[] = [];
      for (let number = 0; number < (isLong ? 300 : 20); number++)
        posts.push(await post(service, number, payloadOf));
      isOver = true;
      await Promise.all(asking);
      await expectAllTaken(service, expectHonest(posts), payloadOf, USERS + posts.length * 100);
      for (const status of statuses) expect([200, 400, 503, 504]).toContain(status);
    } finally {
      await service.close(0);
    }
  },
  600_000,
);
