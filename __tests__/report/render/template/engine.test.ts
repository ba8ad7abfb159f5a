import { readFileSync } from 'node:fs';
import { BUILTIN_TEMPLATES, type Partials } from '../../../../src/report/inputs/request.ts';
import { viewPage } from '../../../../scripts/view-docs.ts';
import { builtinPartials, builtinTemplate } from '../../../../src/report/render/template/sources.ts';
import { checkTemplate } from '../../../../src/report/render/template/check.ts';
import { HELPERS } from '../../../../src/report/render/template/helpers.ts';
import { buildView } from '../../../../src/report/render/view/report.ts';
import { renderReport, renderTitle } from '../../../../src/report/render/report.ts';
import { VIEW_FIELDS } from '../../../../src/report/render/view/report-types.ts';
import { days, failed, ranking, report, row } from '../../../support/render/results.ts';

const results = report([
  ranking([row(1, 'a|b', 12_450, 1), row(2, null, 3)]),
  days([1, 2, 3]),
  failed('gone'),
]);

async function render(source: string, of = results, partials: Partials = {}): Promise<string> {
  const template = { kind: 'file', name: './weekly.hbs', source, partials } as const;
  return (await renderReport(of, { template, destination: 'issue', limit: null, links: { whole: null } }))
    .markdown;
}

test.each([
  ['{{title}}', 'Weekly usage\n'],
  ['{{insights.[0].rows.[0].key}}', '`a`\\|`b`\n'],
  ['{{{insights.[0].rows.[0].key}}}', 'a|b\n'],
  ['{{insights.0.total}}', '12,453\n'],
  ['{{number insights.0.total}} {{percent insights.0.rows.0.share}}', '12,453 100%\n'],
  ['{{#each insights}}{{name}}{{#unless @last}}, {{/unless}}{{/each}}', 'devices, daily, crashes\n'],
  ['{{#each insights}}{{@root.reportId}}{{/each}}', 'defaultdefaultdefault\n'],
  ['{{#if (and (gt insightCount 2) (not run.missing))}}x{{/if}}', null],
  ['{{#if (or (eq conclusion "failed") (eq conclusion "neutral"))}}yes{{/if}}', 'yes\n'],
  ['{{amount 1 "users"}}, {{amount 2 "events"}}, {{plural 2 "day" "days"}}', '1 user, 2 events, days\n'],
  [
    '{{points 0.24 0.25}}, {{points 0.3 0.25}}, {{points 0.2504 0.25}}',
    '▼\u00a01.0 points, ▲\u00a05.0 points, ▲\u00a00.04 points\n',
  ],
  ['{{date generatedAt}} {{duration durationMs}}', 'Nov 20, 2026 0.8 s\n'],
  ['{{link run.url "the run"}}', '[the run](<https://github.com/acme/app/actions/runs/16438742981>)\n'],
  ['{{link "javascript:alert(1)" "x"}}', 'x\n'],
  [
    '{{percent "Infinity"}} {{signed "NaN"}} {{points "NaN" 1}} {{percent "0.5"}}',
    'infinite not a number – 50.0%\n',
  ],
  ['{{prose whole}} {{date whole}} {{moment whole}}{{fence whole}}{{sparkline whole}}.', '_not set_ – –.\n'],
  ['{{link run.url (code "a")}}', '[`a`](<https://github.com/acme/app/actions/runs/16438742981>)\n'],
  ['{{code "a`b"}} {{fence "a\n````" "json"}}', '``a`b`` `````json\na\n````\n`````\n'],
  [
    '{{#*inline "mine"}}[{{name}}]{{/inline}}{{#each insights}}{{> mine}}{{/each}}',
    '[devices][daily][crashes]\n',
  ],
])("a user's template renders %s", async (source, expected) => {
  if (expected === null) await expect(render(source)).rejects.toThrow('line 1: there is no "missing" here');
  else expect(await render(source)).toBe(expected);
});

test.each([
  ['{{insights.[0].rows.constructor}}', 'there is no "constructor" in a list'],
  ['\n{{percent title}}', 'line 2: the helper "percent" takes a number, but was given a text'],
  ['a\nb\n{{#each insights}}\n{{nothing}}{{/each}}', 'line 4: there is no "nothing" here'],
  ['{{#each insights}}{{#if nothing}}x{{/if}}{{/each}}', 'line 1: there is no "nothing" here'],
  [
    '{{#each insights}}{{#if error.message.deeper}}x{{/if}}{{/each}}',
    'there is no "message" in something that is not set',
  ],
  [
    '{{lookup insights "__proto__"}}',
    'a field that does not exist (if it is a "lookup" that may find nothing',
  ],
  [
    '{{#each insights as |it|}}\n{{#if it.totl}}x{{/if}}{{/each}}',
    'line 2: there is no "totl" here; did you mean total?',
  ],
  [
    '{{#each insights as |it|}}{{#each it.rowz}}x{{/each}}{{/each}}',
    'line 1: there is no "rowz" here; did you mean rows?',
  ],
  ['{{#each insights}}\n{{perod.dates}}{{/each}}', 'line 2: there is no "perod" here; did you mean period?'],
  [
    '\n{{whole.deep.er}}',
    'line 2: there is no "deep" in something that is not set; write {{#if whole}}…{{/if}} around it',
  ],
  ['{{insights.total}}', 'there is no "total" in a list: use {{#each …}} for its items'],
  ['{{#with insights.[0].columns.[0]}}{{nothing}}{{/with}}', 'there is no "nothing" here; there are kind, '],
  ['\n{{number insights}}', 'line 2: the helper "number" takes a number, but was given a list'],
  ['\n{{date title}}', 'line 2: the helper "date" takes a moment in ISO form, but was given a text'],
  [
    '{{date generatedAt "Mars/Base"}}',
    'line 1: the helper "date" cannot use a value that it was given; it takes (a moment in ISO form, a time zone',
  ],
  [
    '{{prose (number 5)}}',
    'line 1: the helper "prose" takes a text, but was given the output of another helper',
  ],
  ['{{#*inline "me"}}{{> me}}{{/inline}}{{> me}}', 'it calls itself endlessly'],
  ['  \n{{#if false}}x{{/if}}', 'it renders nothing'],
])("a user's template with %j fails, and the error names it", async (source, message) => {
  await expect(render(source)).rejects.toThrow(/^template \.\/weekly\.hbs/);
  await expect(render(source)).rejects.toThrow(message);
});

test('a built-in partial that is called in the wrong place is named', async () => {
  await expect(render('x\n{{> headline}}')).rejects.toThrow(
    'template {{> headline}}, line 1: there is no "glance" here',
  );
});

test("a user's template never quotes a row in an error", async () => {
  const secret = report([ranking([row(1, 'SECRET', 1)])]);
  for (const source of [
    '{{insights.0.rows.0.key.foo}}',
    '{{table insights.0.rows.0.key}}',
    '{{number insights.0.rows.0.key.a.b}}',
    '{{> (lookup (lookup insights.[0].rows 0) "key")}}',
    '{{date insights.0.rows.0.key}}',
  ]) {
    const error: unknown = await render(source, secret).catch((caught: unknown) => caught);
    expect(String(error)).toMatch(/^TemplateError: template/);
    expect(String(error)).not.toContain('SECRET');
  }
});

test("a user's template may show outputs with any name", async () => {
  const odd = row(1, 'x', 1);
  const values = { ...odd.values, constructor: 5, table: 'a', title: null, number: 2 };
  const outputs = ['count', 'constructor', 'table', 'title', 'number', '__proto__'];
  const text = await render('{{table insights.[0]}}', report([ranking([{ ...odd, values }], { outputs })]));
  expect(text).toContain('| x | 1 | 5 | a | – | 2 | – |');
});

test("the error of a mistake in a user's partial names its file, even if a built-in partial calls it", async () => {
  const partials = { remarks: '\n\n{{totl}}' };
  const template = {
    kind: 'file',
    name: '.github/usage.hbs',
    source: '{{#each insights}}{{> section}}{{/each}}',
    partials,
  } as const;
  await expect(
    renderReport(results, { template, destination: 'issue', limit: null, links: { whole: null } }),
  ).rejects.toThrow('template .github/partials/remarks.hbs, line 3: there is no "totl" here');
});

test.each([
  ['{{#> layout}}\n{{titel}}{{/layout}}', 'line 2: there is no "titel" here; did you mean title?'],
  ['{{#> layout}}\n{{number insights}}{{/layout}}', 'line 2: the helper "number" takes a number'],
  [
    '{{#> layout}}\n{{whole.deep}}{{/layout}}',
    'line 2: there is no "deep" in something that is not set; write {{#if whole}}',
  ],
])(
  'a mistake in a block that is passed to a partial is a mistake of the template: %j',
  async (source, problem) => {
    const partials = { layout: 'x\n\n{{> @partial-block}}' };
    const template = { kind: 'file', name: './weekly.hbs', source, partials } as const;
    await expect(
      renderReport(results, { template, destination: 'issue', limit: null, links: { whole: null } }),
    ).rejects.toThrow(`template ./weekly.hbs, ${problem}`);
  },
);

test.each([
  ['{{title}}\n{{#each insights}}{{table this}}{{/each}}{{> footer}}', null],
  ['{{#with period}}{{dates}}{{else}}none{{/with}}', null],
  ['', 'template ./weekly.hbs: it is empty'],
  [
    'a\n{{#if run}}\nb',
    'template ./weekly.hbs, line 3: cannot be parsed near a{{#if run}}b (a block is not closed)',
  ],
  ['{{[a\u202e\u0007b] title}}', 'there is no helper "a⟨U+202E⟩␇b"; there are amount, '],
  ['\n{{!-- a comment', 'line 2: cannot be parsed near {{!-- a comment (a {{ is not closed, '],
  ['{{title', 'template ./weekly.hbs, line 1: cannot be parsed near {{title (a {{ is not closed, '],
  [
    '{{table insights.0}}',
    'line 1: cannot be parsed near {{table insights.0}} (a list index needs brackets: rows.[0])',
  ],
  ['{{insights[0].title}}', '(a list index needs a dot and brackets: rows.[0])'],
  ...['total == 3', 'total > 3', '!total', 'title && run', '(total > 3)'].map(
    (condition): [string, string] => [
      `{{#if ${condition}}}x{{/if}}`,
      '(a condition is a helper: {{#if (gt total 3)}}; there are eq, gt, and, or, not)',
    ],
  ),
  ['\n{{#if run}}{{/each}}', "template ./weekly.hbs, line 2: if doesn't match each"],
  [
    '\n{{number}}',
    'line 2: the helper "number" takes 1 to 2 arguments (a number, a format), but was given 0',
  ],
  ['{{number durationMs digits=2}}', 'the helper "number" takes no digits=…'],
  [
    '{{#each insights as |table|}}{{table table}}{{/each}}',
    'line 1: "as |table|" hides the helper of this name',
  ],
  ['{{#if}}x{{/if}}', 'the helper "if" takes 1 argument (a value), but was given 0'],
  ['{{and true false}}{{#each insights}}{{#if error}}{{or 1 2 3}}{{/if}}{{/each}}', null],
  [
    '\n\n{{nmber durationMs}}',
    'template ./weekly.hbs, line 3: there is no helper "nmber"; did you mean number?',
  ],
  ['{{#each insights}}\n{{percnt (nope total)}}{{/each}}', 'line 2: there is no helper "percnt"'],
  [
    '\n{{titel}}',
    'line 2: there is no "titel"; did you mean title? (docs/reference/template-view.md lists all fields)',
  ],
  [
    '{{> fotter}}',
    'there is no partial "fotter"; did you mean footer? (your own belong in the folder "partials" ',
  ],
  ['{{#if run}}\n{{number durationMS}}{{/if}}', 'line 2: there is no "durationMS"'],
  ['{{#each insights}}{{@root.tite}}{{/each}}', 'line 1: there is no "tite"'],
  ['<details><summary>{{html title}} {{insightCount}}</summary>\n\n{{title}}\n\n</details>', null],
  ['<sub>{{title}}</sub> <b>{{title}}</b>', null],
  ['a\n<details><summary>\n{{title}}</summary>', 'line 3: {{title}} is in raw HTML'],
  ['{{#each insights}}\n<p>{{#if rows}}{{name}}{{/if}}</p>{{/each}}', 'line 2: {{name}} is in raw HTML'],
  ['<b>\n{{title}}', 'line 2: {{title}} is in raw HTML'],
  [
    '{{> missing}}',
    'line 1: there is no partial "missing"; there are fold, footer, gates, headline, minimums, notShown, queries, releases, remarks, section, signals, top',
  ],
])('checkTemplate on %j reports %j', async (source, problem) => {
  if (problem === null) expect(checkTemplate('./weekly.hbs', source)).toBeNull();
  else expect(checkTemplate('./weekly.hbs', source)).toContain(problem);
});

test('checkTemplate names a partial by its file next to the template', async () => {
  const broken = checkTemplate('.github/weekly.hbs', '{{> row}}', { row: '\n{{nmber 1}}' });
  expect(broken).toContain('template .github/partials/row.hbs, line 2: there is no helper "nmber"');
});

test.each(BUILTIN_TEMPLATES)('checkTemplate accepts the built-in template %s', async (name) => {
  expect(checkTemplate(name, builtinTemplate(name))).toBeNull();
});

test('the documentation names every helper and partial, and its example renders', async () => {
  const docs = readFileSync(
    new URL('../../../../docs/reference/template-helpers.md', import.meta.url),
    'utf8',
  );
  const words = new Set(
    [...docs.replace(/```[^]*?```/g, '').matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
      code.split(/[^A-Za-z]+/),
    ),
  );
  const names = [...Object.keys(HELPERS), ...Object.keys(builtinPartials())];
  expect(names.filter((name) => !words.has(name))).toEqual([]);
  const guide = readFileSync(
    new URL('../../../../docs/how-to/your-own-template.md', import.meta.url),
    'utf8',
  );
  const example = /```handlebars\n([^]*?)```/.exec(guide)![1]!;
  expect(checkTemplate('docs', example)).toBeNull();
  expect(await render(example)).toContain('> ❌ gone');
});

test('docs/reference/template-view.md matches the types (if not, run: node scripts/view-docs.ts)', async () => {
  expect(readFileSync(new URL('../../../../docs/reference/template-view.md', import.meta.url), 'utf8')).toBe(
    await viewPage(),
  );
});

test('no field of the view has the name of a helper, and VIEW_FIELDS lists all fields', () => {
  const names = new Set<string>();
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, child] of Object.entries(value)) {
        names.add(name);
        if (name !== 'values') collect(child);
      }
    }
  };
  const view = buildView(results, 'issue', null);
  collect(view);
  expect(Object.keys(HELPERS).filter((helper) => names.has(helper))).toEqual([]);
  expect([...VIEW_FIELDS].sort()).toEqual(Object.keys(view).sort());
});

describe('renderTitle', () => {
  test.each([
    ['{{title}}', 'Weekly usage'],
    ['{{title}}: {{period.dates}}', null],
    ['{{insights.0.rows.0.key}} of {{insights.0.total}}', 'a|b of 12,453'],
    ['{{title}}{{#if period}} · {{period}}{{/if}}', 'Weekly usage'],
    ['a\n  b', 'a b'],
    ['{{#if false}}x{{/if}}', 'Weekly usage'],
  ])('renderTitle renders %j', async (template, title) => {
    if (title === null)
      await expect(renderTitle(results, template)).rejects.toThrow(
        /^template issue-title, line 1: there is no "dates" in something that is not set/,
      );
    else expect(await renderTitle(results, template)).toBe(title);
  });

  test('a period that all insights share is written as its dates', async () => {
    const title = '{{title}}{{#if period}} · {{period}}{{/if}}';
    expect(await renderTitle(report([days([1, 2])]), title)).toBe('Weekly usage · Nov 9 – 15, 2026');
  });

  test('a hostile title becomes one line of at most 256 UTF-16 units', async () => {
    const title = await renderTitle(
      report([], { title: `@you\n\u202e\u0007${'😀'.repeat(300)}` }),
      '{{title}} {{title}}',
    );
    expect(title).toMatch(/^@\u200byou␊⟨U\+202E⟩␇😀/);
    expect(title.length).toBeLessThanOrEqual(256);
    expect(title.isWellFormed()).toBe(true);
  });
});
