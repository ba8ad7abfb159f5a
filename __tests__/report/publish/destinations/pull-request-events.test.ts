import { createRequire } from 'node:module';
import { closeGitHub, startGitHub, type StandIn } from '../../../support/github/stand-in.ts';
import { asked, post, postOne } from '../../../support/publish-setting.ts';

interface Example {
  readonly name: string;
  readonly examples: readonly Record<string, unknown>[];
}

const EXAMPLES = createRequire(import.meta.url)('@octokit/webhooks-examples') as readonly Example[];
const SHA = 'a'.repeat(40);
const OTHER_SHA = 'b'.repeat(40);

function example(name: string, index = 0) {
  return structuredClone(EXAMPLES.find((one) => one.name === name)!.examples[index]!);
}

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub();
});

afterEach(() => closeGitHub(github));

async function numberOf(eventName: string, payload: unknown, env: Record<string, string> = {}) {
  const receipt = await postOne(
    github,
    post('pull-request'),
    { prNumber: 'auto' },
    { GITHUB_EVENT_NAME: eventName, ...env },
    payload,
  );
  if (receipt.outcome === 'posted') return receipt.number;
  expect(receipt).toMatchObject({ outcome: 'skipped', level: 'warning' });
  // What such a workflow knows of the pull request is what the event says, so it cannot name one.
  const cannotName = ['workflow_run', 'push', 'release', 'merge_group'].includes(eventName);
  const named = '; name one with pr-number.';
  expect(receipt.message).toMatch(/^No pull request was posted to: .*\.$/);
  expect(receipt.message.endsWith(named)).toBe(!cannotName);
  return null;
}

function workflowRun(changes: Record<string, unknown>) {
  const payload = example('workflow_run');
  Object.assign(payload.workflow_run as object, {
    event: 'pull_request',
    head_sha: SHA,
    head_branch: 'topic',
    head_repository: { owner: { login: 'forker' } },
    ...changes,
  });
  return payload;
}

describe('events that name their pull request', () => {
  test('issue_comment names the pull request that was commented on', async () => {
    github.addPull({ number: 1 });
    const payload = example('issue_comment');
    (payload.issue as Record<string, unknown>).pull_request = { url: 'x' };
    expect(await numberOf('issue_comment', payload)).toBe(1);
  });

  test('merge_group names the pull request in its branch', async () => {
    github.addPull({ number: 104 });
    expect(await numberOf('merge_group', example('merge_group'))).toBe(104);
  });

  test.each([
    ['refs/heads/gh-readonly-queue/release/pr-9-x/pr-12-929f8209d40f77f4abc622a499c93a83babdbe64', 12],
    ['refs/heads/gh-readonly-queue/main/pr-0-929f8209d40f77f4abc622a499c93a83babdbe64', null],
    ['refs/heads/gh-readonly-queue/main/pr-12-$(id)', null],
    ['refs/heads/pr-12', null],
  ])(
    'merge_group of %s names the pull request of that branch, if it is one of a queue',
    async (ref, number) => {
      github.addPull({ number: 12 });
      expect(await numberOf('merge_group', { merge_group: { head_ref: ref } })).toBe(number);
    },
  );

  test('check_suite and check_run list their pull requests', async () => {
    github.addPull({ number: 2 });
    expect(await numberOf('check_suite', example('check_suite'))).toBe(2);
  });
});

describe('workflow_run', () => {
  test('a run of a branch of the same repository lists its pull request', async () => {
    github.addPull({ number: 5 });
    const pull = {
      number: 5,
      head: { repo: { url: `${github.url}/repos/octo/app` } },
      base: { repo: { url: `${github.url}/repos/octo/app` } },
    };
    expect(await numberOf('workflow_run', workflowRun({ pull_requests: [pull] }))).toBe(5);
  });

  test('a run in a fork ignores the pull request to the repository that it was forked from', async () => {
    const pull = {
      number: 5,
      head: { repo: { url: 'https://api.github.com/repos/octo/app' } },
      base: { repo: { url: 'https://api.github.com/repos/upstream/app' } },
    };
    expect(await numberOf('workflow_run', workflowRun({ pull_requests: [pull] }))).toBeNull();
  });

  test("a fork's pull request is found by owner, branch and commit; an open one comes before a closed one", async () => {
    github.addPull({ number: 3, pull: { headOwner: 'forker', headBranch: 'topic', headSha: SHA } });
    github.addPull({
      number: 4,
      state: 'closed',
      pull: { headOwner: 'forker', headBranch: 'topic', headSha: SHA },
    });
    github.addPull({ number: 5, pull: { headOwner: 'forker', headBranch: 'topic', headSha: OTHER_SHA } });
    github.addPull({ number: 6, pull: { headOwner: 'other', headBranch: 'topic', headSha: SHA } });
    expect(await numberOf('workflow_run', workflowRun({}))).toBe(3);
    expect(asked(github)[0]).toBe('GET /pulls');
  });

  test('there is no pull request if the fork was pushed to again', async () => {
    github.addPull({ number: 5, pull: { headOwner: 'forker', headBranch: 'topic', headSha: OTHER_SHA } });
    expect(await numberOf('workflow_run', workflowRun({}))).toBeNull();
  });

  test("a run that follows a push finds the pull request by that run's commit, which is not GITHUB_SHA", async () => {
    github.addPull({
      number: 8,
      state: 'closed',
      pull: { mergedAt: '2026-10-01T00:00:00Z', commits: [OTHER_SHA] },
    });
    expect(await numberOf('workflow_run', workflowRun({ event: 'push', head_sha: OTHER_SHA }))).toBe(8);
  });
});

describe.each(['push', 'release'])('%s', (name) => {
  test('an event that names no pull request posts to the newest open pull request of the commit', async () => {
    github.addPull({ number: 3, pull: { headSha: SHA } });
    github.addPull({ number: 4, pull: { headSha: SHA } });
    github.addPull({ number: 5, state: 'closed', pull: { headSha: SHA, mergedAt: '2026-11-01T00:00:00Z' } });
    expect(await numberOf(name, example(name))).toBe(4);
  });

  test('an event that names no pull request posts to the newest merged pull request if none is open', async () => {
    github.addPull({
      number: 3,
      state: 'closed',
      pull: { commits: [SHA], mergedAt: '2026-11-02T00:00:00Z' },
    });
    github.addPull({
      number: 4,
      state: 'closed',
      pull: { commits: [SHA], mergedAt: '2026-11-01T00:00:00Z' },
    });
    github.addPull({ number: 5, state: 'closed', pull: { commits: [SHA] } });
    expect(await numberOf(name, example(name))).toBe(3);
  });

  test('an event that names no pull request gives a notice if the commit has none', async () => {
    github.addPull({ number: 5, state: 'closed', pull: { headSha: SHA } });
    expect(await numberOf(name, example(name))).toBeNull();
  });
});
