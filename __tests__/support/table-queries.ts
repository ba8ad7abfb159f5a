import type { Json } from '../../src/tql/json.ts';
import type { Query } from '../../src/tql/query.ts';
import type { QueryResult, ResultRow } from '../../src/tql/result.ts';
import { asQuery } from './as-query.ts';

export const OCTOBER_5_MS = Date.UTC(2026, 9, 5);
export const DAY_MS = 86_400_000;

/** The specification's query: a topN of an unnamed eventCount, ordered by `count`. */
export const modelQuery: Query = {
  aggregations: [{ type: 'eventCount' }],
  dataSource: 'com.example',
  dimension: { dimension: 'modelName', outputName: 'modelName', type: 'default' },
  filter: {
    type: 'and',
    fields: [
      { type: 'selector', dimension: 'appID', value: 'B1' },
      { type: 'selector', dimension: 'isTestMode', value: 'false' },
    ],
  },
  granularity: 'all',
  metric: { metric: 'count', type: 'numeric' },
  queryType: 'topN',
  relativeIntervals: [
    {
      beginningDate: { component: 'day', offset: -30, position: 'beginning' },
      endDate: { component: 'day', offset: 0, position: 'end' },
    },
  ],
  threshold: 10,
};

/** The same, changed. */
export function modelsWith(changes: Readonly<Record<string, Json>>): Query {
  return asQuery({ ...modelQuery, ...changes });
}

/** A topN over a user count, whose rows do not add up. */
export const usersQuery = modelsWith({
  aggregations: [{ type: 'userCount', name: 'people' }],
  metric: { type: 'numeric', metric: 'people' },
});

export function topNOf(...rows: ResultRow[]): QueryResult {
  return { kind: 'topN', buckets: [{ timestampMs: OCTOBER_5_MS, rows }] };
}

export function timeseriesOf(...values: ResultRow[]): QueryResult & { readonly kind: 'timeseries' } {
  return {
    kind: 'timeseries',
    buckets: values.map((each, i) => ({ timestampMs: OCTOBER_5_MS + i * DAY_MS, values: each })),
  };
}

export function groupsOf(...events: ResultRow[]): QueryResult {
  return { kind: 'groupBy', rows: events.map((event) => ({ timestampMs: OCTOBER_5_MS, event })) };
}
