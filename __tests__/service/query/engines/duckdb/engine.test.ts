import { answerQuery, explainQuery } from '../../../../support/service/answer.ts';
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

const eventCount = [{ type: 'eventCount' }];

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
      'dimensions[0].extractionFn.expr',
      {
        queryType: 'groupBy',
        dimensions: [{ type: 'extraction', dimension: 'plan', outputName: 'd', extractionFn }],
      },
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
      message: expect.stringMatching(/is a regular expression that is (?:not valid: |too large)/),
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

test('an explanation has the query in compiled form, its statement with placeholders, and its plan', async () => {
  const { compiled, statement, plan } = await explainQuery(
    { queryType: 'timeseries', filter: { type: 'selector', dimension: 'plan', value: "free'; --" } },
    source(),
  );
  expect(compiled.queryType).toBe('timeseries');
  expect(statement).not.toContain('free');
  expect(plan).toMatch(/SCAN/);
});
