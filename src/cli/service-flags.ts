// The flags `--db FILE --org NAMESPACE` and `--api-url URL`, with which `query`, `columns`, `new`,
// `signals` and `minimums` name the service to query, and `withService`, which opens it for them: it offers
// the same functions whether it is a file or a server.
import { createClient } from '../report/client/client.ts';
import { InputError, RequestError } from '../text/errors.ts';
import { INPUTS } from '../report/inputs/declared.ts';
import { Problems } from '../report/inputs/problems.ts';
import { parseApiUrl } from '../report/inputs/scalars.ts';
import type { AskRaw } from '../report/run/columns/ask.ts';
import { explainRefusedSource, withDataSource } from '../report/client/data-source.ts';
import { listSaved } from '../report/client/saved-insights.ts';
import { atMoment } from '../report/run/planning/prepare-query.ts';
import { wholeUnits } from '../tql/time/interval.ts';
import type { Query } from '../tql/query.ts';
import type { ValuesOf } from './arguments/spec.ts';
import { NOW_FLAG } from './arguments/values.ts';
import { type Io, stderrLog } from './io.ts';
import { MISSING_TOKEN } from './requests.ts';
import { askOf, listNamespaces, listExisting, withStore } from './store.ts';
import { EVENTS_FLAGS, nameOfStore } from './arguments/place.ts';

/** The flags that say where queries go: an organization of a database file, or a query service. */
export const SERVICE_FLAGS = {
  org: { value: 'NAMESPACE', description: 'with --db: the organization, as "org list" shows it' },
  ...EVENTS_FLAGS,
  db: { value: 'FILE', description: 'the database file ("serve" may run on it)' },
  'api-url': {
    value: 'URL',
    description:
      'queries this service, with the token in INSIGHT_REPORT_API_TOKEN (default: the variable INSIGHT_REPORT_API_URL)',
  },
  'allow-http': { description: 'allows http for an --api-url on another machine' },
  'data-source': {
    value: 'NAMESPACE',
    description: 'with --api-url: the organization to query, if the token reads several',
  },
  now: NOW_FLAG,
} as const;

type ServiceFlags = ValuesOf<typeof SERVICE_FLAGS>;

/** Whether the flags name a service at all. */
export function namesService(flags: ServiceFlags): boolean {
  return flags.org !== null || nameOfStore(flags) !== null || flags['api-url'] !== null;
}

/**
 * The address of a service over HTTP: that of `--api-url`, or that of the environment unless the flags name a
 * file. Null if there is neither.
 */
export function addressOf(
  flags: { readonly 'api-url': string | null },
  isOfFile: boolean,
  io: Io,
): string | null {
  return flags['api-url'] ?? (isOfFile ? null : io.env['INSIGHT_REPORT_API_URL'] || null);
}

/** Checks the text of `--api-url`. Throws `InputError`. */
export function parseServiceUrl(url: string, allowsHttp: boolean): string {
  const problems = new Problems();
  const parsed = parseApiUrl(url, allowsHttp, problems.at('--api-url'));
  problems.throwIfAny([]);
  return parsed ?? url;
}

/**
 * The saved insights of a service: those that it lists, and the query of one; undefined if it has none of
 * this id.
 */
export interface SavedInsights {
  readonly list: () => Promise<
    readonly { readonly id: string; readonly name: string; readonly query: unknown }[]
  >;
  readonly find: (id: string) => Promise<unknown>;
}

/** The service that the flags name. */
interface NamedService {
  readonly ask: AskRaw;
  readonly explain: AskRaw;
  readonly insights: SavedInsights;
}

/** Runs a task with the service that the flags name. Throws `InputError` if they name none, or two. */
export async function withService<T>(
  io: Io,
  flags: ServiceFlags,
  task: (service: NamedService) => Promise<T>,
): Promise<T> {
  const { org, now } = flags;
  const isStored = nameOfStore(flags) !== null;
  const isOfFile = isStored || org !== null;
  const url = addressOf(flags, isOfFile, io);
  if (url !== null && !isOfFile) return task(overHttp(io, url, flags));
  if (url !== null || org === null || !isStored) throw new InputError([await whichService(flags)]);
  return withStore(io, flags, (operations) =>
    task({
      ask: askOf(operations, org, now),
      explain: (query) => operations.explain(org, query, now),
      // All of them are in the list.
      insights: { list: () => operations.listInsights(org), find: () => Promise.resolve(undefined) },
    }),
  );
}

async function whichService({ org, 'api-url': url, ...place }: ServiceFlags): Promise<string> {
  if (url !== null) return 'give either --api-url URL, or --db FILE with --org NAMESPACE, not both';
  if (nameOfStore(place) !== null)
    return `--org NAMESPACE is missing: the organization's namespace${await listExisting(place, listNamespaces)}`;
  if (org !== null) return '--db FILE is missing: the database file';
  return 'which service: give --db FILE with --org NAMESPACE, or --api-url URL (INSIGHT_REPORT_API_TOKEN holds the token)';
}

const SECOND_MS = 1000;
/** Any interval: only the insight's query matters, and an answer has it whatever the interval is. */
const LAST_DAY = wholeUnits('day', -1, -1);

function overHttp(io: Io, url: string, flags: ServiceFlags): NamedService {
  const base = parseServiceUrl(url, flags['allow-http']);
  const token = io.env['INSIGHT_REPORT_API_TOKEN'] ?? '';
  if (token === '') throw new InputError([MISSING_TOKEN]);
  const { 'data-source': dataSource, now } = flags;
  const client = createClient({
    url: base,
    token,
    log: stderrLog(io, 'insight-report'),
    timeoutMs: Number(INPUTS.timeout.default) * SECOND_MS,
    retries: Number(INPUTS.retries.default),
    deadlineMs: Number(INPUTS.deadline.default) * SECOND_MS,
    concurrency: Number(INPUTS.concurrency.default),
  });
  const { catalog } = client;
  // Adds what a saved query may lack: its data source, and the moment of `--now`.
  const complete = async (query: Query) => {
    const sourced = await withDataSource(query, dataSource, catalog);
    return now === null ? sourced : atMoment(sourced, now);
  };
  const failed = async (error: unknown) => {
    throw await explainRefusedSource(error, catalog);
  };
  const find = async (id: string) =>
    (await client.resolveInsight(id, LAST_DAY).catch(() => undefined))?.query;
  return {
    ask: async (query) => client.runRaw(await complete(query)).catch(failed),
    explain: async (query) => client.explainRaw(await complete(query)).catch(withoutExplanations),
    insights: { list: () => listSaved(catalog), find },
  };
}

function withoutExplanations(error: unknown): never {
  if (!(error instanceof RequestError && error.kind === 'not-found')) throw error;
  throw new InputError([
    '--explain: this query service does not explain queries; only the one of "insight-report serve" does',
  ]);
}
