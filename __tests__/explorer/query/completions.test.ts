import { completionsAt } from '../../../src/explorer/query/completions.ts';

const COLUMNS = ['appVersion', 'say "hi"'];

/** What is offered at the `|` of a text, and the text that it replaces. */
function offered(text: string) {
  const position = text.indexOf('|');
  const whole = text.replace('|', '');
  const found = completionsAt(whole, position, COLUMNS);
  return found && { words: found.words, replaced: whole.slice(found.from, found.to) };
}

test.each([
  ['{ "queryType": "topN", "dimension": { "type": "default", "dimension": "app|V" } }', 'appV'],
  ['{ "filter": { "type": "selector", "dimension": "|" } }', ''],
  ['{ "aggregations": [{ "type": "cardinality", "fields": ["x", "|y"] }]', 'y'],
  ['{ "queryType": "scan", "columns": ["|"] }', ''],
])('%s is completed by columns, even if it is not JSON yet', (text, replaced) => {
  expect(offered(text)).toEqual({ words: COLUMNS, replaced });
});

test.each([
  ['{ "queryType": "|" }', ['topN', 'funnel', 'segmentMetadata'], ''],
  ['{ "queryType": "timeseries", "granularity": "da|" }', ['day', 'week', 'all'], 'da'],
  [
    '{ "queryType": "timeseries", "aggregations": [{ "type": "doubleSum" }, { "type": "|x" }] }',
    ['userCount', 'doubleMean'],
    'x',
  ],
  [
    '{ "queryType": "topN", "filter": { "type": "and", "fields": [{ "type": "sel|" }] } }',
    ['selector', 'regex', 'in'],
    'sel',
  ],
  [
    '{ "relativeIntervals": [{ "beginningDate": { "component": "|" } }], "queryType": "timeseries" }',
    ['day', 'month'],
    '',
  ],
])('%s is completed by the words that the language has there', (text, some, replaced) => {
  const found = offered(text);
  expect(found).toMatchObject({ words: expect.arrayContaining(some), replaced });
  expect(found?.words).not.toContain('\u0000');
});

test("the editor completes the query's own keys, and nothing where anything can stand", () => {
  expect(offered('{ "|": 1 }')?.words).toEqual(expect.arrayContaining(['queryType', 'postAggregations']));
  for (const text of [
    '{ "filter": { "|": 1 } }',
    '{ "appID": "|" }',
    '{ "limit": 1| }',
    '|',
    '{ "queryType": |"topN" }',
  ])
    expect(offered(text)).toBeNull();
});
