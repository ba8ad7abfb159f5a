// Lifelike worlds in which something is not as it seems, and what may be said about each.
import { day, eventAt, eventsOf, type Visit } from './events.ts';
import type { World } from './play.ts';
import { CRASH_RATE, EVENTS, EVENTS_BY, EXPERIMENT, FUNNEL, RETENTION, USERS_BY } from './queries.ts';
import { RELEASES } from './release-worlds.ts';

const OPEN = ['inconclusive'];
const osOf = ({ user }: Pick<Visit, 'user'>): string =>
  user % 50 < 3 ? 'iOS 15' : user % 3 === 0 ? 'iOS 26' : 'iOS 18';
const CONCLUDES = /Biggest (?:gain|drop)|Usual by|times as many|fewer than before|[▲▼] \d/;

export const WORLDS: readonly World[] = [
  ...RELEASES,
  {
    title: 'a column that half of the devices send under a new name since Monday',
    events: () =>
      eventsOf({
        sends: (visit) => {
          const isNew = visit.dayMs >= day('2026-11-09') && visit.user % 2 === 0;
          return [
            [9, 'opened', { [isNew ? 'TelemetryDeck.Device.systemVersion' : 'systemVersion']: osOf(visit) }],
          ];
        },
      }),
    asked: [
      {
        query: USERS_BY('systemVersion'),
        gates: [
          'share("iOS 15") < 4%',
          'value("iOS 15") < 4% * total()',
          'value("iOS 15") / total() < 4%',
          'change("iOS 18") > -20%',
          'totalChange() > -20%',
        ],
        may: [OPEN, OPEN, OPEN, OPEN, ['passed']],
        never: /Biggest (?:gain|drop)/,
      },
      {
        query: EVENTS_BY('systemVersion'),
        gates: [
          'share("iOS 15") < 4%',
          'value("iOS 15") < 4% * total()',
          'change("iOS 18") > -20%',
          'change(below("iOS 20")) > -20%',
        ],
        may: [OPEN, OPEN, OPEN, OPEN],
        never: /Biggest (?:gain|drop)/,
      },
    ],
  },
  {
    title: 'an app of a week ago, and clocks that are two months slow or a year fast',
    events: () => [
      ...eventsOf({ from: '2026-11-04', sends: (visit) => [[9, 'opened', { os: osOf(visit) }]] }),
      ...eventsOf({
        from: '2026-09-01',
        until: '2026-11-01',
        users: 2,
        use: () => 0.2,
        sends: () => [[9, 'opened', { os: 'iOS 18' }]],
      }),
      eventAt(day('2027-11-09'), 9, 7, 'opened', { os: 'iOS 18' }),
    ],
    asked: [
      { query: EVENTS('all'), gates: ['totalChange() < 20%'], may: [OPEN], never: CONCLUDES },
      { query: EVENTS_BY('os'), gates: ['change("iOS 18") < 20%'], may: [OPEN], never: CONCLUDES },
    ],
  },
  {
    title: 'an app that is used alike at every hour, and a week of 169 hours',
    events: () =>
      eventsOf({
        from: '2026-09-28',
        until: '2026-11-02',
        users: 20,
        use: () => 1,
        sends: ({ user }) =>
          Array.from({ length: 24 }, (_, hour) => [hour, 'opened', { os: `u${user % 2}` }] as const),
      }),
    asked: [
      {
        query: EVENTS('day'),
        inputs: { timezone: 'Europe/Berlin', history: '6' },
        now: '2026-10-26T09:00:00Z',
        gates: ['totalChange() < 1%', 'totalChange() > -1%'],
        may: [['passed'], ['passed']],
        never: /times the usual|since|Usual by/i,
      },
      {
        query: EVENTS_BY('os'),
        inputs: { timezone: 'Europe/Berlin' },
        now: '2026-10-26T09:00:00Z',
        gates: ['change("u1") < 1%'],
        may: [['passed']],
        never: /Biggest/,
      },
    ],
  },
  {
    title: 'an outage that began on Friday and is not over',
    events: () =>
      eventsOf({
        users: 400,
        use: ({ dayMs }) => (dayMs >= day('2026-11-13') ? 0.005 : 0.5),
        sends: (visit) => [[9, 'opened', { os: osOf(visit) }]],
      }),
    asked: [
      {
        query: EVENTS('all'),
        inputs: { history: '6' },
        gates: ['totalChange() > -10%', 'totalChange() < -10%', 'total() > 500'],
        may: [OPEN, OPEN, ['passed']],
        never: /Usual by|around [A-Z]/,
        says: /no events on 2026-11-13 to 2026-11-1[56]/,
      },
      {
        query: EVENTS('day'),
        inputs: { history: '6' },
        gates: ['totalChange() < 5%'],
        may: [OPEN],
        never: /Usual by/,
      },
      {
        query: EVENTS_BY('os'),
        inputs: { 'min-group-size': '10' },
        gates: ['change("iOS 18") > -10%'],
        may: [OPEN],
        never: /Biggest|but for \d/,
      },
    ],
  },
  {
    title: 'a country where the app comes out, and others where nothing changes',
    events: () =>
      eventsOf({
        users: 900,
        use: ({ user, dayMs }) => (user < 600 ? 0.5 : dayMs >= day('2026-11-09') ? 0.5 : 0),
        sends: ({ user }) => [
          [
            9,
            'opened',
            {
              country: user < 600 ? (user % 3 === 0 ? 'US' : 'DE') : 'BR',
              os: user < 600 && user % 2 ? 'iOS 18' : 'Android 15',
            },
          ],
        ],
      }),
    asked: [
      {
        query: EVENTS_BY('country'),
        gates: ['change("DE") > -10%', 'change("DE") < 10%'],
        may: [['passed'], ['passed']],
        says: /New: \*\*BR\*\*/,
        never: /Biggest/,
      },
      {
        query: EVENTS_BY('os'),
        inputs: {},
        gates: ['change("iOS 18") < 10%'],
        may: [['passed']],
        never: /gain: \*\*iOS 18/,
      },
    ],
  },
  {
    title: 'users in Tokyo, and an app that nobody opens at night',
    events: () =>
      eventsOf({
        until: '2026-11-18',
        users: 100,
        use: () => 1,
        sends: ({ user }) => [[(user % 2 ? 23 : 10) - 9 + 0.5, 'opened', { os: 'iOS 18' }]],
      }),
    asked: [
      {
        query: EVENTS('day'),
        inputs: { timezone: 'Asia/Tokyo' },
        gates: ['total() == 700', 'last() == 100', 'totalChange() == 0'],
        may: [['passed'], ['passed'], ['passed']],
        never: /times the usual|Since/,
      },
      {
        query: EVENTS('day'),
        inputs: { timezone: 'America/Los_Angeles' },
        now: '2026-11-17T09:00:00Z',
        gates: ['total() == 700', 'totalChange() == 0'],
        may: [['passed'], ['passed', ...OPEN]],
        never: /times the usual/,
      },
    ],
  },
  {
    title: 'an experiment whose arms are swapped after half of the week',
    events: () =>
      eventsOf({
        from: '2026-11-09',
        users: 1200,
        sends: ({ user, dayMs, random }) => {
          const arm = (user % 2 === 0) === dayMs < day('2026-11-12') ? 'a' : 'b';
          return [
            [9, 'opened', { arm }],
            ...(user % 2 === 0 && random() < 0.3 ? [[10, 'bought', { arm }] as const] : []),
          ];
        },
      }),
    asked: [{ query: EXPERIMENT, may: [], never: /does better/ }],
  },
  {
    title: 'cohorts of which the last have had no week to come back in',
    events: () => eventsOf({ users: 300, use: () => 0.8, sends: () => [[9, 'opened', {}]] }),
    asked: [
      {
        query: RETENTION,
        inputs: { interval: 'last 4 weeks', compare: 'none' },
        may: [],
        never: /0% \*{0,2}came back|came back[^.]*\*\*0%/,
      },
    ],
  },
  {
    title: 'a platform whose events are lost on three days, while those of others arrive',
    events: () =>
      eventsOf({
        sends: ({ user, dayMs }) => {
          const isLost = user % 3 === 0 && dayMs >= day('2026-11-10') && dayMs < day('2026-11-13');
          return isLost ? [] : [[9, 'opened', { os: user % 3 === 0 ? 'Android' : 'iOS' }]];
        },
      }),
    asked: [
      {
        query: EVENTS_BY('os'),
        gates: ['change("Android") > -10%', 'change("iOS") > -10%'],
        may: [OPEN, ['passed']],
      },
      {
        query: { ...EVENTS('all'), filter: { type: 'selector', dimension: 'os', value: 'Android' } },
        gates: ['totalChange() > -10%'],
        may: [OPEN],
      },
    ],
  },
  {
    title: 'a business app that few open on weekends, and that never sent a crash',
    events: () =>
      eventsOf({
        until: '2026-11-17',
        use: ({ dayMs }) => (new Date(dayMs).getUTCDay() % 6 === 0 ? 0.06 : 0.6),
        sends: (visit) => [[9, 'opened', { os: osOf(visit) }]],
      }),
    asked: [
      {
        query: EVENTS_BY('os'),
        inputs: { interval: 'yesterday' },
        now: '2026-11-17T09:00:00Z',
        gates: ['totalChange() < 50%', 'change("iOS 18") < 50%', 'total() < 2 * previousTotal()'],
        may: [OPEN, OPEN, OPEN],
        never: /Biggest/,
      },
      {
        query: EVENTS('all'),
        inputs: { interval: 'last 10 complete days' },
        gates: ['totalChange() > -15%'],
        may: [OPEN],
      },
      {
        query: CRASH_RATE,
        gates: ['total("Rate") < 1%'],
        may: [['passed', ...OPEN]],
        says: /nothing was counted in "Crashed"/i,
      },
    ],
  },
  {
    title: 'a funnel whose last step is sent under a new name since Thursday',
    events: () =>
      eventsOf({
        sends: ({ dayMs, random }) => [
          [9, 'seen', {}],
          ...(random() < 0.3
            ? [[10, dayMs >= day('2026-11-12') ? 'Purchase.completed' : 'bought', {}] as const]
            : []),
        ],
      }),
    asked: [
      {
        query: FUNNEL('seen', 'bought'),
        gates: ['share("bought") > 50%', 'change("bought") > -10%'],
        may: [OPEN, OPEN],
        never: /[▲▼] \d/,
      },
    ],
  },
];
