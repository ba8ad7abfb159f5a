import { publish } from '../../../src/report/publish/publish.ts';
import { closeServers, serveHttp } from '../../support/faults/servers.ts';
import { startGitHub, WORKFLOW, type StandIn } from '../../support/github/stand-in.ts';
import { asked, effects, post, posting, postOne, runContext } from '../../support/publish-setting.ts';

const TOKEN = 'ghs_workflow';

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub();
  github.addPull({ number: 7 });
});

afterEach(async () => {
  await closeServers();
  await github.close();
  expect(github.violations).toEqual([]);
});

const LIST = { method: 'GET', path: /issues\/7\/comments$/ };
const CREATE = { method: 'POST', path: /issues\/7\/comments$/ };

test('tries leave one comment for each append, although an answer is lost', async () => {
  await postOne(github, post('pull-request'), { commentMode: 'append' });
  github.fault({ ...CREATE, effect: { kind: 'lost' } });
  await postOne(github, post('pull-request'), { commentMode: 'append' }, { GITHUB_RUN_ATTEMPT: '2' });
  expect(github.comments).toHaveLength(2);
});

describe('an answer of 200 although the old body was kept is an error', () => {
  test.each(['pull-request', 'issue'] as const)(
    'an answer of 200 although the old body was kept is an error: %s',
    async (destination) => {
      await postOne(github, post(destination));
      github.fault({ method: 'PATCH', path: /./, effect: { kind: 'kept' } });
      const receipt = await postOne(github, post(destination, { fingerprint: 'f2' }));
      expect(receipt).toMatchObject({
        outcome: 'failed',
        level: 'error',
        message: expect.stringContaining('kept the old text') as unknown,
      });
    },
  );
});

describe('errors that GitHub answers with', () => {
  const readOnly = { ...WORKFLOW, issues: 'read', pullRequests: 'read' } as const;

  test.each([
    ['pull-request', 'workflow', 'pull-requests: write', 'Resource not accessible by integration'],
    ['issue', 'workflow', 'issues: write', 'Resource not accessible by integration'],
    ['pull-request', 'pat', 'pull-requests: write', 'Resource not accessible by personal access token'],
    ['issue', 'pat', 'issues: write', 'Resource not accessible by personal access token'],
  ] as const)(
    '%s with a read-only token (%s) is a warning with the line to add',
    async (destination, kind, permission, reason) => {
      await github.close();
      github = await startGitHub({ tokens: { [TOKEN]: { ...readOnly, kind } } });
      github.addPull({ number: 7 });
      const receipt = await postOne(github, post(destination));
      expect(receipt).toMatchObject({ outcome: 'skipped', level: 'warning', id: null });
      expect(receipt.message).toContain(reason);
      expect(receipt.message).toContain(`\npermissions:\n  ${permission}`);
    },
  );

  test('a missing token and a missing repository are errors that say so', async () => {
    expect(await postOne(github, post('pull-request'), { githubToken: '' })).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('github-token') as unknown,
    });
    expect(await postOne(github, post('issue'), {}, { GITHUB_REPOSITORY: '' })).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('GITHUB_REPOSITORY') as unknown,
    });
    expect(github.requests).toHaveLength(0);
  });

  test('issues that are switched off are an error with advice', async () => {
    await github.close();
    github = await startGitHub({ hasIssues: false });
    expect(await postOne(github, post('issue'))).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('switched off') as unknown,
    });
  });

  test('a locked thread is not a missing permission', async () => {
    github.addIssue({ number: 12, locked: true });
    const receipt = await postOne(github, post('issue'), { issueNumber: 12, issueMode: 'comment' });
    expect(receipt).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('locked') as unknown,
    });
  });

  test('a body that is too long is not sent', async () => {
    const receipt = await postOne(github, post('pull-request', { body: 'x'.repeat(65_500) }));
    expect(receipt).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('65536') as unknown,
    });
    expect(github.comments).toHaveLength(0);
  });

  test('a body that GitHub finds too long anyway is an error with advice', async () => {
    const errors = [
      {
        resource: 'IssueComment',
        code: 'unprocessable',
        field: 'data',
        message: 'Body is too long (maximum is 65536 characters)',
      },
    ];
    github.fault({
      ...CREATE,
      effect: { kind: 'status', status: 422, message: 'Validation Failed', errors },
    });
    expect(await postOne(github, post('pull-request'))).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('Body is too long') as unknown,
    });
  });
});

test('the token is not in the receipt, even if the answer quotes it', async () => {
  github.fault({
    ...LIST,
    effect: { kind: 'status', status: 418, message: `no ${TOKEN} here\u202E\n::error::x` },
  });
  const receipt = await postOne(github, post('pull-request'));
  expect(receipt.message).toContain('no *** here ::error::x');
  expect(JSON.stringify(receipt)).not.toContain(TOKEN);
});

test('the token is not sent to another host that GitHub redirects to', async () => {
  const seen: (string | undefined)[] = [];
  const { url } = await serveHttp((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  github.fault({ ...LIST, effect: { kind: 'redirect', location: url } });
  const receipt = await postOne(github, post('pull-request'));
  expect(receipt).toMatchObject({
    outcome: 'failed',
    message: expect.stringMatching(/307: a redirect to 127\.0\.0\.1:\d+, which is not followed/) as unknown,
  });
  expect(seen).toEqual([]);
});

test('the token is not sent to another host that a next page is on', async () => {
  for (let index = 0; index < 100; index += 1) github.addComment(7, { body: `talk ${index}` });
  github.fault({
    ...LIST,
    effect: { kind: 'status', status: 200, headers: { link: '<http://192.0.2.1/x?page=2>; rel="next"' } },
  });
  await postOne(github, post('pull-request'));
  expect(new Set(github.requests.map(({ path }) => path.startsWith('/repos/octo/app/')))).toEqual(
    new Set([true]),
  );
});

describe('several destinations', () => {
  test('several destinations are posted to even if one of them fails', async () => {
    const world = effects();
    github.fault({ method: 'GET', path: /comments$/, times: 99, effect: { kind: 'status', status: 500 } });
    const destinations = ['pull-request', 'summary', 'issue'] as const;
    const receipts = await publish(
      posting(),
      destinations.map((one) => post(one)),
      runContext(github.url, { GITHUB_STEP_SUMMARY: '/summary' }),
      world,
    );
    expect(receipts.map(({ destination, outcome }) => [destination, outcome])).toEqual([
      ['pull-request', 'failed'],
      ['summary', 'posted'],
      ['issue', 'posted'],
    ]);
    expect(world.files.get('/summary')).toBe(post('summary').body);
  });

  test('several destinations are posted to even if the file system has an error', async () => {
    const world = { ...effects(), appendFile: () => Promise.reject(new Error('ENOSPC: no space left')) };
    const receipts = await publish(
      posting(),
      [post('summary'), post('issue')],
      runContext(github.url, { GITHUB_STEP_SUMMARY: '/summary' }),
      world,
    );
    expect(receipts).toMatchObject([
      { outcome: 'failed', message: expect.stringContaining('ENOSPC') as unknown },
      { outcome: 'posted' },
    ]);
  });

  test('a run that only writes the summary sends no request to GitHub', async () => {
    await publish(
      posting({ githubToken: '' }),
      [post('summary')],
      runContext(github.url, { GITHUB_STEP_SUMMARY: '/summary' }),
      effects(),
    );
    expect(asked(github)).toEqual([]);
  });
});
