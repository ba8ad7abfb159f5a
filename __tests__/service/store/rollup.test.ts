// Days that are rolled up answer as their events do, whatever is written, deleted and rolled up in between.
import { setTimeout as sleep } from 'node:timers/promises';
import type { StorableEvent } from '../../../src/service/events/event.ts';
import { importEventObjects } from '../../../src/service/import/import.ts';
import { answerQuery, explainQuery, type QuerySource } from '../../support/service/answer.ts';
import { engineOf } from '../../../src/service/file-backend.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { startRollups } from '../../../src/service/jobs/rollups.ts';
import { parseRunQuery } from '../../../src/tql/schema/run-query.ts';
import { difference } from '../../oracle/agreement.ts';
import { evaluate } from '../../oracle/evaluate.ts';
import type { Event } from '../../oracle/values.ts';
import fc, { runs } from '../../support/properties.ts';
import { withMemory } from '../../support/service/store.ts';

const HOUR = 3_600_000;
/** Summer time begins in Berlin on the second day. */
const START = Date.UTC(2026, 2, 28);
const NOW = START + 20 * 24 * HOUR;

const stored: fc.Arbitrary<StorableEvent> = fc
  .record({
    timeMs: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 0, max: 71 }).map((hour) => START + hour * HOUR) },
      fc.constantFrom(-1, 0, START + 1_234_567, NOW),
    ),
    appID: fc.constantFrom('A', 'A', 'B'),
    clientUser: fc.constantFrom('u1', 'u2', 'u3', '', null),
    isTestMode: fc.constantFrom('false' as const, 'false' as const, 'true' as const),
  })
  .map((given) => ({ ...given, type: 't', sessionID: null, floatValue: null, payload: [] }));

const selector = fc.constantFrom<object>(
  { type: 'selector', dimension: 'isTestMode', value: 'false' },
  { type: 'in', dimension: 'appID', values: ['A', 'C'] },
  { type: 'not', field: { type: 'selector', dimension: 'appID', value: 'A' } },
  { type: 'null', column: 'appID' },
  { type: 'selector', dimension: 'clientUser', value: 'u1' },
);

const granularity = fc.constantFrom<unknown>(
  ...['all', 'hour', 'day', 'day', 'week', 'month', 'fifteen_minute'],
  ...['Europe/Berlin', 'Europe/London', 'Asia/Kolkata'].map((timeZone) => ({
    type: 'period',
    period: 'P1D',
    timeZone,
  })),
  { type: 'period', period: 'PT6H', origin: '2026-03-28T05:30:00Z' },
  { type: 'duration', duration: 24 * HOUR, origin: '2026-03-28T05:00:00Z' },
);

const interval = fc
  .tuple(fc.integer({ min: -24, max: 72 }), fc.integer({ min: 1, max: 96 }), fc.constantFrom(0, 0, 1_234_567))
  .map(
    ([from, hours, shiftMs]) => `${iso(START + from * HOUR + shiftMs)}/${iso(START + (from + hours) * HOUR)}`,
  );

const aggregations = fc.constantFrom(
  [{ type: 'userCount', name: 'users' }],
  [
    { type: 'userCount', name: 'users' },
    { type: 'eventCount', name: 'events' },
  ],
  [
    {
      type: 'filtered',
      name: 'own',
      filter: { type: 'selector', dimension: 'appID', value: 'A' },
      aggregator: { type: 'userCount' },
    },
    { type: 'thetaSketch', name: 'users', fieldName: 'clientUser' },
  ],
  [
    {
      type: 'filtered',
      name: 'events',
      filter: { type: 'selector', dimension: 'isTestMode', value: 'true' },
      aggregator: { type: 'eventCount' },
    },
  ],
  [
    { type: 'cardinality', name: 'users', fields: ['clientUser'] },
    { type: 'count', name: 'n' },
  ],
);

const question = fc.record(
  {
    queryType: fc.constant('timeseries'),
    granularity,
    intervals: fc.oneof(
      fc.constant([`${iso(START)}/${iso(START + 72 * HOUR)}`]),
      fc.array(interval, { minLength: 1, maxLength: 2 }),
    ),
    aggregations,
    filter: selector,
  },
  { requiredKeys: ['queryType', 'granularity', 'intervals', 'aggregations'] },
);

type Change =
  | {
      readonly kind: 'write';
      readonly posted: readonly StorableEvent[];
      readonly imported: readonly StorableEvent[];
    }
  | { readonly kind: 'user'; readonly user: string }
  | { readonly kind: 'before'; readonly beforeMs: number };

const events = fc.array(stored, { maxLength: 15, size: 'max' });
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('write' as const), posted: events, imported: events }),
  },
  fc.record({ kind: fc.constant('user' as const), user: fc.constantFrom('u1', 'u2', '') }),
  fc.record({
    kind: fc.constant('before' as const),
    beforeMs: fc.integer({ min: START, max: START + 60 * HOUR }),
  }),
);

const step = fc.record({
  change,
  rolling: fc.constantFrom('beside', 'after', 'not'),
  questions: fc.array(question, { minLength: 3, maxLength: 3 }),
});

test('days that are rolled up answer as their events do, to the letter, whatever is written and deleted', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 6, size: 'max' }), (steps) =>
      withMemory(async (store) => {
        const { id } = await store.organizations.create('a', 'paid');
        const engine = engineOf(store);
        let known: readonly StorableEvent[] = [];
        try {
          for (const { change: one, rolling, questions } of steps) {
            const beside = rolling === 'beside' ? store.events.rollUp(id, NOW) : null;
            known = await applied(store, id, known, one);
            await (rolling === 'after' ? store.events.rollUp(id, NOW) : beside);
            for (const query of questions)
              await asked(query, known, { owner: { id, namespace: 'a' }, nowMs: NOW, engine });
          }
        } finally {
          await engine.close();
          await store.settled();
        }
      }),
    ),
    { numRuns: runs(25, 3) },
  ));

test('a service rolls up the days that ended a day ago, and counts of events and users read them', () =>
  withMemory(async (store) => {
    const { id } = await store.organizations.create('a', 'paid');
    const at = (hour: number) => ({
      timestamp: iso(START + hour * HOUR),
      appID: 'A',
      clientUser: 'u',
      type: 't',
    });
    await importEventObjects(store, 'a', [at(1), at(2), at(30), at(50)]);
    const said: string[] = [];
    const job = startRollups({
      ...store,
      now: () => START + 72 * HOUR,
      say: (message) => said.push(message),
      firstMs: 0,
    });
    const range = { startMs: START, endMs: START + 48 * HOUR };
    while ((await store.events.table(id)).rollup?.ranges.length === 0) await sleep(5);
    await job.stop();
    expect([said, (await store.events.table(id)).rollup?.ranges]).toEqual([[], [range]]);
    const engine = engineOf(store);
    const users = {
      queryType: 'timeseries',
      granularity: 'day',
      intervals: [`${iso(START)}/${iso(START + 72 * HOUR)}`],
      aggregations: [{ type: 'userCount' }],
    };
    const read = async (changes: object) => {
      const source = { owner: { id, namespace: 'a' }, nowMs: NOW, engine };
      const { statement } = await explainQuery({ ...users, ...changes }, source);
      return ['rollup_1', 'events_1', 'DISTINCT CASE'].filter((part) => statement.includes(part));
    };
    expect(await read({})).toEqual(['rollup_1', 'events_1', 'DISTINCT CASE']);
    expect(await read({ intervals: [`${iso(range.startMs)}/${iso(range.endMs)}`] })).toEqual([
      'rollup_1',
      'DISTINCT CASE',
    ]);
    expect(await read({ testMode: false, granularity: 'week' })).toEqual(['rollup_1', 'events_1']);
    expect(await read({ granularity: { type: 'period', period: 'P1D', timeZone: 'Europe/Berlin' } })).toEqual(
      ['rollup_1', 'events_1'],
    );
    expect(await read({ granularity: { type: 'period', period: 'P1D', timeZone: 'Asia/Kolkata' } })).toEqual([
      'events_1',
    ]);
    expect(await read({ filter: { type: 'selector', dimension: 'type', value: 't' } })).toEqual(['events_1']);
    const noonToNoon = `${iso(START + 12 * HOUR)}/${iso(START + 36 * HOUR)}`;
    expect(await read({ granularity: 'all', intervals: [noonToNoon] })).toEqual(['events_1']);
    await store.events.append(id, [
      [
        {
          timeMs: START,
          appID: 'A',
          clientUser: 'v',
          type: 't',
          sessionID: null,
          isTestMode: 'false',
          floatValue: null,
          payload: [],
        },
      ],
    ]);
    expect((await store.events.table(id)).rollup?.ranges).toEqual([{ ...range, startMs: START + 24 * HOUR }]);
    await engine.close();
  }));

async function asked(query: object, known: readonly StorableEvent[], source: QuerySource): Promise<void> {
  const parsed = parseRunQuery(query);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const answer = await answerQuery(query, { ...source, signal: new AbortController().signal });
  const expected = evaluate(parsed.value, known.map(toEvent), NOW, () => undefined);
  expect(difference(answer, expected)).toBeNull();
}

async function applied(store: Store, id: number, known: readonly StorableEvent[], change: Change) {
  if (change.kind === 'write') {
    await Promise.all([
      postOneByOne(store, id, change.posted),
      importEventObjects(
        store,
        'a',
        change.imported.map(({ timeMs, isTestMode, ...rest }) => ({
          ...rest,
          timestamp: iso(timeMs),
          isTestMode: isTestMode === 'true',
          payload: {},
        })),
      ),
    ]);
    return [...known, ...change.posted, ...change.imported];
  }
  await store.events.remove(id, change);
  return known.filter((event) =>
    change.kind === 'user' ? event.clientUser !== change.user : event.timeMs >= change.beforeMs,
  );
}

async function postOneByOne(store: Store, id: number, posted: readonly StorableEvent[]): Promise<void> {
  for (const event of posted) await store.events.append(id, [[event]]);
}

function toEvent({ timeMs, appID, clientUser, isTestMode }: StorableEvent): Event {
  return { __time: timeMs, appID, clientUser, isTestMode, type: 't', count: 1 };
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
