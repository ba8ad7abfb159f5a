import { begunRows } from '../compare/rows.ts';
import { isRefusal } from '../errors.ts';
import type { ThresholdRequest } from '../inputs/request.ts';
import type { FailedInsight, InsightResult, ReportedInsight } from '../results.ts';
import type { Query } from '../tql/query.ts';
import { type ExtraAnswers, queryKey } from './evidence/evidence.ts';
import { findExtraQueries, neededForSet } from './evidence/extra-queries.ts';
import {
  type Judgement,
  type JudgeSettings,
  judgeThreshold,
  parseThreshold,
  type Threshold,
} from './verdict/decide.ts';
import { sampleOutput } from './verdict/sample.ts';

/**
 * The queries that thresholds need beyond those of their insights, none twice: rows that a cut-off table does not show, totals that
 * its rows do not add up to, sets of rows, and all of them in the earlier period. A set needs its dimension's values first: once
 * `answers` holds them, there are further queries.
 */
export function queriesOfThresholds(
  requests: readonly ThresholdRequest[],
  insights: readonly InsightResult[],
  answers: ExtraAnswers = new Map(),
): readonly Query[] {
  const queries = requests.flatMap((request) => {
    const insight = findInsight(request, insights);
    return insight.status === 'ok' ? queriesOfThreshold(parseThreshold(request), insight, answers) : [];
  });
  return [...new Map(queries.map((query) => [queryKey(query), query])).values()];
}

/**
 * Judges thresholds by the insights of a run, before small groups are hidden in them, and by the answers to `queriesOfThresholds`.
 * A threshold is inconclusive if it needs an answer that is missing or an error.
 */
export function judgeAll(
  requests: readonly ThresholdRequest[],
  insights: readonly InsightResult[],
  answers: ExtraAnswers,
  settings: JudgeSettings,
): readonly Judgement[] {
  const { nowMs } = settings;
  return requests.map((request) => {
    const threshold = parseThreshold(request);
    const insight = findInsight(request, insights);
    if (insight.status === 'error') return judgeThreshold(threshold, insight, settings);
    const judgement = judgeThreshold(
      threshold,
      { insight: withBegunBuckets(insight, nowMs), nowMs, answers },
      settings,
    );
    // A refused token or plan stops the run, whatever was asked for.
    const refused = queriesOfThreshold(threshold, insight, answers)
      .map((query) => answers.get(queryKey(query)))
      .find(isRefusal);
    const queries = queriesOfSets(threshold, insight, answers);
    return {
      ...judgement,
      ...(refused === undefined ? {} : { refusal: refused.message }),
      ...(queries.length === 0 ? {} : { queries }),
    };
  });
}

function withBegunBuckets(insight: ReportedInsight, nowMs: number): ReportedInsight {
  return insight.queryType === 'timeseries' ? { ...insight, rows: begunRows(insight.rows, nowMs) } : insight;
}

/** The queries that a threshold needs beyond its insight's own. */
function queriesOfThreshold(
  { assertion, warning, request }: Threshold,
  insight: ReportedInsight,
  answers: ExtraAnswers,
): readonly Query[] {
  const calls = [...assertion.calls, ...(warning?.calls ?? [])];
  return findExtraQueries(insight, calls, request.minSample === null ? null : sampleOutput(insight), answers);
}

/** The queries behind the sets of rows that a threshold reads, none twice. */
function queriesOfSets(
  { assertion, warning }: Threshold,
  insight: ReportedInsight,
  answers: ExtraAnswers,
): readonly Query[] {
  const queries = [...assertion.calls, ...(warning?.calls ?? [])].flatMap((call) =>
    neededForSet(insight, call, answers),
  );
  return [...new Map(queries.map((query) => [queryKey(query), query])).values()];
}

function findInsight({ insight }: ThresholdRequest, insights: readonly InsightResult[]): InsightResult {
  const found = insights.find(({ name }) => name === insight);
  return found ?? notReported(insight);
}

function notReported(name: string): FailedInsight {
  const error = { kind: 'unreadable', status: null, message: 'it is not part of this report' } as const;
  return { name, id: null, title: name, status: 'error', error };
}
