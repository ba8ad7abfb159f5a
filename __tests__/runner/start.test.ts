// The page that leads a user of TelemetryDeck to a red gate, followed in a workflow runner (act, on this
// machine, without containers) against the project's own query service and the tests' GitHub.
import { readFileSync } from 'node:fs';
import { startGitHub, WORKFLOW } from '../support/github/stand-in.ts';
import { describeWithRunner } from '../support/runner/act.ts';
import { createWorkflowRepository } from '../support/runner/repository.ts';
import { startWorlds } from '../support/runner/worlds.ts';

const PAGE = readFileSync(new URL('../../docs/start/telemetrydeck.md', import.meta.url), 'utf8');
const [workflow = '', failing = ''] = [...PAGE.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml]) => yaml);
const GATE = /^ +- \{ insight: os, .*\}$/m;
const HEAD = 'a'.repeat(40);
const payload = {
  repository: { full_name: 'octo/app', private: true },
  pull_request: {
    number: 7,
    user: { login: 'mona' },
    head: { ref: 'release/2', sha: HEAD, repo: { full_name: 'octo/app' } },
    base: { ref: 'main', repo: { full_name: 'octo/app' } },
  },
};

describeWithRunner('docs/start/telemetrydeck.md', () => {
  test('leads to a comment on the pull request, and then to a red check with the assertion that must fail', async () => {
    const { service, calmToken } = await startWorlds();
    const github = await startGitHub({ tokens: { ghs_token: WORKFLOW } });
    github.addPull({ number: 7, pull: { headBranch: 'release/2', headSha: HEAD } });
    const path = '.github/workflows/usage.yml';
    const repo = createWorkflowRepository({ [path]: workflow }, service.url);
    const secrets = { GITHUB_TOKEN: 'ghs_token', TELEMETRYDECK_TOKEN: calmToken };
    const start = { workflow: 'usage.yml', event: 'pull_request', payload, githubUrl: github.url, secrets };

    expect((await repo.run(start)).passed).toBe(true);
    expect(github.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining('✅ **Can we drop iOS 15? Yes.** 0.5% of users (7 of 1,400)'),
    ]);

    expect(workflow).toMatch(GATE);
    repo.commit({ [path]: workflow.replace(GATE, `            ${failing.trim()}`) });
    expect((await repo.run(start)).jobs).toEqual({ report: 'failure' });
    expect(github.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining('❌ **Is nobody here? Not yet.** **1,400** users; limit: below 1.'),
    ]);
    await github.close();
    await service.close(0);
  });
});
