import { begunRows } from '../compare/rows.ts';
import { NetworkError, RequestError, ResponseError } from '../errors.ts';
import type { ThresholdRequest } from '../inputs/request.ts';
import type { FailedInsight, InsightResult, ReportedInsight, Verdict } from '../results.ts';
import type { Query } from '../tql/query.ts';
import type { QueryResult } from '../tql/result.ts';
import { type Assertion, parseAssertion } from './expression/parse.ts';
import { type ExtraAnswer, queryKey } from './evidence/evidence.ts';
import { judgeThreshold, type JudgeSettings, type Threshold } from './verdict/decide.ts';
import { neededRows, queriesForRows } from './evidence/extra-queries.ts';
import { sampleOutput } from './verdict/sample.ts';

/** Runs a query; rejects with the client's errors. */
export type RunQuery = (query: Query) => Promise<QueryResult>;

/**
 * Judges thresholds by the insights of a run, before anything of them is folded. What the insights' own tables do not
 * hold is asked for first, all of it at once; what cannot be had leaves its threshold inconclusive.
 */
export async function judgeAll(
  requests: readonly ThresholdRequest[],
  insights: readonly InsightResult[],
  setting: JudgeSettings,
  run: RunQuery,
): Promise<readonly Verdict[]> {
  const judged = requests.map((request) => ({
    threshold: parseThreshold(request),
    insight: findInsight(request, insights),
  }));
  const queries = judged.flatMap(({ threshold, insight }) =>
    insight.status === 'ok' ? queriesOfThreshold(threshold, insight) : [],
  );
  const answers = await askAll(queries, run);
  return judged.map(({ threshold, insight }) => {
    if (insight.status === 'error') return judgeThreshold(threshold, insight, setting);
    const { nowMs } = setting;
    const verdict = judgeThreshold(threshold, { insight: withBegunBuckets(insight, nowMs), nowMs, answers }, setting);
    const refusal = queriesOfThreshold(threshold, insight)
      .map(findRefusal(answers))
      .find((each) => each !== null);
    return refusal == null ? verdict : { ...verdict, refusal };
  });
}

function withBegunBuckets(insight: ReportedInsight, nowMs: number): ReportedInsight {
  return insight.queryType === 'timeseries' ? { ...insight, rows: begunRows(insight.rows, nowMs) } : insight;
}

/** A refused token or plan stops the run, whatever it was that was asked for. */
function findRefusal(answers: ReadonlyMap<string, ExtraAnswer>): (query: Query) => string | null {
  return (query) => {
    const answer = answers.get(queryKey(query));
    const isRefused = answer instanceof RequestError && (answer.kind === 'unauthorized' || answer.kind === 'plan');
    return isRefused ? answer.message : null;
  };
}

/** The queries that a threshold needs beyond its insight's own. */
function queriesOfThreshold({ assertion, warning, request }: Threshold, insight: ReportedInsight): readonly Query[] {
  const calls = [...assertion.calls, ...(warning?.calls ?? [])];
  const sample = request.minSample === null ? null : sampleOutput(insight);
  return queriesForRows(insight, neededRows(insight, calls, sample));
}

/** Understands a threshold that was checked when it was read. */
export function parseThreshold(request: ThresholdRequest): Threshold {
  const { assert, warn } = request;
  return {
    request,
    assertion: parseCheckedAssertion(assert),
    warning: warn === null ? null : parseCheckedAssertion(warn),
  };
}

function parseCheckedAssertion(written: string): Assertion {
  const assertion = parseAssertion(written, { isCompared: true });
  if ('why' in assertion) throw new Error(`${written}: ${assertion.why}`);
  return assertion;
}

function findInsight({ insight }: ThresholdRequest, insights: readonly InsightResult[]): InsightResult {
  const found = insights.find(({ name }) => name === insight);
  return found ?? notReported(insight);
}

function notReported(name: string): FailedInsight {
  const error = { kind: 'unreadable', status: null, message: 'it is not part of this report' } as const;
  return { name, id: null, title: name, status: 'error', error };
}

async function askAll(queries: readonly Query[], run: RunQuery): Promise<ReadonlyMap<string, ExtraAnswer>> {
  const distinct = new Map(queries.map((query) => [queryKey(query), query]));
  const answers = [...distinct].map(async ([key, query]) => [key, await ask(query, run)] as const);
  return new Map(await Promise.all(answers));
}

async function ask(query: Query, run: RunQuery): Promise<ExtraAnswer> {
  try {
    return await run(query);
  } catch (error) {
    if (error instanceof NetworkError || error instanceof RequestError || error instanceof ResponseError) return error;
    throw error;
  }
}
