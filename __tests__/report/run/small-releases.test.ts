// What is told of a release while its groups are smaller than min-group-size: the same, whatever they are.
import { parseInputs } from '../../../src/report/inputs/parse-reports.ts';
import { silentLog } from '../../../src/text/log.ts';
import type { Results } from '../../../src/report/results/results.ts';
import { nodeInputEffects } from '../../../src/report/run/effects.ts';
import { runReport } from '../../../src/report/run/reports.ts';
import type { Event } from '../../oracle/values.ts';
import { serviceOf } from '../../support/attack/run.ts';
import { eventsOf, type Group, NOW_MS } from '../../support/attack/worlds.ts';

const SIZE = 5;
const DAYS = [...Array(11).keys()].map((day) => day - 4);
const SINCE = DAYS.filter((day) => day > 2);

/** So many users of a group on some days, with the names that `idOf` gives them. */
function part(
  key: string,
  type: Group['type'],
  days: readonly number[],
  users: number,
  idOf: (user: number, day: number) => string,
): readonly Event[] {
  return days.flatMap((day) =>
    eventsOf([{ key, day, type }], [users])
      .filter(({ plan }) => plan !== 'z')
      .map((each, user) => ({ ...each, isTestMode: 'false', clientUser: idOf(user, day) })),
  );
}

async function tellsOf(events: readonly Event[]): Promise<Pick<Results, 'releases' | 'thresholds'>> {
  const given = {
    'api-token': 'token',
    'data-source': 'a',
    'dry-run': 'true',
    'min-group-size': `${SIZE}`,
    releases: 'stability: { event: crash, version: plan }',
    thresholds: '- stability: worse() < 10%',
  };
  const request = await parseInputs(given, nodeInputEffects(false, false));
  const effects = { nowMs: NOW_MS, log: silentLog, run: null, service: serviceOf(events, []) };
  const { releases = [], thresholds } = await runReport(request, effects);
  return { releases, thresholds };
}

test('a new version of too few users is as if nobody had it', async () => {
  const user = (place: number): string => `u${place}`;
  const tells = (updated: number) =>
    tellsOf([
      ...part('1.0', 'launch', DAYS, 40, user),
      ...part('2.0', 'launch', SINCE, updated, user),
      ...part('2.0', 'crash', SINCE, Math.min(updated, 2), user),
    ]);
  const none = await tells(0);
  expect(none.releases?.[0]).toMatchObject({
    problem: expect.stringMatching(/^too few users have/),
  });
  for (const updated of [1, 2, 3, 4]) expect(await tells(updated)).toEqual(none);
});

test('how many users had the event on two days is not told by the range of a difference', async () => {
  const CRASHED = 30;
  const tells = (again: number) =>
    tellsOf([
      ...part('1.0', 'launch', DAYS, 400, (place) => `o${place}`),
      ...part('1.0', 'crash', DAYS, CRASHED, (place, day) =>
        place < again ? `o${place}` : `o${(day + 4) * CRASHED + place}`,
      ),
      ...part('2.0', 'launch', SINCE, 200, (place) => `n${place}`),
      ...part('2.0', 'crash', SINCE, CRASHED, (place, day) =>
        place < again ? `n${place}` : `n${(day - 3) * CRASHED + place}`,
      ),
    ]);
  const none = await tells(0);
  expect(none.releases?.[0]).toMatchObject({ new: '2.0', since: '2026-11-12', problem: null });
  // As many users of each version.
  for (const again of [1, 2]) expect(await tells(again)).toEqual(none);
});

test('users of old versions are drawn once, whatever versions who sends events adds', async () => {
  const user = (place: number): string => `u${place}`;
  const said = await Promise.all(
    Array.from({ length: 8 }, (_, added) =>
      tellsOf([
        ...part('1.0', 'launch', DAYS, 40, user),
        ...part('1.0', 'crash', DAYS, 11, user),
        ...part('2.0', 'launch', SINCE, 40, (place) => `n${place}`),
        ...part(`0.${added}`, 'launch', DAYS, 3, (place) => `s${place}`),
      ]),
    ),
  );
  for (const each of said) expect(each).toEqual(said[0]);
});
