// What readers see with min-group-size, over each kind of insight, in every form of a report.
import { parseInputs } from '../../src/report/inputs/parse-report.ts';
import { renderReport } from '../../src/report/render/report.ts';
import { renderSlackMessage } from '../../src/report/render/slack/message.ts';
import { renderTerminal } from '../../src/report/render/terminal/report.ts';
import type { ReportedInsight, Results } from '../../src/report/results/results.ts';
import { nodeInputEffects } from '../../src/report/run/effects.ts';
import { runReport } from '../../src/report/run/reports.ts';
import { silentLog } from '../../src/text/log.ts';
import type { JsonObject } from '../../src/tql/json.ts';
import { addEvents, addOrganization, serviceOfFile } from '../support/service/service-of-file.ts';

const NOW_MS = Date.parse('2026-11-23T06:00:00Z');
const DAY_MS = 86_400_000;
const SIZE = 10;

interface Sent {
  readonly user: string;
  readonly daysAgo: number;
  readonly device: string;
  readonly version?: string;
  readonly type?: string;
  readonly seconds?: number;
}

/** So many users of a device on a day, each with one event. */
function usersOf(device: string, users: number, daysAgo: number, more: Partial<Sent> = {}): readonly Sent[] {
  return Array.from({ length: users }, (_, user) => ({
    user: `${device}-${user}`,
    daysAgo,
    device,
    ...more,
  }));
}

const [SMALL, FORMER] = ['tiny-phone', 'former-phone'];
const SENT: readonly Sent[] = [
  ...usersOf('big-phone', 120, 3, { version: '4.1', seconds: 4 }),
  ...usersOf('big-phone', 40, 4, { version: '4.1', type: 'bought' }),
  ...usersOf('big-phone', 60, 10, { version: '4.1' }),
  ...usersOf('rising-phone', 30, 3, { version: '4.2', seconds: 6 }),
  ...usersOf('rising-phone', 6, 2, { version: '4.2', type: 'bought' }),
  ...usersOf('rising-phone', 4, 10, { version: '4.1' }),
  ...usersOf(SMALL, 7, 3, { version: '9.9-secret', seconds: 90 }),
  ...usersOf('odd-phone', 5, 3, { version: '4.1' }),
  ...usersOf(FORMER, 25, 10, { version: '4.1' }),
  ...usersOf(FORMER, 3, 3, { version: '4.1' }),
  ...usersOf('lost-phone', 8, 10, { version: '4.1' }),
  // Before all compared periods, so that they are covered.
  ...usersOf('big-phone', 60, 60),
];

const DEVICE = { type: 'default', dimension: 'device', outputName: 'device' };
const VERSION = { type: 'default', dimension: 'appVersion', outputName: 'appVersion' };
const USERS = { type: 'userCount', name: 'Users' };
const MEAN = { type: 'doubleMean', name: 'seconds', fieldName: 'floatValue' };
const ranking = (dimension: JsonObject, aggregations: readonly JsonObject[]): JsonObject => ({
  queryType: 'topN',
  granularity: 'all',
  dimension,
  aggregations,
  metric: { type: 'numeric', metric: aggregations[0]?.['name'] ?? null },
  threshold: 50,
});
const named = (name: string, type: string): JsonObject => ({
  name,
  filter: { type: 'selector', dimension: 'type', value: type },
});
const onDevice = (name: string): JsonObject => ({
  name,
  filter: { type: 'selector', dimension: 'device', value: name },
});
const QUERIES: Readonly<Record<string, JsonObject>> = {
  devices: ranking(DEVICE, [USERS, MEAN]),
  events: ranking(DEVICE, [{ type: 'eventCount', name: 'Events' }]),
  means: { ...ranking(DEVICE, [MEAN]) },
  days: { queryType: 'timeseries', granularity: 'day', aggregations: [USERS] },
  funnel: { queryType: 'funnel', steps: [named('Opened', 'opened'), named('Bought', 'bought')] },
  retention: { queryType: 'retention', granularity: 'week' },
  experiment: {
    queryType: 'experiment',
    sample1: onDevice('big-phone'),
    sample2: onDevice('rising-phone'),
    successCriterion: named('Bought', 'bought'),
  },
  versions: ranking(VERSION, [USERS]),
  rare: {
    ...ranking(DEVICE, [USERS]),
    filter: {
      type: 'in',
      dimension: 'device',
      values: [SMALL, 'odd-phone', FORMER],
    },
  },
};

const service = await serviceOfFile({ nowMs: NOW_MS });
const token = await addOrganization(service, 'org');
await addEvents(
  service,
  'org',
  SENT.map(({ user, daysAgo, device, version = '4.1', type = 'opened', seconds }) => ({
    timestamp: new Date(NOW_MS - daysAgo * DAY_MS).toISOString(),
    appID: 'app',
    clientUser: user,
    type,
    isTestMode: false,
    ...(seconds !== undefined && { floatValue: seconds }),
    payload: { device, appVersion: version },
  })),
);

async function reportOf(
  minGroupSize: number,
  inputs: Readonly<Record<string, string>> = {},
): Promise<Results> {
  const given = {
    'api-url': service.url,
    'api-token': token,
    'dry-run': 'true',
    interval: 'last week',
    history: '1',
    'min-group-size': `${minGroupSize}`,
    queries: JSON.stringify(
      Object.fromEntries(
        Object.keys(QUERIES).map((name) => [
          name,
          { file: `${name}.json`, ...(name === 'versions' ? { kind: 'versions', keep: '90%' } : {}) },
        ]),
      ),
    ),
    releases: 'stability: { event: bought, version: appVersion, new: "4.2", since: 2026-11-16 }',
    ...inputs,
  };
  const effects = {
    ...nodeInputEffects(),
    readFile: (path: string) => JSON.stringify(QUERIES[path.replace('.json', '')]),
  };
  const request = await parseInputs(given, effects);
  return runReport(request, { nowMs: NOW_MS, log: silentLog, run: null });
}

const results = await reportOf(SIZE);
const exact = await reportOf(0);

function insightOf({ insights }: Results, name: string): ReportedInsight {
  const found = insights.find((insight) => insight.name === name);
  if (found?.status !== 'ok') throw new Error(JSON.stringify(found));
  return found;
}

const TEMPLATES = ['report', 'compact'] as const;
async function markdownOf(given: Results, name: (typeof TEMPLATES)[number] = 'report'): Promise<string> {
  const { markdown } = await renderReport(given, {
    destination: 'file',
    limit: { units: 'utf16', count: 200_000 },
    links: { whole: null },
    template: { kind: 'builtin', name },
  });
  return markdown;
}

/** The report in every form, without the query of `rare`, whose author names the devices. */
async function formsOf(given: Results): Promise<readonly string[]> {
  const shown = { ...given, insights: given.insights.filter(({ name }) => name !== 'rare') };
  return [
    JSON.stringify(shown),
    ...(await Promise.all(TEMPLATES.map((name) => markdownOf(shown, name)))),
    renderTerminal(shown, { width: 200, color: false }),
    JSON.stringify(renderSlackMessage(shown)),
  ];
}

test('a row of few users is in no form of a report by its name, and each form had it without the rule', async () => {
  const hidden = [SMALL, 'odd-phone', 'lost-phone', '9.9-secret'];
  const [forms, all] = [await formsOf(results), await formsOf(exact)];
  for (const form of forms) for (const name of [...hidden, FORMER]) expect(form).not.toContain(name);
  expect(hidden.every((name) => all.join('').includes(name))).toBe(true);
});

test('rows of few users are in "Other", whose number is exact, and so are totals, shares and changes', () => {
  const [shown, true_] = [insightOf(results, 'devices'), insightOf(exact, 'devices')];
  expect(shown).toMatchObject({ fewerThan: SIZE, total: true_.total, previousTotal: true_.previousTotal });
  expect(shown.folded).toMatchObject({ rows: 3, value: 7 + 5 + 3 });
  expect(shown.notes).toContain('3 rows with fewer than 10 users each are in Other.');
  for (const { key, value, share, rank } of shown.rows)
    expect(true_.rows).toContainEqual(expect.objectContaining({ key, value, share, rank }));
  expect(shown.rows.map(({ key }) => key)).toEqual(['big-phone', 'rising-phone']);
});

test('an earlier value of few users reads "< 10" and has no change', async () => {
  const row = insightOf(results, 'devices').rows.find(({ key }) => key === 'rising-phone');
  expect(row).toMatchObject({ value: 30, previous: null, change: null, hidden: ['previous', 'history'] });
  expect(await markdownOf(results)).toMatch(/\| rising-phone \| 30 \| – \|.*\| < 10 \|/);
});

test('an insight of nothing but small rows says so', async () => {
  expect(insightOf(results, 'rare')).toMatchObject({ rows: [], folded: { rows: 3, value: 15 } });
  expect(await markdownOf(results)).toContain('All rows have fewer than 10 users, 15 users in all.');
});

test('steps, cells and groups of few users are hidden, and so is what is computed from them', () => {
  const valueOf = (name: string, key: RegExp) =>
    insightOf(results, name).rows.find((row) => key.test(row.key));
  expect(valueOf('experiment', /cohort_2_success/)).toMatchObject({ value: null, hidden: ['value'] });
  expect(valueOf('experiment', /pvalue/)?.value).toBeNull();
  expect(valueOf('experiment', /^cohort_1$/)?.value).toBe(120);
  for (const name of ['days', 'funnel', 'retention', 'experiment'])
    for (const { value, key, hidden = [] } of insightOf(results, name).rows)
      if (!/zscore|pvalue/.test(key))
        expect([value === null || value >= SIZE, hidden.includes('value')]).toEqual([true, value === null]);
});

test('a mean of few users is left out', () => {
  const means = insightOf(results, 'means').rows.map(({ key, value }) => [key, value]);
  expect(means).toEqual([
    ['rising-phone', 6],
    ['big-phone', 4],
  ]);
});

test('a side of a release with few users reads "< 10"', async () => {
  const [release] = results.releases ?? [];
  expect(release).toMatchObject({ fewerThan: SIZE, events: [{ new: { had: null, rate: null } }] });
  expect(await markdownOf(results)).toMatch(/\| 4\.2 \| \d+ \| bought \| < 10 \|/);
});

test('gates read the true numbers, and a verdict shows "< 10" for fewer', async () => {
  const thresholds = JSON.stringify([
    { insight: 'devices', assert: `value("${SMALL}") == 7` },
    { insight: 'devices', assert: `share("${SMALL}") < 10%` },
    { insight: 'devices', assert: 'value("tiny-phine") < 5' },
    { insight: 'devices', assert: 'rows.all(r, r.value > 6)' },
    { insight: 'devices', assert: 'previous("rising-phone") == 4' },
    { insight: 'days', assert: 'total() > 100' },
  ]);
  const said = (await reportOf(SIZE, { thresholds })).thresholds;
  expect(said.map(({ outcome }) => outcome)).toEqual([
    'passed',
    'passed',
    'warned',
    'failed',
    'passed',
    'passed',
  ]);
  expect(said[0]).toMatchObject({ value: null, valueText: '< 10', sample: { count: null } });
  expect(said[1]?.message).toMatch(/passed, 4\.24% \(< 10 of 165 users\)/);
  expect(said[2]?.message).toContain('the most similar is a small group');
  expect(said[3]?.message).toContain('it does not hold for a small group, a small group');
  expect(said[4]?.valueText).toBe('< 10');
  expect(said[5]?.valueText).toBe('165');
});

test('without min-group-size a results file says nothing of it', () => {
  expect(JSON.stringify(exact)).not.toMatch(/"(?:fewerThan|hidden|earlier)"|_group_size/);
  expect(JSON.stringify(results)).not.toMatch(/"earlier"|_group_size/);
});
