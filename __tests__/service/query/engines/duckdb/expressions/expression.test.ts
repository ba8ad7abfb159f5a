import { engineOver } from '../../../../../support/service/engine.ts';

const AT = Date.parse('2026-10-25T00:30:15.250Z');
const INTERVALS = ['2026-10-25/2026-10-26'];
const EVENTS = [{ __time: AT, type: 'Open', plan: 'm12', floatValue: 4, count: 3, amount: 2.5 }];

const { ask, valueOf } = engineOver(EVENTS, AT, INTERVALS);

describe('an expression', () => {
  test.each<[string, unknown]>([
    ['1 + 2 * 3 ^ 2', 19],
    ['-2 ^ 2', 4],
    ['7 / 2', 3],
    ['7.0 / 2', 3.5],
    ['7 % 0', null],
    ['1.0 / 0', 'Infinity'],
    ['count * floatValue', 12],
    ['9007199254740991 * 9007199254740991', null],
    ['type + plan', 'Openm12'],
    ["type == 'Open'", 1],
    ["type < 'Z' && count > 3", 0],
    ['nowhere == 1', null],
    ['nowhere == 1 || 1', 1],
    ['!0', 1],
    ["if(count > 2, 'many', 'few')", 'many'],
    ["case_searched(count == 1, 'a', count == 3, 'b', 'c')", 'b'],
    ["case_searched(count == 1, 'a')", null],
    ["case_simple(plan, 'm1', 1, 'm12', 2, 3)", 2],
    ["nvl(nowhere, 'none')", 'none'],
    ["cast('12.7', 'LONG')", 12],
    ["cast(floatValue, 'STRING')", '4.0'],
    ['round(-2.5)', -3],
    ['round(1234.567, 2)', 1234.57],
    ["concat(plan, '-', count)", 'm12-3'],
    ['concat(plan, nowhere)', null],
    ["strlen('ü!')", 2],
    ["lower('AB') + upper('cd')", 'abCD'],
    ["substring('abcdef', 1, 2)", 'bc'],
    ["substring('abcdef', 2, -1)", 'cdef'],
    ["substring('abcdef', 2, 0)", ''],
    ["substring('abcdef', 6, 1)", null],
    ["substring('', 0, 1)", null],
    ["replace('ab', '', '-')", '-a-b-'],
    [String.raw`replace('ab', '', '\\1')`, String.raw`\1a\1b\1`],
    ["upper('straße') + lower('İ')", 'STRASSEi̇'],
    ["cast('TRUE', 'DOUBLE') + 'false'", 1],
    ["'true' == count", 0],
    ['2.0 ^ -1', 0.5],
    ["replace('a.a', '.', '%')", 'a%a'],
    ["like(plan, 'm_2')", 1],
    ["like('50%', '50!%', '!')", 1],
    ["regexp_extract(plan, '([0-9])([0-9])', 2)", '2'],
    ["timestamp_floor(__time, 'PT15M')", Date.parse('2026-10-25T00:30:00Z')],
    ["timestamp_floor(__time, 'P1W')", Date.parse('2026-10-19T00:00:00Z')],
    ["timestamp_floor(__time, 'P1M')", Date.parse('2026-10-01T00:00:00Z')],
    ["timestamp_floor(__time, 'P1D', null, 'Europe/Berlin')", Date.parse('2026-10-24T22:00:00Z')],
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
