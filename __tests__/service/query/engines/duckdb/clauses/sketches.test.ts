import { type Event } from '../../../../../oracle/values.ts';
import { engineOver } from '../../../../../support/service/engine.ts';

const START = Date.parse('2026-10-01T00:00:00Z');
const DAY_MS = 86_400_000;
const DAYS = 9;

/**
 * Every third user comes on days whose number is a multiple of the user's, others irregularly; no user of the
 * plan `once` comes twice.
 */
const EVENTS: Event[] = Array.from({ length: 30 }, (_, user) =>
  Array.from({ length: DAYS }, (__, day) => ({ user, day })).filter(({ day }) =>
    user % 3 === 0 ? (day + 1) % (1 + user / 3) === 0 : (user * 7 + day * 5) % 11 < 4,
  ),
)
  .flat()
  .concat(Array.from({ length: DAYS }, (_, day) => ({ user: 100 + day, day })))
  .map(({ user, day }) => ({
    __time: START + day * DAY_MS + user * 1000,
    appID: 'A1',
    clientUser: user === 7 ? '' : `u${user}`,
    type: 'open',
    isTestMode: 'false',
    count: 1,
    plan: user >= 100 ? 'once' : user % 2 === 0 ? 'pro' : null,
  }));

const { ask } = engineOver(EVENTS, START, ['2026-10-01T00:00:00Z/2026-10-09T12:00:00Z']);

/** The number of users of a plan who came on both days, counted one by one. */
function cameOnBoth(plan: string | null, first: number, second: number): number {
  const on = (day: number): Set<unknown> =>
    new Set(
      EVENTS.filter((event) => event['plan'] === plan && event['clientUser'] !== '')
        .filter((event) => Math.floor((Number(event['__time']) - START) / DAY_MS) === day)
        .map((event) => event['clientUser']),
    );
  const there = on(second);
  return [...on(first)].filter((user) => there.has(user)).length;
}

test('a retention of many periods, whose pairs are counted as rows, counts the users of each pair', async () => {
  const answer = await ask({
    queryType: 'retention',
    granularity: 'day',
    dimensions: [{ type: 'default', dimension: 'plan', outputName: 'plan' }],
  });
  const title = (day: number): string => `2026-10-0${day + 1}_2026-10-0${day + 1}`;
  const expected = [null, 'once', 'pro'].map((plan): Record<string, unknown> => {
    const days = Array.from({ length: DAYS }, (_, day) => day);
    const pairs = days.flatMap((first) => days.slice(first).map((second) => ({ first, second })));
    const sizes = pairs.map(({ first, second }): [string, number] => [
      `retention_${title(first)}_${title(second)}`,
      cameOnBoth(plan, first, second),
    ]);
    return { plan, ...Object.fromEntries<unknown>(sizes) };
  });
  expect(answer).toMatchObject(expected.map((event) => ({ event })));
});
