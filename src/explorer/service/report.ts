// Makes a report of a question, in the browser, by the same code as the Action (`report/run`): what the page
// shows is what a report would say.
import { ResponseError } from '../../text/errors.ts';
import { parseInputs } from '../../report/inputs/parse-report.ts';
import type { InputEffects } from '../../report/inputs/effects.ts';
import type { YamlValue } from '../../report/inputs/yaml/value.ts';
import type { ReportRequest } from '../../report/inputs/request.ts';
import { silentLog } from '../../text/log.ts';
import type { Results } from '../../report/results/results.ts';
import { runReport } from '../../report/run/reports.ts';
import { askOnce } from '../../report/run/service.ts';
import type { Query } from '../../tql/query.ts';
import { nameOf, type Question, releaseOf } from '../query/question.ts';
import { type Asker, serviceOf } from './asker.ts';

/** The report of a question, and how long the service and the pipeline took for it. */
export interface Answer {
  readonly question: Question;
  readonly results: Results;
  readonly durationMs: number;
}

/**
 * Asks a question through the pipeline of a report. Throws an `InputError` if the gate is not valid, else as
 * the asker does.
 */
export async function answerQuestion(
  question: Question,
  asker: Asker,
  signal: AbortSignal,
  nowMs: number,
): Promise<Answer> {
  const startedMs = performance.now();
  const failures: Error[] = [];
  const run: Asker['run'] = (query, runSignal) =>
    asker.run(query, runSignal).catch((error: unknown) => {
      if (error instanceof Error) failures.push(error);
      throw error;
    });
  const service = askOnce(serviceOf(run, signal));
  const effects = { nowMs, log: silentLog, run: null, service };
  const results = await runReport(await requestOf(question), effects);
  signal.throwIfAborted();
  // The pipeline describes a failure in its own words; the page shows the service's, and where.
  const failed = [...results.insights, ...(results.releases ?? [])].find(({ status }) => status === 'error');
  if (failed?.status === 'error') throw failures[0] ?? new ResponseError(failed.error.message);
  return { question, results, durationMs: Math.round(performance.now() - startedMs) };
}

/** The request of a question, read as the Action reads its inputs. Throws `InputError`. */
export function requestOf(question: Question): Promise<ReportRequest> {
  const { query, name, threshold, isCompared, kind, history = 0 } = question;
  const isRelease = kind === 'release';
  const entry = { file: QUERY_FILE, history, ...(kind === 'versions' ? { kind } : {}) };
  const raw = {
    'api-token': 'in-the-page',
    title: name,
    queries: inputOf({ [isRelease ? 'by day' : nameOf(name)]: entry }),
    releases: isRelease ? inputOf(releaseOf(question)) : '',
    compare: isCompared ? 'previous-period' : 'none',
    thresholds: threshold.trim() === '' ? '' : inputOf([{ insight: nameOf(name), assert: threshold }]),
    'dry-run': 'true',
  };
  return parseInputs(raw, effectsOf(query));
}

/** A value as an input holds it once its YAML is read: in maps and lists, every scalar as text. */
function inputOf(value: unknown): YamlValue {
  if (Array.isArray(value)) return value.map(inputOf);
  if (typeof value !== 'object' || value === null) return String(value);
  return new Map(Object.entries(value).map(([key, each]) => [key, inputOf(each)]));
}

/** A file that only this request knows: `effectsOf` answers with the query. */
const QUERY_FILE = 'query.json';

function effectsOf(query: Query): InputEffects {
  return {
    readFile: () => JSON.stringify(query),
    checkTemplate: () => null,
    loadYaml: () => import('yaml'),
    parseAssertion: async (...args) => (await import('../../report/gate/check.ts')).checkAssertion(...args),
    parseWorse: async (assertion) => (await import('../../report/expression/worse.ts')).parseWorse(assertion),
    fromFork: false,
  };
}
