import type { InsightRequest } from '../../../../src/report/inputs/request.ts';
import { effects, ID, problemsOf, read } from '../../../support/inputs/read-inputs.ts';

const TOPN = { queryType: 'topN', unknownKey: [1, { a: null }] };
const RELATIVE = {
  beginningDate: { component: 'day', offset: -7, position: 'beginning' },
  endDate: { component: 'day', offset: 0, position: 'end' },
};

const FILES: Readonly<Record<string, string>> = {
  'q/crashes.json': JSON.stringify(TOPN),
  'q/marked.JSON': `\uFEFF${JSON.stringify(TOPN)}`,
  'own.json': JSON.stringify({ ...TOPN, relativeIntervals: [RELATIVE] }),
  'own absolute.json': JSON.stringify({ ...TOPN, intervals: ['2026-10-01/2026-11-01'] }),
  'own-typed.json': JSON.stringify({
    ...TOPN,
    intervals: { type: 'intervals', intervals: ['2026-10-01T00:00:00Z/2026-11-01T00:00:00+01:00'] },
  }),
  'both.json': JSON.stringify({ ...TOPN, relativeIntervals: [RELATIVE], intervals: 'ignored' }),
  'sub/own.json': JSON.stringify(TOPN),
  'empty.json': '',
  'blank.json': '\n ',
  'broken.json': '{\n  "queryType": "topN",\n  "threshold": ten\n}',
  'cut.json': '{\n  "queryType": "top',
  'trailing.json': '{"queryType": "topN",}',
  'array.json': '[{"queryType": "topN"}]',
  'null.json': 'null',
  'untyped.json': '{"aggregations": []}',
  'typed-wrong.json': '{"queryType": 5}',
  'typed-empty.json': '{"queryType": ""}',
  'deep.json': `{"queryType": "topN", "filter": ${'['.repeat(300)}${']'.repeat(300)}}`,
  'no-intervals.json': JSON.stringify({ ...TOPN, relativeIntervals: [] }),
  'bad-relative.json': JSON.stringify({
    ...TOPN,
    relativeIntervals: [
      RELATIVE,
      { ...RELATIVE, endDate: { component: 'fortnight', offset: 0, position: 'end' } },
    ],
  }),
  'bad-offset.json': JSON.stringify({
    ...TOPN,
    relativeIntervals: [{ ...RELATIVE, endDate: { component: 'day', offset: 0.5, position: 'end' } }],
  }),
  'bad-absolute.json': JSON.stringify({ ...TOPN, intervals: ['2026-10-01/P1M'] }),
  'bad-text.json': JSON.stringify({ ...TOPN, intervals: '2026-10-01/2026-11-01' }),
  'backwards.json': JSON.stringify({ ...TOPN, intervals: ['2026-11-01/2026-10-01'] }),
};

const given = effects(FILES);
const brief = ({ name, source, title, top, interval, metric }: InsightRequest) => [
  name,
  source.kind === 'query' ? source.path : source.kind === 'title' ? source.title : source.id,
  title,
  top,
  interval?.label ?? null,
  metric,
];
const plain = (name: string, path: string, interval: string | null = 'last 28 complete days') => [
  name,
  path,
  null,
  10,
  interval,
  null,
];

const RIGHT: readonly (readonly [string, Readonly<Record<string, string>>, readonly unknown[]])[] = [
  ['a map', { queries: 'crashes: q/crashes.json' }, [plain('crashes', 'q/crashes.json')]],
  ['one path', { queries: 'q/crashes.json' }, [plain('crashes', 'q/crashes.json')]],
  [
    'a list',
    { queries: '- q/crashes.json\n- q/marked.JSON' },
    [plain('crashes', 'q/crashes.json'), plain('marked', 'q/marked.JSON')],
  ],
  [
    'paths by commas',
    { queries: 'q/crashes.json, q/marked.JSON' },
    [plain('crashes', 'q/crashes.json'), plain('marked', 'q/marked.JSON')],
  ],
  [
    'an entry with overrides',
    { queries: 'c: { file: q/crashes.json, title: Crashes, top: 3, interval: today, metric: n }' },
    [['c', 'q/crashes.json', 'Crashes', 3, 'today', 'n']],
  ],
  ['a list of entries', { queries: '- { file: q/crashes.json, name: c }' }, [plain('c', 'q/crashes.json')]],
  ['its own interval is kept', { queries: 'a: own.json' }, [plain('a', 'own.json', null)]],
  [
    'its own absolute interval is kept',
    { queries: 'a: own absolute.json' },
    [plain('a', 'own absolute.json', null)],
  ],
  ['the object form too', { queries: 'a: own-typed.json' }, [plain('a', 'own-typed.json', null)]],
  [
    'relative intervals count before absolute ones',
    { queries: 'a: both.json' },
    [plain('a', 'both.json', null)],
  ],
  [
    'the input wins over its own',
    { queries: 'a: own.json', interval: 'last 30 days' },
    [plain('a', 'own.json', 'last 30 days')],
  ],
  [
    'the entry wins over the input',
    { queries: 'a: {file: own.json, interval: today}', interval: '7d' },
    [plain('a', 'own.json', 'today')],
  ],
  [
    'an invalid interval of the query file does not matter then',
    { queries: 'a: backwards.json', interval: '7d' },
    [plain('a', 'backwards.json', 'last 7 days')],
  ],
];

test.each(RIGHT)('the input queries can be written like this: %s', async (_what, inputs, wanted) => {
  const request = await read({ insights: '', ...inputs }, given);
  expect(request.insights.map(brief)).toEqual(wanted);
});

test('the query is kept as written, unknown keys included', async () => {
  const request = await read({ insights: '', queries: 'q/marked.JSON' }, given);
  expect(request.insights[0]?.source).toEqual({ kind: 'query', path: 'q/marked.JSON', query: TOPN });
});

test('insights come first, then queries', async () => {
  const request = await read({ insights: `a: ${ID}`, queries: 'b: own.json' }, given);
  expect(request.insights.map(({ name }) => name)).toEqual(['a', 'b']);
});

const WRONG: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a file that is not there',
    'a: nope.json',
    ['queries, a: got "nope.json", there is no such file (was the repository checked out'],
  ],
  [
    'an empty file',
    'empty.json',
    ['queries, entry 1: got "empty.json", the file is empty; expected the path of a JSON file'],
  ],
  ['not JSON', 'a: broken.json', ['the file is not JSON']],
  ['cut-off JSON', 'a: cut.json', ['the file is not JSON in line 2, column 20']],
  ['an array', 'a: array.json', ['the file is JSON, but not an object']],
  ['no queryType', 'a: untyped.json', ['the query has no queryType']],
  ['a queryType that is a number', 'a: typed-wrong.json', ['queryType is not a string']],
  ['too deep', 'a: deep.json', ['nested more than 200 levels deep']],
  ['no interval in its list', 'a: no-intervals.json', ['its relativeIntervals needs at least one interval']],
  [
    'an unknown component',
    'a: bad-relative.json',
    ['its relativeIntervals[1].endDate.component is "fortnight"'],
  ],
  ['a broken offset', 'a: bad-offset.json', ['its relativeIntervals[0]']],
  ['an ISO duration', 'a: bad-absolute.json', ['its intervals[0] is not an interval']],
  ['a text for a list', 'a: bad-text.json', ['its intervals is not a list']],
  ['an interval backwards', 'a: backwards.json', ['its intervals[0] ends before']],
  ['no file', 'a: { title: x }', ['queries, a: has no file']],
  ['a list for an entry', 'a: [own.json]', ['queries, a: is a list']],
  [
    'an unknown key',
    'a: { fiel: own.json }',
    [
      'unknown key "fiel"; expected file, title, top, interval, compare, history, metric, kind, keep, good, explain. Did you mean file?',
      'has no file',
    ],
  ],
  ['one base name twice', 'own.json, sub/own.json', ['queries: got "own", a name that another entry has']],
  ['the name of an insight', `${ID}: own.json`, [`queries: got "${ID}", a name that another entry has`]],
  [
    'broken YAML',
    '{a: own.json',
    ['queries: this YAML cannot be used: there is no "}" at line 1, column 13'],
  ],
  ['several at once', 'a: nope.json\nb: empty.json', ['queries, a: ', 'queries, b: ']],
];

test.each(WRONG)('%s is a problem', async (_what, queries, says) => {
  const problems = await problemsOf({ queries }, given);
  expect(problems).toHaveLength(says.length);
  says.forEach((words, index) => {
    expect(problems[index]).toContain(words);
  });
});

test.each([
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
  ['EMFILE', 'error EMFILE'],
])('a file that cannot be read for %s is a problem with that reason', async (code, words) => {
  const readFile = () => {
    throw Object.assign(new Error('secret path'), { code });
  };
  const [problem] = await problemsOf({ queries: 'a: x.json' }, effects({}, { readFile }));
  expect(problem).toContain(words);
});

test.each([
  ['[1,', ': it ends too early'],
  ['{"a" }', ' in line 1, column 6'],
  ['12345678-secret', ' in line 1, column 9'],
  ['<!doctype html>', ''],
])('the message about %j says where it stops being JSON', async (text, wanted) => {
  expect(await problemsOf({ queries: 'a.json' }, effects({ 'a.json': text }))).toEqual([
    `queries, entry 1: got "a.json", the file is not JSON${wanted}; expected the path of a JSON file that contains a query.`,
  ]);
});
