import { InputError, ResponseError } from '../../../src/text/errors.ts';
import type { QueryService } from '../../../src/report/client/client.ts';
import type { InsightRequest, ReportRequest, ThresholdRequest } from '../../../src/report/inputs/request.ts';
import { runReports } from '../../../src/report/run/reports.ts';
import type { Query } from '../../../src/tql/query.ts';
import type { RelativeInterval } from '../../../src/tql/interval.ts';
import { parseRunQuery } from '../../../src/tql/run-query.ts';
import { parseResult, type QueryResult } from '../../../src/tql/result.ts';
import { roundResult } from '../../../src/report/tables/rounding/result.ts';
import { parsed, threshold } from '../../report/gate/fixtures.ts';
import { evaluate } from '../../oracle/evaluate.ts';
import type { Event } from '../../oracle/values.ts';
import { NOW_MS } from './worlds.ts';

/** A report on an app's events. */
export interface Report {
  readonly query: Query;
  /** The query of a second insight, `others`. */
  readonly other: Query | null;
  readonly kind: InsightRequest['kind'];
  readonly keep: number;
  readonly compare: InsightRequest['compare'];
  readonly history: number;
  readonly metric: string | null;
  readonly asserts: readonly string[];
  readonly confidence: number | null;
  readonly minSample: number | null;
  readonly missingRow: ThresholdRequest['missingRow'];
  /** The last of the seven days that are reported, counted back from today; absent: last week. */
  readonly lastDay?: number;
}

const LAST_WEEK = {
  beginningDate: { component: 'week', offset: -1, position: 'beginning' },
  endDate: { component: 'week', offset: -1, position: 'end' },
} as const;

const sevenDays = (last: number): RelativeInterval => ({
  beginningDate: { component: 'day', offset: -last - 6, position: 'beginning' },
  endDate: { component: 'day', offset: -last, position: 'end' },
});

/** What a report leaves behind, and what it asked. */
export interface Traces {
  /**
   * Its log and its results file, of which posts (also those of check runs and webhooks), outputs, charts and
   * tables are made and nothing else.
   */
  readonly text: string;
  readonly asked: readonly Query[];
}

/** Runs a report. `token` is the one that offsets are drawn by. */
export async function tracesOf(
  report: Report,
  events: readonly Event[],
  minGroupSize: number,
  token = '',
): Promise<Traces> {
  const log: string[] = [];
  const asked: Query[] = [];
  const note = (message: string): number => log.push(message);
  const effects = {
    nowMs: NOW_MS,
    run: null,
    service: serviceOf(events, asked),
    log: { debug: () => undefined, info: note, notice: note, warning: note, error: note },
  };
  // A gate that its query shows to be wrong is refused, and the message is all that is said.
  const said = await runReports([requestOf(report, minGroupSize, token)], effects).then(
    ([finished]) => finished?.results,
    (error: unknown) => {
      if (error instanceof InputError) return error.problems;
      throw error;
    },
  );
  const results = JSON.stringify(said, (key, value: unknown) => (key === 'durationMs' ? 0 : value));
  return { text: `${log.join('\n')}\n${results}`, asked };
}

/** Answers by loops over events. */
export function serviceOf(events: readonly Event[], asked: Query[]): QueryService {
  return {
    resolveInsight: () => Promise.reject(new Error('unexpected')),
    runQuery: async (query) => {
      if (query.queryType === 'segmentMetadata') {
        return Promise.resolve({
          result: {
            kind: 'segmentMetadata' as const,
            columns: ['plan', 'type'].map((name) => ({ name, type: 'STRING' })),
          },
          durationMs: 0,
        });
      }
      asked.push(query);
      const result = answerTo(query, events);
      return result === null
        ? Promise.reject(new ResponseError('not valid'))
        : Promise.resolve({ result, durationMs: 0 });
    },
  };
}

function answerTo(query: Query, events: readonly Event[]): QueryResult | null {
  const parsed = parseRunQuery(query);
  return parsed.ok
    ? parseResult(
        evaluate(parsed.value, events, NOW_MS, () => undefined),
        query.queryType,
      )
    : null;
}

/** Every true count in the answer to a query, by what it counts. Those that it does not hold are 0. */
export function countsIn(query: Query, events: readonly Event[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const result = answerTo(query, events);
  const round = (count: number, counted: string): number => {
    counts.set(counted, count);
    return count;
  };
  if (result !== null) roundResult(query, result, { size: 1, round });
  return counts;
}

function requestOf(report: Report, minGroupSize: number, token: string): ReportRequest {
  const interval = {
    kind: 'relative',
    label: 'last week',
    interval: report.lastDay === undefined ? LAST_WEEK : sevenDays(report.lastDay),
  } as const;
  const insight = (name: string, query: Query): InsightRequest => ({
    name,
    title: null,
    top: 10,
    interval,
    source: { kind: 'query', path: 'q.json', query },
    compare: report.compare,
    history: report.history,
    metric: report.metric,
    kind: report.kind,
    keep: report.keep,
  });
  const insights = [
    insight('plans', report.query),
    ...(report.other === null ? [] : [insight('others', report.other)]),
  ];
  const { minSample, missingRow, confidence } = report;
  const thresholds = report.asserts.map((assert) =>
    parsed(threshold(assert, { insight: 'plans', minSample, missingRow, confidence }), insights),
  );
  return {
    reportId: 'default',
    title: 'Report',
    locale: 'en-US',
    timezone: null,
    insights,
    thresholds,
    service: { dataSource: null, token },
    minGroupSize,
    onError: 'fail',
    posting: { githubToken: '', webhook: { url: '', format: 'json', secret: '' } },
    onInconclusive: 'fail',
    dryRun: false,
  } as unknown as ReportRequest;
}
