import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse, stringify } from 'yaml';
import { InputError } from '../../../../src/text/errors.ts';
import { CONFIG_KEYS } from '../../../../src/report/inputs/config/file.ts';
import { DESCRIPTIONS } from '../../../../src/report/inputs/descriptions.ts';
import { parseReports } from '../../../../src/report/inputs/parse-reports.ts';
import { effects, ID, OTHER_ID, TOKEN } from '../../../support/inputs/read-inputs.ts';

const PATH = new URL('../../../../schema/insight-report.schema.json', import.meta.url);
const schema = JSON.parse(readFileSync(PATH, 'utf8')) as {
  readonly $defs: Readonly<Record<string, { description: string; examples?: readonly unknown[] }>>;
};
const validate = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allErrors: true,
}).compile(schema);

const FILES = {
  '.github/queries/crashes.json': '{"queryType":"topN"}',
  'q.json': '{"queryType":"topN"}',
  '.github/own.hbs': '{{title}}',
};

/** The problems that the run finds in a config file; empty if it is valid. */
async function problemsOf(text: string) {
  try {
    const files = { ...FILES, 'c.yml': text };
    await parseReports({ 'api-token': TOKEN, 'github-token': 'ghs_x', config: 'c.yml' }, effects(files));
    return [];
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
}

/** Whether the schema and the run accept a file, and why not. */
async function asked(text: string) {
  const problems = await problemsOf(text);
  const isValid = validate(parse(text));
  const errors = (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath} ${message ?? ''}`,
  );
  return {
    schema: isValid,
    run: problems.length === 0,
    why: `${text}\n${problems.join('\n')}\n${errors.join('\n')}`,
  };
}

/** A relative interval. */
const PERIOD = {
  beginningDate: { component: 'week', offset: -4, position: 'beginning' },
  endDate: { component: 'week', offset: -1, position: 'end' },
};

/** Valid and invalid values of each key. */
const VALUES: Readonly<Record<string, readonly [good: readonly unknown[], bad: readonly unknown[]]>> = {
  'data-source': [
    ['com.example.app', 2026],
    ['two\nlines', ['a'], 'x'.repeat(201)],
  ],
  insights: [
    [
      ID,
      { os: `https://dashboard.telemetrydeck.com/insights/${ID}/editor` },
      [ID, { id: OTHER_ID, name: 'os' }],
      { os: ID },
      { os: 'Devices of everybody' },
      { os: { id: ID, top: 5, title: 7, interval: PERIOD } },
      ...[
        { good: 'up' },
        { good: 'down', explain: ['country', 'version'] },
        { explain: 'country, version' },
      ].map((more) => ({
        os: { id: ID, ...more },
      })),
      ...['98%', '99.95 %', 0.98].map((keep) => ({
        os: { id: ID, kind: 'versions', keep },
      })),
    ],
    [
      { os: { id: ID, tpo: 5 } },
      { os: { top: 5 } },
      { os: { id: ID, name: 'os' } },
      ...[{ good: 'left' }, { explain: { a: 'b' } }, { explain: ['a', 'b', 'c', 'd', 'e', 'f'] }].map(
        (more) => ({
          os: { id: ID, ...more },
        }),
      ),
      ...['0%', '100.1%', 98, 0].map((keep) => ({ os: { id: ID, keep } })),
      { os: { id: ID, kind: 'version' } },
      { os: [ID] },
    ],
  ],
  queries: [
    ['q.json', ['q.json'], { crashes: 'q.json' }, { crashes: { file: 'q.json', history: 3 } }],
    [{ crashes: {} }, { crashes: { file: 'q.json', fiel: 1 } }, [[]], { crashes: ['q.json'] }],
  ],
  interval: [
    [
      'last 30 days',
      'Last 4 complete Weeks',
      '12h',
      'today',
      'previous year',
      '2026-10-01/2026-11-01',
      PERIOD,
    ],
    [
      30,
      ['today'],
      { beginningDate: PERIOD.beginningDate },
      { ...PERIOD, endDate: { component: 'weeks', offset: 1, position: 'end' } },
    ],
  ],
  timezone: [
    ['UTC', 'Europe/Berlin'],
    [['UTC'], {}, 'two\nlines'],
  ],
  compare: [
    ['previous-period', 'previous-year', 'none'],
    ['previous', true, ['none']],
  ],
  history: [
    [0, 60, '12'],
    [61, 1.5, [1], '61'],
  ],
  top: [
    [1, 1000, '010'],
    [0, '1001', 'ten', {}],
  ],
  title: [
    ['Weekly usage', 2026],
    ['two\nlines', ['a'], { a: 1 }, 'x'.repeat(201)],
  ],
  template: [
    ['report', 'compact', '.github/own.hbs', { issue: '.github/own.hbs', summary: 'compact' }, {}],
    ['raport', ['report'], { isue: 'report' }],
  ],
  'post-to': [
    ['summary, issue', ['summary', 'pull-request'], 'none'],
    ['isue', ['summary', 'none'], [], ['summary', ['issue']]],
  ],
  'report-id': [
    ['usage', 'a-b_c.d', 7],
    ['a--b', ['a'], 'x'.repeat(65)],
  ],
  'webhook-format': [
    ['json', 'slack'],
    ['teams', ['json']],
  ],
  'comment-mode': [
    ['update', 'append'],
    ['replace', ['update']],
  ],
  'comment-when': [
    ['always', 'not-green'],
    ['red', ['always']],
  ],
  minimums: [
    ['auto', 'false', { 'max-lost': '2%' }],
    ['always', ['auto'], { max: '2%' }],
  ],
  'pr-number': [
    ['auto', 12, '12'],
    [0, 'none'],
  ],
  'issue-mode': [['create'], ['renew', {}]],
  'issue-number': [
    [34, '34'],
    [0, 'first', [34]],
  ],
  'discussion-category': [
    ['General', 'show-and-tell', 4],
    ['a\nb', 'x'.repeat(101), ['General']],
  ],
  'issue-title': [
    ['{{title}}', 'Usage'],
    ['two\nlines', ['x']],
  ],
  labels: [
    ['a, b', ['a', 'b, c'], [], 5],
    [{ a: 1 }, [['a']], ['x'.repeat(51)]],
  ],
  assignees: [
    ['octocat', ['octocat', 'hubot'], []],
    [['@octocat'], { a: 1 }, Array.from({ length: 11 }, (_, index) => `user${index}`)],
  ],
  thresholds: [
    [
      'total() > 1',
      ['total() > 1'],
      [{ os: 'total() > 1' }],
      { os: 'total() > 1' },
      [
        {
          insight: 'os',
          title: 'why not',
          confidence: '97.5%',
          assert: 'share("a") < 5%',
          warn: 'total() > 2',
          'min-sample': 500,
          'missing-row': 'zero',
          reason: 'why',
          until: '2027-03-01',
        },
      ],
      ...['50.1%', ' 95 % '].map((confidence) => [{ os: 'share("a") < 5%', confidence }]),
      [],
    ],
    [
      [{ insight: 'os' }],
      ...['50.0%', '100%', 95].map((confidence) => [{ os: 'share("a") < 5%', confidence }]),
      [{ os: 'total() > 1', title: ['a'] }],
      [{ assert: 'total() > 1', min: 5 }],
      [{ os: 'total() > 1', 'missing-row': 'none' }],
      [{ assert: ['x'] }],
      [{ assert: 'total() > 1', until: 'May' }],
    ],
  ],
  'on-inconclusive': [['fail', 'warn', 'pass'], ['ignore']],
  releases: [
    [
      { stability: { event: 'crashed', since: '2026-11-09', strata: ['platform'] } },
      { stability: 'crashed' },
    ],
    [{ stability: { evnt: 'crashed' } }, { stability: { event: 'crashed', since: 'soon' } }, ['crashed']],
  ],
  signals: [
    [true, false, { whole: true, folder: 'app' }, { 'fail-on': ['silent'], call: ['track'] }],
    ['maybe', { wholly: true }, { 'fail-on': ['loud'] }],
  ],
  marks: [
    ['releases', 'none', { '2026-11-20': 'price change', '2026-11-21': 'x' }],
    [['a'], { tomorrow: 'x' }, { '2026-13-01': 'x' }, { '2026-11-20': '' }, 'some'],
  ],
  'on-error': [
    ['fail', 'warn'],
    ['pass', false],
  ],
  'on-missing-token': [['auto', 'fail', 'skip'], ['pass']],
  'min-group-size': [
    [0, 10],
    [-1, 'few', 1_000_001],
  ],
  'dry-run': [
    [true, false],
    ['on', 0],
  ],
  timeout: [
    [1, 3600],
    [0, 3601],
  ],
  retries: [[0, 10], [11]],
  deadline: [[600, 21_600], [21_601]],
  concurrency: [
    [1, 50],
    [51, 0],
  ],
  locale: [
    ['de', 'pt-BR'],
    [['de'], 'two\nlines'],
  ],
};

/** A valid file in which the values are set: it has an insight named `os`. */
const BASE = { insights: { os: ID } };

test('the cases have values for every key', () => {
  expect(Object.keys(VALUES).sort()).toEqual([...CONFIG_KEYS].sort());
});

describe('the schema and the run agree', () => {
  const cases = Object.entries(VALUES).flatMap(([key, [good, bad]]) => [
    ...good.map((value) => ({ key, value, isGood: true })),
    ...bad.map((value) => ({ key, value, isGood: false })),
    { key, value: null, isGood: key !== 'insights' },
  ]);

  test.each(cases)('the schema and the run agree about $key: $value', async ({ key, value, isGood }) => {
    const file =
      key === 'insights' && value === null
        ? { insights: null, queries: ['q.json'] }
        : { ...BASE, [key]: value };
    const expected = isGood || value === null;
    const { why, ...said } = await asked(stringify(file));
    expect({ ...said, why }).toEqual({ schema: expected, run: expected, why });
    const nested = await asked(stringify({ reports: { weekly: file } }));
    expect(nested).toEqual({ schema: expected, run: expected, why: nested.why });
  });

  test.each([
    'api-token: x',
    'github-token: x',
    'config: x',
    'report: x',
    'titel: x',
    'reports: {}',
    'reports: {a b: {}}',
    'reports: {a: {reports: {}}}',
    '- top',
    'text',
    '<<: {top: 5}',
  ])('the schema and the run agree about a file with %s', async (line) => {
    const {
      schema: isValid,
      run,
      why,
    } = await asked(line.startsWith('-') || line === 'text' ? line : `insights: ${ID}\n${line}`);
    expect({ isValid, run, why }).toEqual({ isValid: false, run: false, why });
  });
});

test.each(['last fortnight', 'soon'])(
  'the run names the interval %j in a sentence, because the schema has no pattern for it',
  async (interval) => {
    const { schema: isValid, why } = await asked(stringify({ ...BASE, interval }));
    expect(isValid).toBe(true);
    expect(why).toContain(`c.yml:3, interval: got "${interval}", which is not an interval`);
  },
);

test('the interval has a sentence and examples, at the top and in an entry', () => {
  for (const key of ['interval', 'period']) {
    expect(schema.$defs[key]).toMatchObject({ description: expect.any(String), examples: expect.any(Array) });
    expect(JSON.stringify(schema.$defs[key])).not.toMatch(/"pattern":"[^"]{20,}"/);
  }
});

const EXAMPLES = CONFIG_KEYS.flatMap((key) =>
  (schema.$defs[key]?.examples ?? []).map((example) => [key, example]),
);

test.each(EXAMPLES)('the example of %s is valid: %j', async (key, example) => {
  const file = { ...BASE, [String(key)]: example };
  const { why, ...said } = await asked(stringify(file));
  expect({ ...said, why }).toEqual({ schema: true, run: true, why });
});

test('every key has the description of action.yml, which editors show', () => {
  for (const key of CONFIG_KEYS) expect(schema.$defs[key]?.description).toBe(DESCRIPTIONS[key]);
});
