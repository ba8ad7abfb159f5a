import { type Arbitrary } from 'fast-check';
import fc from '../../support/properties.ts';
import { type Aggregation } from '../../../src/tql/schema/aggregation.ts';
import { type Filter } from '../../../src/tql/schema/filter.ts';
import { type Granularity } from '../../../src/tql/time/granularity.ts';
import { aggregation, histogram, sketches } from './aggregations.ts';
import { dimension } from './dimensions.ts';
import { NUMBER_COLUMNS, PLANS, TEXT_COLUMNS, ZONES } from './events.ts';
import { expression } from './expressions.ts';
import { filter } from './filters.ts';
import { having, metric } from './metric-having.ts';
import { coarseEnough, granularity, intervals } from './intervals.ts';
import { postAggregation } from './post-aggregations.ts';

/** A value in this percentage of cases, otherwise undefined. */
const maybe = <T>(arbitrary: Arbitrary<T>, percent = 50): Arbitrary<T | undefined> =>
  fc.oneof({ weight: percent, arbitrary }, { weight: 100 - percent, arbitrary: fc.constant(undefined) });

const is = <T>(value: T): Arbitrary<T> => fc.constant(value);

/** Virtual columns that read each other, and therefore sometimes themselves. */
const cycle: Arbitrary<object[]> = fc.tuple(
  expressionColumn('v', ['w', 'plan']),
  expressionColumn('w', ['v', 'v', 'plan']),
);

/**
 * One query in three has virtual columns: `v`, possibly with a `w` that may read it, or one that hides a
 * column of the events.
 */
const virtualColumns: Arbitrary<object[] | undefined> = fc.oneof(
  { weight: 24, arbitrary: fc.constant(undefined) },
  { weight: 6, arbitrary: fc.tuple(expressionColumn('v')) },
  {
    weight: 6,
    arbitrary: fc.tuple(expressionColumn('v'), expressionColumn('w')),
  },
  // The column that reads comes first, because the order has no meaning.
  { weight: 4, arbitrary: fc.tuple(expressionColumn('w', ['v', 'v', 'v']), expressionColumn('v')) },
  cycle,
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('plan', 'clientUser', 'appID')
      .chain((name) => fc.tuple(expressionColumn(name), expressionColumn('w', [name, name]))),
  },
);

function expressionColumn(name: string, read: readonly string[] = []): Arbitrary<object> {
  const others = (names: readonly string[]): string[] =>
    [...names, ...read, ...read, ...read].filter((other) => other !== name);
  const written = expression({
    numbers: others(NUMBER_COLUMNS),
    texts: others(TEXT_COLUMNS),
    time: '__time',
  });
  return fc.record(
    {
      type: is('expression'),
      name: is(name),
      expression: written,
      outputType: fc.constantFrom('STRING', 'LONG', 'DOUBLE', 'FLOAT'),
    },
    { requiredKeys: ['type', 'name', 'expression'] },
  );
}

/** The parts that all queries share, and the names of its virtual columns. */
function common(base: number): Arbitrary<{ shared: object; extra: string[]; filter: Arbitrary<Filter> }> {
  const known = new Map<string, { found: Arbitrary<Filter>; parts: Arbitrary<Parts> }>();
  return virtualColumns.chain((columns) => {
    const extra = (columns ?? []).map((column) => String(Reflect.get(column, 'name')));
    const key = extra.join();
    const made = known.get(key) ?? parts(base, filter(base, extra));
    known.set(key, made);
    return made.parts.map(({ intervals: when, app, timezone, grandTotal, ...rest }) => ({
      extra,
      filter: made.found,
      shared: {
        ...rest,
        ...when,
        ...app,
        virtualColumns: columns,
        granularity: coarseEnough(rest.granularity, JSON.stringify(when)),
        context: { timezone, grandTotal },
      },
    }));
  });
}

interface Parts {
  readonly intervals: object;
  readonly granularity: Granularity;
  readonly filter: Filter | undefined;
  readonly testMode: boolean | undefined;
  readonly app: object;
  readonly timezone: string | undefined;
  readonly grandTotal: boolean;
}

function parts(
  base: number,
  found: Arbitrary<Filter>,
): { found: Arbitrary<Filter>; parts: Arbitrary<Parts> } {
  const app = fc.constantFrom(
    {},
    {},
    {},
    {},
    {},
    { baseFilters: 'noFilter' },
    { baseFilters: 'thisApp', appID: '3f0c9c36-7b5b-4a7c-9e43-5b1f6d1f9a10' },
  );
  return {
    found,
    parts: fc.record({
      intervals: intervals(base),
      granularity,
      filter: maybe(found),
      testMode: maybe(fc.boolean(), 12),
      app,
      timezone: maybe(fc.constantFrom(...ZONES)),
      grandTotal: fc.boolean(),
    }),
  };
}

/** Aggregations `x` and `y`, and often sketches with post-aggregations over them. */
function outputs(material: {
  readonly filter: Arbitrary<Filter>;
  readonly extra: readonly string[];
}): Arbitrary<object> {
  const own = fc.tuple(aggregation('x', material), aggregation('y', material));
  const posts = fc.tuple(postAggregation('p', []), postAggregation('r', ['p']));
  return fc.oneof(
    { weight: 3, arbitrary: own.map((aggregations) => ({ aggregations })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(own, sketches(material), posts)
        .map(([x, s, postAggregations]) => ({ aggregations: [...x, ...s], postAggregations })),
    },
    fc.tuple(own, histogram('H'), second(material)).map(([x, h, g]) => ({ aggregations: [h, ...x, ...g] })),
  );
}

/** Sometimes a second histogram, possibly a filtered one. */
function second({ filter: found }: { readonly filter: Arbitrary<Filter> }): Arbitrary<Aggregation[]> {
  const one = histogram('G');
  const filtered: Arbitrary<Aggregation> = fc.record({
    type: is('filtered' as const),
    name: fc.constantFrom('', 'G'),
    filter: found,
    aggregator: one,
  });
  return fc.oneof<Arbitrary<Aggregation[]>[]>(
    is([]),
    one.map((found) => [found]),
    filtered.map((found) => [found]),
  );
}

type Shaped = {
  readonly extra: readonly string[];
  readonly filter: Arbitrary<Filter>;
  readonly base: number;
};

const TYPES: readonly { weight: number; of: (shaped: Shaped) => Arbitrary<object> }[] = [
  {
    weight: 4,
    of: (shaped) =>
      fc
        .tuple(
          fc.record({
            queryType: is('timeseries'),
            descending: fc.boolean(),
            limit: maybe(fc.integer({ min: 0, max: 4 }), 30),
          }),
          outputs(shaped),
        )
        .map(merged),
  },
  {
    weight: 5,
    of: (shaped) =>
      fc
        .tuple(
          fc.record({
            queryType: is('topN'),
            threshold: fc.integer({ min: 1, max: 4 }),
            metric,
            dimension: dimension('d', shaped.extra),
          }),
          outputs(shaped),
        )
        .map(merged),
  },
  {
    weight: 1,
    of: ({ extra }) =>
      fc.record({
        queryType: is('topN'),
        threshold: is(2),
        metric: is({ type: 'numeric', metric: 'count' }),
        dimension: dimension('d', extra),
        aggregations: fc.constantFrom([{ type: 'eventCount' }], [{ type: 'userCount' }]),
      }),
  },
  {
    weight: 4,
    of: (shaped) =>
      fc
        .tuple(
          fc.record({
            queryType: is('groupBy'),
            dimensions: fc.tuple(dimension('d', shaped.extra), dimension('e', shaped.extra)),
            having: maybe(having(shaped.base, ['x', 'y'])),
          }),
          outputs(shaped),
        )
        .map(merged),
  },
  {
    weight: 1,
    of: (shaped) =>
      fc
        .tuple(
          fc.record({ queryType: is('groupBy'), dimensions: fc.constantFrom([], undefined) }),
          outputs(shaped),
        )
        .map(merged),
  },
  {
    weight: 2,
    of: ({ extra }) =>
      fc
        .record({
          queryType: is('scan'),
          columns: maybe(
            fc.shuffledSubarray([
              '__time',
              'plan',
              'floatValue',
              ...new Set(['nowhere', 'count', 'a"b', ...extra]),
            ]),
            60,
          ),
          order: maybe(fc.constantFrom('ascending', 'descending'), 60),
          offset: maybe(fc.integer({ min: 0, max: 5 })),
          limit: maybe(fc.integer({ min: 0, max: 9 }), 60),
        })
        .map(ordered),
  },
  { weight: 1, of: () => is({ queryType: 'timeBoundary' }) },
  {
    weight: 2,
    of: (shaped) =>
      derived(
        shaped,
        fc.record({
          queryType: is('funnel'),
          steps: fc.array(sample(shaped), { minLength: 1, maxLength: 5 }),
        }),
      ),
  },
  {
    weight: 2,
    of: (shaped) =>
      derived(
        shaped,
        fc.record({
          queryType: is('experiment'),
          sample1: sample(shaped),
          sample2: sample(shaped),
          successCriterion: sample(shaped),
        }),
      ),
  },
  { weight: 2, of: (shaped) => derived(shaped, fc.oneof(absoluteRetention(shaped.base), relativeRetention)) },
];

const shapes = new Map<string, Arbitrary<object>>();

/**
 * The parts that queries do not share. Cached for each set of names, because arbitraries are slow to build.
 */
function shape(base: number, extra: readonly string[], found: Arbitrary<Filter>): Arbitrary<object> {
  const key = JSON.stringify([base, extra]);
  const known = shapes.get(key);
  if (known !== undefined) return known;
  const kinds = TYPES.map(({ weight, of }) => ({ weight, arbitrary: of({ extra, filter: found, base }) }));
  const made = fc.oneof(...kinds);
  shapes.set(key, made);
  return made;
}

const queries = new Map<number, Arbitrary<object>>();

/** Queries of every type over events around a day, as JSON. */
export function query(base: number): Arbitrary<object> {
  const known = queries.get(base);
  if (known !== undefined) return known;
  const made = common(base).chain(({ shared, extra, filter: found }) =>
    shape(base, extra, found).map((own) => JSON.parse(JSON.stringify({ ...shared, ...own })) as object),
  );
  queries.set(base, made);
  return made;
}

function merged([a, b]: readonly [object, object]): object {
  return { ...a, ...b };
}

/** Adds the time to most scans that have an order, because they need it. */
function ordered<T extends { columns?: string[] | undefined; limit?: number | undefined }>(scan: T): T {
  if (scan.columns === undefined || scan.columns.length === 0 || scan.limit === 7) return scan;
  return { ...scan, columns: ['__time', ...scan.columns] };
}

function sample({ filter: found }: Shaped): Arbitrary<object> {
  const likely = fc.constantFrom<Filter>(
    { type: 'selector', dimension: 'type', value: 'start' },
    { type: 'in', dimension: 'type', values: ['pay', 'stop'] },
    { type: 'in', dimension: 'plan', values: PLANS },
  );
  const filters = fc.oneof({ weight: 3, arbitrary: likely }, found);
  return fc.record({ name: fc.constantFrom('Opened', 'ü', ''), filter: filters }, { requiredKeys: ['name'] });
}

function derived({ extra, base }: Shaped, own: Arbitrary<object>): Arbitrary<object> {
  const grouped = fc.record({
    dimensions: maybe(fc.tuple(dimension('d', extra)), 40),
    having: maybe(having(base, ['cohort_1', '_funnel_step_0']), 15),
  });
  return fc.tuple(own, grouped).map(merged);
}

const UNITS = ['day', 'day', 'week', 'month', 'quarter', 'year'] as const;

function absoluteRetention(base: number): Arbitrary<object> {
  const lengths = { day: 1, week: 7, month: 31, quarter: 92, year: 366 } as const;
  return fc
    .tuple(fc.constantFrom(...UNITS), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 20 }))
    .map(([unit, count, hours]) => {
      const start = base - Math.min(count, 3) * lengths[unit] * 86_400_000 - hours * 3_600_000;
      const end = start + (count * lengths[unit] + 1) * 86_400_000;
      return {
        queryType: 'retention',
        granularity: unit,
        relativeIntervals: undefined,
        intervals: [`${new Date(start).toISOString()}/${new Date(end).toISOString()}`],
      };
    });
}

const relativeRetention: Arbitrary<object> = fc
  .tuple(
    fc.constantFrom(...UNITS),
    fc.integer({ min: 0, max: 4 }),
    fc.integer({ min: 0, max: 1 }),
    fc.boolean(),
  )
  .map(([unit, back, ahead, isInner]) => ({
    queryType: 'retention',
    granularity: unit === 'month' && back > 2 ? undefined : unit,
    intervals: undefined,
    relativeIntervals: [
      {
        beginningDate: { component: unit, offset: -back, position: 'beginning' },
        endDate: { component: unit, offset: ahead, position: isInner ? 'beginning' : 'end' },
      },
    ],
  }));
