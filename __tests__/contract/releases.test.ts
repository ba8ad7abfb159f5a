// Releases judged day by day, with the real client and the real service, in worlds of which everything is
// known.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { runBacktest } from '../../src/cli/backtest/backtest.ts';
import { formatBacktest } from '../../src/cli/backtest/print.ts';
import { parseInputs } from '../../src/report/inputs/parse-report.ts';
import type { ReportRequest } from '../../src/report/inputs/request.ts';
import { getOrAdd } from '../../src/text/get-or-add.ts';
import { silentLog } from '../../src/text/log.ts';
import { nodeInputEffects } from '../../src/report/run/effects.ts';
import { runReport } from '../../src/report/run/reports.ts';
import { createService } from '../../src/report/run/service.ts';
import type { ReportedRelease, Results, Verdict } from '../../src/report/results/results.ts';
import { randomNumbers } from '../report/release/worlds.ts';
import { addEvents, addOrganization, serviceOfFile } from '../support/service/service-of-file.ts';

const DAY_MS = 86_400_000;
const RELEASED_MS = Date.parse('2026-11-10T00:00:00Z');
const VERSION = 'TelemetryDeck.AppInfo.version';

interface World {
  /** The chance that a user of a side crashes on a day, counted from the release. */
  readonly rate: (isNew: boolean, day: number, user: number) => number;
  /** The share of users who have the new version; with `isDaily`, as many more get it on each day. */
  readonly rollout: number;
  readonly isDaily?: boolean;
}

const USERS = 1600;
const DAYS = 8;

const WORLDS = {
  fivefold: { rate: (isNew) => (isNew ? 0.1 : 0.02), rollout: 0.1 },
  broken: { rate: (_, day) => (day === 1 ? 0.5 : 0.02), rollout: 0.1 },
  /** A server that fails for everybody must not hide a release that is five times as bad. */
  hidden: { rate: (isNew, day) => (day === 1 ? 0.5 : isNew ? 0.1 : 0.02), rollout: 0.1 },
  good: { rate: () => 0.05, rollout: 0.5 },
  /** As good as the version before, but those who crash most update first, and all within four days. */
  full: { rate: (_, _day, user) => (user < USERS / 4 ? 0.1 : 0.02), rollout: 0.25, isDaily: true },
  mended: { rate: (isNew) => (isNew ? 0.02 : 0.1), rollout: 0.5 },
} as const satisfies Readonly<Record<string, World>>;
type WorldName = keyof typeof WORLDS;

const tokens = new Map<string, string>();

const service = await serviceOfFile();
for (const [name, world] of Object.entries(WORLDS)) {
  tokens.set(name, await addOrganization(service, name));
  await addEvents(service, name, eventsOf(world));
}

/** Two weeks before the release, and the days after it; the first users are the first to update. */
function eventsOf({ rate, rollout, isDaily = false }: World) {
  const random = randomNumbers(30);
  const events = [];
  for (let day = -14; day < DAYS; day++) {
    for (let user = 0; user < USERS; user++) {
      if (random() > 0.6) continue;
      const isNew = day >= 0 && user < USERS * rollout * (isDaily ? day + 1 : 1);
      const version = isNew ? '4.10' : user % 10 === 0 ? '4.1' : '4.9';
      const event = (type: string) => ({
        timestamp: new Date(RELEASED_MS + day * DAY_MS + 9 * 3_600_000).toISOString(),
        appID: 'app',
        type,
        clientUser: `u${user}`,
        isTestMode: false,
        payload: { [VERSION]: version, platform: user % 2 ? 'iOS' : 'macOS' },
      });
      events.push(event('opened'));
      if (random() < rate(isNew, day, user))
        events.push(event('TelemetryDeck.Error.occurred'), event('TelemetryDeck.Error.occurred'));
    }
  }
  return events;
}

function requestOn(world: WorldName, inputs: Readonly<Record<string, string>> = {}): Promise<ReportRequest> {
  const given = {
    'api-url': service.url,
    'api-token': tokens.get(world) ?? '',
    'dry-run': 'true',
    releases: 'stability: { event: TelemetryDeck.Error.occurred }',
    thresholds: '- stability: worse() < 10%',
    ...inputs,
  };
  return parseInputs(given, nodeInputEffects());
}

/** The report of a world at six o'clock after so many days of the release. */
function reportOn(
  world: WorldName,
  days: number,
  inputs: Readonly<Record<string, string>> = {},
): Promise<Results> {
  return getOrAdd(reports, JSON.stringify([world, days, inputs]), async () => {
    const request = await requestOn(world, inputs);
    return runReport(request, { nowMs: momentOf(days), log: silentLog, run: null });
  });
}
const reports = new Map<string, Promise<Results>>();

function momentOf(days: number): number {
  return RELEASED_MS + days * DAY_MS + 6 * 3_600_000;
}

function only({ thresholds, releases = [] }: Results): {
  readonly verdict: Verdict;
  readonly release: ReportedRelease;
} {
  const [verdict] = thresholds;
  const [release] = releases;
  if (verdict === undefined || release?.status !== 'ok')
    throw new Error(JSON.stringify({ thresholds, releases }));
  return { verdict, release };
}

describe('the workflow in examples/gate-release.yml', () => {
  const workflow = parse(
    readFileSync(new URL('../../examples/gate-release.yml', import.meta.url), 'utf8'),
  ) as {
    jobs: { rollout: { steps: readonly { readonly with?: Readonly<Record<string, string>> }[] } };
  };
  const inputs = workflow.jobs.rollout.steps.find((step) => step.with !== undefined)?.with ?? {};

  test.each([
    ['fivefold', 2, 'failed'],
    ['mended', 8, 'passed'],
  ] as const)(
    'the workflow in examples/gate-release.yml says of the world %s on day %d: %s',
    async (world, days, outcome) => {
      const own = { 'api-url': service.url, 'api-token': tokens.get(world) ?? '' };
      const { verdict } = only(await reportOn(world, days, { ...inputs, ...own }));
      expect(verdict.outcome).toBe(outcome);
    },
  );
});

describe('a gate of a release', () => {
  test('a gate fails on the second day of a release that crashes five times as often for some of the users', async () => {
    const { verdict, release } = only(await reportOn('fivefold', 2));
    expect(verdict.outcome).toBe('failed');
    expect(release).toMatchObject({ new: '4.10', since: '2026-11-10', advice: 'stop', version: VERSION });
    expect(release.sentence).toMatch(
      /^Stop: [\d.]+% of users with 4\.10 had “TelemetryDeck.Error.occurred” on a day \(\d+ of \d+ user-days\), where [\d.]+% would have /,
    );
    const [event] = release.events;
    expect(event?.worse.low).toBeGreaterThan(0.1);
    expect(event?.days.map(({ day }) => day)).toEqual(['2026-11-10', '2026-11-11']);
  });

  test('a gate of a release counts each user once a day, as loops over the events do', async () => {
    const { verdict, release } = only(await reportOn('fivefold', 2));
    const seen = eventsOf(WORLDS.fivefold).filter(({ timestamp }) => {
      const ms = Date.parse(timestamp);
      return ms >= RELEASED_MS && ms < RELEASED_MS + 2 * DAY_MS;
    });
    const sent = (isNew: boolean, type: string) =>
      seen
        .filter((each) => each['type'] === type)
        .filter(({ payload }) => payload[VERSION] === (isNew ? '4.10' : '4.9'));
    const count = (isNew: boolean, type: string): number =>
      new Set(sent(isNew, type).map(({ timestamp, clientUser }) => `${timestamp} ${clientUser}`)).size;
    const people = (type: string) => new Set(sent(true, type).map(({ clientUser }) => clientUser)).size;
    const [had, users] = [people('TelemetryDeck.Error.occurred'), people('opened')];
    expect(verdict.sampleText).toMatch(new RegExp(`user-days \\(${had} of ${users} users\\)$`));
    expect(release.events[0]).toMatchObject({
      new: { users: count(true, 'opened'), had: count(true, 'TelemetryDeck.Error.occurred') },
      old: { users: count(false, 'opened'), had: count(false, 'TelemetryDeck.Error.occurred') },
    });
  });

  test('a gate of a release also says what the same users had in the two weeks before, as loops count it', async () => {
    const { release } = only(await reportOn('fivefold', 2));
    const { sameUsers } = release.events[0] ?? {};
    const events = eventsOf(WORLDS.fivefold)
      .map(({ timestamp, clientUser, type, payload }) => ({
        day: Math.floor((Date.parse(timestamp) - RELEASED_MS) / DAY_MS),
        user: clientUser,
        type,
        version: payload[VERSION],
      }))
      .filter(({ day, version }) => day < 2 && version !== '4.1');
    const users = (chosen: (event: (typeof events)[number]) => boolean): Set<string> =>
      new Set(events.filter(chosen).map(({ user }) => user));
    const moved = users(({ version }) => version === '4.10');
    const stayed = users(({ day, user }) => day >= 0 && !moved.has(user));
    const counted = (group: ReadonlySet<string>) => {
      const daysOf = (type: string): number =>
        new Set(
          events
            .filter((each) => each.day < 0 && each.type === type && group.has(each.user))
            .map(({ day, user }) => `${day} ${user}`),
        ).size;
      const [all, had] = [daysOf('opened'), daysOf('TelemetryDeck.Error.occurred')];
      return { users: all, had, rate: had / all };
    };
    expect(sameUsers).toEqual({ days: 14, moved: counted(moved), stayed: counted(stayed) });
  });

  test('a gate of a release fails nobody for a server that fails for everybody', async () => {
    expect(only(await reportOn('broken', 2)).verdict.outcome).not.toBe('failed');
  });

  test('a gate of a release leaves out the day on which a server fails for everybody, and says so', async () => {
    const walk = await Promise.all([2, 8].map(async (day) => only(await reportOn('hidden', day))));
    expect(walk.map(({ verdict }) => verdict.outcome)).toEqual(walk.map(() => 'failed'));
    const [event] = walk[1]?.release.events ?? [];
    expect(event?.leftOut).toEqual(['2026-11-11']);
    expect(event?.days.map(({ day }) => day)).not.toContain('2026-11-11');
    expect(walk[1]?.release.sentence).toMatch(
      / on the same days \(without 2026-11-11, when far more users of 4\.9 had it\); /,
    );
    expect(only(await reportOn('fivefold', 2)).release.events[0]).not.toHaveProperty('leftOut');
    const releases = 'stability: { event: TelemetryDeck.Error.occurred, since: 2026-11-11 }';
    const { verdict, release } = only(await reportOn('hidden', 1.5, { releases }));
    expect([verdict.outcome, release.sentence]).toEqual([
      'inconclusive',
      'Wait: far more users of 4.9 than usual had it on each day so far.',
    ]);
  });

  test('a gate of a release fails nobody for users who crashed more before, even if all have updated since', async () => {
    for (const days of [3, 8]) {
      const { verdict, release } = only(await reportOn('full', days));
      expect([verdict.outcome, release.sentence]).toEqual([
        'inconclusive',
        expect.stringContaining('the same users contradict it'),
      ]);
    }
  });

  test('a gate of a release passes a release that is alike', async () => {
    const { verdict, release } = only(
      await reportOn('good', 8, { thresholds: '- stability: worse() < 60%' }),
    );
    expect([verdict.outcome, release.advice]).toEqual(['passed', 'go on']);
  });

  test('a gate of a release says how long to wait', async () => {
    const { verdict, release } = only(await reportOn('good', 3));
    expect([verdict.outcome, release.advice]).toEqual(['inconclusive', 'wait']);
    expect(release.sentence).toMatch(/^Wait, (?:about \d+ more days?|more than 60 days) at this pace: /);
  });

  test('a gate of a release tells the interval that its gate decides by', async () => {
    const thresholds = '- { insight: stability, assert: worse() < 10%, confidence: 60% }';
    const { verdict, release } = only(await reportOn('fivefold', 2, { thresholds }));
    const [, interval] = /; interval (.*) at 60% confidence/.exec(verdict.message) ?? [];
    expect(release.sentence).toContain(` (${interval ?? ''}), limit: below +10%.`);
  });

  test('a gate of a release is inconclusive with the reason if nobody has the new version', async () => {
    const releases = 'stability: { event: TelemetryDeck.Error.occurred, new: "5.0" }';
    const { verdict, release } = only(await reportOn('fivefold', 3, { releases }));
    expect([verdict.outcome, release.problem]).toEqual(['inconclusive', 'nobody has 5.0 yet']);
    expect(verdict.message).toBe(
      'TelemetryDeck.Error.occurred: new version compared with older ones: inconclusive, limit: below +10%; nobody has 5.0 yet',
    );
  });

  test('a gate of a release compares with the versions that it names, within strata, and by other events', async () => {
    const releases =
      'stability: { event: TelemetryDeck.Error.occurred, against: "startsWith 4.9", strata: [platform], since: 2026-11-11 }';
    const thresholds = '- stability: worse() < 10% || worse("opened") < -50%';
    const { verdict, release } = only(await reportOn('fivefold', 6, { releases, thresholds }));
    expect([verdict.outcome, release.since, release.strata]).toEqual(['failed', '2026-11-11', ['platform']]);
    expect(release.events.map(({ event }) => event)).toEqual(['TelemetryDeck.Error.occurred', 'opened']);
    expect(release.events[1]?.worse.value).toBeCloseTo(0, 5);
  });

  test('a gate of a release is of the new version from the day on which it comes', async () => {
    const { release } = only(await reportOn('fivefold', 0.25));
    expect([release.new, release.since]).toEqual(['4.10', '2026-11-10']);
  });

  test('a gate of a release is backtested for each day since the release, as it would have been judged then', async () => {
    const [request, nowMs] = [await requestOn('fivefold'), momentOf(3)];
    const asking = createService(request, { log: silentLog });
    const [found] = await runBacktest(
      { request, results: await reportOn('fivefold', 3), service: asking, nowMs },
      10,
    );
    const asked = await Promise.all(
      [1, 2].map(async (days) => only(await reportOn('fivefold', days)).verdict),
    );
    const messages = found?.earlier.map(({ verdict }) => verdict.message);
    expect(messages?.slice(1)).toEqual(asked.map(({ message }) => message));
    expect(messages?.[0]).toMatch(/: inconclusive, limit: .*; nobody has /);
    expect(found && formatBacktest(found, { nowMs, locale: 'en-US' })).toMatch(
      /Of 3 earlier days since the release it would have failed in 2; 1 inconclusive, 0 warned, 0 passed\.\n$/,
    );
  });
});
