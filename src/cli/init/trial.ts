// Tries the settings of `init` after each answer: whether they are right, and whether the report runs with
// them.
import { messageOf } from '../../text/errors.ts';
import type { Catalog } from '../../report/client/catalog.ts';
import { createClient, type QueryService } from '../../report/client/client.ts';
import { namesSubject } from '../../report/inputs/raw.ts';
import type { ReportRequest } from '../../report/inputs/request.ts';
import { silentLog } from '../../text/log.ts';
import { nodeInputEffects } from '../../report/run/effects.ts';
import { type FinishedReport, runReport } from '../../report/run/reports.ts';
import { askOnce, createService } from '../../report/run/service.ts';
import type { Finding } from '../check/finding.ts';
import { checkResults, checkToken } from '../check/reports.ts';
import { ANY_INSIGHT, readRequest, readRequests } from '../requests.ts';
import { getOrAdd } from '../../text/get-or-add.ts';

/** The keys of a config file and the service's address, each as the text of the flag of the same name. */
export type Settings = Readonly<Record<string, string>>;

/** Where the token is sent, which no config file says. */
export const SERVICE_INPUTS = ['api-url', 'allow-http'] as const;

/** Of the settings, those that say where the token is sent. */
export function serviceOf(settings: Settings): Settings {
  return Object.fromEntries(
    SERVICE_INPUTS.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
  );
}

/** Tries settings against the query service. The same query is sent once, until `forget`. */
export interface Trial {
  /** Runs the report that the settings describe. Throws `InputError`. */
  run(settings: Settings): Promise<FinishedReport>;
  /** Runs the reports of a config file that need not exist yet. Throws `InputError`. */
  runFile(path: string, text: string, settings: Settings): Promise<readonly FinishedReport[]>;
  /** Everything that is wrong with the settings, in one text; null if nothing is. Asks nothing. */
  problem(settings: Settings): Promise<string | null>;
  /** What the token's account holds. Throws `InputError`. */
  catalog(settings: Settings): Promise<Catalog>;
  /** Sends every query again from now on: the token may have been replaced. */
  forget(): void;
  /** The findings of `check` on a report: on the token, unless a database file is read, and on each part. */
  examine(report: FinishedReport): readonly Finding[];
}

/**
 * A request whose queries are retried only once, since someone waits for the answer, but whose time for all
 * queries lasts a day, since that person may take an hour for the next answer.
 */
function patient(request: ReportRequest): ReportRequest {
  return { ...request, service: { ...request.service, retries: 1, deadlineMs: DAY_MS } };
}

const DAY_MS = 86_400_000;

/** The settings that say what is reported. The account's insights are listed before these are known. */
const SUBJECTS: readonly string[] = ['insights', 'queries', 'releases', 'thresholds'];

/**
 * Makes a trial; `token` gives the present token, which an answer may replace. `stored` is queried, if it is
 * not null, instead of a service over HTTP.
 */
export function createTrial(token: () => string, nowMs: number, stored: QueryService | null): Trial {
  const services = new Map<string, QueryService>();
  const catalogs = new Map<string, Catalog>();
  const secrets = () => ({ 'api-token': token(), 'dry-run': 'true' });
  const run = async (request: ReportRequest) => {
    const { url, token: sent, dataSource } = request.service;
    const key = JSON.stringify([url, sent, dataSource]);
    const open = () =>
      stored === null ? createService(patient(request), { log: silentLog }) : askOnce(stored);
    const service = getOrAdd(services, key, open);
    return { request, results: await runReport(request, { nowMs, log: silentLog, run: null, service }) };
  };
  return {
    run: async (settings) => run(await readRequest({ ...settings, ...secrets() })),
    runFile: async (path, text, settings) => {
      const effects = nodeInputEffects();
      const readFile: typeof effects.readFile = (name, reading) =>
        name === path ? text : effects.readFile(name, reading);
      const requests = await readRequests({ ...serviceOf(settings), config: path, ...secrets() }, [], {
        ...effects,
        readFile,
      });
      return Promise.all(requests.map(run));
    },
    problem: async (settings) => {
      const settingsWithSubject = namesSubject(settings) ? settings : { ...settings, insights: ANY_INSIGHT };
      const token = { ...secrets(), 'on-missing-token': 'skip' };
      return readRequests({ ...settingsWithSubject, ...token }, []).then(() => null, messageOf);
    },
    catalog: async (settings) => {
      const others = Object.entries(settings).filter(([name]) => !SUBJECTS.includes(name));
      const request = await readRequest({
        ...Object.fromEntries(others),
        insights: ANY_INSIGHT,
        ...secrets(),
      });
      const key = JSON.stringify([request.service.url, request.service.token]);
      return getOrAdd(
        catalogs,
        key,
        () => createClient({ ...patient(request).service, log: silentLog }).catalog,
      );
    },
    forget: () => {
      services.clear();
      catalogs.clear();
    },
    examine: (report) => [...(stored === null ? checkToken([report]) : []), ...checkResults(report)],
  };
}
