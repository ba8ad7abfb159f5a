// Worlds of users who move between versions, asked about through the project's own query service, and loops
// that count in them.
import { parseInputs } from '../../../src/report/inputs/parse-report.ts';
import { silentLog } from '../../../src/text/log.ts';
import type { ReportedInsight, Results, Versions } from '../../../src/report/results/results.ts';
import { runReport } from '../../../src/report/run/reports.ts';
import { QueryError } from '../../../src/service/errors.ts';
import { createQueryRunner } from '../../../src/service/query/answer.ts';
import { engineOf } from '../../../src/service/file-backend.ts';
import { startService } from '../../../src/service/start.ts';
import type { JsonObject } from '../../../src/tql/json.ts';
import { effects } from '../inputs/read-inputs.ts';
import { addEvents, addOrganization } from '../service/service-of-file.ts';

export const NOW_MS = Date.parse('2026-11-16T00:00:00Z');
export const DAY_MS = 86_400_000;

/** An event of a user, so many weeks ago (0: in the period), with a version (null: none). */
export interface Launch {
  readonly user: number;
  readonly weeksAgo: number;
  readonly version: string | null;
}

/** So that events had begun in all periods. */
export const BEFORE_ALL_PERIODS: readonly Launch[] = [{ user: 0, weeksAgo: 30, version: '1' }];

/**
 * Reports a world's versions: a query, further keys of its entry, further inputs, and the events before all
 * periods.
 */
type Report = (
  launches: readonly Launch[],
  query: JsonObject,
  entry?: string,
  inputs?: Readonly<Record<string, string>>,
  before?: readonly Launch[],
) => Promise<Results>;

/**
 * A service; `asked` holds the queries of the last report, and `refusing` is a part of the queries that it
 * does not answer.
 */
interface VersionsService {
  asked: JsonObject[];
  refusing: string | null;
  readonly report: Report;
  readonly close: () => Promise<void>;
}

/** Starts a service. */
export async function startVersionsService(): Promise<VersionsService> {
  const engine: { ask?: ReturnType<typeof createQueryRunner>['ask'] } = {};
  const service = await startService({
    dbPath: ':memory:',
    nowMs: NOW_MS,
    ask: async (query, ...rest) => {
      own.asked.push(query as JsonObject);
      const isRefused = own.refusing !== null && JSON.stringify(query).includes(own.refusing);
      if (isRefused) throw new QueryError('aggregations', 'are too many');
      return engine.ask?.(query, ...rest) ?? null;
    },
  });
  engine.ask = createQueryRunner(engineOf(service.store)).ask;
  let organizations = 0;
  const report: Report = async (launches, query, entry = '', inputs = {}, before = BEFORE_ALL_PERIODS) => {
    organizations += 1;
    const organization = `com.example.app${organizations}`;
    const token = await addOrganization(service, organization);
    await addEvents(service, organization, [...launches, ...before].map(toEvent));
    own.asked = [];
    const request = await parseInputs(
      {
        'api-token': token,
        'api-url': service.url,
        interval: 'last week',
        compare: 'none',
        queries: `os: { file: q.json${entry} }`,
        ...inputs,
      },
      effects({ 'q.json': JSON.stringify(query) }),
    );
    return runReport(request, { nowMs: NOW_MS, log: silentLog, run: null });
  };
  const own: VersionsService = { asked: [], refusing: null, report, close: () => service.close(0) };
  return own;
}

function toEvent({ user, weeksAgo, version }: Launch, index: number) {
  return {
    timestamp: new Date(NOW_MS - (7 * weeksAgo + 3) * DAY_MS + index).toISOString(),
    appID: 'app',
    clientUser: `u${user}`,
    type: user % 2 === 0 ? 'launched' : 'closed',
    isTestMode: false,
    payload: { device: 'phone', ...(version === null ? {} : { systemVersion: version }) },
  };
}

/** A topN of versions. */
export function topN(aggregation: string, more: JsonObject = {}): JsonObject {
  return {
    queryType: 'topN',
    granularity: 'all',
    threshold: 100,
    aggregations: [{ type: aggregation, name: 'n' }],
    dimension: { type: 'default', dimension: 'systemVersion', outputName: 'Version' },
    metric: { type: 'numeric', metric: 'n' },
    ...more,
  };
}

/** The only insight of a report. */
export function reported({ insights: [insight] }: Results): ReportedInsight {
  if (insight?.status !== 'ok') throw new Error(JSON.stringify(insight));
  return insight;
}

/** What requiring a version would lose in the only insight of a report. */
export function versionsOf(results: Results): Versions {
  const { versions, notes } = reported(results);
  if (versions === undefined) throw new Error(notes.join(' '));
  return versions;
}

/** Whether a version such as `iOS 17.5` is lower than another one of the same word, number by number. */
export function isLower(version: string, than: string): boolean {
  const [word, limitWord] = [version, than].map((each) => each.replace(/[\d.]+$/, ''));
  const [a = '', b = ''] = [version, than].map((each) =>
    each.replace(/\d+/g, (digits) => digits.padStart(4, '0')),
  );
  return word === limitWord && /\d/.test(version) && a < b;
}

/** The users of a week, and how many of them have events of lower versions only, one by one. */
export function countLost(launches: readonly Launch[], weeksAgo: number, version: string) {
  // An event without a version says nothing about its user.
  const own = launches.filter((launch) => launch.weeksAgo === weeksAgo && launch.version !== null);
  const users = [...new Set(own.map(({ user }) => user))];
  const isLost = (user: number): boolean =>
    own.every(
      (launch) => launch.user !== user || (launch.version !== null && isLower(launch.version, version)),
    );
  const lost = users.filter(isLost).length;
  return { users: users.length, lost, share: users.length === 0 ? null : lost / users.length };
}
