import type {
  FailedInsight,
  ReportedInsight,
  Results,
  ResultsRow,
  Verdict,
} from '../../../src/report/results/results.ts';

/** A row of a ranking over one dimension. */
export function row(
  rank: number,
  key: string | null,
  value: number | null,
  share: number | null = null,
): ResultsRow {
  return {
    key: key ?? 'null',
    parts: [key],
    value,
    share,
    rank,
    values: { modelName: key, count: value },
    previous: null,
    change: null,
    previousRank: null,
    history: [],
    isNew: false,
  };
}

/** A topN over `modelName` by its number of events; `more` overrides its fields. */
export function ranking(rows: readonly ResultsRow[], more: Partial<ReportedInsight> = {}): ReportedInsight {
  return {
    name: 'devices',
    id: '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10',
    title: 'Devices',
    status: 'ok',
    queryType: 'topN',
    metric: 'count',
    unit: 'events',
    top: 10,
    timezone: 'UTC',
    interval: {
      label: 'last 30 days',
      start: '2026-10-21T00:00:00Z',
      end: '2026-11-21T00:00:00Z',
      complete: false,
    },
    compare: null,
    dimensions: ['modelName'],
    outputs: ['count'],
    total: rows.reduce((sum, each) => sum + (each.value ?? 0), 0),
    previousTotal: null,
    totalHistory: [],
    history: [],
    gone: [],
    folded: null,
    cutOff: false,
    notes: [],
    durationMs: 41,
    rows,
    query: {
      queryType: 'topN',
      granularity: 'all',
      threshold: 50,
      aggregations: [{ type: 'eventCount', name: 'count' }],
      dimension: { type: 'default', dimension: 'modelName', outputName: 'modelName' },
      filter: { type: 'selector', dimension: 'isTestMode', value: 'false' },
    },
    ...more,
  };
}

/** A timeseries of daily users from 2026-11-09 on; its period is at least a week. */
export function days(
  values: readonly (number | null)[],
  more: Partial<ReportedInsight> = {},
): ReportedInsight {
  const rows = values.map((value, index): ResultsRow => {
    const key = new Date(Date.UTC(2026, 10, 9 + index)).toISOString();
    return { ...row(index + 1, key, value), values: { Users: value } };
  });
  const end = new Date(Date.UTC(2026, 10, 9 + Math.max(7, values.length))).toISOString().replace('.000', '');
  return ranking(rows, {
    name: 'daily',
    title: 'Daily active users',
    queryType: 'timeseries',
    metric: 'Users',
    unit: 'users',
    dimensions: [],
    outputs: ['Users'],
    total: null,
    interval: { label: 'last week', start: '2026-11-09T00:00:00Z', end, complete: true },
    query: { queryType: 'timeseries', granularity: 'day', aggregations: [{ type: 'userCount' }] },
    ...more,
  });
}

/** An insight that the service does not know. */
export function failed(message: string): FailedInsight {
  return {
    name: 'crashes',
    id: '8A41D2F0-1111-4222-8333-944445555666',
    title: 'Crashes by version',
    status: 'error',
    error: { kind: 'not-found', status: 404, message },
  };
}

/** Options for a page without a limit; the template is to be added. */
export const PAGE = { destination: 'issue', limit: null, links: { whole: null } } as const;

/** A report of these insights. */
export function report(insights: Results['insights'], more: Partial<Results> = {}): Results {
  return {
    schema: 1,
    conclusion: 'neutral',
    generatedAt: '2026-11-20T12:00:00Z',
    reportId: 'default',
    title: 'Weekly usage',
    run: { url: 'https://github.com/acme/app/actions/runs/16438742981', id: '16438742981', attempt: 1 },
    timezone: 'UTC',
    locale: 'en-US',
    durationMs: 812,
    insights,
    thresholds: [],
    ...more,
  };
}

/** A gate on iOS 15 with an outcome, and without numbers; `more` overrides its fields. */
export function verdict(outcome: Verdict['outcome'], more: Partial<Verdict> = {}): Verdict {
  return {
    insight: 'devices',
    name: more.title ?? 'Share of iOS 15',
    assert: 'share("iOS 15") < 2%',
    outcome,
    message: `Share of iOS 15: ${outcome}, limit: below 2%`,
    limitText: 'below 2%',
    nowText:
      more.valueText == null || more.sampleText == null
        ? (more.valueText ?? null)
        : `${more.valueText} (${more.sampleText})`,
    note: null,
    value: null,
    limit: null,
    subject: null,
    needs: null,
    unit: 'number',
    valueText: null,
    sample: null,
    sampleText: null,
    interval: null,
    timezone: null,
    warn: null,
    reason: null,
    snoozedUntil: null,
    snoozeEnded: null,
    ...more,
  };
}
