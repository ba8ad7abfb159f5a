import type { JsonObject } from '../../../src/tql/json.ts';
import type { HostedWorld } from './stand-in.ts';

/** Reads the first organization alone. */
export const TOKEN = 'tdpat_reads_one_organization';
/** Reads both. */
export const TOKEN_OF_TWO = 'tdpat_reads_two_organizations';

export const NAMESPACE = 'com.example';
export const OTHER_NAMESPACE = 'org.other';

export const APP = 'B97579B6-FFB8-4AC5-AAA7-DA5796CC5DCE';
export const OTHER_APP = '0C2B1C5E-4E52-4B2E-9B0B-0C6B2F9B7A11';

/** Ids of saved insights. */
export const INSIGHTS = {
  devices: '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10',
  users: '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33',
  oldForm: '5D0E9C36-7B5B-4A7C-9E43-5B1F6D1F9A11',
  retention: '6E1F9C36-7B5B-4A7C-9E43-5B1F6D1F9A12',
  histogram: '7F2A9C36-7B5B-4A7C-9E43-5B1F6D1F9A13',
  theirs: '9A3B9C36-7B5B-4A7C-9E43-5B1F6D1F9A14',
} as const;

const THIS_APP = { baseFilters: 'thisApp', appID: APP };
const MODEL = { type: 'default', dimension: 'TelemetryDeck.Device.modelName', outputName: 'model' };

function topModels(more: JsonObject): JsonObject {
  const metric = { type: 'numeric', metric: 'Users' };
  const aggregations = [{ type: 'userCount' }];
  return {
    queryType: 'topN',
    granularity: 'all',
    dimension: MODEL,
    threshold: 10,
    metric,
    aggregations,
    ...more,
  };
}

/** An insight as it was saved before 2026: its selectors are in its filter (grade A). */
const OLD_FILTER = {
  type: 'and',
  fields: [
    { type: 'selector', dimension: 'appID', value: APP },
    { type: 'selector', dimension: 'isTestMode', value: 'false' },
  ],
};

const HISTOGRAM: JsonObject = {
  queryType: 'groupBy',
  granularity: 'all',
  ...THIS_APP,
  aggregations: [{ type: 'quantilesDoublesSketch', name: '_load', fieldName: 'floatValue', k: 128 }],
  postAggregations: [
    {
      type: 'quantilesDoublesSketchToHistogram',
      name: 'Histogram',
      splitPoints: [1, 2, 5],
      field: { type: 'fieldAccess', fieldName: '_load' },
    },
  ],
};

const ORGANIZATIONS: HostedWorld['organizations'] = [
  {
    id: '11111111-0000-4000-8000-000000000001',
    name: 'Example Ltd.',
    namespace: NAMESPACE,
    apps: [
      {
        id: APP,
        name: 'Notes',
        groups: [
          {
            id: '22222222-0000-4000-8000-000000000001',
            title: 'Devices',
            insights: [
              { id: INSIGHTS.devices, title: 'Devices of everybody', query: topModels(THIS_APP) },
              { id: INSIGHTS.oldForm, title: 'Devices, old form', query: topModels({ filter: OLD_FILTER }) },
            ],
          },
          {
            id: '22222222-0000-4000-8000-000000000002',
            title: 'Use',
            insights: [
              {
                id: INSIGHTS.users,
                title: 'Daily users',
                query: {
                  queryType: 'timeseries',
                  granularity: 'day',
                  aggregations: [{ type: 'userCount' }],
                  ...THIS_APP,
                },
              },
              {
                id: INSIGHTS.retention,
                title: 'Who comes back',
                query: { queryType: 'retention', granularity: 'week', ...THIS_APP },
              },
              { id: INSIGHTS.histogram, title: 'Load time', query: HISTOGRAM },
            ],
          },
        ],
      },
    ],
  },
  {
    id: '11111111-0000-4000-8000-000000000002',
    name: 'The Others',
    namespace: OTHER_NAMESPACE,
    apps: [
      {
        id: OTHER_APP,
        name: 'Maps',
        groups: [
          {
            id: '22222222-0000-4000-8000-000000000003',
            title: 'Devices',
            insights: [
              {
                id: INSIGHTS.theirs,
                title: 'Their devices',
                query: topModels({ baseFilters: 'thisApp', appID: OTHER_APP }),
              },
            ],
          },
        ],
      },
    ],
  },
];

const HOUR_MS = 3_600_000;
const MODELS = ['iPhone17,1', 'iPhone16,2', 'iPad16,3'];

/**
 * 1,500 events of each app, one an hour until `nowMs`: every fifth one is a tester's. Users are numbered from
 * 0 to 9, so each model has users of its own, and a model's users are those whose number has the same
 * remainder.
 */
export function eventsOf(appID: string, nowMs: number): readonly object[] {
  return Array.from({ length: 1500 }, (_, index) => ({
    timestamp: new Date(nowMs - (index + 1) * HOUR_MS).toISOString(),
    appID,
    type: 'TelemetryDeck.Session.started',
    clientUser: `user-${index % 10}`,
    isTestMode: index % 5 === 0,
    floatValue: index % 7,
    payload: { 'TelemetryDeck.Device.modelName': MODELS[(index % 10) % 3] ?? '' },
  }));
}

/** Two organizations, each with an app. */
export function hostedWorld(nowMs: number, changes: Partial<HostedWorld> = {}): HostedWorld {
  return {
    nowMs,
    organizations: ORGANIZATIONS,
    tokens: { [TOKEN]: [NAMESPACE], [TOKEN_OF_TWO]: [NAMESPACE, OTHER_NAMESPACE] },
    events: { [NAMESPACE]: eventsOf(APP, nowMs), [OTHER_NAMESPACE]: eventsOf(OTHER_APP, nowMs) },
    ...changes,
  };
}
