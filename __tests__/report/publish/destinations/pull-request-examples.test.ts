// All payloads that GitHub publishes as examples, and the two workflows by which a fork's pull request gets
// its report.
import { createRequire } from 'node:module';
import type { GitHub } from '../../../../src/report/publish/github/client.ts';
import { findPullRequest } from '../../../../src/report/publish/destinations/pull-request.ts';
import { startGitHub, WORKFLOW, type StandIn } from '../../../support/github/stand-in.ts';
import { post, postOne, runContext } from '../../../support/publish-setting.ts';

type Json = Readonly<Record<string, unknown>>;
interface Example {
  readonly name: string;
  readonly examples: readonly Json[];
}

const EXAMPLES = createRequire(import.meta.url)('@octokit/webhooks-examples') as readonly Example[];
const ALL = EXAMPLES.flatMap(({ name, examples }) =>
  examples.map((payload, index) => ({ title: `${name} ${index}`, name, payload })),
);
/** The published examples that are not about a pull request, but lead to one. */
const THAT_NAME_ONE = [
  'check_run',
  'check_suite',
  'deployment_review',
  'issue_comment',
  'merge_group',
  'workflow_run',
];
const SHA = 'a'.repeat(40);

/** A GitHub in which no commit and no branch has a pull request. */
const withoutPulls: Pick<GitHub, 'list'> = { list: () => Promise.resolve([]) };

test.each(ALL)('$title leads to its pull request, or to a plain reason', async ({ name, payload }) => {
  const context = runContext('http://127.0.0.1:9', { GITHUB_EVENT_NAME: name }, payload);
  const resolved = await findPullRequest(context, () => Promise.resolve(withoutPulls as GitHub));
  const pull = payload['pull_request'] as { readonly number?: number } | undefined;
  if (pull?.number !== undefined) expect(resolved).toEqual({ number: pull.number });
  else if (resolved.number === null) expect(resolved.reason).toMatch(/^[a-z][\w/:;.() -]{10,200}$/i);
  else expect(THAT_NAME_ONE).toContain(name);
});

describe('a fork’s pull request', () => {
  const forked = (author = 'guest', head = 'guest/app') => ({
    number: 7,
    pull_request: {
      number: 7,
      user: { login: author },
      head: { repo: { full_name: head } },
      base: { repo: { full_name: 'octo/app' } },
    },
  });
  let github: StandIn;

  beforeEach(async () => {
    github = await startGitHub({
      tokens: { ghs_workflow: { ...WORKFLOW, issues: 'read', pullRequests: 'read' } },
    });
    github.addPull({ number: 7, pull: { headOwner: 'guest', headBranch: 'topic', headSha: SHA } });
  });

  afterEach(async () => {
    await github.close();
    expect(github.violations).toEqual([]);
  });

  async function mayWrite() {
    await github.close();
    github = await startGitHub();
    github.addPull({ number: 7, pull: { headOwner: 'guest', headBranch: 'topic', headSha: SHA } });
    github.addPull({ number: 8, pull: { headOwner: 'guest', headBranch: 'other', headSha: 'b'.repeat(40) } });
    github.addPull({ number: 9, pull: { headOwner: 'octo', headBranch: 'topic', headSha: SHA } });
  }

  test.each([
    ['a fork’s', 'pull_request', forked(), /workflow_run/],
    ['Dependabot’s', 'pull_request', forked('dependabot[bot]', 'octo/app'), /workflow_run/],
    [
      'one’s own',
      'pull_request',
      forked('mona', 'octo/app'),
      /Add this to the permissions of the workflow's job/,
    ],
    ['pull_request_target', 'pull_request_target', forked(), /workflow_run/],
  ])(
    '%s, with a token that only reads, gives a warning with the line to add',
    async (_, event, payload, how) => {
      const receipt = await postOne(
        github,
        post('pull-request'),
        { prNumber: 'auto' },
        { GITHUB_EVENT_NAME: event },
        payload,
      );
      expect(receipt).toMatchObject({ outcome: 'skipped', level: 'warning' });
      expect(receipt.message).toMatch(how);
      expect(receipt.message).toMatch(/\npermissions:\n {2}pull-requests: write$/);
    },
  );

  /** The event of the recipe's run once the fork's run has ended: GitHub lists no pull requests in it. */
  const ended = (changes: Json = {}) => ({
    ...EXAMPLES.find(({ name }) => name === 'workflow_run')!.examples[0],
    workflow_run: {
      event: 'pull_request',
      pull_requests: [],
      head_sha: SHA,
      head_branch: 'topic',
      head_repository: { full_name: 'guest/app', owner: { login: 'guest' } },
      ...changes,
    },
  });
  const follow = (payload: Json) =>
    postOne(
      github,
      post('pull-request'),
      { prNumber: 'auto' },
      { GITHUB_EVENT_NAME: 'workflow_run' },
      payload,
    );

  test.each<Json>([
    { head_branch: 'topic&state=closed&head=octo:topic' },
    { head_branch: '../../../octo/app/pulls/9#' },
    { head_branch: '$(id)`id`\n::set-output name=x::y' },
    { head_branch: null },
    { head_branch: { toString: 'x' } },
    { head_branch: 'x'.repeat(10_000) },
    { head_sha: 'b'.repeat(40) },
    { head_sha: null },
    { head_repository: null },
    { head_repository: { owner: { login: 'octo:topic,guest' } } },
    { pull_requests: [{ number: '9' }, { number: -1 }, null, 9] },
    { pull_requests: { number: 9 } },
  ])('a fork’s pull request is never taken for another: %j', async (changes) => {
    await mayWrite();
    await follow(ended(changes));
    expect(github.comments.map(({ issue }) => issue).filter((issue) => issue !== 7)).toEqual([]);
  });
});
