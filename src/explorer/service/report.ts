import { ResponseError } from '../../text/errors.ts';
import { checkAssertion } from '../../report/gate/check.ts';
import { parseWorse } from '../../report/expression/worse.ts';
import { parseInputs } from '../../report/inputs/parse-reports.ts';
import type { InputEffects } from '../../report/inputs/effects.ts';
import type { ReportRequest } from '../../report/inputs/request.ts';
import { silentLog } from '../../text/log.ts';
import type { Results } from '../../report/results/results.ts';
import { runReport } from '../../report/run/reports.ts';
import { askOnce } from '../../report/run/service.ts';
import { slugOf } from '../../text/layout/slug.ts';
import type { Json } from '../../tql/json.ts';
import type { Query, QueryFilter } from '../../tql/query.ts';
import type { SpecialKind } from '../query/choices.ts';
import { type Asker, serviceOf } from './asker.ts';

/** What is asked of the page: a query, how it is shown, and the gate that is tried on it. */
export interface Question {
  readonly query: Query;
  readonly name: string;
  /** Empty: none. */
  readonly threshold: string;
  readonly isCompared: boolean;
  readonly kind: SpecialKind;
  /** How many earlier periods are asked for, too; absent: none. */
  readonly history?: number;
}

/** An answer: as the service gave it, and as a report of it. */
export interface Answer {
  readonly question: Question;
  readonly raw: Json;
  /** What was asked for it. */
  readonly queries: readonly Query[];
  readonly durationMs: number;
  /** Null if a report cannot show such an answer. */
  readonly results: Results | null;
}

/** The query types that a report cannot show. */
const UNREPORTED: ReadonlySet<string> = new Set(['timeBoundary', 'segmentMetadata']);

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
  const ended = (): number => Math.round(performance.now() - startedMs);
  if (UNREPORTED.has(question.query.queryType)) {
    const raw = await asker.run(question.query, signal);
    return { question, raw, queries: [question.query], durationMs: ended(), results: null };
  }
  const request = await requestOf(question);
  const answers: Json[] = [];
  const queries: Query[] = [];
  const failures: Error[] = [];
  const note = (query: Query, answer: Json): void => {
    queries.push(query);
    answers.push(answer);
  };
  const service = askOnce(serviceOf(asker, signal, note));
  const noting = {
    ...service,
    runQuery: (...asked: Parameters<typeof service.runQuery>) =>
      service.runQuery(...asked).catch((error: unknown) => {
        if (error instanceof Error) failures.push(error);
        throw error;
      }),
  };
  const results = await runReport(request, { nowMs, log: silentLog, run: null, service: noting });
  signal.throwIfAborted();
  // The pipeline describes a failure in its own words; the page shows the service's, and where.
  const failed = [...results.insights, ...(results.releases ?? [])].find(({ status }) => status === 'error');
  if (failed?.status === 'error') throw failures[0] ?? new ResponseError(failed.error.message);
  return { question, raw: answers[0] ?? null, queries, durationMs: ended(), results };
}

/** The request of a question, read as the Action reads its inputs. Throws `InputError`. */
export function requestOf(question: Question): Promise<ReportRequest> {
  const { query, name, threshold, isCompared, kind, history = 0 } = question;
  const isRelease = kind === 'release';
  const entry = { file: QUERY_FILE, history, ...(kind === 'versions' ? { kind } : {}) };
  const raw = {
    'api-token': 'in-the-page',
    title: name,
    queries: JSON.stringify({ [isRelease ? 'by day' : nameOf(name)]: entry }),
    releases: isRelease ? JSON.stringify(releaseOf(question)) : '',
    compare: isCompared ? 'previous-period' : 'none',
    thresholds: threshold.trim() === '' ? '' : JSON.stringify([{ insight: nameOf(name), assert: threshold }]),
    'dry-run': 'true',
  };
  return parseInputs(raw, effectsOf(query));
}

/** The release that is judged by what a question counts, as the input `releases` takes it. */
export function releaseOf({
  name,
  query,
}: Question): Readonly<Record<string, { readonly event?: object | string }>> {
  const { filter } = query;
  return { [nameOf(name)]: filter == null ? {} : { event: eventOf(filter) } };
}

function eventOf(filter: QueryFilter): QueryFilter | string {
  const { type, dimension, value } = filter;
  return type === 'selector' && dimension === 'type' && typeof value === 'string' ? value : filter;
}

const QUERY_FILE = 'query.json';

function effectsOf(query: Query): InputEffects {
  return {
    readFile: () => JSON.stringify(query),
    checkTemplate: () => null,
    loadYaml: () => import('yaml'),
    parseAssertion: async (...given) => checkAssertion(...given),
    parseWorse: async (written) => parseWorse(written),
    fromFork: false,
  };
}

/** The name by which gates and files know a question. */
export function nameOf(title: string): string {
  return slugOf(title, 'query');
}
