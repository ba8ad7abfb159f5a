// Queries whose answers or intermediate values outgrow the process: each ends soon, with a sentence.
import { event } from '../../../../support/service/event.ts';
import { serviceOfFile, addOrganization } from '../../../../support/service/service-of-file.ts';

const intervals = ['2026-10-01/2026-11-01'];

const service = await serviceOfFile({ memoryLimit: '200MB' });
const token = await addOrganization(service, 'org');
const events = Array.from({ length: 20_000 }, (_, n) =>
  event({
    clientUser: `user ${n}`,
    floatValue: n,
    payload: { word: `banana ${n % 100}`, letter: 'a', none: '' },
  }),
);
await service.importEvents('org', events);

async function ask(query: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ intervals, granularity: 'all', ...query });
  const answer = await fetch(`${service.url}/api/v4/query/tql`, { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.json() };
}

const scanning = (...expressions: readonly string[]) => ({
  queryType: 'scan',
  limit: 1,
  virtualColumns: expressions.map((expression, n) => ({ type: 'expression', name: `p${n}`, expression })),
  columns: expressions.map((_, n) => `p${n}`),
});

const repeated = (times: number, first: string, next: (inner: string) => string) =>
  Array.from({ length: times }).reduce<string>((inner) => next(inner), first);

describe('texts that grow', () => {
  const twice = (inner: string) => `concat(${inner}, ${inner})`;
  const tenfold = (inner: string) => `replace(${inner}, 'a', 'aaaaaaaaaa')`;
  test.each<[string, object]>([
    ['replace in replace', scanning(repeated(6, 'word', tenfold))],
    ['replace by a column', scanning(repeated(9, 'word', (inner) => `replace(${inner}, letter, word)`))],
    [
      'columns that double each other',
      scanning('concat(word, word)', ...Array.from({ length: 40 }, (_, n) => twice(`p${n}`))),
    ],
    [
      'one call of many operands',
      scanning(`concat(${Array.from({ length: 900 }, () => `'${'x'.repeat(100)}'`).join()})`),
    ],
    ['a long text', scanning(`if(letter == 'a', '${'x'.repeat(500_000)}', '')`)],
    ['a long pattern', scanning(`timestamp_format(__time, '${'yyyy '.repeat(1000)}')`)],
  ])('texts that grow are refused: %s', async (_name, query) => {
    expect(await ask(query)).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/too (long|large|deeply)|more than/) },
    });
  });

  test.each<[string, unknown]>([
    ["replace(replace(word, 'a', 'oo'), 'n', '')", 'boooooo 0'],
    ["concat(concat(word, '-'), lower(concat(letter, 'B')))", 'banana 0-ab'],
    ["replace(word, 'a', nobody)", null],
    ['word + letter', 'banana 0a'],
    [`strlen(concat(${Array.from({ length: 60 }, () => `'${'x'.repeat(1000)}'`).join()}))`, 60_000],
  ])('texts that grow within the limits have their full length (%#)', async (expression, value) => {
    expect(await ask(scanning(expression))).toMatchObject({
      status: 200,
      body: [{ events: [{ p0: value }] }],
    });
  });
});

describe('bins', () => {
  const histograms = (count: number, numBins: number) => ({
    queryType: 'timeseries',
    aggregations: [{ type: 'quantilesDoublesSketch', name: 'q', fieldName: 'floatValue' }],
    postAggregations: Array.from({ length: count }, (_, n) => ({
      type: 'quantilesDoublesSketchToHistogram',
      name: `h${n}`,
      field: { type: 'fieldAccess', fieldName: 'q' },
      numBins,
    })),
  });

  test('100 histograms of 10,000 bins are refused', async () => {
    expect(await ask(histograms(100, 10_000))).toMatchObject({
      status: 400,
      body: { path: 'postAggregations', detail: expect.stringContaining('1000000 bins') },
    });
  });

  test('one histogram of 10,000 bins has two of 20,000 values in each bin', async () => {
    const { status, body } = await ask(histograms(1, 10_000));
    expect([status, body]).toEqual([
      200,
      [{ timestamp: expect.any(String), result: { q: 20_000, h0: Array.from({ length: 10_000 }, () => 2) } }],
    ]);
  });
});

test('groups that do not fit into memory are a 400 that says so, and a smaller query is answered', async () => {
  const word = (n: number) => ({
    type: 'expression',
    name: `p${n}`,
    expression: `concat(clientUser, '${'x'.repeat(1300)}${n}')`,
  });
  const names = Array.from({ length: 40 }, (_, n) => n);
  const query = (dimensions: readonly number[]) => ({
    queryType: 'groupBy',
    virtualColumns: dimensions.map(word),
    dimensions: dimensions.map((n) => ({ type: 'default', dimension: `p${n}`, outputName: `p${n}` })),
    aggregations: [{ type: 'count', name: 'n' }],
    having: { type: 'greaterThan', aggregation: 'n', value: 1 },
  });
  expect(await ask(query(names))).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('needs more memory') },
  });
  expect(await ask(query([0]))).toMatchObject({ status: 200, body: [] });
});
