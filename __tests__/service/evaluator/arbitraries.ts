import fc, { type Arbitrary } from 'fast-check';
import { type Aggregation } from '../../../src/tql/aggregation.ts';
import { type Dimension } from '../../../src/tql/dimension.ts';
import { type Filter } from '../../../src/tql/filter.ts';
import { type Granularity } from '../../../src/tql/granularity.ts';
import { type RelativeInterval } from '../../../src/tql/interval.ts';
import { type PostAggregation } from '../../../src/tql/post-aggregation.ts';
import { type Event } from './values.ts';

/** Days around which events lie: a year's end, and both changes of the clock in Berlin and on Lord Howe. */
const DAYS = ['2026-01-01', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2028-02-29'].map((day) =>
  Date.parse(`${day}T00:00:00Z`),
);

export const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', 'Australia/Lord_Howe'];
const WORDS = [
  'pro',
  'free',
  'Pro',
  '',
  '10',
  '9.5',
  '007',
  'ü😀',
  '\uFF01',
  '12abc',
  'a"b',
  "x'); DROP",
  '-3e2',
  'false',
];
const TEXTS = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 5 }) },
);
const COLUMNS = [
  'appID',
  'clientUser',
  'type',
  'isTestMode',
  'floatValue',
  'count',
  'plan',
  'Plan',
  'amount',
  'a"b',
  'nowhere',
  '__time',
];

const nullable = <T>(arbitrary: Arbitrary<T>): Arbitrary<T | null> => fc.option(arbitrary, { freq: 4 });

export const now = fc
  .tuple(fc.constantFrom(...DAYS), fc.integer({ min: -86_400_000, max: 2 * 86_400_000 }))
  .map(([day, ms]) => day + ms);

const numbers = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -3, max: 5 }) },
  { weight: 2, arbitrary: fc.constantFrom(0.5, -1.25, 2.75, 1e6) },
  { weight: 1, arbitrary: fc.constantFrom(1e15, -1e300, 5e-324, 9007199254740992) },
);

const event = (base: number): Arbitrary<Event> =>
  fc.record({
    __time: fc.oneof(
      fc.integer({ min: -72, max: 72 }).map((h) => base + h * 3_600_000),
      fc.integer({ min: -2e8, max: 2e8 }).map((ms) => base + ms),
    ),
    appID: fc.constantFrom('A1', '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10'),
    clientUser: nullable(fc.constantFrom('u1', 'u2', 'u3', 'u4', '', 'ü')),
    type: fc.constantFrom('start', 'pay', 'stop'),
    isTestMode: fc.constantFrom('true', 'false'),
    floatValue: nullable(numbers),
    count: fc.constantFrom(1, 1, 1, 3),
    plan: nullable(TEXTS),
    Plan: nullable(fc.constantFrom('pro', 'x')),
    amount: nullable(fc.constantFrom(0, 1, 2.5)),
    'a"b': nullable(fc.constantFrom('1', '2')),
  });

/** Events around one day. */
export const events = fc
  .constantFrom(...DAYS)
  .chain((base) => fc.record({ base: fc.constant(base), list: fc.array(event(base), { maxLength: 40, size: 'max' }) }));

export const relativeInterval: Arbitrary<RelativeInterval> = fc
  .record({
    unit: fc.constantFrom('hour', 'day', 'week', 'month', 'quarter', 'year'),
    begin: fc.integer({ min: -4, max: 1 }),
    length: fc.integer({ min: 0, max: 4 }),
  } as const)
  .map(({ unit, begin, length }) => ({
    beginningDate: { component: unit, offset: begin, position: 'beginning' },
    endDate: { component: unit, offset: begin + length, position: 'end' },
  }));

const absolute = (base: number): Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: -80, max: 60 }), fc.integer({ min: 0, max: 90 }), fc.boolean())
    .map(([from, hours, fine]) => {
      const start = base + from * 3_600_000 + (fine ? 61_001 : 0);
      return `${new Date(start).toISOString()}/${new Date(start + hours * 3_600_000).toISOString()}`;
    });

export const intervals = (base: number): Arbitrary<{ intervals?: string[]; relativeIntervals?: RelativeInterval[] }> =>
  fc.oneof(
    fc.array(absolute(base), { minLength: 1, maxLength: 3 }).map((list) => ({ intervals: list })),
    fc.array(relativeInterval, { minLength: 1, maxLength: 2 }).map((list) => ({ relativeIntervals: list })),
  );

const column = fc.constantFrom(...COLUMNS);

const leaf: Arbitrary<Filter> = fc.oneof(
  fc.record({ type: fc.constant('selector' as const), dimension: column, value: TEXTS }),
  fc.record({
    type: fc.constant('selector' as const),
    dimension: fc.constantFrom('type', 'isTestMode'),
    value: fc.constantFrom('start', 'pay', 'true'),
  }),
  fc.record({ type: fc.constant('in' as const), dimension: column, values: fc.array(TEXTS, { maxLength: 4 }) }),
  fc.record({
    type: fc.constant('equals' as const),
    column,
    matchValueType: fc.constantFrom('STRING' as const, 'LONG' as const, 'DOUBLE' as const, 'ARRAY<STRING>' as const),
    matchValue: fc.oneof(TEXTS, fc.constantFrom(0, 1, 9.5, 10), fc.array(TEXTS, { maxLength: 2 })),
  }),
  fc.record({ type: fc.constant('null' as const), column }),
  fc
    .record({
      type: fc.constant('range' as const),
      column: fc.constantFrom('plan', 'clientUser', 'type', 'nowhere'),
      matchValueType: fc.constant('STRING' as const),
      lower: TEXTS,
      upper: TEXTS,
      lowerOpen: fc.boolean(),
      upperOpen: fc.boolean(),
    })
    .map((filter) => filter),
  fc.record({
    type: fc.constant('range' as const),
    column,
    matchValueType: fc.constant('DOUBLE' as const),
    lower: fc.constantFrom('-3', '0', '1.0'),
    upperOpen: fc.boolean(),
    upper: fc.constantFrom('2', '9.5', '1e9'),
  }),
  fc.record({
    type: fc.constant('regex' as const),
    dimension: fc.constantFrom('plan', 'type', 'nowhere'),
    pattern: fc.constantFrom('^p', 'r', '[0-9]+$', '^$', 'o|x', '.'),
  }),
  fc.record({
    type: fc.constant('columnComparison' as const),
    dimensions: fc.array(fc.constantFrom('plan', 'Plan', 'a"b', 'nowhere', 'type'), { minLength: 2, maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant('interval' as const),
    dimension: fc.constantFrom('__time', 'floatValue', 'nowhere'),
    relativeIntervals: fc.array(relativeInterval, { minLength: 1, maxLength: 2 }),
  }),
);

/** Filters of every kind, nested. */
export const filter: Arbitrary<Filter> = fc.letrec<{ any: Filter }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.record({
      type: fc.constantFrom('and' as const, 'or' as const),
      fields: fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ type: fc.constant('not' as const), field: tie('any') }),
  ),
})).any;

const FOLDS = [
  'longSum',
  'longMin',
  'longMax',
  'doubleSum',
  'doubleMin',
  'doubleMax',
  'doubleMean',
  'floatSum',
  'doubleFirst',
  'doubleLast',
  'longFirst',
  'longLast',
  'stringFirst',
  'stringLast',
] as const;

function simple(name: string): Arbitrary<Aggregation> {
  return fc.oneof(
    fc.record({
      type: fc.constantFrom('eventCount' as const, 'userCount' as const, 'count' as const),
      name: fc.constant(name),
    }),
    fc.record({ type: fc.constantFrom(...FOLDS), name: fc.constant(name), fieldName: column }),
    fc.record({
      type: fc.constant('thetaSketch' as const),
      name: fc.constant(name),
      fieldName: fc.constantFrom('clientUser', 'plan', 'type', 'nowhere', 'a"b'),
    }),
    fc.record({
      type: fc.constant('cardinality' as const),
      name: fc.constant(name),
      fields: fc.array(fc.constantFrom('plan', 'Plan', 'type', 'nowhere'), { minLength: 1, maxLength: 3 }),
      byRow: fc.boolean(),
    }),
  );
}

/** An aggregation with this name, now and then a filtered one. */
export function aggregation(name: string): Arbitrary<Aggregation> {
  return fc.oneof(
    { weight: 3, arbitrary: simple(name) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('filtered' as const), filter, aggregator: simple(name) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('filtered' as const),
        name: fc.constant(name),
        filter,
        aggregator: simple('inner'),
      }),
    },
  );
}

const access = (fieldName: string): PostAggregation => ({ type: 'fieldAccess', fieldName });

/** Post-aggregations over `x` and `y` (anything), `s1` and `s2` (theta sketches) and `q` (a quantiles sketch). */
export function postAggregation(name: string): Arbitrary<PostAggregation> {
  const operand = fc.oneof(
    fc.constantFrom(access('x'), access('y')),
    fc.constantFrom(0, 2, -0.5).map((value): PostAggregation => ({ type: 'constant', value })),
  );
  const operands = fc.array(operand, { minLength: 2, maxLength: 3 });
  const set: Arbitrary<PostAggregation> = fc
    .tuple(
      fc.constantFrom('UNION', 'INTERSECT', 'NOT'),
      fc.shuffledSubarray([access('s1'), access('s2')], { minLength: 1 }),
    )
    .map(([func, fields]) => ({ type: 'thetaSketchSetOp', func, fields }));
  const field = access('q');
  return fc.oneof<Arbitrary<PostAggregation>[]>(
    fc.record({
      type: fc.constant('arithmetic' as const),
      name: fc.constant(name),
      fn: fc.constantFrom('+', '-', '*', '/', 'quotient'),
      fields: operands,
    }),
    fc.record({
      type: fc.constantFrom('doubleGreatest' as const, 'doubleLeast' as const),
      name: fc.constant(name),
      fields: operands,
    }),
    fc.record({
      type: fc.constant('thetaSketchEstimate' as const),
      name: fc.constant(name),
      field: fc.oneof(set, fc.constant(access('s1'))),
    }),
    fc.record({
      type: fc.constant('quantilesDoublesSketchToQuantile' as const),
      name: fc.constant(name),
      field: fc.constant(field),
      fraction: fc.constantFrom(0, 0.25, 0.5, 1),
    }),
    fc.record({
      type: fc.constant('quantilesDoublesSketchToRank' as const),
      name: fc.constant(name),
      field: fc.constant(field),
      value: fc.constantFrom(0, 1, 2.5),
    }),
    fc.record({
      type: fc.constant('quantilesDoublesSketchToCDF' as const),
      name: fc.constant(name),
      field: fc.constant(field),
      splitPoints: fc.constantFrom([0], [-1, 0, 2.5]),
    }),
    fc.record({
      type: fc.constant('quantilesDoublesSketchToHistogram' as const),
      name: fc.constant(name),
      field: fc.constant(field),
      splitPoints: fc.constantFrom([0], [-1, 0, 2.5]),
    }),
  );
}

export const granularity: Arbitrary<Granularity> = fc.oneof(
  fc.constantFrom<Granularity>('all', 'all', 'hour', 'fifteen_minute', 'day', 'week', 'month', 'quarter', 'year'),
  fc.record({ type: fc.constant('duration' as const), duration: fc.constantFrom(3_600_000, 5_400_000, 100_000_000) }),
  fc.record({
    type: fc.constant('period' as const),
    period: fc.constantFrom('P1D', 'P1W', 'P2D', 'P1M', 'P3M', 'PT6H', 'PT1H'),
    timeZone: fc.constantFrom(...ZONES),
  }),
);

export function dimension(outputName: string): Arbitrary<Dimension> {
  const outputType = fc.option(fc.constantFrom('STRING' as const, 'LONG' as const, 'FLOAT' as const), {
    nil: undefined,
  });
  const base = {
    dimension: fc.constantFrom('plan', 'Plan', 'type', 'isTestMode', 'amount', 'count', 'a"b', 'nowhere', 'clientUser'),
    outputName: fc.constant(outputName),
  };
  const extractionFn = fc.oneof(
    fc.record({
      type: fc.constant('lookup' as const),
      lookup: fc.constant({ type: 'map' as const, map: { pro: 'P', free: 'F', '': 'empty', Pro: 'P' } }),
      retainMissingValue: fc.boolean(),
    }),
    fc.record({
      type: fc.constant('lookup' as const),
      lookup: fc.constant({ type: 'map' as const, map: { pro: 'P' } }),
      replaceMissingValueWith: fc.constantFrom('', 'other'),
    }),
    fc.record({
      type: fc.constant('regex' as const),
      expr: fc.constantFrom('^(.)', '([a-z])([a-z])', '[0-9]([0-9])'),
      index: fc.constantFrom(0, 1),
      replaceMissingValue: fc.boolean(),
      replaceMissingValueWith: fc.constantFrom('none', ''),
    }),
  );
  return fc
    .oneof<Arbitrary<unknown>[]>(
      fc.record({ type: fc.constant('default'), ...base, outputType }),
      fc.record({ type: fc.constant('extraction'), ...base, extractionFn }),
    )
    .map((value) => JSON.parse(JSON.stringify(value)) as Dimension);
}
