// Events of versions in the project's own query service, and plain loops over the same events.
import type { Evidence } from '../../../src/report/gate/evidence/evidence.ts';
import { queriesOfThresholds } from '../../../src/report/gate/judge.ts';
import { type ReportRequest, thresholdsOfInsights } from '../../../src/report/inputs/request.ts';
import { parseInputs } from '../../../src/report/inputs/parse-report.ts';
import { silentLog } from '../../../src/text/log.ts';
import type { Results, Verdict } from '../../../src/report/results/results.ts';
import { askInRounds } from '../../../src/report/run/rounds.ts';
import { reportInsight } from '../../../src/report/run/insight.ts';
import { runReport } from '../../../src/report/run/reports.ts';
import { createService } from '../../../src/report/run/service.ts';
import type { RunningService } from '../../../src/service/start.ts';
import type { JsonObject } from '../../../src/tql/json.ts';
import { effects } from '../../support/inputs/read-inputs.ts';
import { addEvents, addOrganization, serviceOfFile } from '../../support/service/service-of-file.ts';

export const NOW_MS = Date.parse('2026-11-16T00:00:00Z');
export const DAY_MS = 86_400_000;
export const WEEK = 7;

/** An event of a user, so many days ago, with a version (null: none). */
export interface Launch {
  readonly user: number;
  readonly daysAgo: number;
  readonly version: string | null;
}

/** So that events had begun in both periods. */
const BEFORE_BOTH_PERIODS: Launch = { user: 0, daysAgo: 30, version: null };

let service: RunningService;
let organizations = 0;

/** Before the tests of a file: starts the service that they ask. */
export async function openWorld(): Promise<void> {
  service = await serviceOfFile({ nowMs: NOW_MS });
}

export const AGGREGATIONS = [
  { type: 'userCount', name: 'Users' },
  { type: 'eventCount', name: 'Events' },
  { type: 'longSum', name: 'Amount', fieldName: 'floatValue' },
  { type: 'doubleMean', name: 'Mean', fieldName: 'floatValue' },
  { type: 'doubleMin', name: 'Least', fieldName: 'floatValue' },
  { type: 'doubleMax', name: 'Most', fieldName: 'floatValue' },
];
export const VERSION = { type: 'default', dimension: 'version', outputName: 'Version' };

export function topN(threshold: number): JsonObject {
  const metric = { type: 'numeric', metric: 'Users' };
  return {
    queryType: 'topN',
    granularity: 'all',
    aggregations: AGGREGATIONS,
    dimension: VERSION,
    metric,
    threshold,
  };
}

export const GROUPS: JsonObject = {
  queryType: 'groupBy',
  granularity: 'all',
  aggregations: AGGREGATIONS,
  dimensions: [VERSION],
};
/** Versions by their first number: another value than the column's. */
export const MAJORS: JsonObject = {
  ...topN(3),
  dimension: {
    type: 'extraction',
    dimension: 'version',
    outputName: 'Major',
    extractionFn: { type: 'regex', expr: '^([^.]*)' },
  },
};

type Inputs = Readonly<Record<string, string>>;

/** Judges assertions over a week by the project's own query service. */
export async function judge(
  launches: readonly Launch[],
  query: JsonObject,
  assertions: readonly string[],
  more = 'missing-row: zero',
  inputs: Inputs = {},
): Promise<readonly Verdict[]> {
  return (await report(launches, query, assertions, more, inputs)).thresholds;
}

/** Reports a week of a query, with gates, through the project's own query service. */
export async function report(
  launches: readonly Launch[],
  query: JsonObject,
  assertions: readonly string[],
  more = 'missing-row: zero',
  inputs: Inputs = {},
): Promise<Results> {
  const request = await requestOver(launches, query, assertions, more, inputs);
  return runReport(request, { nowMs: NOW_MS, log: silentLog, run: null });
}

/** What assertions are judged by. */
export async function gather(
  launches: readonly Launch[],
  query: JsonObject,
  assertions: readonly string[],
  inputs: Inputs,
): Promise<Evidence> {
  const request = await requestOver(launches, query, assertions, 'missing-row: zero', inputs);
  const service = createService(request, { log: silentLog });
  const [entry] = request.insights;
  if (entry?.source.kind !== 'query') throw new Error('the query is in a file');
  const insight = await reportInsight(entry, entry.source.query, request, service, NOW_MS);
  const answers = await askInRounds(
    (known) => queriesOfThresholds(thresholdsOfInsights(request), [insight], known),
    service,
  );
  return { insight, nowMs: NOW_MS, answers, relations: new Set<never>() };
}

async function requestOver(
  launches: readonly Launch[],
  query: JsonObject,
  assertions: readonly string[],
  more: string,
  inputs: Inputs,
): Promise<ReportRequest> {
  const token = tokens.get(launches) ?? addWorld(launches);
  tokens.set(launches, token);
  return parseInputs(
    {
      'api-token': await token,
      'api-url': service.url,
      queries: 'versions: versions.json',
      interval: 'last week',
      thresholds: assertions.map((assertion) => `- { assert: '${assertion}', ${more} }`).join('\n'),
      ...inputs,
    },
    effects({ 'versions.json': JSON.stringify(query) }),
  );
}

/** The tokens of the organizations that have such events. */
const tokens = new WeakMap<readonly Launch[], Promise<string>>();

async function addWorld(launches: readonly Launch[]): Promise<string> {
  organizations += 1;
  const organization = `com.example.app${organizations}`;
  const token = await addOrganization(service, organization);
  await addEvents(service, organization, [...launches, BEFORE_BOTH_PERIODS].map(toEvent));
  return token;
}

function toEvent({ user, daysAgo, version }: Launch, index: number) {
  return {
    timestamp: new Date(NOW_MS - daysAgo * DAY_MS + 60_000 + index).toISOString(),
    appID: 'app',
    clientUser: `u${user}`,
    type: 'launched',
    isTestMode: false,
    floatValue: user + 1,
    payload: version === null ? {} : { version },
  };
}

/** What the loops read: who did what in a period, by whether the version is in the set. */
export interface Reading {
  readonly value: number;
  readonly total: number;
}

export type Output = 'Users' | 'Events' | 'Amount';

export function read(
  launches: readonly Launch[],
  isIn: (version: string | null) => boolean,
  output: Output,
): Reading {
  const count = (some: readonly Launch[]): number => {
    if (output === 'Events') return some.length;
    if (output === 'Amount') return some.reduce((sum, { user }) => sum + user + 1, 0);
    return new Set(some.map(({ user }) => user)).size;
  };
  return { value: count(launches.filter(({ version }) => isIn(version))), total: count(launches) };
}

/** Users all of whose events with a version are in the set, one by one, of those who have such an event. */
export function readOnly(all: readonly Launch[], isIn: (version: string | null) => boolean): Reading {
  const launches = isIn(null) ? all : all.filter(({ version }) => version !== null);
  const users = [...new Set(launches.map(({ user }) => user))];
  const only = users.filter((each) => launches.every(({ user, version }) => user !== each || isIn(version)));
  return { value: only.length, total: users.length };
}
