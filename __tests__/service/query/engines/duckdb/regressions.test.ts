import { engineOver } from '../../../../support/service/engine.ts';

// One test for each fault that the random cases of the oracle found.

const AT = Date.parse('2026-10-25T08:00:00Z');
const EVENTS = [
  {
    __time: AT,
    appID: 'A1',
    clientUser: 'u1',
    type: 'start',
    isTestMode: 'false',
    floatValue: -0.5,
    plan: 'aa',
  },
  { __time: AT, appID: 'A1', clientUser: 'u2', type: 'pay', isTestMode: 'true', floatValue: -1, plan: '😀' },
  {
    __time: AT,
    appID: 'A1',
    clientUser: 'u1',
    type: 'stop',
    isTestMode: 'false',
    floatValue: 10,
    plan: null,
  },
].map((event) => ({ count: 1, ...event }));

const { ask, valueOf } = engineOver(EVENTS, AT, ['2026-10-25/2026-10-26']);

describe('an expression', () => {
  test.each<[string, unknown]>([
    ["cast(10000000.0, 'STRING')", '1.0E7'],
    ["cast(12345678.5, 'STRING')", '1.23456785E7'],
    ["cast(9999999.5, 'STRING')", '9999999.5'],
    ["cast(0.00012, 'STRING')", '1.2E-4'],
    ["cast(0.001, 'STRING')", '0.001'],
    ["cast(-1e21, 'STRING')", '-1.0E21'],
    ["cast(1.0 / 0, 'STRING')", 'Infinity'],
    ["cast(0.0 / 0, 'STRING')", 'NaN'],
    ["cast(-(0.0 / 0), 'STRING')", 'NaN'],
    ["cast(0.0 / 0, 'LONG')", 0],
    ['if(-1, 1, 2)', 2],
    ['!(-1)', 1],
    ['if(0.0 / 0, 1, 2)', 2],
    ['floor(7) / 2', 3.5],
    ['round(2.675, 2)', 2.68],
    ['round(1.005, 2)', 1.01],
    ['round(-99.995, 2)', -100],
    ['round(1250, -2)', 1300],
    ['round(1e300, 2)', 1e300],
    ['round(0.0 / 0)', 0],
    ["strlen('😀x')", 2],
    ["substring('abc', 5, 2)", null],
    ["like('aü', 'aü!', '!')", 1],
    ["like('50%', '50ü%', 'ü')", 1],
    ["like('a\\\\b', 'a\\\\_', '!')", 1],
    ["regexp_extract('a\\r\\u2028b', '(.)$', 1)", 'b'],
    ["regexp_extract('ab\\rc', 'a.*')", 'ab'],
    ["regexp_extract('a\\u000bb', 'a(\\\\s)b', 1)", '\v'],
    ["regexp_extract('a\\u000bb', 'a([\\\\s])b', 1)", '\v'],
    ["regexp_extract('ab\\n', '(b)$', 1)", 'b'],
    ["regexp_extract('a\\nb', '(?s)a.b')", 'a\nb'],
    ["regexp_extract('a.b$', '\\\\Qa.b$\\\\E')", 'a.b$'],
    [`${'cast(cast('.repeat(12)}floatValue${", 'DOUBLE'), 'STRING')".repeat(12)}`, '-0.5'],
  ])('the value of the expression %s is right', async (expression, expected) => {
    expect(await valueOf(expression)).toEqual(expected);
  });

  test.each([
    'like(plan, type)',
    "like(plan, '%', 'ab')",
    'regexp_extract(plan, type)',
    'round(floatValue, count)',
    "regexp_extract(plan, '(a)', 2)",
    "regexp_extract(plan, 'a(?=b)')",
  ])('%s is refused with its place', async (expression) => {
    await expect(valueOf(expression)).rejects.toMatchObject({ path: 'virtualColumns[0].expression' });
  });
});

describe('patterns cannot keep an engine thread, which no interrupt reaches within 2,048 rows', () => {
  const long =
    "replace(replace('yyyyyyyy', 'y', 'yyyyyyyyyyyyyyyyyyyyyyyy'), 'y', 'yyyyyyyyyyyyyyyyyyyyyyyy')";

  test('like() takes time by the length of a text, not by a power of it', async () => {
    const startMs = performance.now();
    expect(await valueOf(`like(${long}, '%y%y%y%y%z')`)).toBe(0);
    expect(performance.now() - startMs).toBeLessThan(5000);
  });

  test.each([
    `regexp_extract(${long}, 'y.{900}#')`,
    `regexp_extract(${long}, '(y.{30}){30}#')`,
    `like(${long}, '${'%_y'.repeat(300)}')`,
  ])('a long text and a large pattern are refused together: %s', async (expression) => {
    await expect(valueOf(expression)).rejects.toMatchObject({ message: expect.stringMatching(/pattern/) });
  });

  test('a usual pattern matches a text of any length, so that one long text refuses nobody a query', async () => {
    const longest = `replace(${long}, 'y', 'yyy')`;
    expect(await valueOf(`regexp_extract(${longest}, '^(?:iOS|iPadOS|watchOS|tvOS|macOS|y) ?[0-9]*')`)).toBe(
      'y',
    );
  });

  test('a pattern of many pieces still matches texts of some kilobytes', async () => {
    expect(await valueOf(`regexp_extract(${long}, '^(?:[0-9A-Z]{8}-|y{3}y*)')`)).toHaveLength(4608);
  });
});

describe('a topN by its dimension', () => {
  const values = async (metric: object, dimension = 'plan', outputType = 'STRING') => {
    const query = {
      queryType: 'topN',
      threshold: 9,
      metric,
      dimension: { type: 'default', dimension, outputName: 'd', outputType },
    };
    const answer = (await ask(query)) as { result: { d: unknown }[] }[];
    return answer.flatMap(({ result }) => result.map(({ d }) => d));
  };

  test('a topN by its dimension counts UTF-16 units for strlen', async () => {
    expect(await values({ type: 'dimension', ordering: 'strlen' })).toEqual([null, 'aa', '😀']);
  });

  test('a topN by its dimension orders numbers by their text', async () => {
    const metric = { type: 'dimension' };
    expect(await values(metric, 'floatValue', 'FLOAT')).toEqual([-0.5, -1, 10]);
    expect(await values({ type: 'dimension', ordering: 'strlen' }, 'floatValue', 'FLOAT')).toEqual([
      -0.5, -1, 10,
    ]);
  });
});

test('distinct counts are doubles in expressions', async () => {
  const query = {
    queryType: 'timeseries',
    aggregations: [
      { type: 'userCount', name: 'n' },
      { type: 'cardinality', name: 'c', fields: ['type'], byRow: false },
    ],
    postAggregations: [
      { type: 'thetaSketchEstimate', name: 'e', field: { type: 'fieldAccess', fieldName: 'n' } },
      { type: 'expression', name: 'x', expression: "concat(n, ' ', c / 2, ' ', e)" },
    ],
  };
  expect(await ask(query)).toMatchObject([{ result: { n: 2, c: 3, e: 2, x: '2.0 1.5 2.0' } }]);
});

test('a step of a funnel that uses isTestMode does not disable testMode', async () => {
  const steps = [
    { name: 'all', filter: { type: 'selector', dimension: 'appID', value: 'A1' } },
    { name: 'real', filter: { type: 'selector', dimension: 'isTestMode', value: 'false' } },
  ];
  expect(await ask({ queryType: 'funnel', testMode: true, steps })).toMatchObject([
    { event: { '0_all': 1, '1_real': 0 } },
  ]);
});

test('a z score with more successes than members is NaN and does not fail', async () => {
  const constant = (value: number): object => ({ type: 'constant', value });
  const samples = {
    sample1Size: constant(1),
    successCount1: constant(3),
    sample2Size: constant(2),
    successCount2: constant(1),
  };
  const query = {
    queryType: 'timeseries',
    postAggregations: [{ type: 'zscore2sample', name: 'z', ...samples }],
  };
  expect(await ask(query)).toMatchObject([{ result: { z: 'NaN' } }]);
});

test.each([
  [
    { type: 'thetaSketchEstimate', name: 'p', field: { type: 'constant', value: 1 } },
    'postAggregations[1].field',
  ],
  [
    { type: 'thetaSketchSetOp', func: 'NOT', name: 'p', fields: [{ type: 'constant', value: 1 }] },
    'postAggregations[1].fields[0]',
  ],
  [{ type: 'expression', name: 'p', expression: 'list + 1' }, 'postAggregations[1]'],
  [
    {
      type: 'quantilesDoublesSketchToQuantile',
      name: 'p',
      fraction: 1,
      field: { type: 'fieldAccess', fieldName: 'n' },
    },
    'postAggregations[1].field',
  ],
])('%j is refused at its place', async (post, path) => {
  const list = {
    type: 'quantilesDoublesSketchToHistogram',
    name: 'list',
    numBins: 2,
    field: { type: 'fieldAccess', fieldName: 'q' },
  };
  const query = {
    queryType: 'timeseries',
    aggregations: [
      { type: 'count', name: 'n' },
      { type: 'quantilesDoublesSketch', name: 'q', fieldName: 'floatValue' },
    ],
    postAggregations: [list, post],
  };
  await expect(ask(query)).rejects.toMatchObject({ path });
});

test('a scan that is ordered by a time that it does not show is refused at its columns', async () => {
  const scan = { queryType: 'scan', columns: ['type'], order: 'ascending' };
  await expect(ask(scan)).rejects.toMatchObject({ path: 'columns' });
});

test('a histogram counts infinite values in its last bin, and has no bins of equal width between them', async () => {
  const expression = "if(plan == 'aa', 1.0 / 0, floatValue)";
  const field = { type: 'fieldAccess', fieldName: 'q' };
  const reading = (type: string, name: string, more: object) => ({ type, name, field, ...more });
  const answer = await ask({
    queryType: 'timeseries',
    granularity: 'all',
    virtualColumns: [{ type: 'expression', name: 'x', expression }],
    aggregations: [{ type: 'quantilesDoublesSketch', name: 'q', fieldName: 'x' }],
    postAggregations: [
      reading('quantilesDoublesSketchToHistogram', 'bins', { numBins: 2 }),
      reading('quantilesDoublesSketchToHistogram', 'points', { splitPoints: [0, 20] }),
    ],
  });
  // -1, 10 and infinity.
  const result = { q: 3, bins: ['NaN', 'NaN'], points: [1, 1, 1] };
  expect(answer).toEqual([{ timestamp: '2026-10-25T00:00:00+0000', result }]);
});

test('a quantiles sketch leaves out what is not a number', async () => {
  const expression = "if(plan == 'aa', 0.0 / 0, floatValue)";
  const field = { type: 'fieldAccess', fieldName: 'q' };
  const answer = await ask({
    queryType: 'timeseries',
    granularity: 'all',
    virtualColumns: [{ type: 'expression', name: 'x', expression }],
    aggregations: [{ type: 'quantilesDoublesSketch', name: 'q', fieldName: 'x' }],
    postAggregations: [{ type: 'quantilesDoublesSketchToQuantile', name: 'most', field, fraction: 1 }],
  });
  expect(answer).toEqual([{ timestamp: '2026-10-25T00:00:00+0000', result: { q: 2, most: 10 } }]);
});
