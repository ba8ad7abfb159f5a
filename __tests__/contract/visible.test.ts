// No run ends without something to see: bad input, skipped runs, and reports that no destination of post-to
// could take.
import { createServer, type Server } from 'node:http';
import * as v from 'valibot';
import { renderReport } from '../../src/report/render/report.ts';
import { RESULTS_SCHEMA } from '../../src/report/results/results.ts';
import { startService, type RunningService } from '../../src/service/start.ts';
import type { GitHubOptions } from '../support/github/repository.ts';
import { startGitHub, WORKFLOW } from '../support/github/stand-in.ts';
import { type Ended, runAction } from '../support/run-action.ts';
import { addEvents, addOrganization } from '../support/service/service-of-file.ts';

const INSIGHT = '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33';
const OUTPUTS = ['conclusion', 'failed-thresholds', 'errors', 'report-path', 'results-path'];

describe('bad input', () => {
  const requests: string[] = [];
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${String((server.address() as { port: number }).port)}`;
  });

  afterAll(() => {
    server.close();
  });

  const BAD = {
    'api-token': 'tdpat_secret0123456789',
    top: 'none',
    interval: '@octocat <b>',
    'report-id': 'weekly',
  };

  test('bad input is reported at once in log, summary, outputs and results file, without any request', async () => {
    const env = { GITHUB_API_URL: url };
    const ended = await runAction({
      inputs: { ...BAD, insights: INSIGHT, 'api-url': url, title: 'Weekly' },
      env,
    });
    expect(requests).toEqual([]);
    expect(ended.code).toBe(1);
    for (const name of OUTPUTS) expect(ended.outputs[name]).not.toBe('');
    expect(ended.outputs).toMatchObject({ conclusion: 'error', 'failed-thresholds': '[]', errors: '0' });
    const { error, ...results } = v.parse(RESULTS_SCHEMA, ended.results);
    expect(results).toMatchObject({ conclusion: 'error', reportId: 'weekly', title: 'Weekly', insights: [] });
    expect(error?.message.split('\n')).toEqual([
      '2 problems:',
      expect.stringMatching(/^- interval: got "@octocat <b>"/),
      '- top: got "none"; expected a whole number from 1 to 1000.',
    ]);
    expect(ended.log.match(/^::error::/gm)).toHaveLength(1);
    expect(ended.summary).toMatch(/^## Weekly\n\n❌ \*\*The run could not begin\*\*/);
    expect(ended.summary).toContain('\n- top: got "none"; expected a whole number from 1 to 1000.\n');
    expect(ended.summary).not.toMatch(/@octocat|tdpat_secret/);
    expect(ended.report).toBe(ended.summary);
  });

  test('bad input has a results file from which the same page is rendered again', async () => {
    const ended = await runAction({ inputs: BAD, summary: 'before' });
    const template = { kind: 'builtin', name: 'report' } as const;
    const options = { template, destination: 'file', limit: null, links: { whole: null } } as const;
    const { markdown } = await renderReport(v.parse(RESULTS_SCHEMA, ended.results), options);
    expect(markdown).toBe(ended.report);
    expect(ended.summary).toBe(`before\n\n${markdown}`);
  });

  test('bad input fails the step where no summary can be written, and says so in the log', async () => {
    const ended = await runAction({ inputs: BAD, env: { GITHUB_STEP_SUMMARY: '/nowhere/summary.md' } });
    expect([ended.code, ended.outputs['conclusion']]).toEqual([1, 'error']);
    expect(ended.log).toMatch(/^::warning::The job summary/m);
    expect(ended.log).toMatch(/^::error::3 problems:/m);
  });
});

test('a skipped run says why in the job summary, once for all reports, whatever post-to says', async () => {
  const inputs = {
    insights: INSIGHT,
    'on-missing-token': 'skip',
    'post-to': 'issue',
    'github-token': 'x',
    title: 'A *b*',
  };
  const ended = await runAction({ inputs });
  expect([ended.code, ended.outputs['conclusion']]).toEqual([0, 'skipped']);
  const why = 'Nothing was reported: this run has no api-token (a fork or Dependabot gets no secrets).';
  expect(ended.summary).toBe(`## A \`*b*\`\n\n⏭️ **Skipped.** ${why}\n`);
  expect(ended.log).toContain(`::notice::${why}`);
});

describe('a report that no destination could take', () => {
  let service: RunningService;
  let token: string;

  beforeAll(async () => {
    service = await startService({ dbPath: ':memory:' });
    token = await addOrganization(service, 'com.example.app');
    const dimension = { type: 'default', dimension: 'system', outputName: 'system' };
    const query = { queryType: 'topN', granularity: 'all', threshold: 10, dimension };
    const counted = { aggregations: [{ type: 'eventCount' }], metric: { type: 'numeric', metric: 'count' } };
    await service.store.insights.add('com.example.app', [
      { id: INSIGHT, name: 'os', query: { ...query, ...counted } },
    ]);
    const event = { appID: 'app', clientUser: 'one', type: 'appLaunched', isTestMode: false };
    const timestamp = new Date(Date.now() - 86_400_000).toISOString();
    await addEvents(service, 'com.example.app', [{ ...event, timestamp, payload: { system: 'iOS 18' } }]);
  });

  afterAll(() => service.close(0));

  const READ_ONLY = {
    ...WORKFLOW,
    issues: 'read',
    pullRequests: 'read',
    contents: 'read',
    discussions: 'read',
  } as const;
  const WITHOUT_RIGHTS: GitHubOptions = { tokens: { ghs_workflow: READ_ONLY } };

  async function run(
    inputs: Readonly<Record<string, string>>,
    event: string,
    options: GitHubOptions,
  ): Promise<Ended> {
    const github = await startGitHub(options);
    const common = {
      'api-token': token,
      'api-url': service.url,
      'github-token': 'ghs_workflow',
      insights: INSIGHT,
    };
    const env = { GITHUB_API_URL: github.url, GITHUB_SHA: 'a'.repeat(40), GITHUB_REF: 'refs/heads/main' };
    try {
      return await runAction({ inputs: { ...common, ...inputs }, event, env });
    } finally {
      await github.close();
      expect(github.violations).toEqual([]);
    }
  }

  test.each<[string, Readonly<Record<string, string>>, string, GitHubOptions]>([
    ['a push without a pull request', { 'post-to': 'pull-request' }, 'push', {}],
    ['a scheduled run', { 'post-to': 'pull-request' }, 'schedule', {}],
    ['a token that only reads', { 'post-to': 'issue, discussion' }, 'workflow_dispatch', WITHOUT_RIGHTS],
    ['a repository without releases', { 'post-to': 'release' }, 'workflow_dispatch', {}],
  ])(
    'a report that no destination could take goes into the job summary, with a warning: %s',
    async (_, inputs, event, options) => {
      const ended = await run(inputs, event, options);
      expect(ended.code).toBe(0);
      expect(ended.summary).toMatch(/^## Insight report/);
      expect(ended.summary).toMatch(/\| iOS 18 /);
      expect(ended.summary).toBe(ended.report);
      const warning = `::warning::post-to: ${inputs['post-to']} could not take the report, so it is in the job summary instead.`;
      expect(ended.log).toContain(warning);
    },
  );

  test.each([
    [{ 'post-to': 'issue', 'issue-number': '99' }, 'an issue'],
    [{ 'post-to': 'discussion', 'discussion-category': 'Nope' }, 'a discussion'],
  ])(
    'a report that no destination could take is in the job summary of a step that fails, too: %j',
    async (inputs, place) => {
      const ended = await run(inputs, 'workflow_dispatch', {});
      expect([ended.code, ended.summary]).toEqual([1, ended.report]);
      expect(ended.summary).toMatch(/\| iOS 18 /);
      expect(ended.log).toContain(`::error::The report could not be posted to ${place}: `);
    },
  );

  test('a report that one destination took does not go into the job summary for another that did not', async () => {
    const ended = await run({ 'post-to': 'pull-request, issue' }, 'push', {});
    expect([ended.code, ended.summary]).toEqual([0, '']);
    expect(ended.log).toMatch(/^::warning::No pull request was posted to/m);
    expect(ended.outputs['issue-url']).not.toBe('');
  });

  test('a report with post-to: none is in no job summary, and the log says that nothing was posted', async () => {
    const ended = await run({ 'post-to': 'none' }, 'push', {});
    expect([ended.code, ended.summary]).toEqual([0, '']);
    expect(ended.log).toContain('Nothing was posted, because post-to is none.');
    expect(ended.report).toMatch(/\| iOS 18 /);
  });
});
