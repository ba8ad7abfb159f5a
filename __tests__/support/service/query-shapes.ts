/** A way for a query to become large: the query that repeats its part `count` times. */
interface QueryShape {
  readonly name: string;
  readonly query: (count: number) => object;
}

type Part = (index: number) => unknown;

const parts = (count: number, part: Part): unknown[] =>
  Array.from({ length: count }, (_, index) => part(index));

/** The part around itself, `count` times. */
const nested = (count: number, inner: unknown, around: (inner: unknown) => unknown): unknown =>
  Array.from({ length: count }).reduce((within) => around(within), inner);

const intervals = ['2026-10-01/2026-11-01'];
const timeseries = { queryType: 'timeseries', intervals, granularity: 'all' };
const groupBy = { queryType: 'groupBy', intervals, granularity: 'all' };
const scan = { queryType: 'scan', intervals, limit: 1 };
const topN = {
  queryType: 'topN',
  intervals,
  granularity: 'all',
  dimension: { type: 'default', dimension: 'type', outputName: 'd' },
  threshold: 10,
};

const selector = (index: number) => ({ type: 'selector', dimension: 'type', value: `v${index}` });
const count = { type: 'count', name: 'n' };
const users = (name: string) => ({ type: 'thetaSketch', name, fieldName: 'clientUser' });
const access = (fieldName: string) => ({ type: 'fieldAccess', fieldName });
const lookupOf = (entries: number, value: (index: number) => string) => ({
  type: 'lookup',
  lookup: {
    type: 'map',
    map: Object.fromEntries(parts(entries, (index) => [`k${index}`, value(index)]) as [string, string][]),
  },
});
const day = (index: number, year = 1000) =>
  new Date(Date.UTC(year, 0, 1) + index * 2 * 86_400_000).toISOString().slice(0, 10);
const interval = (index: number) => `${day(index)}/${day(index + 0.5)}`;
const filtered = (index: number, aggregator: unknown, filter: unknown = selector(index)) => ({
  type: 'filtered',
  filter,
  aggregator,
});

/** The aggregations that are tried many times in one query, with and without their own filter. */
const AGGREGATIONS: Readonly<Record<string, (name: string, index: number) => object>> = {
  count: (name) => ({ type: 'count', name }),
  thetaSketch: (name) => users(name),
  'cardinality of four columns': (name) => ({
    type: 'cardinality',
    name,
    fields: ['type', 'appID', 'clientUser', 'key0'],
  }),
  stringAny: (name) => ({ type: 'stringAny', name, fieldName: 'type' }),
  quantilesDoublesSketch: (name) => ({ type: 'quantilesDoublesSketch', name, fieldName: 'floatValue' }),
};

/**
 * The post-aggregations that are tried many times in one query, over two sketches, a distribution and a
 * count.
 */
const POST_AGGREGATIONS: Readonly<Record<string, (name: string, index: number) => object>> = {
  fieldAccess: (name) => ({ type: 'fieldAccess', name, fieldName: 'n' }),
  arithmetic: (name, index) => ({
    type: 'arithmetic',
    name,
    fn: '/',
    fields: [access('n'), { type: 'constant', value: index }],
  }),
  expression: (name, index) => ({
    type: 'expression',
    name,
    expression: `n * ${index} + if(n > ${index}, 1, 2)`,
  }),
  'difference in a union': (name) => ({
    type: 'thetaSketchSetOp',
    name,
    func: 'UNION',
    fields: [{ type: 'thetaSketchSetOp', func: 'NOT', fields: [access('u'), access('w')] }, access('w')],
  }),
  quantile: (name) => ({
    type: 'quantilesDoublesSketchToQuantile',
    name,
    field: access('q'),
    fraction: 0.5,
  }),
  histogram: (name) => ({ type: 'quantilesDoublesSketchToHistogram', name, field: access('q'), numBins: 3 }),
  'z score': (name) => ({
    type: 'zscore2sample',
    name,
    sample1Size: access('u'),
    successCount1: access('n'),
    sample2Size: access('w'),
    successCount2: access('n'),
  }),
};

const READ_BY_POST_AGGREGATIONS = [
  count,
  users('u'),
  filtered(1, users('w')),
  { type: 'quantilesDoublesSketch', name: 'q', fieldName: 'floatValue' },
];

const aggregating = (aggregations: unknown[], further: object = {}) => ({
  ...timeseries,
  aggregations,
  ...further,
});
const filter = (filter: unknown, query: object = timeseries) => ({ ...query, aggregations: [count], filter });
const columns = (count: number, expression: (index: number) => string) => ({
  ...scan,
  columns: parts(count, (index) => `p${index}`),
  virtualColumns: parts(count, (index) => ({
    type: 'expression',
    name: `p${index}`,
    expression: expression(index),
  })),
});
const post = (count: number, part: (index: number) => unknown) =>
  aggregating(READ_BY_POST_AGGREGATIONS, { postAggregations: parts(count, part) });

const OF_AGGREGATIONS = Object.entries(AGGREGATIONS).flatMap(([name, aggregation]): QueryShape[] => [
  { name: `${name}, many`, query: (n) => aggregating(parts(n, (index) => aggregation(`a${index}`, index))) },
  {
    name: `${name}, many, each with a filter`,
    query: (n) => aggregating(parts(n, (index) => filtered(index, aggregation(`a${index}`, index)))),
  },
]);

const OF_POST_AGGREGATIONS = Object.entries(POST_AGGREGATIONS).map(([name, one]): QueryShape => ({
  name: `post-aggregation ${name}, many`,
  query: (n) => post(n, (index) => one(`p${index}`, index)),
}));

const OF_FILTERS: readonly QueryShape[] = [
  { name: 'selectors in or', query: (n) => filter({ type: 'or', fields: parts(n, selector) }) },
  {
    name: 'patterns in or',
    query: (n) =>
      filter({
        type: 'or',
        fields: parts(n, (i) => ({ type: 'regex', dimension: 'type', pattern: `^v${i}.*[a-z]{1,20}$` })),
      }),
  },
  {
    name: 'comparison of many columns',
    query: (n) => filter({ type: 'columnComparison', dimensions: parts(n, (i) => `key${i % 200}`) }),
  },
  {
    name: 'nested deep, many times',
    query: (n) =>
      filter({
        type: 'or',
        fields: parts(n, (i) => nested(25, selector(i), (field) => ({ type: 'not', field }))),
      }),
  },
  {
    name: 'in a list of quoted values',
    query: (n) => filter({ type: 'in', dimension: 'type', values: parts(n, (i) => `'${i}`) }),
  },
  {
    name: 'lists of values in many aggregations',
    query: (n) =>
      aggregating(
        parts(n, (i) =>
          filtered(
            i,
            { type: 'count', name: `a${i}` },
            { type: 'in', dimension: 'type', values: parts(40, (j) => `${i}_${j}`) },
          ),
        ),
      ),
  },
  {
    name: 'lookup of many keys',
    query: (n) => filter({ ...selector(0), extractionFn: lookupOf(n, (i) => `v${i}`) }),
  },
  {
    name: 'an interval filter of many on text',
    query: (n) => filter({ type: 'interval', dimension: 'type', intervals: parts(n, interval) }),
  },
  {
    name: 'filters inside of filtered',
    query: (n) =>
      aggregating(
        parts(n, (i) => nested(20, { type: 'count', name: `a${i}` }, (inner) => filtered(i, inner))),
      ),
  },
  {
    name: 'having of many',
    query: (n) => ({
      ...groupBy,
      dimensions: [topN.dimension],
      aggregations: [count],
      having: {
        type: 'or',
        havingSpecs: parts(n, (value) => ({ type: 'equalTo', aggregation: 'n', value })),
      },
    }),
  },
];

const OF_THE_REST: readonly QueryShape[] = [
  {
    name: 'intervals, daily',
    query: (n) => ({
      ...timeseries,
      granularity: 'day',
      intervals: parts(n, interval),
      aggregations: [count],
    }),
  },
  {
    name: 'dimensions',
    query: (n) => ({
      ...groupBy,
      dimensions: parts(n, (i) => ({ type: 'default', dimension: `key${i % 200}`, outputName: `d${i}` })),
      aggregations: [count],
    }),
  },
  {
    name: 'virtual columns of conditions',
    query: (n) => columns(n, (i) => `if(floatValue > ${i} && type == 'a${i}', floatValue / ${i}, null)`),
  },
  {
    name: 'virtual columns that read each other twice',
    query: (n) => columns(n, (i) => (i === 0 ? 'floatValue' : `p${i - 1} / p${i - 1}`)),
  },
  {
    name: 'case_searched of many',
    query: (n) =>
      columns(
        1,
        () => `case_searched(${parts(n, (i) => `type == 'v${String(i)}', ${String(i)}`).join()}, 0)`,
      ),
  },
  {
    name: 'a virtual column in many filters',
    query: (n) => ({
      ...filter({ type: 'or', fields: parts(n, (i) => ({ ...selector(i), dimension: 'p0' })) }),
      virtualColumns: columns(1, () => "concat(type, appID, if(floatValue > 3, lower(type), 'x'))")
        .virtualColumns,
    }),
  },
  {
    name: 'funnel of steps',
    query: (n) => ({
      ...groupBy,
      queryType: 'funnel',
      steps: parts(n, (i) => ({ name: `s${i}`, filter: selector(i) })),
    }),
  },
  {
    name: 'retention of two hundred periods with filters',
    query: (n) => ({
      queryType: 'retention',
      granularity: 'day',
      intervals: ['2026-01-01/2026-07-17'],
      filter: { type: 'or', fields: parts(n, selector) },
    }),
  },
  {
    name: 'post-aggregations that nest',
    query: (n) =>
      post(Math.ceil(n / 20), (i) => ({
        ...(nested(20, access('n'), (inner) => ({
          type: 'arithmetic',
          fn: '/',
          fields: [inner, access('n')],
        })) as object),
        name: `p${i}`,
      })),
  },
  {
    name: 'post-aggregations that build on each other',
    query: (n) =>
      post(Math.min(n, 40), (i) => ({
        type: 'arithmetic',
        name: `p${i}`,
        fn: '/',
        fields: parts(Math.ceil(n / 40), () => access(i === 0 ? 'n' : `p${i - 1}`)),
      })),
  },
  {
    name: 'a quotient of many fields',
    query: (n) =>
      post(1, () => ({ type: 'arithmetic', name: 'p', fn: '/', fields: parts(n, () => access('n')) })),
  },
  {
    name: 'a union of many fields',
    query: (n) =>
      post(1, () => ({
        type: 'thetaSketchSetOp',
        name: 'p',
        func: 'UNION',
        fields: parts(n, (i) => access(i % 2 === 0 ? 'u' : 'w')),
      })),
  },
  {
    name: 'outputs of many buckets',
    query: (n) => ({
      ...aggregating(parts(n, (i) => ({ type: 'count', name: `a${i}` }))),
      granularity: 'second',
    }),
  },
  {
    name: 'outputs of a topN',
    query: (n) => ({
      ...topN,
      metric: { type: 'numeric', metric: 'a0' },
      aggregations: parts(n, (i) => filtered(i, users(`a${i}`))),
    }),
  },
  { name: 'parts that are not valid', query: (n) => ({ ...timeseries, aggregations: parts(n, () => 1) }) },
  {
    name: 'keys that are not known',
    query: (n) => ({
      ...aggregating([count]),
      ...Object.fromEntries(parts(n, (i) => [`k${i}`, []]) as [string, unknown][]),
    }),
  },
];

/** Every way to write a large query that we know. */
export const QUERY_SHAPES: readonly QueryShape[] = [
  ...OF_AGGREGATIONS,
  ...OF_POST_AGGREGATIONS,
  ...OF_FILTERS,
  ...OF_THE_REST,
];
