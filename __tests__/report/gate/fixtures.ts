import { checkAssertion } from '../../../src/report/gate/check.ts';
import type { ExtraAnswer } from '../../../src/report/gate/evidence/evidence.ts';
import type { CheckedInsights } from '../../../src/report/expression/insights.ts';
import type { ExpressionError } from '../../../src/report/expression/fault.ts';
import { type Assertion, parseAssertion } from '../../../src/report/expression/parse.ts';
import type { InsightThreshold, ThresholdOptions } from '../../../src/report/inputs/request.ts';
import { judgeAll, queriesOfThresholds } from '../../../src/report/gate/judge.ts';
import { writeVerdicts } from '../../../src/report/render/verdict/verdict.ts';
import type {
  InsightResult,
  ReportedInsight,
  ResultsRow,
  Verdict,
} from '../../../src/report/results/results.ts';
import { queryKey } from '../../../src/tql/json.ts';
import type { Query } from '../../../src/tql/query.ts';
import type { QueryResult, ResultRow } from '../../../src/tql/result.ts';

export const NOW_MS = Date.parse('2026-11-20T10:00:00Z');
export const SETTING = { nowMs: NOW_MS, timezone: 'UTC' };
const COMPARE = { start: '2026-09-21T00:00:00.000Z', end: '2026-10-21T00:00:00.000Z' };

/** A row in short form: key, value, and earlier value (null: the row is new). */
export type Written = readonly [key: string, value: number | null, previous?: number | null];

/** A table of users by system as the pipeline makes it, complete unless `more` cuts it off. */
export function users(written: readonly Written[], more: Partial<ReportedInsight> = {}): ReportedInsight {
  const total =
    more.total === undefined ? written.reduce((sum, [, value]) => sum + (value ?? 0), 0) : more.total;
  const rows = written.map(([key, value, previous], index): ResultsRow => ({
    key,
    parts: [key],
    value,
    share: total === null || total === 0 || value === null ? null : value / total,
    rank: index + 1,
    values: { Users: value },
    previous: previous ?? null,
    change:
      previous === undefined || previous === null || value === null ? null : (value - previous) / previous,
    previousRank: null,
    history: [],
    isNew: previous === null,
  }));
  return {
    name: 'os',
    id: '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33',
    title: 'OS versions',
    status: 'ok',
    queryType: 'topN',
    metric: 'Users',
    unit: 'users',
    top: 10,
    timezone: 'UTC',
    interval: {
      label: 'last 30 days',
      start: '2026-10-21T00:00:00.000Z',
      end: '2026-11-21T00:00:00.000Z',
      complete: false,
    },
    compare: COMPARE,
    dimensions: ['system'],
    outputs: ['Users'],
    previousTotal: null,
    totalHistory: [],
    history: [],
    cutOff: false,
    notes: [],
    durationMs: 1,
    gone: [],
    folded: null,
    query: USERS_BY_SYSTEM,
    ...more,
    total,
    rows: more.rows ?? rows,
  };
}

export const USERS_BY_SYSTEM: Query = {
  queryType: 'topN',
  granularity: 'all',
  aggregations: [{ type: 'userCount', name: 'Users' }],
  dimension: { type: 'default', dimension: 'systemVersion', outputName: 'system' },
  metric: { type: 'numeric', metric: 'Users' },
  threshold: 10,
  relativeIntervals: [
    {
      beginningDate: { component: 'day', offset: -30, position: 'beginning' },
      endDate: { component: 'day', offset: 0, position: 'end' },
    },
  ],
};

/** What an assertion about `os` alone is parsed with. */
export const KNOWN = { defaultInsight: 'os', all: [{ name: 'os', isCompared: true }] } as const;
export const NOT_COMPARED = { defaultInsight: 'os', all: [{ name: 'os', isCompared: false }] } as const;

/** What is wrong with an assertion; null if nothing is. */
export function faultOf(
  written: string,
  insights: CheckedInsights,
  hasConfidence = false,
): ExpressionError | null {
  const parsed = checkAssertion(written, insights, hasConfidence);
  return 'why' in parsed ? parsed : null;
}

/** A threshold before its expressions are parsed. */
export interface WrittenThreshold extends ThresholdOptions {
  readonly insight: string | null;
  readonly assert: string;
  readonly warn: string | null;
}

/** A threshold as it is parsed beside these insights, all of them compared. */
export function parsed(
  { assert, warn, ...others }: WrittenThreshold,
  insights: readonly Pick<InsightResult, 'name'>[] = [],
): InsightThreshold {
  const all = insights.map(({ name }) => ({ name, isCompared: true }));
  const parse = (written: string): Assertion => {
    const assertion = parseAssertion(written, { defaultInsight: others.insight, all });
    if ('why' in assertion) throw new Error(`${written}: ${assertion.why}`);
    return assertion;
  };
  return { kind: 'insights', ...others, assert: parse(assert), warn: warn === null ? null : parse(warn) };
}

/** A threshold on `os` with only the given policies. */
export function threshold(assert: string, policies: Partial<WrittenThreshold> = {}): WrittenThreshold {
  return {
    insight: 'os',
    assert,
    title: null,
    warn: null,
    minSample: null,
    confidence: null,
    missingRow: null,
    reason: null,
    until: null,
    ...policies,
  };
}

/**
 * A service that answers point queries with these outputs, by the period and the row that they select (`*`:
 * none).
 */
export function answering(points: Readonly<Record<string, ResultRow | Error>>): {
  readonly run: (query: Query) => Promise<QueryResult>;
  readonly asked: Query[];
} {
  const asked: Query[] = [];
  return {
    asked,
    run: async (query) => {
      asked.push(query);
      if (query.queryType === 'groupBy' && query['having'] === undefined)
        return { kind: 'groupBy', rows: keysOf(points) };
      const text = JSON.stringify(query['filter'] ?? null);
      const row = text.startsWith('{"type":"not"')
        ? 'with a value'
        : (/"value":"([^"]*)"/.exec(text)?.[1] ?? '*');
      const point = { ...ALL_HAVE_A_VALUE, ...points }[
        `${query['intervals'] === undefined ? '' : 'before '}${row}`
      ];
      if (point instanceof Error) throw point;
      return { kind: 'timeseries', buckets: point === undefined ? [] : [{ timestampMs: 0, values: point }] };
    },
  };
}

/** Unless points say otherwise, every user has a value in the dimension. */
const ALL_HAVE_A_VALUE: Readonly<Record<string, ResultRow | Error>> = {
  'with a value': { Users: 12_450 },
  'before with a value': { Users: 12_000 },
};

/** The rows of all points: what a question for the keys beyond a cut-off is answered. */
function keysOf(
  points: Readonly<Record<string, ResultRow | Error>>,
): { timestampMs: number; event: ResultRow }[] {
  const keys = Object.entries(points).filter(([key, point]) => {
    return key !== '*' && !key.startsWith('before ') && Object.values(point).some((value) => value !== 0);
  });
  return keys.map(([system]) => ({ timestampMs: 0, event: { system, _events_of_value: 1 } }));
}

/** Judges one threshold by one insight. */
export async function judged(
  insight: ReportedInsight,
  request: WrittenThreshold,
  points: Readonly<Record<string, ResultRow | Error>> = {},
  setting = SETTING,
): Promise<Verdict> {
  const [verdict] = await judgeWith([request], [insight], answering(points).run, setting);
  if (verdict === undefined) throw new Error('no verdict');
  return verdict;
}

/** Judges thresholds as a run does: asks what they need, then judges by the answers. */
export async function judgeWith(
  written: readonly WrittenThreshold[],
  insights: readonly InsightResult[],
  run: (query: Query) => Promise<QueryResult>,
  setting = SETTING,
): Promise<readonly Verdict[]> {
  const requests = written.map((each) => parsed(each, insights));
  const answers = new Map<string, ExtraAnswer>();
  for (;;) {
    const queries = queriesOfThresholds(requests, insights, answers).filter(
      (query) => !answers.has(queryKey(query)),
    );
    if (queries.length === 0) break;
    for (const query of queries)
      answers.set(queryKey(query), await run(query).catch((error: unknown) => error as Error));
  }
  const judgements = judgeAll(requests, insights, answers, setting.nowMs);
  return writeVerdicts(judgements, { insights, releases: [], locale: 'en-US', ...setting });
}
