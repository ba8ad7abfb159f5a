import { renderPages } from '../../src/action/pages.ts';
import type { TemplateSource } from '../../src/report/inputs/request.ts';
import { readRunContext } from '../../src/report/publish/workflow/context.ts';
import { read } from '../support/inputs/read-inputs.ts';
import { ranking, report, row } from '../support/render/results.ts';

const REPORT: TemplateSource = { kind: 'builtin', name: 'report' };
const SIXTH: TemplateSource = { kind: 'file', name: 'own.hbs', source: '{{insights.0.rows.5.key}}' };

test('a template that fails is replaced by the built-in one, and the report is still posted', async () => {
  const request = await read({
    'post-to': 'summary, issue',
    'issue-title': '{{insights.1.title}}',
    'github-token': 'ghs_x',
  });
  const templates = { ...request.templates, summary: SIXTH, issue: REPORT };
  const results = report([ranking([row(1, 'iPhone', 5, 1)])]);
  const context = readRunContext({}, null);
  const pages = await renderPages({ results, request: { ...request, templates } }, context, 0);
  for (const markdown of [pages.whole, ...pages.posts.map(({ body }) => body)])
    expect(markdown).toContain('| iPhone |');
  expect(pages.posts.map(({ title }) => title)).toEqual(['Weekly usage', 'Weekly usage']);
  expect(pages.problems).toEqual([
    expect.stringMatching(/^template issue-title, line 1: .*; the report's own title was used instead$/),
    expect.stringMatching(/^template own.hbs, line 1: .*; the built-in template "report" was used instead$/),
  ]);
});

test('a page can be rendered again within a smaller limit', async () => {
  const request = await read({ 'post-to': 'release', 'github-token': 'ghs_x' });
  const rows = Array.from({ length: 400 }, (_, index) =>
    row(index + 1, `model ${index}`, 1000 - index, null),
  );
  const insight = { ...ranking(rows), top: 400 };
  const pages = await renderPages({ results: report([insight]), request }, readRunContext({}, null), 0);
  const [page] = pages.posts;
  const smaller = (await page?.refit?.(2000)) ?? '';
  expect(page?.body.length).toBeGreaterThan(2000);
  expect(page?.body).not.toContain('not shown');
  expect(smaller.length).toBeLessThanOrEqual(2000);
  expect(smaller).toMatch(/\d+ rows not shown/);
});

const RUN = 'https://github.com/octo/app/actions/runs/42';
const RUN_ENV = { GITHUB_REPOSITORY: 'octo/app', GITHUB_RUN_ID: '42', GITHUB_STEP_SUMMARY: '/summary' };

test.each([
  ['summary, pull-request', `[run 7 of Usage](<${RUN}>) with the full report</sub>`],
  ['pull-request', `[run 7 of Usage](<${RUN}>)</sub>`],
])(
  'posted to %s, a comment links to the run, and mentions the full report only if there is one',
  async (places, end) => {
    const request = await read({ 'post-to': places, 'github-token': 'ghs_x' });
    const run = { url: RUN, id: '42', attempt: 1, number: '7', workflow: 'Usage' };
    const results = { ...report([ranking([row(1, 'iPhone', 5, 1)])]), run };
    const context = readRunContext(RUN_ENV, null);
    const { posts } = await renderPages({ results, request }, context, 0);
    expect(posts.at(-1)?.body.trimEnd().endsWith(end)).toBe(true);
  },
);
