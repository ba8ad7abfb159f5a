import { type RunningService, startService } from '../../../src/service/start.ts';
import type { NewInsight } from '../../../src/service/store/state/insight-changes.ts';

/** What the users of an app do, by the share of each kind among 1,400. */
interface World {
  readonly namespace: string;
  readonly oldSystem: number;
  readonly oldVersion: number;
  readonly crashing: number;
  readonly exporting: number;
  /** How often a crash happens in the last week, where it happened once before. */
  readonly crashes: number;
}

/** In this app every gate of the examples passes. */
const CALM: World = {
  namespace: 'com.example.calm',
  oldSystem: 0.005,
  oldVersion: 0.02,
  crashing: 0.005,
  exporting: 0.005,
  crashes: 1,
};

/** In this app every gate of the examples fails. */
const STORMY: World = {
  namespace: 'com.example.stormy',
  oldSystem: 0.2,
  oldVersion: 0.1,
  crashing: 0.05,
  exporting: 0.1,
  crashes: 3,
};

/** A device that four users have. */
export const RARE_MODEL = 'Prototype';

const USERS = 1400;
const DAYS = 95;
const DAY_MS = 86_400_000;

/** A service with both apps, which have the same insights, and a token for each. */
export interface Worlds {
  readonly service: RunningService;
  readonly calmToken: string;
  readonly stormyToken: string;
}

/**
 * Starts the service. Each user is seen once in any seven days, so distinct users of a week, a month and a
 * quarter are the same.
 */
export async function startWorlds(): Promise<Worlds> {
  const service = await startService({ dbPath: ':memory:' });
  const add = async (world: World): Promise<string> => {
    await service.store.organizations.create(world.namespace, 'paid');
    await service.store.insights.add(world.namespace, INSIGHTS);
    await service.importEvents(world.namespace, eventsOf(world, Date.now()));
    return (await service.store.tokens.create(world.namespace, null)).token;
  };
  return { service, calmToken: await add(CALM), stormyToken: await add(STORMY) };
}

/** The events of an app up to a moment. */
export function* eventsOf(world: World, nowMs: number): Generator<object> {
  for (let day = 0; day < DAYS; day++) {
    for (let place = 0; place < USERS / 7; place++) {
      const user = (day % 7) * (USERS / 7) + place;
      const timestamp = new Date(nowMs - day * DAY_MS - 60_000 - place * 1000).toISOString();
      yield* eventsOfDay(world, user, day).map((type) => ({
        timestamp,
        appID: 'app',
        clientUser: `user-${user}`,
        type,
        isTestMode: false,
        payload: payloadOf(world, user, day),
      }));
    }
  }
}

function eventsOfDay({ crashing, exporting, crashes }: World, user: number, day: number): readonly string[] {
  const crashed = Array.from({ length: day < 8 ? crashes : 1 }, () => 'crashed');
  return [
    'appLaunched',
    ...(isOneOf(crashing, user + 1) ? crashed : []),
    ...(isOneOf(exporting, user + 2) ? ['exportLegacy'] : []),
  ];
}

/** Users go from 4.1 to 4.2 within any two weeks, and back. */
function payloadOf({ oldSystem, oldVersion }: World, user: number, day: number): object {
  const current = Math.floor(day / 7) % 2 === 0 ? '4.2' : '4.1';
  return {
    model: user < 4 ? RARE_MODEL : `iPhone ${15 + (user % 3)}`,
    system: isOneOf(oldSystem, user) ? 'iOS 15.4' : `iOS ${16 + (user % 4)}`,
    version: isOneOf(oldVersion, user + 3) ? '4.0' : current,
  };
}

const isOneOf = (share: number, user: number): boolean => user % Math.round(1 / share) === 0;

const usersBy = (id: string, dimension: string): NewInsight => ({
  id,
  name: dimension,
  query: {
    queryType: 'topN',
    granularity: 'all',
    threshold: 20,
    metric: { type: 'numeric', metric: 'Users' },
    aggregations: [{ type: 'userCount', name: 'Users' }],
    dimension: { type: 'default', dimension, outputName: dimension },
  },
});

const users = (id: string, name: string, filter: object): NewInsight => ({
  id,
  name,
  query: {
    queryType: 'timeseries',
    granularity: 'all',
    ...filter,
    aggregations: [{ type: 'userCount', name: 'Users' }],
  },
});

/** The insights that the examples name. */
const INSIGHTS: readonly NewInsight[] = [
  usersBy('3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10', 'model'),
  usersBy('8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33', 'system'),
  usersBy('5C2B7E91-0F4A-4D8E-8A36-7D1C9B2E6F05', 'type'),
  usersBy('9E7D3A54-2B60-4C1F-A8D7-6F0E5C4B3A21', 'version'),
  users('1B8D6E42-7C3A-4F90-9E15-3A2C8B7D5F60', 'users', {}),
  users('4C9E1F73-2A5B-4D68-8B07-6E1D9A4C3B52', 'crashed', {
    filter: { type: 'selector', dimension: 'type', value: 'crashed' },
  }),
];
