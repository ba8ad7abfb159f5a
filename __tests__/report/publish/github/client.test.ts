// What the hook around Octokit's requests adds: answers are checked, and GitHub's limits are waited for.
import { connect, type GitHub } from '../../../../src/report/publish/github/client.ts';
import { fetchFrom } from '../../../../src/report/publish/github/fetch.ts';
import { queryGraphql } from '../../../../src/report/publish/github/graphql.ts';
import { publish } from '../../../../src/report/publish/publish.ts';
import { closeServers, serveHttp } from '../../../support/faults/servers.ts';
import { closeGitHub, type Fault, type StandIn, startGitHub } from '../../../support/github/stand-in.ts';
import { asked, effects, post, posting, postOne, runContext } from '../../../support/publish-setting.ts';

afterEach(closeServers);

/** A GitHub that gives each path its answer; `seen` has the requests. */
async function answering(answers: Readonly<Record<string, unknown>>) {
  const seen: string[] = [];
  const { url } = await serveHttp((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    seen.push(`${request.method ?? ''} ${pathname}`);
    const answer = answers[pathname] ?? {};
    const status = typeof answer === 'string' ? 301 : 200;
    const headers = typeof answer === 'string' ? { location: answer } : {};
    request.resume().on('end', () => response.writeHead(status, headers).end(JSON.stringify(answer)));
  });
  return { url, seen };
}

const ITEM = { id: 7, number: 7, title: 'Theirs', body: 'talk', user: { login: 'octocat' } };

describe('an answer is what was requested, or it is an error and nothing is written', () => {
  const ISSUE = '/repos/octo/app/issues/7';
  test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    [
      'an issue that was transferred',
      { [ISSUE]: '/repositories/99/issues/5', '/repositories/99/issues/5': { ...ITEM, number: 5 } },
      /issues\/7 at \S+ was answered with 301: a redirect to \S+, which is not followed: what was requested was moved to \/repositories\/99\/issues\/5/,
    ],
    [
      'an issue that kept its number in another repository',
      {
        [ISSUE]: '/repositories/99/issues/7',
        '/repositories/99/issues/7': { ...ITEM, repository_url: 'https://api.github.com/repos/o/metrics' },
      },
      /was answered with \/repos\/o\/metrics: it was moved/,
    ],
    [
      'a page in another repository',
      { [ISSUE]: { ...ITEM, html_url: 'https://github.com/o/metrics/issues/7' } },
      /was answered with \/o\/metrics\/issues\/7/,
    ],
    ['another number', { [ISSUE]: { ...ITEM, number: 8 } }, /was answered with issue 8/],
    [
      'comments on another issue',
      {
        [ISSUE]: ITEM,
        [`${ISSUE}/comments`]: [{ ...ITEM, issue_url: 'https://api.github.com/repos/octo/app/issues/8' }],
      },
      /comments at \S+ was answered with issue 8/,
    ],
  ])('%s', async (_, answers, message) => {
    const { url, seen } = await answering(answers);
    const request = posting({ issueNumber: 7, issueMode: 'comment' });
    const [receipt] = await publish(request, [post('issue')], runContext(url), effects());
    expect(receipt).toMatchObject({ outcome: 'failed' });
    expect(receipt?.message).toMatch(message);
    expect(seen.filter((each) => !each.startsWith('GET'))).toEqual([]);
  });

  test.each([
    ['/repos/octo/app/releases/7', { id: 8 }, /was answered with the id 8/],
    ['/repos/octo/app/issues/comments/7', { id: 8 }, /was answered with the id 8/],
    ['/repos/octo/app/check-runs/7', { id: 8 }, /was answered with the id 8/],
    ['/repos/octo/app/releases/7', { id: 7, html_url: 'https://x/o/n/releases/tag/v1' }, /\/o\/n\/releases/],
  ])('an edit of %s that is answered with %j', async (path, answer, message) => {
    const { url } = await answering({ [path]: answer });
    const github = await connect(runContext(url), 'ghs_x', effects());
    await expect(github.overwrite(`PATCH ${path}`, {}, (data) => data)).rejects.toThrow(message);
  });

  test('a repository that was renamed is followed to the same issue', async () => {
    const { url } = await answering({
      [ISSUE]: '/repositories/99/issues/7',
      '/repositories/99/issues/7': ITEM,
    });
    const github = await connect(runContext(url), 'ghs_x', effects());
    await expect(github.request(`GET ${ISSUE}`, {}, (data) => data)).resolves.toEqual(ITEM);
  });
});

describe('a server of an Enterprise', () => {
  test('gets REST and GraphQL requests at its paths for them', async () => {
    const { url, seen } = await answering({
      '/api/v3/repos/octo/app/issues/7': ITEM,
      '/api/graphql': { data: { viewer: { login: 'octocat' } } },
    });
    const github = await connect(runContext(`${url}/api/v3`), 'ghs_x', effects());
    await github.request('GET /repos/{owner}/{repo}/issues/7', {}, (data) => data);
    await queryGraphql(github, 'query { viewer { login } }', {}, (data) => data);
    expect(seen).toEqual(['GET /api/v3/repos/octo/app/issues/7', 'POST /api/graphql']);
  });
});

describe('what GitHub answers is bounded in all', () => {
  test('answers that together are too large end the requests', async () => {
    const { url } = await answering({ '/a': { text: 'x'.repeat(400) } });
    const fetch = fetchFrom(url, () => 5000, 1000);
    const ask = () => fetch(`${url}/a`, { method: 'GET', headers: {} });
    await ask();
    await ask();
    await expect(ask()).rejects.toThrow("GitHub's answers together are larger than");
  });
});

describe('with a repository', () => {
  let github: StandIn;

  beforeEach(async () => {
    github = await startGitHub();
    github.addPull({ number: 7 });
  });

  afterEach(() => closeGitHub(github));

  const TOO_QUICKLY = [
    { resource: 'IssueComment', code: 'unprocessable', field: 'data', message: 'was submitted too quickly' },
  ];
  const REFUSALS: readonly Fault['effect'][] = [
    { kind: 'status', status: 422, message: 'Validation Failed', errors: TOO_QUICKLY },
    { kind: 'status', status: 422, message: 'Validation Failed: was submitted too quickly' },
    { kind: 'status', status: 403, message: 'You have been temporarily blocked from content creation.' },
  ];

  test.each(REFUSALS)('a limit on creating content is waited for, a minute each time: %j', async (effect) => {
    github.fault({ method: 'POST', path: /comments$/, times: 2, effect });
    const world = effects();
    const [receipt] = await publish(posting(), [post('pull-request')], runContext(github.url), world);
    expect(receipt).toMatchObject({ outcome: 'posted' });
    expect(github.comments).toHaveLength(1);
    expect(world.waits).toEqual([60_000, 60_000]);
  });

  test.each(REFUSALS)('an issue that meets the limit keeps its labels: %j', async (effect) => {
    github.fault({ method: 'POST', path: /issues$/, times: 2, effect });
    const receipt = await postOne(github, post('issue'), { labels: ['usage'] });
    expect(receipt).toMatchObject({ outcome: 'posted', level: 'info' });
    expect(github.issues.at(-1)).toMatchObject({ labels: ['usage'] });
  });

  test('an issue whose limit does not end is not opened without its labels', async () => {
    github.fault({ method: 'POST', path: /issues$/, times: 9, effect: REFUSALS[0]! });
    const receipt = await postOne(github, post('issue'), { labels: ['usage'] });
    expect(receipt).toMatchObject({ outcome: 'failed' });
    expect(receipt.message).toMatch(/submitted too quickly\)\. Run the job again later/);
    expect(github.issues.filter(({ pull }) => pull === null)).toEqual([]);
  });

  test('a discussion that is opened too quickly is opened after the wait', async () => {
    const errors = [{ type: 'UNPROCESSABLE', message: 'was submitted too quickly' }];
    const effect = { kind: 'status', status: 200, errors } as const;
    github.fault({ method: 'POST', path: /graphql$/, body: /createDiscussion/, effect });
    expect(await postOne(github, post('discussion'))).toMatchObject({ outcome: 'posted' });
    expect(github.discussions).toHaveLength(1);
  });

  const ON_PULL = [{ GITHUB_EVENT_NAME: 'pull_request' }, { pull_request: { number: 7 } }] as const;
  const gone = { kind: 'status', status: 404, message: 'Not Found' } as const;

  test.each(['GET', 'POST'])(
    "the event's own pull request that does not exist for a moment is tried again: %s",
    async (method) => {
      github.fault({ method, path: /issues\/7\/comments$/, effect: gone });
      const receipt = await postOne(github, post('pull-request'), { prNumber: 'auto' }, ...ON_PULL);
      expect(receipt).toMatchObject({ outcome: 'posted', number: 7 });
      expect(github.comments).toHaveLength(1);
    },
  );

  test('a pull request that only an input names is not tried again', async () => {
    github.fault({ method: 'GET', path: /issues\/7\/comments$/, times: 9, effect: gone });
    expect(await postOne(github, post('pull-request'))).toMatchObject({ outcome: 'failed' });
    expect(asked(github)).toHaveLength(1);
  });

  test("the event's own release and a commit that do not exist for a moment are tried again", async () => {
    const release = github.addRelease();
    github.fault({ method: 'GET', path: /releases\/\d+$/, effect: gone });
    const event = { action: 'published', release: { id: release.id } };
    const receipt = await postOne(github, post('release'), {}, { GITHUB_EVENT_NAME: 'release' }, event);
    expect(receipt).toMatchObject({ outcome: 'posted' });

    github.fault({ method: 'GET', path: /commits\/a+\/check-runs$/, effect: gone });
    expect(await postOne(github, post('check'))).toMatchObject({ outcome: 'posted' });
  });
});

test('a page without an end to it is given up after 500 pages', async () => {
  const { url } = await serveHttp((_, response) => {
    response.writeHead(200, { link: '</next>; rel="next", <http://elsewhere/x>; rel="next"' }).end('[]');
  });
  const github: GitHub = await connect(runContext(url), 'ghs_x', effects());
  await expect(github.list('GET /repos/{owner}/{repo}/issues', {})).rejects.toThrow('more than 500 pages');
});
