// Events arrive while there is hardly any memory: because of very many columns, and because queries of one
// token take it.
import { join } from 'node:path';
import { type RunningService, startService } from '../../src/service/start.ts';
import { isLong, runs } from '../support/properties.ts';
import { event } from '../support/service/event.ts';
import { LARGE_STATES } from '../support/service/large-states.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const HEADERS = { 'content-type': 'application/json' };
const ALWAYS = { kind: 'before', beforeMs: Date.UTC(2200) } as const;

/** Posts some events, which have no ids: those that were stored twice would count twice. */
async function post(
  service: RunningService,
  number: number,
  payloadOf: (index: number) => object,
  count = 100,
) {
  const events = Array.from({ length: count }, (_, index) =>
    event({ payload: { payload_number: number, ...payloadOf(index) } }),
  );
  const body = JSON.stringify(events);
  const answer = await fetch(`${service.url}/v2/namespace/a/`, { method: 'POST', headers: HEADERS, body });
  return { number, status: answer.status, said: await answer.text() };
}

const KEYS = 990;
const EVENTS_OF_POST = isLong ? 3000 : 1000;
const POSTS = isLong ? 5 : 2;

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

/** Fewer would need too little memory to notice how it is shared. */
const USERS = 300_000;

const SMALL = JSON.stringify({
  queryType: 'timeseries',
  granularity: 'day',
  intervals: ['2026-10-01/2026-11-01'],
  aggregations: [{ type: 'userCount' }, { type: 'eventCount' }],
});

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

test.each(isLong ? ['256MB', '512MB'] : ['256MB'])(
  'with %s, a hungry token harms no post, and at most one in twenty small queries of other tokens',
  async (memoryLimit) => {
    const folder = emptyFolder();
    const service = await startService({ dbPath: join(folder, 'a.db'), ingest: ['a'], memoryLimit });
    try {
      await service.store.organizations.create('a', 'paid');
      await service.store.organizations.create('b', 'paid');
      const { token } = await service.store.tokens.create('a', null);
      const ofOthers = ['a', 'b'].map((namespace) => service.store.tokens.create(namespace, null));
      const small = (await Promise.all(ofOthers)).map((made) => made.token);
      await service.importEvents('a', eventsOfUsers());
      const hungry = LARGE_STATES.filter(([name]) =>
        /^(string|groupBy, eight|topN, a thousand|pairs|scan|quan)/.test(name),
      );
      let isOver = false;
      const ask = async (bearer: string, body: string): Promise<number> => {
        const headers = { ...HEADERS, authorization: `Bearer ${bearer}` };
        const answer = await fetch(`${service.url}/api/v4/query/tql`, { method: 'POST', headers, body });
        await answer.arrayBuffer();
        return answer.status;
      };
      const asked = new Set<number>();
      const others: number[] = [];
      const askHungry = async (first: number): Promise<void> => {
        for (let turn = first; !isOver; turn++)
          asked.add(await ask(token, hungry[turn % hungry.length]?.[1] ?? ''));
      };
      const askSmall = async (bearer: string): Promise<void> => {
        while (!isOver) others.push(await ask(bearer, SMALL));
      };
      const asking = [...[0, 3, 6, 9, 12, 15].map(askHungry), ...small.map(askSmall)];
      const payloadOf = (index: number) => ({ text: 'x'.repeat(200 + index) });
      const posts = runs(40, 12);
      const postAll = async () => {
        for (let number = 0; number < posts; number++) {
          const { status, said } = await post(service, number, payloadOf);
          expect([number, status, said]).toEqual([number, 200, expect.any(String)]);
        }
      };
      try {
        await postAll();
      } finally {
        isOver = true;
        await Promise.all(asking);
      }
      for (const status of asked) expect([200, 400, 503, 504]).toContain(status);
      // A small query may find no memory when it begins; hardly any does.
      const refused = others.filter((status) => status !== 200);
      expect(refused.length / others.length).toBeLessThan(0.05);
      expect((await fetch(`${service.url}/health`)).status).toBe(200);
      expect(await service.store.events.count(1, ALWAYS)).toBe(USERS + posts * 100);
    } finally {
      await service.close(0);
    }
  },
  600_000,
);
