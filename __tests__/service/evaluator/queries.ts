import fc, { type Arbitrary } from 'fast-check';
import { type Granularity } from '../../../src/tql/granularity.ts';
import * as a from './arbitraries.ts';

const sketches = [
  {
    type: 'filtered',
    filter: { type: 'selector', dimension: 'type', value: 'start' },
    aggregator: { type: 'thetaSketch', name: 's1', fieldName: 'clientUser' },
  },
  {
    type: 'filtered',
    name: 's2',
    filter: { type: 'not', field: { type: 'selector', dimension: 'isTestMode', value: 'true' } },
    aggregator: { type: 'userCount' },
  },
  { type: 'quantilesDoublesSketch', name: 'q', fieldName: 'floatValue' },
];

/** The parts that every aggregating query has. */
function common(base: number): Arbitrary<object> {
  return fc
    .record({
      intervals: a.intervals(base),
      granularity: a.granularity,
      filter: fc.option(a.filter, { nil: undefined }),
      testMode: fc.option(fc.boolean(), { nil: undefined }),
      app: fc.constantFrom({}, {}, {}, { baseFilters: 'thisApp', appID: '3f0c9c36-7b5b-4a7c-9e43-5b1f6d1f9a10' }),
      timezone: fc.option(fc.constantFrom(...a.ZONES), { nil: undefined }),
      grandTotal: fc.boolean(),
      aggregations: fc.tuple(a.aggregation('x'), a.aggregation('y')),
      postAggregations: fc.option(fc.tuple(a.postAggregation('p'), a.postAggregation('r')), {
        nil: undefined,
        freq: 2,
      }),
    })
    .map(({ intervals, app, timezone, grandTotal, aggregations, postAggregations, ...rest }) => ({
      ...rest,
      ...intervals,
      granularity: coarseEnough(rest.granularity, JSON.stringify(intervals)),
      ...app,
      aggregations: postAggregations === undefined ? aggregations : [...aggregations, ...sketches],
      postAggregations,
      context: { timezone, grandTotal },
    }));
}

/** Long intervals in long buckets only: neither side is made to count a year's hours. */
function coarseEnough(granularity: Granularity, intervals: string): Granularity {
  const name =
    typeof granularity === 'string' ? granularity : granularity.type === 'period' ? granularity.period : 'duration';
  const isFine = ['hour', 'fifteen_minute', 'duration', 'PT6H', 'PT1H'].includes(name);
  if (/quarter|year/.test(intervals)) return isFine || name === 'day' ? 'month' : granularity;
  return isFine && /month|week/.test(intervals) ? 'day' : granularity;
}

const metric = fc.oneof(
  fc.constant({ type: 'numeric', metric: 'x' }),
  fc.constant({ type: 'inverted', metric: { type: 'numeric', metric: 'y' } }),
  fc.record({ type: fc.constant('dimension'), ordering: fc.constantFrom('lexicographic', 'strlen', 'numeric') }),
  fc.record({ type: fc.constant('dimension'), previousStop: fc.constantFrom('P', 'free', '') }),
  fc.record({
    type: fc.constant('inverted'),
    metric: fc.record({ type: fc.constant('dimension'), previousStop: fc.constantFrom('P', 'free', '') }),
  }),
);

const having = fc.oneof(
  fc.record({
    type: fc.constantFrom('greaterThan', 'lessThan', 'equalTo'),
    aggregation: fc.constantFrom('x', 'y'),
    value: fc.constantFrom(0, 1, 2),
  }),
  fc.constant({ type: 'dimSelector', dimension: 'd', value: 'pro' }),
  fc.constant({
    type: 'or',
    havingSpecs: [
      { type: 'lessThan', aggregation: 'x', value: 2 },
      { type: 'not', havingSpec: { type: 'dimSelector', dimension: 'd', value: 'P' } },
    ],
  }),
  fc.constant({ type: 'filter', filter: { type: 'not', field: { type: 'selector', dimension: 'd', value: 'pro' } } }),
);

/** Queries of each aggregating type over events around a day, as JSON. */
export function query(base: number): Arbitrary<object> {
  const extra = fc.oneof<Arbitrary<object>[]>(
    fc.record({
      queryType: fc.constant('timeseries'),
      descending: fc.boolean(),
      limit: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined, freq: 2 }),
    }),
    fc.record({
      queryType: fc.constant('topN'),
      threshold: fc.integer({ min: 1, max: 4 }),
      metric,
      dimension: a.dimension('d'),
    }),
    fc.record({
      queryType: fc.constant('groupBy'),
      dimensions: fc.tuple(a.dimension('d'), a.dimension('e')),
      having: fc.option(having, { nil: undefined }),
    }),
    fc.record({ queryType: fc.constant('groupBy'), dimensions: fc.constantFrom([], undefined) }),
  );
  return fc
    .tuple(common(base), extra)
    .map(([shared, own]) => JSON.parse(JSON.stringify({ ...shared, ...own })) as object);
}
