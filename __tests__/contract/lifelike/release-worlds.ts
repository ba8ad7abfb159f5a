// Worlds of a release in which something besides the version differs; the true ratio of crashes is known.
import { DAY_MS, day, eventAt, eventsOf, type Sent, VERSION, type Visit } from './events.ts';
import { EVENTS_BY, EXPERIMENT, USERS_BY } from './queries.ts';
import type { Question, World } from './play.ts';

const RELEASED = day('2026-11-05');
const USERS = 1500;
const IN_ANY_ORDER = (user: number): number => (user * 7) % USERS;

/** What a gate may say about a version that crashes so many times as often as the one before. */
function releaseOf(ratio: number, releases = 'release: { event: crashed }'): Question {
  const gates = ['worse() < 50%'];
  return { inputs: { releases }, gates, may: [[ratio < 1.5 ? 'passed' : 'failed', 'inconclusive']] };
}

/** A day of an app that crashes with some chance. */
function crashing(version: string, rate: number, { random }: Visit, payload: Sent[2] = {}): readonly Sent[] {
  const own = { [VERSION]: version, ...payload };
  return [[9, 'opened', own], ...(random() < rate ? [[10, 'crashed', own] as const] : [])];
}

/** Whether a user has the new version, of a rollout to all that takes so many days. */
function isUpdated({ user, dayMs }: Visit, days = 14, place = IN_ANY_ORDER): boolean {
  return dayMs >= RELEASED + Math.floor((place(user) / USERS) * days) * DAY_MS;
}

/** An app whose versions are alike. */
const alike = (rate: (visit: Visit) => number = () => 0.03, use?: (visit: Visit) => number) =>
  eventsOf({
    users: USERS,
    ...(use === undefined ? {} : { use }),
    sends: (visit) => crashing(isUpdated(visit) ? '4.2' : '4.1', rate(visit), visit),
  });

export const RELEASES: readonly World[] = [
  {
    title: 'heavy users who all have a new version, as good as the old one, before the others do',
    events: () =>
      eventsOf({
        users: USERS,
        use: ({ user }) => (user < 400 ? 0.9 : 0.3),
        sends: (visit) => {
          const isNew = isUpdated(visit, 4, (user) => user);
          return crashing(isNew ? '4.2' : '4.1', visit.user < 400 ? 0.08 : 0.01, visit);
        },
      }),
    asked: ['07', '08', '10', '16'].map((date) => ({ ...releaseOf(1), now: `2026-11-${date}T09:00:00Z` })),
  },
  {
    title: 'a robot that opens the app ten thousand times on a day, and crashes',
    events: () => [
      ...alike(),
      ...Array.from({ length: 10_000 }, (_, place) =>
        eventAt(day('2026-11-11'), 12, 'robot', place % 2 ? 'crashed' : 'opened', { [VERSION]: '4.2' }),
      ),
    ],
    asked: [releaseOf(1), { query: USERS_BY(VERSION), gates: ['totalChange() < 10%'], may: [['passed']] }],
  },
  {
    title: 'a new SDK that sends one event in ten, and a version that crashes five times as often',
    events: () =>
      eventsOf({
        users: USERS,
        sends: (visit) => {
          const isNew = isUpdated(visit);
          const sent = crashing(isNew ? '4.2' : '4.1', isNew ? 0.15 : 0.03, visit);
          return sent.filter(() => !isNew || visit.random() < 0.1);
        },
      }),
    asked: [releaseOf(5)],
  },
  {
    title: 'a version whose number testers had six weeks ago, and that is twice as bad as the last one',
    events: () =>
      eventsOf({
        users: USERS,
        sends: (visit) => {
          if (visit.user < 12 && visit.dayMs < day('2026-10-12')) return crashing('4.2', 0.02, visit);
          if (isUpdated(visit)) return crashing('4.2', 0.06, visit);
          return visit.dayMs < day('2026-10-20')
            ? crashing('4.0', 0.12, visit)
            : crashing('4.1', 0.03, visit);
        },
      }),
    asked: [releaseOf(2)],
  },
  {
    title: 'a release that is rolled back after two days, and was as good as the one before',
    events: () =>
      eventsOf({
        users: USERS,
        sends: (visit) => {
          const { user, dayMs } = visit;
          const isNew = dayMs >= RELEASED && dayMs < RELEASED + 2 * DAY_MS && user % 2 === 0;
          return crashing(isNew ? '4.2' : '4.1', 0.03, visit);
        },
      }),
    asked: [releaseOf(1), releaseOf(1, 'release: { event: crashed, new: "4.2" }')],
  },
  {
    title: 'releases of two platforms on one day, of which one always crashes three times as often',
    events: () =>
      eventsOf({
        users: USERS,
        sends: (visit) => {
          const [isNew, isAndroid] = [isUpdated(visit), visit.user % 3 === 0];
          if (isAndroid) return crashing(isNew ? '9.1' : '9.0', 0.09, visit, { platform: 'Android' });
          return crashing(isNew ? '4.2' : '4.1', 0.03, visit, { platform: 'iOS' });
        },
      }),
    asked: [releaseOf(1), releaseOf(1, 'release: { event: crashed, strata: [platform] }')],
  },
  {
    title: 'a version that comes out in one country first, where all versions begin to crash more often',
    events: () =>
      eventsOf({
        users: USERS,
        sends: (visit) => {
          const country = visit.user % 4 === 0 ? 'CA' : 'US';
          const version = country === 'CA' && isUpdated(visit, 20) ? '4.2' : '4.1';
          const rate = country === 'CA' && visit.dayMs >= day('2026-11-08') ? 0.08 : 0.015;
          return crashing(version, rate, visit, { country });
        },
      }),
    asked: [releaseOf(1), releaseOf(1, 'release: { event: crashed, strata: [country] }')],
  },
  {
    title: 'a holiday week in which a third of the users comes, and who come crash more often',
    events: () =>
      alike(
        ({ dayMs }) => (dayMs >= day('2026-11-09') ? 0.08 : 0.03),
        ({ dayMs }) => (dayMs >= day('2026-11-09') ? 0.15 : 0.5),
      ),
    asked: [releaseOf(1)],
  },
  {
    title: 'an SDK that sends each event twice in the new version',
    events: () => {
      const once = alike();
      return [...once, ...once.filter(({ payload }) => payload[VERSION] === '4.2')];
    },
    asked: [
      releaseOf(1),
      {
        query: USERS_BY(VERSION),
        gates: ['totalChange() < 5%', 'share("4.2") < 100%'],
        may: [['passed'], ['passed']],
      },
    ],
  },
  {
    title: 'devices that deliver half of the last day’s events later, crashes last',
    events: () =>
      alike().filter(
        ({ timestamp, type, clientUser }) =>
          timestamp < '2026-11-15' || (type !== 'crashed' && Number(clientUser.slice(1)) % 2 === 0),
      ),
    asked: [releaseOf(1)],
  },
  {
    title: 'twelve users, of whom one crashes',
    events: () => [
      ...eventsOf({
        users: 12,
        sends: ({ user, dayMs }) => {
          const [isNew, arm] = [dayMs >= RELEASED && user % 2 === 1, user % 2 ? 'a' : 'b'];
          return [[9, 'opened', { [VERSION]: isNew ? '4.2' : '4.1', arm }]];
        },
      }),
      eventAt(day('2026-11-12'), 9, 1, 'crashed', { [VERSION]: '4.2' }),
      eventAt(day('2026-11-12'), 9, 1, 'bought', { arm: 'a' }),
    ],
    asked: [
      { ...releaseOf(1), may: [['inconclusive']] },
      { query: EXPERIMENT, may: [], never: /does better/ },
      { query: EVENTS_BY(VERSION), may: [], never: /Usual by/ },
    ],
  },
  {
    title: 'a new version that only new users have, who crash more often while they find their way',
    events: () =>
      eventsOf({
        users: USERS,
        use: ({ user, dayMs }) => (user < 900 || dayMs >= RELEASED + (user % 10) * DAY_MS ? 0.5 : 0),
        sends: (visit) => crashing(visit.user < 900 ? '4.1' : '4.2', visit.user < 900 ? 0.02 : 0.08, visit),
      }),
    asked: [{ ...releaseOf(1), may: [['inconclusive']] }],
  },
];
