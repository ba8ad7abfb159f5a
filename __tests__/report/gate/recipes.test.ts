// The workflows of the gates' recipes, run against the project's own query service with data that passes and
// data that fails.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { decideReportResult } from '../../../src/report/run/step-result.ts';
import { parseInputs } from '../../../src/report/inputs/parse-report.ts';
import { silentLog } from '../../../src/text/log.ts';
import { renderReport } from '../../../src/report/render/report.ts';
import { runReport } from '../../../src/report/run/reports.ts';
import type { Results } from '../../../src/report/results/results.ts';
import type { JsonObject } from '../../../src/tql/json.ts';
import { effects } from '../../support/inputs/read-inputs.ts';
import { addEvents, addOrganization, serviceOfFile } from '../../support/service/service-of-file.ts';

const NOW_MS = Date.parse('2026-11-20T10:00:00Z');
const DAY_MS = 86_400_000;
const EXAMPLES = new URL('../../../examples/', import.meta.url);

const users = (id: string, dimension: string) => ({
  id,
  name: dimension,
  query: {
    queryType: 'topN',
    granularity: 'all',
    aggregations: [{ type: 'userCount', name: 'Users' }],
    dimension: { type: 'default', dimension, outputName: dimension },
    metric: { type: 'numeric', metric: 'Users' },
    threshold: 50,
  } satisfies JsonObject,
});
const count = (id: string, name: string, more: JsonObject) => ({
  id,
  name,
  query: {
    queryType: 'timeseries',
    granularity: 'all',
    aggregations: [{ type: 'userCount', name: 'Users' }],
    ...more,
  } satisfies JsonObject,
});
const INSIGHTS = [
  users('8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33', 'system'),
  users('5C2B7E91-0F4A-4D8E-8A36-7D1C9B2E6F05', 'type'),
  users('9E7D3A54-2B60-4C1F-A8D7-6F0E5C4B3A21', 'version'),
  count('1B8D6E42-7C3A-4F90-9E15-3A2C8B7D5F60', 'users', {}),
  count('4C9E1F73-2A5B-4D68-8B07-6E1D9A4C3B52', 'crashed', {
    filter: { type: 'selector', dimension: 'type', value: 'ended' },
  }),
];

interface World {
  /**
   * Of 2,000 users: those on iOS 15, those of the old export this and the earlier month, crashes, those on
   * old versions, those with a crash that ended the app.
   */
  readonly old: number;
  readonly exports: readonly [before: number, now: number];
  readonly crashes: readonly [before: number, now: number];
  readonly behind: number;
  readonly ended: number;
}

const GREEN: World = { old: 90, exports: [30, 10], crashes: [100, 110], behind: 60, ended: 15 };
const RED: World = { old: 240, exports: [10, 30], crashes: [100, 130], behind: 200, ended: 25 };
function eventsOf(world: World) {
  const at = (user: number, daysAgo: number, type: string) => ({
    timestamp: new Date(NOW_MS - daysAgo * DAY_MS - user * 1000).toISOString(),
    appID: 'app',
    clientUser: `u${user}`,
    type,
    isTestMode: false,
    payload: {
      system: user < world.old ? 'iOS 15' : 'iOS 18',
      version: user < world.behind ? '4.0' : user % 2 === 0 ? '4.1' : '4.2',
    },
  });
  return Array.from({ length: 2000 }, (_, user) => [
    // In the last week and the one before, in October and in September, and long before.
    ...[3, 10, 35, 65, 100].map((daysAgo) => at(user, daysAgo, 'appLaunched')),
    ...(user < world.exports[0] ? [at(user, 65, 'exportLegacy')] : []),
    ...(user < world.exports[1] ? [at(user, 35, 'exportLegacy')] : []),
    ...(user < world.crashes[0] ? [at(user, 10, 'crashed')] : []),
    ...(user < world.crashes[1] ? [at(user, 3, 'crashed')] : []),
    // Twice, since a user with two crashes counts once.
    ...(user < world.ended ? [at(user, 3, 'ended'), at(user, 2, 'ended')] : []),
  ]).flat();
}

/** An id belongs to one organization, so each world has its own. */
const inWorld = (insights: string, world: World) =>
  world === GREEN ? insights : insights.replace(/[0-9A-F](?=,)/g, 'F');

const TOKENS = new Map<World, string>();

const service = await serviceOfFile({ nowMs: NOW_MS });
for (const [name, world] of [
  ['com.example.green', GREEN],
  ['com.example.red', RED],
] as const) {
  const insights = INSIGHTS.map((insight) => ({
    ...insight,
    id: inWorld(`${insight.id},`, world).slice(0, -1),
  }));
  TOKENS.set(world, await addOrganization(service, name));
  await service.store.insights.add(name, insights);
  await addEvents(service, name, eventsOf(world));
}

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}

async function run(file: string, world: World): Promise<{ results: Results; failures: readonly string[] }> {
  const workflow = parse(readFileSync(new URL(file, EXAMPLES), 'utf8')) as {
    jobs: Record<string, { steps: Step[] }>;
  };
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const inputs = steps.find(({ uses }) => uses?.startsWith('insight-report/'))?.with ?? {};
  const insights = inputs['insights'] === undefined ? undefined : inWorld(inputs['insights'], world);
  const request = await parseInputs(
    { ...inputs, insights, 'api-token': TOKENS.get(world), 'api-url': service.url, 'github-token': 'ghs_x' },
    effects({}),
  );
  const results = await runReport(request, { nowMs: NOW_MS, log: silentLog, run: null });
  return { results, failures: decideReportResult({ results, problems: [], request }).failures };
}

describe.each([
  ['gate-os-version.yml', '4.5% (90 of 2,000 users)', '12% (240 of 2,000 users)'],
  ['gate-retire-feature.yml', '0.5% (10 of 2,000 users)', '1.5% (30 of 2,000 users)'],
  [
    'gate-crash-free.yml',
    '0.75% (crashed: 15 users, users: 2,000 users)',
    '1.25% (crashed: 25 users, users: 2,000 users)',
  ],
  ['gate-adoption.yml', '97% (1,940 of 2,000 users)', '90% (1,800 of 2,000 users)'],
])('%s', (file, green, red) => {
  test('a recipe passes with data that is fine', async () => {
    const { results, failures } = await run(file, GREEN);
    expect(results.thresholds[0]?.message).toContain(`: passed, ${green}`);
    expect([results.conclusion, failures]).toEqual(['passed', []]);
  });

  test('a recipe fails with data that is not, and the report says so first', async () => {
    const { results, failures } = await run(file, RED);
    expect(results.thresholds[0]?.message).toContain(`: failed, ${red}`);
    expect(results.conclusion).toBe('failed');
    expect(failures).toEqual([results.thresholds[0]?.message]);
    const options = { destination: 'pull-request', limit: null, links: { whole: null } } as const;
    const { markdown } = await renderReport(results, {
      ...options,
      template: { kind: 'builtin', name: 'compact' },
    });
    expect(markdown.split('\n').slice(0, 3).join('\n')).toMatch(/^❌ .*: \*\*failed\.\*\*/m);
  });
});

test('the recipe for dropping a version says which version could be required', async () => {
  for (const [world, minimum] of [
    [GREEN, 'iOS 18'],
    [RED, 'iOS 15'],
  ] as const) {
    expect((await run('gate-os-version.yml', world)).results).toMatchObject({ minimumVersion: minimum });
  }
});
