// The week after a release, as someone reads it who looks every evening.
import { buildChecks } from '../../src/action/checks.ts';
import { parseInputs } from '../../src/report/inputs/parse-reports.ts';
import { silentLog } from '../../src/text/log.ts';
import { nodeInputEffects } from '../../src/report/run/effects.ts';
import { runReport } from '../../src/report/run/reports.ts';
import { eventsOfRollout, phased, type Rollout, VERSION } from '../report/release/rollouts.ts';
import { renderReleases } from '../../src/report/render/markdown/releases.ts';
import { releaseText } from '../../src/report/render/format/verdicts.ts';
import { getOrAdd } from '../../src/text/get-or-add.ts';
import { testAtLength } from '../support/properties.ts';
import { serviceOfFile, addOrganization } from '../support/service/service-of-file.ts';

const DAY_MS = 86_400_000;
const RELEASED_MS = Date.parse('2026-11-10T00:00:00Z');
const common = { releasedMs: RELEASED_MS, users: 6000 };

const ROLLOUTS = {
  good: { ...common, share: phased, rate: () => 0.04 },
  fivefold: { ...common, share: () => 0.1, rate: (isNew) => (isNew ? 0.1 : 0.02) },
  broken: { ...common, share: phased, rate: (_, day) => (day >= 3 ? 0.4 : 0.02) },
} as const satisfies Readonly<Record<string, Rollout>>;

const service = await serviceOfFile();
/** What is read on the evening of each day from the release on. */
async function walkOnce(name: keyof typeof ROLLOUTS) {
  const token = await addOrganization(service, name);
  await service.importEvents(name, eventsOfRollout(ROLLOUTS[name], 8));
  const read = [];
  for (let day = 0; day < 8; day++) {
    const given = {
      'api-url': service.url,
      'api-token': token,
      'dry-run': 'true',
      releases: 'stability: { event: crashed }',
      thresholds: '- stability: worse() < 20%',
    };
    const request = await parseInputs(given, nodeInputEffects(false, false));
    const nowMs = RELEASED_MS + day * DAY_MS + 18 * 3_600_000;
    const results = await runReport(request, { nowMs, log: silentLog, run: null });
    const [[release], [verdict]] = [results.releases ?? [], results.thresholds];
    const [check] = buildChecks({ request, results });
    if (release?.status !== 'ok' || verdict === undefined || check === undefined)
      throw new Error(JSON.stringify(results));
    const [sentence, sameUsers = ''] = releaseText(release, 'en-US').split(' The same users: ');
    read.push({ sentence, sameUsers, outcome: verdict.outcome, sample: verdict.sampleText, release, check });
  }
  return read;
}

const walks = new Map<string, ReturnType<typeof walkOnce>>();
const walk = (name: keyof typeof ROLLOUTS) => getOrAdd(walks, name, () => walkOnce(name));

describe('the walk of a release', () => {
  test('the walk of a good release waits, says how long, and goes on', async () => {
    const read = await walk('good');
    const [waits, goes] = [read.slice(0, 7), read.slice(7)];
    expect(waits.map(({ outcome }) => outcome)).toEqual(waits.map(() => 'inconclusive'));
    expect(goes.map(({ outcome, check }) => [outcome, check.conclusion])).toEqual([['passed', 'success']]);
    const leads = read.map(({ sentence = '' }) => sentence.slice(0, sentence.indexOf(':')));
    expect(leads).toEqual([
      'Wait, too early to say how long',
      'Wait, more than 60 days at this pace',
      'Wait, about 48 more days at this pace',
      'Wait, more than 60 days at this pace',
      'Wait, about 30 more days at this pace',
      'Wait, about 4 more days at this pace',
      'Wait, about 2 more days at this pace',
      'Go on',
    ]);
    expect(read[1]?.sentence).toContain(
      'More users of 4.2, or a limit that allows more, would decide it sooner.',
    );
    expect(read[7]?.sentence).toMatch(
      /: 3\.7% of users with 4\.2 had “crashed” on a day \(254 of 6,851 user-days\), where [34]\.\d% would have with 4\.1 on the same days; that is 10% less often \(−32\.2% to \+19\.6%\), and the gate needs less than 20%\.$/,
    );
  });

  test('a gate of a release counts user-days, with the different users of the new version behind them', async () => {
    const seen = { users: new Set<unknown>(), had: new Set<unknown>() };
    for (const { timestamp, type, clientUser, payload } of eventsOfRollout(ROLLOUTS.fivefold, 8)) {
      const isSeen = Date.parse(timestamp) < RELEASED_MS + DAY_MS + 18 * 3_600_000;
      if (!isSeen || (payload as Readonly<Record<string, unknown>>)[VERSION] !== '4.2') continue;
      seen.users.add(clientUser);
      if (type === 'crashed') seen.had.add(clientUser);
    }
    const { sample, release, check } = (await walk('fivefold'))[1] ?? {};
    const people = `${seen.had.size} of ${seen.users.size} users`;
    expect(sample).toBe(`53 of 538 user-days (${people})`);
    expect(check?.title).toContain(`user-days (${people})`);
    expect(renderReleases(release === undefined ? [] : [release], 'en-US')).toContain(
      `${seen.had.size} of ${seen.users.size} different users of 4.2 had crashed.`,
    );
  });

  test('the walk of a release that crashes five times as often stops at once, at a tenth of the users', async () => {
    const read = await walk('fivefold');
    expect(read.map(({ outcome }) => outcome)).toEqual(read.map(() => 'failed'));
    expect(read[1]).toMatchObject({
      sentence:
        'Stop: 9.9% of users with 4.2 had “crashed” on a day (53 of 538 user-days), where 2.0% would have with 4.1 on the same days; that is 4.8 times as often (+182% to +683%), and the gate needs less than 20%.',
      sameUsers:
        'in the 14 days before, those who moved to 4.2 had “crashed” on 2.6% of 2,900 user-days, and those who stayed on 2.1% of 26,220 user-days.',
      check: { conclusion: 'failure' },
    });
    expect(JSON.stringify(read[1]?.check)).toContain('+182% to +683%');
    expect(read[1]?.check.summary).toContain('Stop: 9.9% of users with 4.2 had');
  });

  testAtLength(
    'a server that fails for everybody stops no walk, and both sides are shown alike',
    async () => {
      const read = await walk('broken');
      expect(read.map(({ outcome }) => outcome)).not.toContain('failed');
      // Most users have the new version on the days of the failure.
      expect(read[6]?.sentence).toMatch(
        /^Go on: 37\.3% of users with 4\.2 had “crashed” .*, where 3[67]\.\d% would have with 4\.1/,
      );
      expect(read[6]?.sameUsers).toMatch(
        /those who moved to 4\.2 had “crashed” on (?:1\.9|2\.0|2\.1)% of [\d,]+ user-days, and those who stayed on (?:1\.9|2\.0|2\.1)% /,
      );
    },
  );
});
