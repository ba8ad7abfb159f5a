import type { GateCheck } from '../../../../src/report/publish/post.ts';
import { closeGitHub, startGitHub, WORKFLOW, type StandIn } from '../../../support/github/stand-in.ts';
import { asked, post, postOne } from '../../../support/publish-setting.ts';

const SHA = 'a'.repeat(40);
const HEAD = 'b'.repeat(40);
const ID = 'insight-report:default';

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub();
});

afterEach(() => closeGitHub(github));

const check = (name: string, more: Partial<GateCheck> = {}): GateCheck => ({
  name,
  conclusion: 'success',
  title: '1%, needs < 2%',
  summary: '✅ **Usage gates: 1 passed**\n',
  ...more,
});
const checks = (...all: readonly GateCheck[]) => post('check', { body: '', checks: all });
const AUTO = { prNumber: 'auto' } as const;
const pullRequest = (headSha: string) => ({ pull_request: { number: 7, head: { sha: headSha } } });

describe('on a commit', () => {
  test('each gate gets its own check run, with its conclusion and a link to the run', async () => {
    const receipt = await postOne(
      github,
      checks(check('Old systems', { conclusion: 'failure' }), check('Crashes')),
      AUTO,
    );
    expect(receipt).toMatchObject({
      destination: 'check',
      outcome: 'posted',
      level: 'info',
      id: null,
      issueUrl: null,
    });
    expect(receipt.message).toBe(
      '2 check runs on commit aaaaaaa are made: https://github.com/octo/app/runs/9001',
    );
    expect(github.checkRuns).toMatchObject([
      { name: 'Old systems', conclusion: 'failure', headSha: SHA, externalId: ID, title: '1%, needs < 2%' },
      { name: 'Crashes', conclusion: 'success', detailsUrl: 'https://github.com/octo/app/actions/runs/42' },
    ]);
  });

  test('a later run updates the check runs, and one with the same content leaves them', async () => {
    await postOne(github, checks(check('Crashes')), AUTO);
    expect((await postOne(github, checks(check('Crashes')), AUTO)).outcome).toBe('unchanged');
    const worse = checks(check('Crashes', { conclusion: 'failure', title: '3%, needs < 2%' }));
    expect((await postOne(github, worse, AUTO)).outcome).toBe('updated');
    expect(await postOne(github, worse, AUTO, { GITHUB_RUN_ID: '43' })).toMatchObject({ outcome: 'updated' });
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure', title: '3%, needs < 2%', edits: 2 }]);
  });

  test('check runs of others and of other reports are left alone, on whatever page they are', async () => {
    github.addCheckRun({ name: 'Crashes', externalId: 'insight-report:other' });
    github.addCheckRun({ name: 'Crashes' });
    const own = github.addCheckRun({ name: 'Crashes', externalId: ID });
    for (let count = 0; count < 120; count += 1) github.addCheckRun({ name: `job ${count}` });
    await postOne(github, checks(check('Crashes', { conclusion: 'neutral' })), AUTO);
    expect(github.checkRuns.filter(({ conclusion }) => conclusion === 'neutral')).toEqual([own]);
    expect(github.checkRuns).toHaveLength(123);
  });

  test('a check run that another App made is replaced by one of our own', async () => {
    github.addCheckRun({ name: 'Crashes', externalId: ID, app: 'other[bot]' });
    const receipt = await postOne(github, checks(check('Crashes', { conclusion: 'failure' })), AUTO);
    expect(receipt.outcome).toBe('posted');
    expect(github.checkRuns.map(({ app, conclusion }) => [app, conclusion])).toEqual([
      ['other[bot]', 'success'],
      [WORKFLOW.login, 'failure'],
    ]);
  });

  test.each(['lost', 'cut', 'reset'] as const)('one check run is made if an answer is %s', async (kind) => {
    github.fault({ method: 'POST', path: /check-runs$/, effect: { kind } });
    expect((await postOne(github, checks(check('Crashes')), AUTO)).outcome).toBe('posted');
    expect(github.checkRuns).toHaveLength(1);
  });
});

describe('the commit', () => {
  const post1 = checks(check('Crashes'));
  const shaOf = () => github.checkRuns.map(({ headSha }) => headSha);

  test.each([
    ['pull_request', pullRequest(HEAD)],
    ['workflow_run', { workflow_run: { event: 'pull_request', head_sha: HEAD, pull_requests: [] } }],
    ['check_suite', { check_suite: { pull_requests: [{ number: 7, head: { sha: HEAD } }] } }],
  ])('the commit of a check run is the head of the pull request on %s', async (event, payload) => {
    await postOne(github, post1, AUTO, { GITHUB_EVENT_NAME: event }, payload);
    expect(shaOf()).toEqual([HEAD]);
  });

  test('the commit of a check run is the head of the pull request of pr-number, or that was commented on', async () => {
    github.addPull({ number: 7, pull: { headSha: HEAD } });
    await postOne(github, post1, { prNumber: 7 }, { GITHUB_EVENT_NAME: 'push' });
    const comment = { issue: { number: 7, pull_request: {} } };
    await postOne(github, post1, AUTO, { GITHUB_EVENT_NAME: 'issue_comment' }, comment);
    expect(shaOf()).toEqual([HEAD]);
    expect(asked(github).filter((each) => each === 'GET /pulls/7')).toHaveLength(2);
  });

  test.each(['push', 'schedule'])(
    "the commit of a check run is the one of the workflow's run on %s",
    async (event) => {
      await postOne(github, post1, AUTO, { GITHUB_EVENT_NAME: event });
      expect(shaOf()).toEqual([SHA]);
    },
  );

  test('no check run is made for a branch that was deleted', async () => {
    const receipt = await postOne(github, post1, AUTO, {
      GITHUB_EVENT_NAME: 'push',
      GITHUB_SHA: '0'.repeat(40),
    });
    expect(receipt).toMatchObject({ outcome: 'skipped', level: 'notice' });
    expect(github.checkRuns).toEqual([]);
  });
});

test('a report without gates makes no check run, and says so', async () => {
  const receipt = await postOne(github, checks(), AUTO);
  expect(receipt).toMatchObject({ outcome: 'skipped', level: 'notice' });
  expect(receipt.message).toBe('No check run was made: the report has no gates; add thresholds.');
  expect(github.requests).toEqual([]);
});

describe('a token that may not write check runs', () => {
  const refuse = async (account: typeof WORKFLOW) => {
    await closeGitHub(github);
    github = await startGitHub({ tokens: { ghs_workflow: account } });
    return postOne(github, checks(check('Crashes'), check('Old systems')), AUTO);
  };

  test('a token that may not write check runs leads to one warning that names the permission, for all gates', async () => {
    const receipt = await refuse({ ...WORKFLOW, checks: 'read' });
    expect(receipt).toMatchObject({ outcome: 'skipped', level: 'warning' });
    expect(receipt.message).toContain('permissions:\n  checks: write');
    expect(asked(github).filter((each) => each.startsWith('POST'))).toHaveLength(1);
  });

  test("a person's token that may not write check runs is an error, since only Apps may", async () => {
    const receipt = await refuse({ ...WORKFLOW, kind: 'pat' });
    expect(receipt).toMatchObject({ outcome: 'failed', level: 'error' });
    expect(receipt.message).toContain('Only a GitHub App makes check runs: github.token');
  });
});
