import { begunRows } from '../compare/begun.ts';
import { NetworkError, RequestError, ResponseError } from '../errors.ts';
import type { ThresholdRequest } from '../inputs/request.ts';
import type { FailedInsight, InsightResult, ReportedInsight, Verdict } from '../results.ts';
import type { Query } from '../tql/query.ts';
import type { QueryResult } from '../tql/result.ts';
import { type Assertion, understand } from './assertion.ts';
import { type Answer, keyOf } from './evidence.ts';
import { judge, type Setting, type Threshold } from './judge.ts';
import { needsOf, queriesFor } from './needs.ts';
import { sampleOutput } from './sample.ts';

/** Runs a query; rejects with the client's errors. */
export type RunQuery = (query: Query) => Promise<QueryResult>;

/**
 * Judges thresholds by the insights of a run, before anything of them is folded. What the insights' own tables do not
 * hold is asked for first, all of it at once; what cannot be had leaves its threshold inconclusive.
 */
export async function judgeAll(
  requests: readonly ThresholdRequest[],
  insights: readonly InsightResult[],
  setting: Setting,
  run: RunQuery,
): Promise<readonly Verdict[]> {
  const judged = requests.map((request) => ({ threshold: understood(request), insight: insightOf(request, insights) }));
  const queries = judged.flatMap(({ threshold, insight }) =>
    insight.status === 'ok' ? extraQueries(threshold, insight) : [],
  );
  const answers = await askAll(queries, run);
  return judged.map(({ threshold, insight }) => {
    if (insight.status === 'error') return judge(threshold, insight, setting);
    const { nowMs } = setting;
    const verdict = judge(threshold, { insight: begun(insight, nowMs), nowMs, answers }, setting);
    const refusal = extraQueries(threshold, insight)
      .map(refusalAmong(answers))
      .find((each) => each !== null);
    return refusal == null ? verdict : { ...verdict, refusal };
  });
}

function begun(insight: ReportedInsight, nowMs: number): ReportedInsight {
  return insight.queryType === 'timeseries' ? { ...insight, rows: begunRows(insight.rows, nowMs) } : insight;
}

/** A refused token or plan stops the run, whatever it was that was asked for. */
function refusalAmong(answers: ReadonlyMap<string, Answer>): (query: Query) => string | null {
  return (query) => {
    const answer = answers.get(keyOf(query));
    const isRefused = answer instanceof RequestError && (answer.kind === 'unauthorized' || answer.kind === 'plan');
    return isRefused ? answer.message : null;
  };
}

/** The queries that a threshold needs beyond its insight's own. */
function extraQueries({ assertion, warning, request }: Threshold, insight: ReportedInsight): readonly Query[] {
  const calls = [...assertion.calls, ...(warning?.calls ?? [])];
  const sample = request.minSample === null ? null : sampleOutput(insight);
  return queriesFor(insight, needsOf(insight, calls, sample));
}

/** Understands a threshold that was checked when it was read. */
export function understood(request: ThresholdRequest): Threshold {
  const { assert, warn } = request;
  return { request, assertion: sure(assert), warning: warn === null ? null : sure(warn) };
}

function sure(written: string): Assertion {
  const assertion = understand(written, { isCompared: true });
  if ('why' in assertion) throw new Error(`${written}: ${assertion.why}`);
  return assertion;
}

function insightOf({ insight }: ThresholdRequest, insights: readonly InsightResult[]): InsightResult {
  const found = insights.find(({ name }) => name === insight);
  return found ?? notReported(insight);
}

function notReported(name: string): FailedInsight {
  const error = { kind: 'unreadable', status: null, message: 'it is not part of this report' } as const;
  return { name, id: null, title: name, status: 'error', error };
}

async function askAll(queries: readonly Query[], run: RunQuery): Promise<ReadonlyMap<string, Answer>> {
  const distinct = new Map(queries.map((query) => [keyOf(query), query]));
  const answers = [...distinct].map(async ([key, query]) => [key, await ask(query, run)] as const);
  return new Map(await Promise.all(answers));
}

async function ask(query: Query, run: RunQuery): Promise<Answer> {
  try {
    return await run(query);
  } catch (error) {
    if (error instanceof NetworkError || error instanceof RequestError || error instanceof ResponseError) return error;
    throw error;
  }
}
