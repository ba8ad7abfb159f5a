const LIMIT_BYTES = 1_048_576;
const intervals = ['2026-10-01/2026-10-08'];
const count = { type: 'count', name: 'n' };
const plan = { type: 'default', dimension: 'plan', outputName: 'plan' };

/** A body with as many items as fit: `head`, then `item(0), item(1), …`, then `tail`. */
function filled(head: string, item: (index: number) => string, tail: string): string {
  const items: string[] = [];
  let length = head.length + tail.length;
  for (let index = 0; ; index++) {
    const next = item(index);
    length += next.length + 1;
    if (length >= LIMIT_BYTES) return `${head}${items.join(',')}${tail}`;
    items.push(next);
  }
}

function repeated(text: string, tail: number): string {
  return text.repeat(Math.floor((LIMIT_BYTES - tail) / text.length));
}

function nested(open: string, inner: string, close: string, levels: number): string {
  return `${open.repeat(levels)}${inner}${close.repeat(levels)}`;
}

function timeseries(more: object): string {
  return JSON.stringify({ queryType: 'timeseries', intervals, aggregations: [count], ...more });
}

function filtering(filter: object): string {
  return timeseries({ filter });
}

function computing(expression: string): string {
  const virtualColumns = [{ type: 'expression', name: 'x', expression }];
  return JSON.stringify({ queryType: 'scan', intervals, virtualColumns, columns: ['x'] });
}

const SCAN = '{"queryType":"scan","intervals":["2026-10-01/2026-10-08"]';
const SERIES = '{"queryType":"timeseries","intervals":["2026-10-01/2026-10-08"],"granularity":"all"';
const SELECTOR = '{"type":"selector","dimension":"plan","value":"pro"}';
/** Each level repeats its operand six times. */
const CASTS = nested('cast(cast(', 'plan', ",'LONG'),'STRING')", 5);

/** Bodies that cost as much as possible, most of them just under the size limit. */
export const HEAVY: Readonly<Record<string, () => string>> = {
  'a megabyte of brackets': () => `${SCAN},"filter":${nested('[', '', ']', 500_000)}}`,
  '10,000 levels of and': () =>
    `${SCAN},"filter":${nested('{"type":"and","fields":[', SELECTOR, ']}', 10_000)}}`,
  '10,000 levels of not': () =>
    `${SCAN},"filter":${nested('{"type":"not","field":', SELECTOR, '}', 10_000)}}`,
  'an or of as many filters as fit': () =>
    filled(`${SCAN},"filter":{"type":"or","fields":[`, () => SELECTOR, ']}}'),
  'a number of a million digits that is none': () =>
    filtering({ type: 'selector', dimension: 'floatValue', value: `${repeated('1', 300)}x` }),
  'a pattern of open classes': () =>
    filtering({ type: 'regex', dimension: 'plan', pattern: repeated('[', 300) }),
  'an extraction of open groups': () =>
    JSON.stringify({
      queryType: 'groupBy',
      intervals,
      aggregations: [count],
      dimensions: [
        { ...plan, type: 'extraction', extractionFn: { type: 'regex', expr: repeated('(', 400) } },
      ],
    }),
  'a pattern that grows': () =>
    filtering({ type: 'regex', dimension: 'plan', pattern: nested('(', 'a{1,9}', '{1,9}){1,9}', 3) }),
  'an expression of one long sum': () => computing(`1${repeated('+1', 300)}`),
  'an expression of an open text': () => computing(`'${repeated('a', 300)}`),
  'a call of as many operands as fit': () => computing(`concat(plan${repeated(',plan', 300)})`),
  'a case of 20,000 branches': () => computing(`case_searched(${"plan=='a','b',".repeat(20_000)}'c')`),
  'nested casts': () => computing(CASTS),
  'nested casts in as many virtual columns as fit': () =>
    filled(
      `${SCAN},"virtualColumns":[`,
      (i) => JSON.stringify({ type: 'expression', name: `x${i}`, expression: CASTS }),
      ']}',
    ),
  'virtual columns that double at each step': () =>
    filled(
      `${SCAN},"virtualColumns":[{"type":"expression","name":"x0","expression":"floatValue"},`,
      (i) => `{"type":"expression","name":"x${i + 1}","expression":"x${i} + x${i}"}`,
      ']}',
    ),
  'as many columns as fit': () => filled(`${SCAN},"columns":[`, (i) => `"${i}"`, ']}'),
  'as many aggregations as fit': () =>
    filled(`${SERIES},"aggregations":[`, (i) => `{"type":"count","name":"${i}"}`, ']}'),
  'as many post-aggregations as fit': () =>
    filled(
      `${SERIES},"aggregations":[{"type":"count","name":"n"}],"postAggregations":[`,
      (i) => `{"type":"fieldAccess","name":"${i}","fieldName":"n"}`,
      ']}',
    ),
  'histograms of histograms': () =>
    filled(
      `${SERIES},"aggregations":[{"type":"quantilesDoublesSketch","name":"q","fieldName":"floatValue"}],"postAggregations":[`,
      (i) =>
        `{"type":"quantilesDoublesSketchToHistogram","name":"${i}","field":{"type":"fieldAccess","fieldName":"q"},"numBins":10000}`,
      ']}',
    ),
  'a lookup of as many entries as fit': () =>
    filled(
      '{"queryType":"groupBy","intervals":["2026-10-01/2026-10-08"],"dimensions":[{"type":"extraction","dimension":"plan","outputName":"x","extractionFn":{"type":"lookup","lookup":{"type":"map","map":{',
      (i) => `"${i}":""`,
      '}}}}]}',
    ),
  'having upon having': () =>
    filled(
      '{"queryType":"groupBy","intervals":["2026-10-01/2026-10-08"],"aggregations":[{"type":"count","name":"n"}],"having":{"type":"or","havingSpecs":[',
      () => '{"type":"equalTo","aggregation":"n","value":1}',
      ']}}',
    ),
  'as many steps as fit': () =>
    filled(
      '{"queryType":"funnel","intervals":["2026-10-01/2026-10-08"],"steps":[',
      () => '{"name":""}',
      ']}',
    ),
  '200 periods of retention': () =>
    JSON.stringify({ queryType: 'retention', granularity: 'day', intervals: ['2026-01-01/2026-07-17'] }),
  'as many relative intervals as fit': () =>
    filled(
      '{"queryType":"timeseries","granularity":"hour","context":{"timezone":"Europe/Berlin"},"aggregations":[{"type":"count","name":"n"}],"relativeIntervals":[',
      (i) =>
        JSON.stringify({
          beginningDate: { component: 'day', offset: -i * 2, position: 'beginning' },
          endDate: { component: 'day', offset: -i * 2, position: 'end' },
        }),
      ']}',
    ),
  'seconds of a zone for ten years': () =>
    timeseries({
      granularity: { type: 'period', period: 'PT1S', timeZone: 'Europe/Berlin' },
      intervals: ['2016-01-01/2026-01-01'],
    }),
  'periods from far away': () =>
    timeseries({
      granularity: {
        type: 'period',
        period: 'P1D',
        timeZone: 'Europe/Berlin',
        origin: '0001-01-01T00:00:00Z',
      },
      intervals: ['9990-01-01/9999-01-01'],
    }),
  'a duration beyond the calendar': () =>
    timeseries({
      granularity: { type: 'duration', duration: 9_007_199_254_740_991 },
      intervals: ['1960-01-01/1960-01-02'],
    }),
  'a limit and an offset of 2^53': () =>
    JSON.stringify({ queryType: 'scan', intervals, limit: 2 ** 53 - 1, offset: 2 ** 53 - 1 }),
  'numbers that no double holds': () => `${SCAN},"limit":1e999}`,
  'a constant beyond': () =>
    timeseries({
      postAggregations: [
        { type: 'constant', name: 'c', value: 1.7e308 },
        {
          type: 'arithmetic',
          name: 'd',
          fn: '*',
          fields: [
            { type: 'fieldAccess', fieldName: 'c' },
            { type: 'fieldAccess', fieldName: 'c' },
          ],
        },
      ],
    }),
  'a text of 100,000 characters as a name': () =>
    timeseries({ aggregations: [{ type: 'count', name: 'x'.repeat(100_000) }] }),
  'a LIKE that explodes': () => computing(`like(clientUser, '${'%a'.repeat(20_000)}')`),
};

/** Expressions whose values lie beyond what the engine's types hold. */
export const BEYOND: readonly string[] = [
  'round(floatValue, 99999999999)',
  'round(floatValue, -99999999999)',
  "abs(cast('-9e18', 'LONG') - 999999999999999999)",
  "-(cast('-9e30', 'LONG'))",
  "abs(cast('-9e30', 'LONG'))",
  "cast('9e30', 'LONG') * cast('9e30', 'LONG') * cast('9e30', 'LONG')",
  "cast('9e30', 'LONG') ^ 99",
  "cast('9e30', 'LONG') % 0",
  '1 / 0',
  '1.0 / 0',
  '0.0 / 0',
  '-1.5 ^ 0.5',
  'floor(1e308 * 10)',
  "cast(1e308 * 10, 'LONG')",
  "substring(plan, cast('9e30', 'LONG'), 1)",
  "substring(plan, 0, cast('9e30', 'LONG'))",
  'substring(plan, -9, 2)',
  'substring(plan, 99999999999, 99999999999)',
  "like(plan, 'p!', '!')",
  "like(plan, 'p', '!!')",
  "like(plan, 'p', '')",
  "regexp_extract(plan, '(p)', 99999999999)",
  "regexp_extract(plan, '(p)', 7)",
  "regexp_extract(plan, '(', 1)",
  'regexp_extract(plan, clientUser, 0)',
  "regexp_extract(plan, concat('(', plan), 0)",
  "timestamp_floor(cast('9e30', 'LONG'), 'P1D')",
  "timestamp_floor(cast('-9e30', 'LONG'), 'P1D')",
  "timestamp_floor(cast('9e30', 'LONG'), 'P1M')",
  "timestamp_floor(cast('9e30', 'LONG'), 'P1D', null, 'Europe/Berlin')",
  "timestamp_floor(__time, 'P1000000Y')",
  "timestamp_floor(__time, 'PT1S', '0001-01-01')",
  "timestamp_floor(__time, 'P1D', null, '+05:30')",
  "timestamp_format(cast('9e30', 'LONG'))",
  "timestamp_format(cast('9e30', 'LONG'), 'yyyy', 'Europe/Berlin')",
  "timestamp_format(__time, '%%%Q yyyy')",
  "timestamp_format(__time, 'yyyy', '+05:30')",
  "timestamp_format(__time, 'yyyy', 'Etc/GMT+12')",
  "timestamp_format(__time, 'yyyy', 'europe/berlin')",
  "replace('', '', 'x')",
  "replace(plan, '', 'x')",
  'strlen(floatValue)',
  '9007199254740993',
  '1e999',
  "'\\u0000'",
  "'\\ud800'",
  "strlen('a\\u0000b')",
  '"\\u0000"',
];

/** Takes the engine seconds over some thousand events: long texts are built and searched for each of them. */
export const SLOW_QUERY = {
  queryType: 'timeseries',
  granularity: 'all',
  intervals: ['2026-10-01/2026-11-01'],
  virtualColumns: Array.from({ length: 60 }, (_, n) => ({
    type: 'expression',
    name: `x${n}`,
    expression: `regexp_extract(replace(replace(clientUser, 'u', '${'uv'.repeat(9)}'), 'v', '${n}'), '(.*)(.*)(.*)${n}', 1)`,
  })),
  aggregations: Array.from({ length: 60 }, (_, n) => ({
    type: 'cardinality',
    name: `c${n}`,
    fields: [`x${n}`],
  })),
};
