import fc, { runs } from '../../../support/properties.ts';
import type { InsightRequest } from '../../../../src/report/inputs/request.ts';
import type { RawInputs } from '../../../../src/report/inputs/raw.ts';
import { effects, ID, LEAST, OTHER_ID, problemsOf, read } from '../../../support/inputs/read-inputs.ts';

const brief = ({ name, source, title, top, interval, metric }: InsightRequest) => [
  name,
  source.kind === 'query' ? source.path : source.kind === 'title' ? source.title : source.id,
  title,
  top,
  interval?.label ?? null,
  metric,
];
const plain = (name: string, id = name) => [name, id, null, 10, 'last 28 complete days', null];

const RIGHT: readonly (readonly [string, string, readonly unknown[]])[] = [
  ['one id', ID, [plain(ID)]],
  ['several by spaces', `${ID} ${OTHER_ID}`, [plain(ID), plain(OTHER_ID)]],
  ['several by newlines', `\n${ID}\r\n${OTHER_ID}\n`, [plain(ID), plain(OTHER_ID)]],
  ['with comments', `${ID} # devices\n`, [plain(ID)]],
  ['a list of ids', `- ${ID}\n- "${OTHER_ID}"`, [plain(ID), plain(OTHER_ID)]],
  ['a list of entries', `- ${ID}\n- { id: ${OTHER_ID}, name: os }`, [plain(ID), plain('os', OTHER_ID)]],
  ['names to ids', `devices: ${ID}\nos: ${OTHER_ID}`, [plain('devices', ID), plain('os', OTHER_ID)]],
  [
    'a name like a property',
    `__proto__: ${ID}\nconstructor: ${OTHER_ID}`,
    [plain('__proto__', ID), plain('constructor', OTHER_ID)],
  ],
  ['JSON', `{"os": {"id": "${ID}", "top": 5}}`, [['os', ID, null, 5, 'last 28 complete days', null]]],
  [
    'every override',
    `os:\n  id: ${ID}\n  title: 2026\n  top: 5\n  interval: last 12 weeks\n  metric: Users`,
    [['os', ID, '2026', 5, 'last 12 weeks', 'Users']],
  ],
  [
    'an interval as an object',
    `- id: ${ID}\n  interval: {beginningDate: {component: day, offset: -7, position: beginning}, endDate: {component: day, offset: -1, position: end}}`,
    [[ID, ID, null, 10, 'last 7 complete days', null]],
  ],
];

test.each(RIGHT)('the input insights can be written like this: %s', async (_what, insights, wanted) => {
  expect((await read({ insights })).insights.map(brief)).toEqual(wanted);
});

test('an entry inherits the inputs that it does not override', async () => {
  const request = await read({ insights: `a: ${ID}`, top: '3', interval: 'yesterday' });
  expect(request.insights.map(brief)).toEqual([['a', ID, null, 3, 'yesterday', null]]);
});

test('an entry has its own compare and history, else those of the report', async () => {
  const insights = `a: { id: ${ID}, compare: none, history: 0 }\nb: { id: ${OTHER_ID}, compare: previous-year }`;
  const said = async (inputs: RawInputs) =>
    (await read({ insights, ...inputs })).insights.map(({ compare, history }) => [compare, history]);
  expect(await said({})).toEqual([
    ['none', 0],
    ['previous-year', 0],
  ]);
  expect(await said({ history: '12' })).toEqual([
    ['none', 0],
    ['previous-year', 12],
  ]);
  const { insights: plainly } = await read({ insights: ID });
  expect(plainly).toMatchObject([{ compare: 'previous-period', history: 0 }]);
});

test('an entry says that its rows are versions and which share of users to keep', async () => {
  const insights = `a: { id: ${ID}, kind: versions, keep: 99.9% }\nb: { id: ${OTHER_ID}, keep: 0.95 }`;
  expect((await read({ insights })).insights).toMatchObject([
    { kind: 'versions', keep: 0.999 },
    { kind: null, keep: 0.95 },
  ]);
  expect((await read({ insights: ID })).insights).toMatchObject([{ kind: null, keep: 0.98 }]);
});

test.each([
  ['kind: version', 'kind: got "version"; expected versions. Did you mean versions?'],
  [
    'keep: 98',
    'keep: got "98"; expected a share above 0% and at most 100%, such as 98% or 0.98. Did you mean 98%?',
  ],
  ['keep: 100.5%', 'keep: got "100.5%"; expected a share above 0% and at most 100%, such as 98% or 0.98.'],
])('%s is answered with the form to write', async (given, problem) => {
  expect(await problemsOf({ insights: `a: { id: ${ID}, ${given} }` })).toEqual([`insights, a, ${problem}`]);
});

test('plain ids do not load the YAML library', async () => {
  const loadYaml = jest.fn(() => import('yaml'));
  await read(
    { insights: `${ID}\n${OTHER_ID}`, template: 'compact', interval: '30d' },
    effects({}, { loadYaml }),
  );
  await read({ template: 'a/b c.hbs', labels: 'a, b' }, effects({ 'a/b c.hbs': 'x' }, { loadYaml }));
  expect(loadYaml).not.toHaveBeenCalled();
});

const WRONG: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'an address without an id',
    'https://x.test/insights',
    ['insights: got "https://x.test/insights", which is not an id'],
  ],
  ['an id cut short', ID.slice(0, -1), ['insights: got "3F0C9C36']],
  ['a wrong id in a list', `- ${ID}\n- ${ID}0`, [`insights, entry 2: got "${ID}0"`]],
  ['several ids in one entry', `- ${ID} ${OTHER_ID}`, ['insights, entry 1: got']],
  ['an entry without an id', `- { name: os }`, ['insights, entry 1: has no id']],
  ['a list for an id', `os: { id: [${ID}] }`, ['insights, os, id: is a list', 'has no id']],
  [
    'an unknown key',
    `- { id: ${ID}, titel: x }`,
    [
      'entry 1: has the unknown key "titel"; expected id, name, title, top, interval, compare, history, metric, kind, keep, good, explain. Did you mean title?',
    ],
  ],
  [
    'a wrong comparison and history',
    `- { id: ${ID}, compare: previous, history: 61 }`,
    [
      'insights, entry 1, compare: got "previous"; expected one of previous-period, previous-year, none',
      'insights, entry 1, history: got "61"; expected a whole number from 0 to 60',
    ],
  ],
  ['a name beside a name', `os: { id: ${ID}, name: x }`, ['insights, os: has the unknown key "name"']],
  [
    'a wrong top',
    `- { id: ${ID}, top: -5 }`,
    ['insights, entry 1, top: got "-5"; expected a whole number from 1 to 1000'],
  ],
  ['a wrong title', `- { id: ${ID}, title: "a\\nb" }`, ['insights, entry 1, title: got "a␊b"']],
  ['an empty metric', `- { id: ${ID}, metric: "" }`, ['insights, entry 1, metric: is empty']],
  [
    'a wrong interval',
    `- { id: ${ID}, interval: last }`,
    ['insights, entry 1, interval: got "last", which is not an interval'],
  ],
  ['a name of several lines', `"a\\nb": ${ID}`, ['insights, a␊b, name: got "a␊b", which has several lines']],
  ['one id twice', `${ID} ${ID}`, [`insights: got "${ID}", a name that another entry has`]],
  [
    'one name twice',
    `- { id: ${ID}, name: os }\n- { id: ${OTHER_ID}, name: os }`,
    ['insights: got "os", a name that another entry'],
  ],
  [
    'a key twice',
    `os: ${ID}\nos: ${OTHER_ID}`,
    ['insights: this YAML cannot be used: Map keys must be unique at line 2'],
  ],
  [
    'broken YAML',
    `- {id: ${ID}`,
    ['insights: this YAML cannot be used: there is no "}" at line 1, column 44'],
  ],
  ['an alias of itself', `&a [*a]`, ['this YAML cannot be used']],
  [
    'aliases that multiply',
    `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghi')
      .map(
        (name, i) =>
          `${name}: &${name} [${Array(9)
            .fill(`*${'abcdefgh'[i] ?? ''}`)
            .join(',')}]`,
      )
      .join('\n')}`,
    ['aliases multiply'],
  ],
  ['a very deep list', '['.repeat(20_000) + ']'.repeat(20_000), ['nested too deeply']],
  ['two documents', `- ${ID}\n---\n- ${OTHER_ID}`, ['it has a second document']],
  ['a list as a key', `? [a]\n: ${ID}`, ['a key is a list or a map']],
  ['an empty list', '[]', ['there is nothing to report']],
  ['a comment alone', '# nothing', ['there is nothing to report']],
];

test.each(WRONG)('%s is a problem', async (_what, insights, says) => {
  const problems = await problemsOf({ insights });
  expect(problems).toHaveLength(says.length);
  says.forEach((words, index) => {
    expect(problems[index]).toContain(words);
  });
  for (const problem of problems) expect(problem).not.toMatch(/\p{Cc}/u);
});

test('without insights and queries there is nothing to report', async () => {
  expect(await problemsOf({ insights: '', queries: ' ' })).toEqual([
    expect.stringMatching(/^insights: there is nothing to report/) as unknown as string,
  ]);
});

test('any value of insights ends in a request or in problems, never in another error', async () => {
  const fragments = fc.constantFrom(
    ID,
    'os',
    ': ',
    '- ',
    '\n',
    '{',
    '}',
    '[',
    ']',
    ',',
    'id',
    '"',
    '&a',
    '*a',
    '|',
    '?',
    '#',
    '  ',
    '!',
    '%',
    '@',
    '`',
    '\t',
    '<<',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fragments, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  await fc.assert(
    fc.asyncProperty(texts, texts, texts, async (insights, queries, template) => {
      const problems = await problemsOf({
        ...LEAST,
        insights,
        queries,
        template,
        interval: `{${queries}`,
        'post-to': insights,
      });
      for (const problem of problems) {
        expect(problem).not.toMatch(/\p{Cc}/u);
        expect(problem.length).toBeLessThan(1500);
      }
    }),
    { numRuns: runs(300) },
  );
});

test.each(['\u200b', '\u2060', '\ufeff', '\u00ad', '\u200e', '\u202a'])(
  'an id that was pasted with the invisible character %j is the id',
  async (character) => {
    const pasted = `${ID.slice(0, 8)}${character}${ID.slice(8)}${character}`;
    expect((await read({ insights: pasted })).insights.map(brief)).toEqual([plain(ID)]);
  },
);
