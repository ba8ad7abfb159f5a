// The insights that are asked of the worlds.
export const USERS_BY = (dimension: string) => ({
  queryType: 'topN',
  granularity: 'all',
  threshold: 100,
  dimension: { type: 'default', dimension, outputName: dimension },
  metric: { type: 'numeric', metric: 'Users' },
  aggregations: [{ type: 'userCount', name: 'Users' }],
});

export const EVENTS_BY = (dimension: string) => ({
  ...USERS_BY(dimension),
  metric: { type: 'numeric', metric: 'Events' },
  aggregations: [{ type: 'eventCount', name: 'Events' }],
});

export const EVENTS = (granularity: string) => ({
  queryType: 'timeseries',
  granularity,
  aggregations: [{ type: 'eventCount', name: 'Events' }],
});

const typeIs = (value: string) => ({ type: 'selector', dimension: 'type', value });

/** The part of the users who crashed. */
export const CRASH_RATE = {
  queryType: 'timeseries',
  granularity: 'all',
  aggregations: [
    { type: 'filtered', filter: typeIs('crashed'), aggregator: { type: 'userCount', name: 'Crashed' } },
    { type: 'userCount', name: 'Users' },
  ],
  postAggregations: [
    {
      type: 'arithmetic',
      name: 'Rate',
      fn: '/',
      fields: ['Crashed', 'Users'].map((fieldName) => ({ type: 'finalizingFieldAccess', fieldName })),
    },
  ],
};

export const FUNNEL = (...types: readonly string[]) => ({
  queryType: 'funnel',
  granularity: 'all',
  steps: types.map((type) => ({ name: type, filter: typeIs(type) })),
});

export const EXPERIMENT = {
  queryType: 'experiment',
  sample1: { name: 'a', filter: { type: 'selector', dimension: 'arm', value: 'a' } },
  sample2: { name: 'b', filter: { type: 'selector', dimension: 'arm', value: 'b' } },
  successCriterion: { name: 'bought', filter: typeIs('bought') },
};

export const RETENTION = { queryType: 'retention', granularity: 'week' };
