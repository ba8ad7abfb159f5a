import type { TemplateSource } from '../../../src/report/inputs/request.ts';
import { effects, problemsOf, read } from '../../support/inputs/read-inputs.ts';

const given = effects({
  'own.hbs': '# {{title}}',
  '.github/my report.HBS': 'x',
  'broken.hbs': 'a\n{{{{',
  'empty.hbs': '',
});
const report: TemplateSource = { kind: 'builtin', name: 'report' };
const compact: TemplateSource = { kind: 'builtin', name: 'compact' };
const own: TemplateSource = { kind: 'file', name: 'own.hbs', source: '# {{title}}' };
const spaced: TemplateSource = { kind: 'file', name: '.github/my report.HBS', source: 'x' };

test.each([
  ['', report, compact, report],
  ['compact', compact, compact, compact],
  ['"report"', report, report, report],
  ['own.hbs', own, own, own],
  ['.github/my report.HBS', spaced, spaced, spaced],
  ['pull-request: own.hbs', report, own, report],
  ['{ summary: compact, issue: own.hbs }', compact, compact, own],
  ['summary: compact\npull-request: report\nissue: own.hbs\n', compact, report, own],
  ['{}', report, compact, report],
] as const)(
  'the input template chooses the template of each destination: %j',
  async (template, summary, pullRequest, issue) => {
    expect((await read({ template }, given)).templates).toMatchObject({
      summary,
      'pull-request': pullRequest,
      issue,
    });
  },
);

test.each([
  ['fancy', ['template: got "fancy"; expected report or compact, the path of a .hbs file, or a map']],
  ['Report', ['Did you mean report?']],
  ['compct', ['Did you mean compact?']],
  ['own.md', ['got "own.md"']],
  ['nope.hbs', ['template: got "nope.hbs", there is no such file']],
  ['empty.hbs', ['template: got "empty.hbs", the file is empty']],
  ['broken.hbs', ['template: got "broken.hbs", broken.hbs does not parse: line 1']],
  ['issue: broken.hbs', ['template, issue: got "broken.hbs", broken.hbs does not parse']],
  [
    'pull_request: compact',
    [
      'template: has the unknown key "pull_request"; expected summary, pull-request, issue, release, discussion. Did you mean pull-request?',
    ],
  ],
  ['releases: compact', ['unknown key "releases"']],
  ['issue: [compact]', ['template, issue: is not a string']],
  ['issue:', ['template, issue: got ""']],
  ['- compact', ['template: is a list']],
  [
    '{ issue: compact',
    [
      'template: this YAML cannot be used: there is no "}" at line 1, column 17; expected valid YAML, in which a text with " #", ": " or a first "!" is in quotes.',
    ],
  ],
  ['issue: a\nsummary: b', ['template, summary: got "b"', 'template, issue: got "a"']],
])('the template %j is a problem', async (template, says) => {
  const problems = await problemsOf({ template }, given);
  expect(problems).toHaveLength(says.length);
  says.forEach((words, index) => {
    expect(problems[index]).toContain(words);
  });
});

test('an asynchronous check is awaited', async () => {
  const checkTemplate = async (name: string) => Promise.resolve(`${name}:3: no`);
  const problems = await problemsOf({ template: 'own.hbs', 'issue-title': 'x' }, { ...given, checkTemplate });
  expect(problems).toEqual([
    'template: got "own.hbs", own.hbs:3: no; expected a template as described in docs/how-to/your-own-template.md.',
    'issue-title: got "x", issue-title:3: no; expected a Handlebars template.',
  ]);
});
