import fc from '../support/properties.ts';
import { parseResult } from '../../src/tql/result.ts';
import { ResultShapeError } from '../../src/tql/result-shape.ts';

const OCTOBER_5 = Date.UTC(2026, 9, 5);

function wrapped(type: string, rows: unknown) {
  return {
    calculationDuration: 0.034,
    calculationFinishedAt: '2026-10-05T14:20:36+0000',
    result: { type, rows },
  };
}

const topNRows = [
  { timestamp: '2026-10-05T00:00:00+0000', result: [{ modelName: 'iPhone15,3', count: 516 }] },
];
const topN = {
  kind: 'topN',
  buckets: [{ timestampMs: OCTOBER_5, rows: [{ modelName: 'iPhone15,3', count: 516 }] }],
};

test.each([
  ['the raw array', topNRows],
  ['the wrapped object', wrapped('topNResult', topNRows)],
  ['the wrapped object with a null error', { ...wrapped('topNResult', topNRows), error: null }],
])('parseResult reads %s', (_, body) => {
  expect(parseResult(body, 'topN')).toEqual(topN);
});

test("parseResult repeats the service's own error", () => {
  expect(() => parseResult({ error: 'engine is down', calculationDuration: 1 }, 'topN')).toThrow(
    /engine is down/,
  );
});

test('parseResult refuses a result of another kind', () => {
  expect(() => parseResult(wrapped('groupByResult', []), 'topN')).toThrow(
    /expected "topNResult", got the text "groupByResult"/,
  );
});

describe('timestamps', () => {
  test.each([
    ['2026-10-05T00:00:00+0000', OCTOBER_5],
    ['2026-10-05T00:00:00Z', OCTOBER_5],
    ['2026-10-05T00:00:00.250+0000', OCTOBER_5 + 250],
    ['2026-10-05T02:00:00.5+02:00', OCTOBER_5 + 500],
    ['2026-10-04T20:30:00-0330', OCTOBER_5],
  ])('the timestamp %s is read', (timestamp, ms) => {
    expect(parseResult([{ timestamp, result: {} }], 'timeseries')).toEqual({
      kind: 'timeseries',
      buckets: [{ timestampMs: ms, values: {} }],
    });
  });

  test.each([
    '2026-10-05',
    '2026-02-30T00:00:00Z',
    '2026-10-05T00:00:00',
    '5 Oct 2026',
    '',
    1_790_000_000_000,
    null,
    undefined,
    {},
  ])('the timestamp %p is refused', (timestamp) => {
    const rows = [{ timestamp, result: [] }];
    expect(() => parseResult(rows, 'topN')).toThrow(/\[0\]\.timestamp: expected a date-time/);
  });
});

test('timeseries keeps the order of the answer and every kind of value', () => {
  const body = [
    {
      timestamp: '2026-10-06T00:00:00Z',
      result: { Users: 12.7, min: 'Infinity', max: '-Infinity', z: 'NaN', nothing: null },
    },
    { timestamp: '2026-10-05T00:00:00Z', result: { Users: 0, quantiles: [1, 2, 'NaN'] } },
  ];
  expect(parseResult(body, 'timeseries')).toEqual({
    kind: 'timeseries',
    buckets: [
      { timestampMs: OCTOBER_5 + 86_400_000, values: body[0]!.result },
      { timestampMs: OCTOBER_5, values: body[1]!.result },
    ],
  });
});

test('timeseries leaves out the row of context.grandTotal, which has no timestamp', () => {
  const body = [
    { timestamp: '2026-10-05T00:00:00Z', result: { Events: 3 } },
    { timestamp: null, result: { Events: 3 } },
  ];
  expect(parseResult(body, 'timeseries')).toMatchObject({ buckets: [{ values: { Events: 3 } }] });
});

describe('groupBy and what is compiled to it', () => {
  const event = { os: 'iOS 18', Users: 3 };
  test.each(['groupBy', 'funnel', 'retention', 'experiment'])(
    'parseResult reads the answer to a %s',
    (queryType) => {
      const expected = { kind: 'groupBy', rows: [{ timestampMs: OCTOBER_5, event }] };
      const row = { version: 'v1', timestamp: '2026-10-05T00:00:00+0000', event };
      expect(parseResult([row], queryType)).toEqual(expected);
      expect(parseResult(wrapped('groupByResult', [row]), queryType)).toEqual(expected);
      expect(
        parseResult([{ version: 'v1', timestamp: '2026-10-05T00:00:00+0000', ...event }], queryType),
      ).toEqual(expected);
    },
  );
});

test('scan joins batches and their columns', () => {
  const body = [
    { segmentId: 's', columns: ['__time', 'type'], events: [{ __time: 1, type: 'a' }], rowSignature: [] },
    { columns: ['__time'], events: [{ __time: 2, payload: ['a:b', 'c:d'] }] },
  ];
  expect(parseResult(body, 'scan')).toEqual({
    kind: 'scan',
    columns: ['__time', 'type', 'payload'],
    events: [
      { __time: 1, type: 'a' },
      { __time: 2, payload: ['a:b', 'c:d'] },
    ],
  });
});

describe('unknown shapes', () => {
  test.each<[string, unknown, string, RegExp]>([
    ['null', null, 'topN', /the answer: expected an array of rows, or an object with a result, got null/],
    ['text', 'ok', 'topN', /got the text "ok"/],
    [
      'an object of another shape',
      { data: [] },
      'topN',
      /result: expected an object with type and rows, got nothing/,
    ],
    [
      'rows that are not an array',
      wrapped('topNResult', {}),
      'topN',
      /result\.rows: expected an array, got an empty object/,
    ],
    [
      'a timeseries for a topN',
      [{ timestamp: '2026-10-05T00:00:00Z', result: { n: 1 } }],
      'topN',
      /\[0\]\.result: expected an array of rows, got an object with "n"/,
    ],
    [
      'a topN for a groupBy',
      topNRows,
      'groupBy',
      /expected a number, a string, a boolean, null or an array of these, got an object/,
    ],
    [
      'an object for a value',
      [{ timestamp: '2026-10-05T00:00:00Z', result: { n: {} } }],
      'timeseries',
      /row \[0\]\.result\["n"\]: expected a number/,
    ],
    [
      'a batch that is not an object',
      [[]],
      'scan',
      /expected an object with columns and events, got an array of 0/,
    ],
    ['an unknown query type', [], 'sankey', /query type "sankey" cannot be reported/],
  ])('parseResult refuses an unknown shape: %s', (_, body, queryType, message) => {
    expect(() => parseResult(body, queryType)).toThrow(ResultShapeError);
    expect(() => parseResult(body, queryType)).toThrow(message);
  });

  test('parseResult throws nothing but a ResultShapeError, whatever comes', () => {
    const queryTypes = fc.constantFrom('timeseries', 'topN', 'groupBy', 'scan', 'funnel', 'segmentMetadata');
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), queryTypes, (body, queryType) => {
        try {
          parseResult(body, queryType);
        } catch (error) {
          expect(error).toBeInstanceOf(ResultShapeError);
        }
      }),
    );
  });
});

test('hostile names are read like any others', () => {
  const body = JSON.parse(
    '[{"timestamp":"2026-10-05T00:00:00Z","result":[{"__proto__":"evil","constructor":1,"toString":2}]}]',
  ) as unknown;
  const result = parseResult(body, 'topN');
  const row = result.kind === 'topN' ? result.buckets[0]!.rows[0]! : {};
  expect(Object.keys(row)).toEqual(['__proto__', 'constructor', 'toString']);
  expect(row['__proto__']).toBe('evil');
  expect('hasOwnProperty' in row).toBe(false);
  expect(JSON.stringify(row)).toBe('{"__proto__":"evil","constructor":1,"toString":2}');
});
