import { InputError } from '../../../../src/text/errors.ts';
import type { InputEffects } from '../../../../src/report/inputs/effects.ts';
import type { RawInputs } from '../../../../src/report/inputs/raw.ts';
import { parseReports } from '../../../../src/report/inputs/parse-reports.ts';
import type { ReportRequest } from '../../../../src/report/inputs/request.ts';
import { asWritten, effects, ID, OTHER_ID, TOKEN } from '../../../support/inputs/read-inputs.ts';

const FILE = '.github/insight-report.yml';

function readConfig(
  config: string,
  inputs: RawInputs = {},
  more: Partial<InputEffects> = {},
): Promise<readonly ReportRequest[]> {
  const files = { [FILE]: config, 'q.json': '{"queryType":"topN"}', '.github/own.hbs': '{{title}}' };
  return parseReports({ 'api-token': TOKEN, config: FILE, ...inputs }, effects(files, more));
}

async function problemsOf(...given: Parameters<typeof readConfig>): Promise<readonly string[]> {
  try {
    await readConfig(...given);
    return [];
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
}

const TWO = `
insights: ${ID}
top: 5
reports:
  weekly:
    top: 7
    title: Week
  gates:
    report-id: the-gates
`;

test('a config file gives every key the value that the same string has as an input', async () => {
  const [typed, ...others] = await readConfig(
    `
data-source: com.example.app
insights:
  devices: ${ID}
  os: { id: ${OTHER_ID}, title: OS versions, top: 3, history: 4, compare: none, metric: Users, interval: last week }
queries: [q.json]
interval:
  beginningDate: { component: week, offset: -4, position: beginning }
  endDate: { component: week, offset: -1, position: end }
timezone: Europe/Berlin
compare: previous-year
history: 12
top: 5
title: 2026
template: { issue: .github/own.hbs }
post-to: [summary, issue]
report-id: usage
comment-mode: append
pr-number: 12
issue-mode: comment
issue-number: 34
issue-title: '{{title}}'
labels: ["a, b", metrics]
assignees: [octocat]
thresholds:
  - { insight: os, assert: total() > 1, min-sample: 500 }
on-inconclusive: warn
on-error: warn
on-missing-token: skip
min-group-size: 10
dry-run: false
timeout: 10
retries: 0
deadline: 60
concurrency: 2
locale: de
`,
    { 'github-token': 'ghs_x' },
  );
  const texts: RawInputs = {
    'data-source': 'com.example.app',
    insights: `{devices: ${ID}, os: {id: ${OTHER_ID}, title: OS versions, top: 3, history: 4, compare: none, metric: Users, interval: last week}}`,
    queries: 'q.json',
    interval:
      '{"beginningDate":{"component":"week","offset":-4,"position":"beginning"},"endDate":{"component":"week","offset":-1,"position":"end"}}',
    timezone: 'Europe/Berlin',
    compare: 'previous-year',
    history: '12',
    top: '5',
    title: '2026',
    template: 'issue: .github/own.hbs',
    'post-to': 'summary, issue',
    'report-id': 'usage',
    'comment-mode': 'append',
    'pr-number': '12',
    'issue-mode': 'comment',
    'issue-number': '34',
    'issue-title': '{{title}}',
    assignees: 'octocat',
    thresholds: '[{insight: os, assert: total() > 1, min-sample: 500}]',
    'on-inconclusive': 'warn',
    'on-error': 'warn',
    'on-missing-token': 'skip',
    'min-group-size': '10',
    timeout: '10',
    retries: '0',
    deadline: '60',
    concurrency: '2',
    locale: 'de',
  };
  const [written] = await readConfig('{}', { ...texts, config: '', 'github-token': 'ghs_x' });
  expect(others).toEqual([]);
  // Only a list can hold a label with a comma.
  expect(typed?.posting.labels).toEqual(['a, b', 'metrics']);
  const posting = { ...written?.posting, labels: typed?.posting.labels };
  expect(asWritten(typed === undefined ? [] : [typed])).toEqual(
    asWritten(written === undefined ? [] : [written]).map((each) => ({ ...each, posting })),
  );
});

test('a config file may write any value as a string and leave keys empty', async () => {
  const [request] = await readConfig(`insights: "${ID}"\ntop: "5"\ndry-run: "true"\ntitle:\nlabels: ~\n`);
  expect(request).toMatchObject({ dryRun: true, title: 'Insight report', insights: [{ top: 5 }] });
  expect(request?.posting.labels).toEqual([]);
});

test('a config file loses to every input that is not empty', async () => {
  const file = `insights: ${ID}\ntop: 5\ntitle: From the file\nlabels: [one]\n`;
  const [request] = await readConfig(file, { top: '10', title: '', labels: 'two' });
  expect(request).toMatchObject({
    title: 'From the file',
    insights: [{ top: 10 }],
    posting: { labels: ['two'] },
  });
});

test('a config file lets the keys of a report win over the common ones, and inputs over both', async () => {
  const [weekly, gates] = await readConfig(TWO, { title: '' });
  expect(weekly).toMatchObject({ reportId: 'weekly', title: 'Week', insights: [{ top: 7 }] });
  expect(gates).toMatchObject({ reportId: 'the-gates', title: 'Insight report', insights: [{ top: 5 }] });
  const all = await readConfig(TWO, { top: '1' });
  expect(all.map(({ insights }) => insights[0]?.top)).toEqual([1, 1]);
});

test('a config file lets an empty list win over a common one', async () => {
  const [plain] = await readConfig(`insights: ${ID}\nlabels: [one]\nreports:\n  plain: { labels: [] }\n`);
  expect(plain?.posting.labels).toEqual([]);
});

test.each<[string, readonly string[]]>([
  ['', ['weekly', 'the-gates']],
  ['all', ['weekly', 'the-gates']],
  ['gates', ['the-gates']],
  ['gates, weekly', ['weekly', 'the-gates']],
])('a config file runs, for report %j, %j', async (report, ids) => {
  expect((await readConfig(TWO, { report })).map(({ reportId }) => reportId)).toEqual(ids);
});

test('a config file may use aliases, as long as they do not multiply', async () => {
  const [a, b] = await readConfig(
    `insights: ${ID}\nreports:\n  a: { labels: &l [x, y] }\n  b: { labels: *l }\n`,
  );
  expect(b?.posting.labels).toEqual(a?.posting.labels);
  const bomb = Array.from(
    { length: 9 },
    (_, i) =>
      `k${i}: &a${i} [${Array(9)
        .fill(i === 0 ? 'x' : `*a${i - 1}`)
        .join()}]`,
  );
  const [problem = ''] = await problemsOf(bomb.join('\n'));
  expect(problem).toContain(`${FILE}: this YAML cannot be used: its aliases multiply`);
});

describe('a problem in a config file', () => {
  test('a problem in a config file is reported with file, line and key, together with all others', async () => {
    const found = await problemsOf(`# the team's numbers
top: 5000
titel: x
insights:
  devices: { id: ${ID}, top: many }
reports:
  weekly:
    interval: last fortnight
    post-to: [summary, isue]
    thresholds:
      - devices: total() > 1
      - devics: total() > 1
  monthly:
    history: [1]
    queries:
      crashes: crashes.json
`);
    const places = found.map((problem) => problem.split(': ')[0]);
    expect(places).toEqual([
      `${FILE}:3, titel`,
      `${FILE}:14, reports.monthly.history`,
      `${FILE}:8, reports.weekly.interval`,
      `${FILE}:2, top`,
      `${FILE}:5, insights, devices, top`,
      `${FILE}:9, reports.weekly.post-to`,
      `${FILE}:12, reports.weekly.thresholds, entry 2`,
      `${FILE}:16, reports.monthly.queries, crashes`,
    ]);
    for (const [index, meant] of [
      [0, 'title'],
      [5, 'issue'],
      [6, 'devices'],
    ] as const) {
      expect(found[index]).toContain(`Did you mean ${meant}?`);
    }
  });

  test.each<[string, string, RawInputs, RegExp]>([
    [
      'a key that is given twice',
      `top: 1\ntop: 2\ninsights: ${ID}`,
      {},
      /yml:2: this YAML cannot be used: Map keys must be unique/,
    ],
    [
      'no YAML',
      'top: [1\n',
      {},
      /yml:2: this YAML cannot be used: there is no "\]"; expected valid YAML, in which /,
    ],
    [
      'an input that is about the file',
      `config: x\ninsights: ${ID}`,
      {},
      /yml:1, config: is for the step alone/,
    ],
    ['reports that are a list', `reports: [a]\ninsights: ${ID}`, {}, /yml:1, reports: is a list/],
    [
      'a name that is not a valid id',
      `insights: ${ID}\nreports:\n  a b: {}`,
      {},
      /yml:3, reports\.a b: got "a b"/,
    ],
    ['nothing to report', 'reports:\n  a: {}', {}, /yml:2, reports\.a\.insights: there is nothing/],
    [
      'an unknown report',
      TWO,
      { report: 'weekli' },
      /^report: got "weekli".*weekly, gates\. Did you mean weekly\?/,
    ],
    [
      'a report of a file without any',
      `insights: ${ID}`,
      { report: 'a' },
      /^report: got "a".*does not name any/,
    ],
    ['no such file', '', { config: 'nope.yml' }, /^config: got "nope.yml", there is no such file/],
    [
      'an id that is another report',
      TWO.replace('the-gates', 'weekly'),
      {},
      /yml:9, reports\.gates\.report-id: got "weekly", which several reports/,
    ],
    ['one id for two reports', TWO, { 'report-id': 'one' }, /^report-id: got "one", which several reports/],
  ])('a problem in a config file is named: %s', async (_, file, inputs, expected) => {
    const found = await problemsOf(file, inputs);
    expect(found.join('\n')).toMatch(expected);
  });

  test('a problem in a config file is reported once if it is in a common key, not once for each report', async () => {
    expect(await problemsOf(TWO.replace('top: 5', 'timezone: Mars'))).toHaveLength(1);
  });

  test('a problem has its own line, whatever other keys hold', async () => {
    const named = `insights:\n  os: { id: ${ID}, top: 0 }\n  "os, top": ${OTHER_ID}`;
    expect(await problemsOf(named)).toEqual([expect.stringContaining(`${FILE}:2, insights, os, top`)]);
  });

  test('an assertion that YAML cuts short is a problem, shown with its line and how to write it', async () => {
    const cut = `insights: ${ID}\nreports:\n  a:\n    thresholds:\n      - share("iOS # 15") < 2%\n    top: 3\n`;
    expect(await problemsOf(cut)).toEqual([
      expect.stringMatching(/yml:5, thresholds: got .*cuts it off at " #".*'share\("iOS # 15"\) < 2%'/),
    ]);
    expect(await problemsOf(`insights: ${ID}\nthresholds: !total() > 1`)).toContainEqual(
      expect.stringMatching(/yml:2, thresholds: .*it in quotes: '!total\(\) > 1'/),
    );
  });

  test.each(['api-token', 'apiToken', 'API_TOKEN', 'github-token', 'token'])(
    '%s is refused and not shown',
    async (key) => {
      const found = await problemsOf(
        `insights: ${ID}\n${key}: not-a-known-form-of-token\ntop: not-a-known-form-of-token\n`,
      );
      expect(found.join('\n')).toMatch(/yml:2, .*a token does not belong in a file/);
      expect(found.join('\n')).not.toContain('not-a-known-form');
    },
  );

  test.each(['tdpat', 'ikey'])(
    'a problem in a config file is anything that begins with %s_, which is not shown',
    async (prefix) => {
      const token = `${prefix}_0123456789`;
      const found = await problemsOf(
        `insights: ${ID}\nreports:\n  a:\n    title: ${token}\n    top: ${token}\n`,
      );
      expect(found.join('\n')).toMatch(/yml:4: the file contains a token/);
      expect(found.join('\n')).not.toContain('0123456789');
    },
  );

  test.each(['api-url', 'allow-http', 'api-token', 'github-token', 'webhook-url', 'webhook-secret'])(
    'a problem in a config file is %s, for every event and in a named report too, and says where it belongs',
    async (key) => {
      const file = `insights: ${ID}\nreports:\n  a:\n    ${key}: x\n`;
      for (const fromFork of [true, false])
        expect(await problemsOf(file, { [key]: 'x' }, { fromFork })).toContainEqual(
          expect.stringMatching(
            /yml:4, .*(?:under "with:" of the workflow's step|passed as the step's input)/,
          ),
        );
    },
  );
});

test('without a config file the YAML library is not loaded', async () => {
  const loadYaml = () => Promise.reject(new Error('loaded'));
  expect(await readConfig('', { config: '', insights: ID }, { loadYaml })).toHaveLength(1);
});
