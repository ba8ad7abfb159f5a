// With min-group-size, everything that a run says is computed from rounded counts: two worlds whose counts
// read alike leave the same behind.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatBacktest, runBacktest } from '../../../src/cli/backtest/backtest.ts';
import type { QueryService } from '../../../src/report/client/client.ts';
import { parseInputs } from '../../../src/report/inputs/parse-reports.ts';
import type { Results } from '../../../src/report/results/results.ts';
import { nodeInputEffects } from '../../../src/report/run/effects.ts';
import { isCoverage } from '../../../src/report/run/optional-queries.ts';
import { runReport } from '../../../src/report/run/reports.ts';
import { roundedBy } from '../../../src/report/run/rounding-service.ts';
import { roundResult } from '../../../src/report/tables/rounding/result.ts';
import type { Query } from '../../../src/tql/query.ts';
import { CRASHES, EVENTS, PLAN, RATES, USERS } from '../../support/attack/reports.ts';
import { serviceOf } from '../../support/attack/run.ts';
import { eventsOf, type Group, NOW_MS } from '../../support/attack/worlds.ts';

const SIZE = 5;
const TOKEN = 'token';
const { round } = roundedBy(TOKEN, SIZE);

/** The least or the most that a count can be which reads as it is shown. */
const alike = (isMost: boolean) => (count: number, counted: string) => {
  const shown = round(count, counted);
  const fitting = Array.from({ length: 2 * SIZE }, (_, more) => shown + more).filter(
    (each) => round(each, counted) === shown,
  );
  return (isMost ? fitting.at(-1) : fitting[0]) ?? count;
};

/** A service whose counts are others that read alike. */
function otherwise(service: QueryService, isMost: boolean): QueryService {
  return {
    ...service,
    runQuery: async (query, signal) => {
      const answer = await service.runQuery(query, signal);
      if (isCoverage(query)) return answer;
      return { ...answer, result: roundResult(query, answer.result, { size: SIZE, round: alike(isMost) }) };
    },
  };
}

const DAYS = [...Array(28).keys()].map((day) => day - 21);
const GROUPS = DAYS.flatMap((day): readonly Group[] =>
  ['1.0', '1.1', '2.0', '3.0'].flatMap((key) =>
    (['launch', 'crash'] as const).map((type) => ({ key, day, type })),
  ),
);
const EVENTS_OF_ALL = eventsOf(
  GROUPS,
  GROUPS.map((_, at) => [13, 4, 8, 3, 7, 2, 3, 1][at % 8] ?? 0).map((size, at) => size + (at % 2)),
).map((each) => ({
  ...each,
  isTestMode: 'false',
  // The same users come every day.
  clientUser: `${each.plan}-${`${each.clientUser}`.replace(/^\d+-/, '')}`,
}));

const ranked = {
  granularity: 'all',
  aggregations: [USERS, CRASHES, EVENTS],
  postAggregations: RATES,
} as const;
const QUERIES: Readonly<Record<string, Query>> = {
  plans: {
    queryType: 'topN',
    ...ranked,
    dimension: PLAN,
    metric: { type: 'numeric', metric: 'Users' },
    threshold: 3,
  },
  types: {
    queryType: 'groupBy',
    ...ranked,
    dimensions: [PLAN, { type: 'default', dimension: 'type', outputName: 'type' }],
  },
  days: { queryType: 'timeseries', ...ranked, granularity: 'day' },
  funnel: {
    queryType: 'funnel',
    granularity: 'all',
    steps: [
      { name: 'all' },
      { name: 'crashed', filter: { type: 'selector', dimension: 'type', value: 'crash' } },
    ],
  },
};
const INPUTS = {
  'api-token': TOKEN,
  'data-source': 'a',
  'dry-run': 'true',
  'min-group-size': `${SIZE}`,
  interval: 'last week',
  compare: 'previous-period',
  history: '2',
  queries: [
    `plans: { file: plans.json, explain: [type] }`,
    `types: types.json`,
    `days: days.json`,
    `funnel: funnel.json`,
    `versions: { file: plans.json, kind: versions }`,
  ].join('\n'),
  releases: 'stability: { event: crash, version: plan }',
  thresholds: [
    `- plans: share("1.0") < 60%`,
    `- plans: change("1.0") > -20%`,
    `- plans: total() > 30`,
    `- plans: value("1.0", "rate") < 20%`,
    `- plans: value(oneOf("1.0", "2.0")) > 40`,
    `- plans: rank("1.1") <= 2`,
    `- days: totalChange() > -20%`,
    `- { insight: plans, assert: 'share("1.0") < 60%', confidence: 95% }`,
    `- stability: worse() < 10%`,
  ].join('\n'),
};

/** All that a run, its gates over earlier periods and their texts say. */
async function saidOf(service: QueryService): Promise<{ readonly results: Results; readonly said: string }> {
  const effects = {
    ...nodeInputEffects(false, false),
    readFile: (path: string) => JSON.stringify(QUERIES[path.replace('.json', '')]),
  };
  const request = await parseInputs(INPUTS, effects);
  const log: string[] = [];
  const note = (message: string): number => log.push(message);
  const run = {
    nowMs: NOW_MS,
    run: null,
    service,
    log: { debug: note, info: note, notice: note, warning: note, error: note },
  };
  const results = await runReport(request, run);
  const backtests = await runBacktest(request, results, service, NOW_MS, 1);
  const texts = backtests.map((each) => formatBacktest(each, { nowMs: NOW_MS, locale: 'en-US' }));
  const withoutTimes = JSON.stringify([results, texts, log], (key, value: unknown) =>
    key === 'durationMs' ? 0 : value,
  );
  return { results, said: withoutTimes.replaceAll(/\d+ ms/g, 'ms') };
}

test('a run, its explanations, histories, gates and backtests are the same in worlds that read alike', async () => {
  const service = serviceOf(EVENTS_OF_ALL, []);
  const { results, said } = await saidOf(otherwise(service, false));
  expect(results.insights.map(({ status }) => status)).toEqual(Array(5).fill('ok'));
  expect(results.releases?.[0]).toMatchObject({ status: 'ok', problem: null });
  expect(results.thresholds).toHaveLength(9);
  expect((await saidOf(otherwise(service, true))).said).toBe(said);
}, 120_000);

const root = join(import.meta.dirname, '..', '..', '..');
const filesWith = (pattern: RegExp): readonly string[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.startsWith('src/service/'))
    .filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
    .sort();

/** They ask what the one who has the token asks for himself, or the demo's own events. */
const FOR_THEMSELVES = ['src/cli/demo/code.ts', 'src/explorer/service/report.ts'];
/** They round a service before they ask it, or give it to `runReport`, which does. */
const ROUNDING = ['src/action/signals.ts', 'src/cli/commands/check.ts', 'src/report/run/reports.ts'];
const GIVING = ['src/cli/commands/gate.ts', 'src/cli/init/trial.ts'];

test('who opens a service rounds its answers, or gives it to a report', () => {
  expect(filesWith(/\bcreateService\(/)).toEqual([...ROUNDING, ...GIVING, 'src/cli/demo/code.ts'].sort());
  expect(filesWith(/\broundingService\(/)).toEqual(
    [...ROUNDING, 'src/report/run/rounding-service.ts'].sort(),
  );
  const asking = filesWith(/\.runQuery\(/).filter((file) => !file.startsWith('src/report/run/'));
  expect(asking).toEqual([...FOR_THEMSELVES, ...ROUNDING.slice(0, 2)].sort());
});
