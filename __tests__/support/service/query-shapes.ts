/** A way for a query to become large: the query that repeats its part `count` times. */
export interface QueryShape {
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
const relative = (index: number) => ({
  beginningDate: { component: 'day', offset: -2 * index - 2, position: 'beginning' },
  endDate: { component: 'day', offset: -2 * index - 2, position: 'end' },
});

/** The aggregations that are tried many times in one query, with and without their own filter. */
const AGGREGATIONS: Readonly<Record<string, (name: string, index: number) => object>> = {
  count: (name) => ({ type: 'count', name }),
  longSum: (name) => ({ type: 'longSum', name, fieldName: 'floatValue' }),
  'doubleSum of an expression': (name, index) => ({
    type: 'doubleSum',
    name,
    expression: `floatValue * ${index}`,
  }),
  thetaSketch: (name) => users(name),
  'cardinality of four columns': (name) => ({
    type: 'cardinality',
    name,
    fields: ['type', 'appID', 'clientUser', 'key0'],
  }),
  'cardinality by row': (name) => ({
    type: 'cardinality',
    name,
    byRow: true,
    fields: ['type', 'appID', 'clientUser'],
  }),
  stringFirst: (name) => ({ type: 'stringFirst', name, fieldName: 'type' }),
  doubleLast: (name) => ({ type: 'doubleLast', name, fieldName: 'floatValue' }),
  stringAny: (name, index) => ({ type: 'stringAny', name, fieldName: 'type', maxStringBytes: index }),
  quantilesDoublesSketch: (name) => ({ type: 'quantilesDoublesSketch', name, fieldName: 'floatValue' }),
  histogram: (name) => ({ type: 'histogram', name }),
  userCount: (name) => ({ type: 'userCount', name }),
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
  intersection: (name) => ({
    type: 'thetaSketchSetOp',
    name,
    func: 'INTERSECT',
    fields: [access('u'), access('w')],
  }),
  union: (name) => ({ type: 'thetaSketchSetOp', name, func: 'UNION', fields: [access('u'), access('w')] }),
  'difference in a union': (name) => ({
    type: 'thetaSketchSetOp',
    name,
    func: 'UNION',
    fields: [{ type: 'thetaSketchSetOp', func: 'NOT', fields: [access('u'), access('w')] }, access('w')],
  }),
  quantile: (name) => ({ type: 'quantilesDoublesSketchToQuantile', name, field: access('q'), fraction: 0.5 }),
  quantiles: (name) => ({
    type: 'quantilesDoublesSketchToQuantiles',
    name,
    field: access('q'),
    fractions: [0.1, 0.5],
  }),
  histogram: (name) => ({ type: 'quantilesDoublesSketchToHistogram', name, field: access('q'), numBins: 3 }),
  rank: (name) => ({ type: 'quantilesDoublesSketchToRank', name, field: access('q'), value: 3 }),
  distribution: (name) => ({
    type: 'quantilesDoublesSketchToCDF',
    name,
    field: access('q'),
    splitPoints: [1, 2],
  }),
  'z score': (name) => ({
    type: 'zscore2sample',
    name,
    sample1Size: access('u'),
    successCount1: access('n'),
    sample2Size: access('w'),
    successCount2: access('n'),
  }),
  'p value': (name) => ({ type: 'pvalue2tailedZtest', name, zScore: access('n') }),
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
    name: 'selectors of different columns in and',
    query: (n) =>
      filter({ type: 'and', fields: parts(n, (i) => ({ ...selector(i), dimension: `key${i % 200}` })) }),
  },
  {
    name: 'not selectors in and',
    query: (n) => filter({ type: 'and', fields: parts(n, (i) => ({ type: 'not', field: selector(i) })) }),
  },
  {
    name: 'patterns in or',
    query: (n) =>
      filter({
        type: 'or',
        fields: parts(n, (i) => ({ type: 'regex', dimension: 'type', pattern: `^v${i}.*[a-z]{1,20}$` })),
      }),
  },
  {
    name: 'ranges in or',
    query: (n) =>
      filter({
        type: 'or',
        fields: parts(n, (i) => ({
          type: 'range',
          column: 'floatValue',
          matchValueType: 'DOUBLE',
          lower: `${i}`,
          upper: `${i + 1}`,
        })),
      }),
  },
  {
    name: 'ranges of text in or',
    query: (n) =>
      filter({
        type: 'or',
        fields: parts(n, (i) => ({
          type: 'range',
          column: 'floatValue',
          matchValueType: 'STRING',
          lower: `${i}`,
        })),
      }),
  },
  {
    name: 'equals in or',
    query: (n) =>
      filter({
        type: 'or',
        fields: parts(n, (i) => ({
          type: 'equals',
          column: 'floatValue',
          matchValueType: 'LONG',
          matchValue: i,
        })),
      }),
  },
  {
    name: 'nulls in or',
    query: (n) => filter({ type: 'or', fields: parts(n, (i) => ({ type: 'null', column: `key${i}` })) }),
  },
  {
    name: 'comparison of many columns',
    query: (n) => filter({ type: 'columnComparison', dimensions: parts(n, (i) => `key${i % 200}`) }),
  },
  {
    name: 'and of two, nested wide',
    query: (n) =>
      filter({
        type: 'or',
        fields: parts(n, (i) => ({ type: 'and', fields: [selector(i), selector(i + 1)] })),
      }),
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
    name: 'in a list of harmless values',
    query: (n) => filter({ type: 'in', dimension: 'type', values: parts(n, (i) => `v${i}`) }),
  },
  {
    name: 'in a list of quoted values',
    query: (n) => filter({ type: 'in', dimension: 'type', values: parts(n, (i) => `'${i}`) }),
  },
  {
    name: 'in a list of numbers',
    query: (n) => filter({ type: 'in', dimension: 'floatValue', values: parts(n, (i) => `${i}`) }),
  },
  {
    name: 'in lists of ten',
    query: (n) =>
      filter({
        type: 'or',
        fields: parts(n, (i) => ({ type: 'in', dimension: 'type', values: parts(10, (j) => `${i}_${j}`) })),
      }),
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
    name: 'lookups of ten keys in or',
    query: (n) =>
      filter({
        type: 'or',
        fields: parts(n, (i) => ({ ...selector(i), extractionFn: lookupOf(10, (j) => `${i}${j}`) })),
      }),
  },
  {
    name: 'extraction by patterns in or',
    query: (n) =>
      filter({
        type: 'or',
        fields: parts(n, (i) => ({ ...selector(i), extractionFn: { type: 'regex', expr: `(v${i})` } })),
      }),
  },
  {
    name: 'interval filters in or',
    query: (n) =>
      filter({
        type: 'or',
        fields: parts(n, (i) => ({ type: 'interval', dimension: '__time', intervals: [interval(i)] })),
      }),
  },
  {
    name: 'an interval filter of many',
    query: (n) => filter({ type: 'interval', dimension: '__time', intervals: parts(n, interval) }),
  },
  {
    name: 'an interval filter of many on text',
    query: (n) => filter({ type: 'interval', dimension: 'type', intervals: parts(n, interval) }),
  },
  {
    name: 'an interval filter of many relative ones',
    query: (n) => filter({ type: 'interval', dimension: '__time', relativeIntervals: parts(n, relative) }),
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
  {
    name: 'having by dimension, of many',
    query: (n) => ({
      ...groupBy,
      dimensions: [topN.dimension],
      aggregations: [count],
      having: {
        type: 'or',
        havingSpecs: parts(n, (i) => ({ type: 'dimSelector', dimension: 'd', value: `v${i}` })),
      },
    }),
  },
];

const OF_THE_REST: readonly QueryShape[] = [
  {
    name: 'intervals',
    query: (n) => ({ ...timeseries, intervals: parts(n, interval), aggregations: [count] }),
  },
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
    name: 'intervals, monthly in a zone',
    query: (n) => ({
      ...timeseries,
      granularity: { type: 'period', period: 'P1M', timeZone: 'Europe/Berlin' },
      intervals: parts(n, interval),
      aggregations: [count],
    }),
  },
  {
    name: 'relative intervals',
    query: (n) => ({
      ...timeseries,
      intervals: undefined,
      relativeIntervals: parts(n, relative),
      aggregations: [count],
    }),
  },
  {
    name: 'months in a zone',
    query: (n) => ({
      ...topN,
      granularity: { type: 'period', period: 'P1M', timeZone: 'Europe/Berlin' },
      intervals: [`1000-01-01/${1000 + Math.min(Math.ceil(n / 12), 8900)}-01-01`],
      aggregations: [count],
      metric: { type: 'numeric', metric: 'n' },
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
    name: 'dimensions of the same column',
    query: (n) => ({
      ...groupBy,
      dimensions: parts(n, (i) => ({ type: 'default', dimension: 'type', outputName: `d${i}` })),
      aggregations: [count],
    }),
  },
  {
    name: 'dimensions with lookups',
    query: (n) => ({
      ...groupBy,
      dimensions: parts(n, (i) => ({
        type: 'extraction',
        dimension: 'type',
        outputName: `d${i}`,
        extractionFn: lookupOf(10, (j) => `v${i}${j}`),
      })),
      aggregations: [count],
    }),
  },
  {
    name: 'dimensions with patterns',
    query: (n) => ({
      ...groupBy,
      dimensions: parts(n, (i) => ({
        type: 'extraction',
        dimension: 'type',
        outputName: `d${i}`,
        extractionFn: { type: 'regex', expr: `(a${i})` },
      })),
      aggregations: [count],
    }),
  },
  { name: 'columns of a scan', query: (n) => ({ ...scan, columns: parts(n, (i) => `key${i}`) }) },
  {
    name: 'columns of a scan that there are',
    query: (n) => ({ ...scan, columns: parts(n, (i) => `key${i % 200}`) }),
  },
  {
    name: 'order of a scan',
    query: (n) => ({
      ...scan,
      columns: ['type'],
      orderBy: parts(n, (i) => ({ columnName: `key${i % 200}`, order: 'ascending' })),
    }),
  },
  {
    name: 'columns to include',
    query: (n) => ({
      queryType: 'segmentMetadata',
      intervals,
      toInclude: { type: 'list', columns: parts(n, (i) => `key${i}`) },
    }),
  },
  { name: 'virtual columns', query: (n) => columns(n, (i) => `floatValue + ${i}`) },
  {
    name: 'virtual columns of conditions',
    query: (n) => columns(n, (i) => `if(floatValue > ${i} && type == 'a${i}', floatValue / ${i}, null)`),
  },
  {
    name: 'virtual columns of texts',
    query: (n) => columns(n, (i) => `concat(lower(type), '${i}', upper(appID))`),
  },
  {
    name: 'virtual columns of replacements',
    query: (n) => columns(n, (i) => `replace(replace(type, 'a', '${i}'), 'b', appID)`),
  },
  {
    name: 'virtual columns of times',
    query: (n) =>
      columns(n, () => "timestamp_format(timestamp_floor(__time, 'P1M', null, 'Europe/Berlin'), 'yyyy-MM')"),
  },
  {
    name: 'virtual columns that read each other',
    query: (n) => columns(n, (i) => (i === 0 ? 'floatValue' : `p${i - 1} + 1`)),
  },
  {
    name: 'virtual columns that read each other twice',
    query: (n) => columns(n, (i) => (i === 0 ? 'floatValue' : `p${i - 1} / p${i - 1}`)),
  },
  {
    name: 'long expressions',
    query: (n) =>
      columns(Math.ceil(n / 200), (i) => parts(200, (j) => `floatValue * ${i}${String(j)}`).join(' + ')),
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
    name: 'case_simple of many',
    query: (n) =>
      columns(1, () => `case_simple(type, ${parts(n, (i) => `'v${String(i)}', ${String(i)}`).join()}, 0)`),
  },
  {
    name: 'nvl and max of many',
    query: (n) => columns(1, () => `greatest(${parts(n, (i) => `floatValue + ${String(i)}`).join()})`),
  },
  {
    name: 'mv-filtered of many values',
    query: (n) => ({
      ...scan,
      columns: ['m'],
      virtualColumns: [
        { type: 'mv-filtered', name: 'm', delegate: 'type', values: parts(n, (i) => `v${i}`) },
      ],
    }),
  },
  {
    name: 'mv-filtered columns',
    query: (n) => ({
      ...scan,
      columns: parts(n, (i) => `m${i}`),
      virtualColumns: parts(n, (i) => ({
        type: 'mv-filtered',
        name: `m${i}`,
        delegate: 'type',
        values: [`v${i}`],
      })),
    }),
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
    name: 'funnel of a hundred steps with filters',
    query: (n) => ({
      ...groupBy,
      queryType: 'funnel',
      steps: parts(Math.min(n, 100), (i) => ({
        name: `s${i}`,
        filter: { type: 'or', fields: parts(Math.ceil(n / 100), (j) => selector(i * 1000 + j)) },
      })),
    }),
  },
  {
    name: 'retention of periods',
    query: (n) => ({
      queryType: 'retention',
      granularity: 'day',
      intervals: [`2020-01-01/${day(0.5 * Math.min(n, 198), 2020)}`],
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
    name: 'experiment with wide filters',
    query: (n) => ({
      ...groupBy,
      queryType: 'experiment',
      ...Object.fromEntries(
        ['sample1', 'sample2', 'successCriterion'].map((name, k) => [
          name,
          { name, filter: { type: 'or', fields: parts(n, (i) => selector(i * 3 + k)) } },
        ]),
      ),
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
    name: 'an arithmetic of many fields',
    query: (n) =>
      post(1, () => ({ type: 'arithmetic', name: 'p', fn: '+', fields: parts(n, () => access('n')) })),
  },
  {
    name: 'a quotient of many fields',
    query: (n) =>
      post(1, () => ({ type: 'arithmetic', name: 'p', fn: '/', fields: parts(n, () => access('n')) })),
  },
  {
    name: 'a greatest of many fields',
    query: (n) => post(1, () => ({ type: 'doubleGreatest', name: 'p', fields: parts(n, () => access('n')) })),
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
    name: 'quantiles of many fractions',
    query: (n) =>
      post(1, () => ({
        type: 'quantilesDoublesSketchToQuantiles',
        name: 'p',
        field: access('q'),
        fractions: parts(n, (i) => i / n),
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
  {
    name: 'outputs of a groupBy by user',
    query: (n) => ({
      ...groupBy,
      dimensions: [{ type: 'default', dimension: 'clientUser', outputName: 'u' }],
      aggregations: parts(n, (i) =>
        filtered(i, { type: 'doubleSum', name: `a${i}`, fieldName: 'floatValue' }),
      ),
    }),
  },
  { name: 'parts that are not valid', query: (n) => ({ ...timeseries, aggregations: parts(n, () => 1) }) },
  {
    name: 'filters that are not valid',
    query: (n) => filter({ type: 'or', fields: parts(n, () => ({ type: 'selector' })) }),
  },
  {
    name: 'keys that are not known',
    query: (n) => ({
      ...aggregating([count]),
      ...Object.fromEntries(parts(n, (i) => [`k${i}`, []]) as [string, unknown][]),
    }),
  },
  { name: 'empty arrays', query: (n) => ({ ...aggregating([count]), unknown: parts(n, () => []) }) },
];

/** Every way to write a large query that we know. */
export const QUERY_SHAPES: readonly QueryShape[] = [
  ...OF_AGGREGATIONS,
  ...OF_POST_AGGREGATIONS,
  ...OF_FILTERS,
  ...OF_THE_REST,
];
