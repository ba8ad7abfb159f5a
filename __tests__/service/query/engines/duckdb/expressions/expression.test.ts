import { engineOver } from '../../../../../support/service/engine.ts';

const AT = Date.parse('2026-10-25T00:30:15.250Z');
const INTERVALS = ['2026-10-25/2026-10-26'];
const EVENTS = [{ __time: AT, type: 'Open', plan: 'm12', floatValue: 4, count: 3, amount: 2.5 }];

const { ask, valueOf } = engineOver(EVENTS, AT, INTERVALS);

describe('an expression', () => {
  test.each<[string, unknown]>([
    ['1 + 2 * 3 ^ 2', 19],
    ['-2 ^ 2', 4],
    ['7 % 0', null],
    ['9007199254740991 * 9007199254740991', null],
    ['type + plan', 'Openm12'],
    ["type < 'Z' && count > 3", 0],
    ['nowhere == 1', null],
    ['nowhere == 1 || 1', 1],
    ['!0', 1],
    ["cast('12.7', 'LONG')", 12],
    ["cast(floatValue, 'STRING')", '4.0'],
    ['round(-2.5)', -3],
    ["substring('abcdef', 2, 0)", ''],
    ["substring('abcdef', 6, 1)", null],
    ["substring('', 0, 1)", null],
    ["replace('ab', '', '-')", 'ab'],
    ["upper('straße') + lower('İ')", 'STRAẞEi'],
    ["cast('TRUE', 'DOUBLE') + 'false'", 1],
    ["'true' == count", 0],
    ['2.0 ^ -1', 0.5],
    ["replace('a.a', '.', '%')", 'a%a'],
    ["timestamp_floor(__time, 'PT15M')", Date.parse('2026-10-25T00:30:00Z')],
    ["timestamp_floor(-1, 'P1D')", -86_400_000],
    [String.raw`timestamp_format(__time, 'yyyy-MM-dd\'T\'HH:mm')`, '2026-10-25T00:30'],
    ['timestamp_format(__time)', '2026-10-25T00:30:15.250Z'],
    [String.raw`'it\'s \u0041'`, "it's A"],
    ['"a\\"b"', null],
  ])('the value of the expression %s is right', async (expression, expected) => {
    expect(await valueOf(expression)).toEqual(expected);
  });

  test.each([
    'evil(1)',
    'read_csv(1)',
    'if(1)',
    '1 +',
    'a b',
    "'open",
    '[1]',
    '(x) -> x',
    '9223372036854775807',
    "cast(1, 'COMPLEX')",
    "cast('1', 'FLOAT')",
    '.5',
    'count + .5',
    'substring(plan, -1, 2)',
    '7 ^ -1',
    "timestamp_floor(__time, 'x')",
    `${'('.repeat(5000)}1`,
  ])('%s is refused with its place', async (expression) => {
    await expect(valueOf(expression)).rejects.toMatchObject({ name: 'QueryError' });
  });

  test('an expression can be a post-aggregation that reads outputs and earlier ones, and can order a topN', async () => {
    const query = {
      queryType: 'topN',
      aggregations: [{ type: 'eventCount', name: 'n' }],
      postAggregations: [
        { type: 'expression', name: 'half', expression: 'n / 2.0' },
        { type: 'expression', name: 'more', expression: 'half + 1' },
      ],
      dimension: { type: 'default', dimension: 'type', outputName: 'type' },
      metric: { type: 'numeric', metric: 'more' },
      threshold: 1,
    };
    expect(await ask(query)).toEqual([
      { timestamp: '2026-10-25T00:00:00+0000', result: [{ type: 'Open', n: 3, half: 1.5, more: 2.5 }] },
    ]);
    const unknown = {
      queryType: 'timeseries',
      postAggregations: [{ type: 'expression', name: 'e', expression: 'nope + 1' }],
    };
    await expect(ask(unknown)).rejects.toMatchObject({ path: 'postAggregations[0]' });
  });
});
