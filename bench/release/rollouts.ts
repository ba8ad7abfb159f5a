/**
 * How often a gate of a release says "go on" about a bad one, and "stop" about a good one, in simulated apps:
 * `node bench/release/rollouts.ts --releases 48`. Each app's events are served by the query service, and the
 * gate `worse() < 50%` is read on several days, as a scheduled workflow does.
 */
import { parseArgs } from 'node:util';
import { randomNumbers } from '../../__tests__/report/release/worlds.ts';
import { parseInputs } from '../../src/report/inputs/parse-report.ts';
import { nodeInputEffects } from '../../src/report/run/effects.ts';
import { runReport } from '../../src/report/run/reports.ts';
import { startService } from '../../src/service/start.ts';
import { silentLog } from '../../src/text/log.ts';

const { values } = parseArgs({
  options: {
    releases: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string' },
    users: { type: 'string', default: '2000' },
  },
});

const DAY_MS = 86_400_000;
const RELEASED_MS = Date.parse('2026-11-02T00:00:00Z');
const [DAYS_BEFORE, LOOKS] = [16, [1, 2, 3, 5, 7, 10, 14]];
const LAST_DAY = 14;
const USERS = Number(values.users);
/** The chance of a crash in a session. */
const RATE = 0.01;

/** What an app does besides crashing a number of times as often with the new version. */
const KINDS = [
  'plain',
  'crash on the day of the update',
  'heavy users first',
  'renamed column',
  'hotfix',
  'platform mix',
  'new users',
  'one country first',
] as const;
type Kind = (typeof KINDS)[number];

/** By which day which part of the users has the new version; between days it rises evenly. */
const ROLLOUTS: Readonly<Record<string, readonly number[]>> = {
  '1 %': [0.01],
  '5 %': [0.05],
  '20 %': [0.2],
  '50 %': [0.5],
  '1 to 100 %': [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1],
  '100 % in four days': [0.25, 0.5, 0.75, 1],
};
const RATIOS = [1, 2, 5];

interface World {
  readonly kind: Kind;
  readonly rollout: string;
  readonly ratio: number;
  readonly seed: number;
}

/** When a user gets the new version, in days since the release; Infinity for never. */
function updateOf(place: number, parts: readonly number[], random: () => number): number {
  const day = parts.findIndex((part) => place < part);
  return day < 0 ? Infinity : day + random();
}

function eventsOf({ kind, rollout, ratio, seed }: World) {
  const random = randomNumbers(seed);
  const parts = ROLLOUTS[rollout] ?? [];
  const events: { readonly timestamp: string; readonly [name: string]: unknown }[] = [];
  for (let user = 0; user < USERS; user++) {
    const isHeavy = kind === 'heavy users first' && user < USERS / 4;
    const isAndroid = kind === 'platform mix' && user % 10 < 3;
    // A country that has the new version alone, and where all versions crash more often from the third day.
    const country = user % 10 < 3 ? 'CA' : 'US';
    const isElsewhere = kind === 'one country first' && country !== 'CA';
    // Who updates first: anyone, but for heavy users who all come before the others.
    const place = kind === 'heavy users first' ? user / USERS : random();
    const updateAt = isAndroid || isElsewhere ? Infinity : updateOf(place, parts, random);
    // A hotfix: half of the users got the broken 4.1 in the four days before.
    const brokenAt = kind === 'hotfix' && random() < 0.5 ? -4 * random() : Infinity;
    const installedAt = kind === 'new users' && random() < 0.4 ? (random() - 0.3) * LAST_DAY : -Infinity;
    let hasStarted = false;
    for (let day = -DAYS_BEFORE; day <= LAST_DAY; day++) {
      if (random() > (isHeavy ? 0.8 : 0.4)) continue;
      const sent = new Set<string>();
      const sessions = 1 + Math.floor(random() * (isHeavy ? 6 : 3));
      for (let session = 0; session < sessions; session++) {
        const at = day + (session + random()) / sessions;
        if (at < installedAt) continue;
        const isNew = at >= updateAt || installedAt > 0;
        const isBroken = !isNew && at >= brokenAt;
        const version = isAndroid ? (day < -5 ? '10.0' : '10.1') : isNew ? '4.2' : isBroken ? '4.1' : '4.0';
        const send = (type: string): void => {
          if (sent.has(`${type} ${version}`)) return;
          sent.add(`${type} ${version}`);
          const column = kind === 'renamed column' && isNew ? 'TelemetryDeck.AppInfo.version' : 'appVersion';
          const payload = { [column]: version, platform: isAndroid ? 'Android' : 'iOS', country };
          const timestamp = new Date(RELEASED_MS + at * DAY_MS).toISOString();
          events.push({ timestamp, appID: 'app', type, clientUser: `u${user}`, isTestMode: false, payload });
        };
        send('opened');
        const isInTrouble = kind === 'one country first' && country === 'CA' && at >= 3;
        const times = (isHeavy ? 3 : 1) * (isAndroid || isInTrouble ? 4 : 1);
        const own = RATE * times * (isNew ? ratio : isBroken ? 6 : 1);
        const isFirst = kind === 'crash on the day of the update' && isNew && !hasStarted && random() < 0.3;
        if (isNew) hasStarted = true;
        if (random() < own || isFirst) send('crashed');
      }
    }
  }
  return events;
}

/** What the gate says on each day on which it is read. */
async function read(world: World): Promise<readonly string[]> {
  const service = await startService({ dbPath: ':memory:' });
  try {
    await service.store.organizations.create('a', 'paid');
    const { token } = await service.store.tokens.create('a', null);
    await service.importEvents('a', eventsOf(world));
    const inputs = {
      'api-url': service.url,
      'api-token': token,
      'dry-run': 'true',
      // The platform mix is read as it comes; a hotfix is read against what most users had.
      releases: `stability: { event: crashed, new: "4.2" }`,
      thresholds: '- stability: worse() < 50%',
    };
    const request = await parseInputs(inputs, nodeInputEffects());
    const outcomes: string[] = [];
    for (const day of LOOKS) {
      const nowMs = RELEASED_MS + day * DAY_MS;
      const { thresholds } = await runReport(request, { nowMs, log: silentLog, run: null });
      outcomes.push(thresholds[0]?.outcome ?? 'none');
      if (process.env['WHY'] !== undefined) console.error(world, day, thresholds[0]?.message);
    }
    return outcomes;
  } finally {
    await service.close(0);
  }
}

interface Row {
  readonly world: World;
  readonly outcomes: readonly string[];
}

function isBad({ kind, ratio }: World): boolean {
  return ratio > 1 || kind === 'crash on the day of the update';
}

function table(rows: readonly Row[], nameOf: (world: World) => string): void {
  for (const [name, group = []] of Object.entries(Object.groupBy(rows, ({ world }) => nameOf(world)))) {
    const share = (bad: boolean, outcome: string): string => {
      const all = group.filter(({ world }) => isBad(world) === bad);
      const said = all.filter(({ outcomes }) => outcomes.includes(outcome)).length;
      return all.length === 0 ? '–' : `${said} of ${all.length}`;
    };
    const numbers = [
      share(true, 'passed'),
      share(false, 'failed'),
      share(true, 'failed'),
      share(false, 'passed'),
    ];
    console.log(`| ${name} | ${numbers.join(' | ')} |`);
  }
}

const worlds = Array.from({ length: Number(values.releases) }, (_, index): World => {
  const kind = KINDS[index % KINDS.length] ?? 'plain';
  const ratio = RATIOS[index % RATIOS.length] ?? 1;
  // So even few releases have each kind, ratio and rollout, and 144 have each combination.
  const rollouts = Object.keys(ROLLOUTS);
  const turn = index + Math.floor(index / (KINDS.length * RATIOS.length));
  const rollout = rollouts[turn % rollouts.length] ?? '';
  return { kind, rollout, ratio, seed: Number(values.seed) * 1_000_003 + index };
});
const rows: Row[] = [];
const chosen = worlds.filter(({ kind }) => values.kind === undefined || kind === values.kind);
for (const world of chosen) rows.push({ world, outcomes: await read(world) });

console.log(
  '| | "go on" about a bad one | "stop" about a good one | bad ones stopped | good ones passed |\n| :-- | --: | --: | --: | --: |',
);
table(rows, ({ kind }) => kind);
table(rows, ({ rollout }) => rollout);
table(rows, ({ ratio }) => `times ${ratio}`);
table(rows, () => 'all');
