import { answerQuery, explainQuery } from '../../../../../src/service/query/answer.ts';
import { type Event } from '../../../../oracle/values.ts';
import { engineOver } from '../../../../support/service/engine.ts';

const AT = Date.parse('2026-10-05T08:00:00Z');
const EVENTS: Event[] = ['pro', 'pro', 'pro', 'free', 'free', null].map((plan, index) => ({
  __time: AT + index * 3_600_000,
  appID: 'A1',
  clientUser: `u${index % 4}`,
  type: index % 2 === 0 ? 'open' : 'pay',
  isTestMode: 'false',
  count: 1,
  plan,
}));
const INTERVALS = ['2026-10-05/2026-10-07'];

const { ask, connection, source, tableName } = engineOver(EVENTS, AT, INTERVALS);

const dimension = { type: 'default', dimension: 'plan', outputName: 'plan' };
const eventCount = [{ type: 'eventCount' }];

describe('answers', () => {
  test("the specification's topN is answered to the letter", async () => {
    const query = {
      queryType: 'topN',
      granularity: 'all',
      aggregations: eventCount,
      dimension,
      metric: { type: 'numeric', metric: 'count' },
      threshold: 2,
    };
    const json = JSON.stringify(await ask(query));
    expect(json).toBe(
      '[{"timestamp":"2026-10-05T00:00:00+0000","result":[{"plan":"pro","count":3},{"plan":"free","count":2}]}]',
    );
  });

  test('a timeseries has empty buckets with counts of 0 and sums of null', async () => {
    const aggregations = [
      { type: 'count', name: 'n' },
      { type: 'userCount' },
      { type: 'longSum', name: 's', fieldName: 'count' },
    ];
    expect(await ask({ queryType: 'timeseries', granularity: 'day', aggregations })).toEqual([
      { timestamp: '2026-10-05T00:00:00+0000', result: { n: 6, Users: 4, s: 6 } },
      { timestamp: '2026-10-06T00:00:00+0000', result: { n: 0, Users: 0, s: null } },
    ]);
  });

  test("an answer without events is a row, an empty topN, a groupBy's summary, or a scan without a batch", async () => {
    const none = {
      intervals: ['2020-01-01/2020-01-02'],
      granularity: 'all',
      aggregations: [{ type: 'count', name: 'n' }],
    };
    const timestamp = '2020-01-01T00:00:00+0000';
    expect(await ask({ ...none, queryType: 'timeseries' })).toEqual([{ timestamp, result: { n: 0 } }]);
    expect(
      await ask({
        ...none,
        queryType: 'topN',
        dimension,
        metric: { type: 'numeric', metric: 'n' },
        threshold: 1,
      }),
    ).toEqual([{ timestamp, result: [] }]);
    expect(await ask({ ...none, queryType: 'groupBy' })).toEqual([
      { version: 'v1', timestamp, event: { n: 0 } },
    ]);
    expect(await ask({ ...none, queryType: 'groupBy', dimensions: [dimension] })).toEqual([]);
    expect(await ask({ ...none, queryType: 'scan' })).toEqual([]);
    expect(await ask({ ...none, queryType: 'timeBoundary' })).toEqual([]);
  });

  test('a scan has its events in order, and a signature', async () => {
    expect(
      await ask({ queryType: 'scan', columns: ['__time', 'plan'], order: 'descending', limit: 1, offset: 1 }),
    ).toEqual([
      {
        columns: ['__time', 'plan'],
        events: [{ __time: AT + 4 * 3_600_000, plan: 'free' }],
        rowSignature: [
          { name: '__time', type: 'LONG' },
          { name: 'plan', type: 'STRING' },
        ],
      },
    ]);
    await expect(ask({ queryType: 'scan', columns: ['plan'], order: 'ascending' })).rejects.toMatchObject({
      path: 'columns',
    });
  });

  test('a funnel counts the users at a step and at all steps before it', async () => {
    const step = (name: string, value: string) => ({
      name,
      filter: { type: 'selector', dimension: 'type', value },
    });
    expect(await ask({ queryType: 'funnel', steps: [step('Opened', 'open'), step('Paid', 'pay')] })).toEqual([
      {
        version: 'v1',
        timestamp: '2026-10-05T00:00:00+0000',
        event: { _funnel_step_0: 2, _funnel_step_1: 2, '0_Opened': 2, '1_Paid': 0 },
      },
    ]);
  });

  test("the reference's experiment has its z score and its p value", async () => {
    const constant = (value: number): object => ({ type: 'constant', value });
    const postAggregations = [
      {
        type: 'zscore2sample',
        name: 'z',
        sample1Size: constant(240),
        successCount1: constant(36),
        sample2Size: constant(260),
        successCount2: constant(26),
      },
      { type: 'pvalue2tailedZtest', name: 'p', zScore: { type: 'fieldAccess', fieldName: 'z' } },
    ];
    const [row] = (await ask({ queryType: 'groupBy', postAggregations })) as {
      event: { z: number; p: number };
    }[];
    expect(row?.event.z).toBeCloseTo(1.6879914302191077, 13);
    expect(row?.event.p).toBeCloseTo(0.0914128740162421, 13);
  });

  test('a timeBoundary has the times of the first and the last event', async () => {
    const [minTime, maxTime] = ['2026-10-05T08:00:00+0000', '2026-10-05T13:00:00+0000'];
    expect(await ask({ queryType: 'timeBoundary' })).toEqual([
      { timestamp: minTime, result: { minTime, maxTime } },
    ]);
  });

  test('hours of a month in a zone are right before and after a clock change', async () => {
    const query = {
      queryType: 'timeseries',
      granularity: 'day',
      intervals: ['2026-10-20/2026-10-30'],
      context: { timezone: 'Europe/Berlin' },
    };
    const rows = (await ask(query)) as { timestamp: string }[];
    expect(rows.map(({ timestamp }) => timestamp.slice(8, 13))).toEqual([
      '19T22',
      '20T22',
      '21T22',
      '22T22',
      '23T22',
      '24T22',
      '25T23',
      '26T23',
      '27T23',
      '28T23',
      '29T23',
    ]);
  });
});

const HOSTILE = [
  '"; DROP TABLE events_1; --',
  "' OR 1=1 --",
  "read_csv('/etc/passwd')",
  "x'||(SELECT 1)||'",
  '\0',
  '/*',
  '$1',
  '"',
  "'",
  '{}',
  '__proto__',
  '_ir_user',
  'constructor',
];

describe('hostile text', () => {
  test.each(HOSTILE)('%j is a text in every place, and nothing else', async (text) => {
    const filter = {
      type: 'or',
      fields: [
        { type: 'selector', dimension: text, value: text },
        { type: 'in', dimension: 'plan', values: [text] },
        { type: 'equals', column: text, matchValueType: 'STRING', matchValue: text },
        { type: 'range', column: text, matchValueType: 'STRING', lower: text },
        { type: 'columnComparison', dimensions: ['plan', text] },
        { type: 'interval', dimension: text, intervals: INTERVALS },
        { type: 'null', column: text },
      ],
    };
    const query = {
      queryType: 'groupBy',
      filter,
      dimensions: [
        { type: 'default', dimension: text, outputName: text },
        {
          type: 'extraction',
          dimension: 'plan',
          outputName: 'o',
          extractionFn: { type: 'lookup', lookup: { type: 'map', map: { pro: text, [text]: 'x' } } },
        },
      ],
      aggregations: [
        { type: 'eventCount', name: `n${text}` },
        { type: 'thetaSketch', name: `t${text}`, fieldName: text },
        { type: 'stringFirst', name: `f${text}`, fieldName: text },
        { type: 'cardinality', name: `c${text}`, fields: [text, 'plan'] },
      ],
      postAggregations: [{ type: 'fieldAccess', name: `p${text}`, fieldName: `n${text}` }],
      having: { type: 'not', havingSpec: { type: 'dimSelector', dimension: text, value: text } },
    };
    const rows = (await ask(query)) as { event: object }[];
    expect(rows.map(({ event }) => event)).toContainEqual({
      [text]: null,
      o: text,
      [`n${text}`]: 3,
      [`t${text}`]: 0,
      [`f${text}`]: null,
      [`c${text}`]: 1,
      [`p${text}`]: 3,
    });
  });

  test.each(['(?=x)', '(', '[', 'a**', '\\1', 'a{2000}', '*a'])(
    'the pattern %s is refused, not failed at',
    async (pattern) => {
      await expect(
        ask({ queryType: 'timeseries', filter: { type: 'regex', dimension: 'plan', pattern } }),
      ).rejects.toMatchObject({ name: 'QueryError', path: 'filter.pattern' });
    },
  );

  const bad = (type: string) => ({ type, dimension: 'plan', pattern: '(' });
  const extractionFn = { type: 'regex', expr: '[', index: 0 };
  test.each([
    [
      'filter.fields[1].field.pattern',
      {
        filter: {
          type: 'and',
          fields: [
            { ...bad('regex'), pattern: 'a' },
            { type: 'not', field: bad('regex') },
          ],
        },
      },
    ],
    [
      'aggregations[1].filter.pattern',
      {
        aggregations: [
          { type: 'histogram' },
          { type: 'filtered', filter: bad('regex'), aggregator: { type: 'eventCount' } },
        ],
      },
    ],
    [
      'filter.extractionFn.expr',
      { testMode: false, filter: { type: 'selector', dimension: 'plan', value: 'a', extractionFn } },
    ],
    [
      'virtualColumns[0].expression',
      {
        virtualColumns: [
          { type: 'expression', name: 'v', expression: "1 + strlen(regexp_extract(plan, 'a{2000}'))" },
        ],
        aggregations: [{ type: 'longSum', name: 's', fieldName: 'v' }],
      },
    ],
  ])('a pattern that is not supported is reported at %s', async (path, change) => {
    await expect(ask({ queryType: 'timeseries', ...change })).rejects.toMatchObject({
      name: 'QueryError',
      path,
      message: expect.stringContaining(`${path} holds a regular expression that is not supported: `),
    });
  });
});

describe('limits', () => {
  test('more buckets than an answer can hold are refused', async () => {
    await expect(ask({ queryType: 'timeseries', granularity: 'none' })).rejects.toMatchObject({
      path: 'granularity',
    });
  });

  test('the lookup appleModelNames turns model identifiers into product names; another name is refused', async () => {
    const modelOf = `case_searched(plan == 'pro', 'iPhone17,1', plan == 'free', 'Pixel 9', nvl(plan, ''))`;
    const rows = async (fn: object) => {
      const extraction = { type: 'extraction', dimension: 'model', outputName: 'device', extractionFn: fn };
      const virtualColumns = [
        { type: 'expression', name: 'model', expression: modelOf, outputType: 'STRING' },
      ];
      const query = {
        queryType: 'groupBy',
        virtualColumns,
        dimensions: [extraction],
        aggregations: eventCount,
      };
      return ((await ask(query)) as { event: object }[]).map(({ event }) => event);
    };
    const registered = { type: 'registeredLookup', lookup: 'appleModelNames' };
    const written = { type: 'lookup', lookup: { type: 'map', map: { 'iPhone17,1': 'iPhone 16 Pro' } } };
    for (const missing of [{}, { retainMissingValue: true }, { replaceMissingValueWith: 'other' }])
      expect(await rows({ ...registered, ...missing })).toEqual(await rows({ ...written, ...missing }));
    expect(await rows({ ...registered, retainMissingValue: true })).toContainEqual(
      expect.objectContaining({ device: 'iPhone 16 Pro' }),
    );
    await expect(rows({ ...registered, lookup: 'deviceType' })).rejects.toThrow(
      'dimensions[0].extractionFn.lookup is "deviceType"; the only lookup of this service is "appleModelNames"',
    );
  });

  test('an aborted signal cancels a query before and while it runs', async () => {
    await expect(ask({ queryType: 'timeseries' }, AbortSignal.abort())).rejects.toMatchObject({
      name: 'CancelledError',
    });
    await connection().run(`CREATE VIEW endless AS SELECT e.* FROM ${tableName()} e, range(100000000000)`);
    const controller = new AbortController();
    const options = { ...source(), owner: { id: 2, namespace: 'endless' }, signal: controller.signal };
    const running = answerQuery(
      {
        queryType: 'timeseries',
        intervals: INTERVALS,
        aggregations: [{ type: 'cardinality', name: 'c', fields: ['plan', '__time'], byRow: true }],
      },
      options,
    );
    setTimeout(() => {
      controller.abort();
    }, 50);
    await expect(running).rejects.toMatchObject({ name: 'CancelledError' });
  });
});

test('a measured explanation says how many rows the engine read, and another one does not', async () => {
  const query = { queryType: 'timeseries', granularity: 'all', aggregations: eventCount };
  const explained = async (intervals: readonly string[], isMeasured: boolean) => {
    const measuring = isMeasured ? new AbortController().signal : null;
    return (await explainQuery({ ...query, intervals }, { ...source(), measuring })).rowsRead;
  };
  expect(await explained(INTERVALS, true)).toBe(EVENTS.length);
  // What is known of the table says that it has no such event.
  expect(await explained(['2020-01-01/2020-01-02'], true)).toBe(0);
  expect(await explained(INTERVALS, false)).toBeNull();
});

test('an explanation has the query in compiled form, its statement with placeholders, and its plan', async () => {
  const { compiled, statement, plan } = await explainQuery(
    { queryType: 'timeseries', filter: { type: 'selector', dimension: 'plan', value: "free'; --" } },
    { ...source(), measuring: null },
  );
  expect(compiled.queryType).toBe('timeseries');
  expect(statement).not.toContain('free');
  expect(plan).toMatch(/SCAN/);
});
