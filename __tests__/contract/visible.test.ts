// No run ends without something to see: bad input, skipped runs, and reports that no destination of post-to could take.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { renderReport } from '../../src/render/report.ts';
import { RESULTS_SCHEMA } from '../../src/results.ts';
import { runAction } from '../support/run-action.ts';

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

  const BAD = { 'api-token': 'tdpat_secret0123456789', top: 'none', interval: '@octocat <b>', 'report-id': 'weekly' };

  test('is told at once in log, summary, outputs and results file, without any request', async () => {
    const env = { GITHUB_API_URL: url };
    const ended = await runAction({ inputs: { ...BAD, insights: INSIGHT, 'api-url': url, title: 'Weekly' }, env });
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

  test('has a results file from which the same page is rendered again', async () => {
    const ended = await runAction({ inputs: BAD, summary: 'before' });
    const template = { kind: 'builtin', name: 'report' } as const;
    const options = { template, destination: 'file', limit: null, links: { whole: null } } as const;
    const { markdown } = await renderReport(v.parse(RESULTS_SCHEMA, ended.results), options);
    expect(markdown).toBe(ended.report);
    expect(ended.summary).toBe(`before\n\n${markdown}`);
  });

  test('fails the step where no summary can be written, and says so in the log', async () => {
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
