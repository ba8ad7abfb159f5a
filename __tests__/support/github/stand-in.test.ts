import { findOperation } from './description.ts';
import { startGitHub, WORKFLOW, type StandIn } from './stand-in.ts';

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub({
    tokens: { ghs_workflow: WORKFLOW, ghp_robin: { ...WORKFLOW, login: 'robin', kind: 'pat' } },
  });
});

afterEach(() => github.close());

async function ask(
  method: string,
  path: string,
  body?: unknown,
  token = 'ghs_workflow',
): Promise<{ status: number; data: unknown; link: string | null }> {
  const response = await fetch(`${github.url}${path}`, {
    method,
    headers: { authorization: `token ${token}`, 'user-agent': 'test', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    data: text === '' ? null : JSON.parse(text),
    link: response.headers.get('link'),
  };
}

describe('the stand-in', () => {
  test('the stand-in answers every operation as GitHub describes it', async () => {
    github.addPull({
      number: 1,
      labels: ['a'],
      assignees: ['octocat'],
      pull: { mergedAt: '2026-10-01T00:00:00Z' },
      state: 'closed',
    });
    const { number } = github.addIssue({
      labels: ['usage'],
      state: 'closed',
      closedBy: 'octocat',
      stateReason: 'completed',
    });
    const { id } = github.addComment(number, { body: 'hello' });
    const repo = '/repos/octo/app';
    const answers = [
      await ask('GET', `${repo}/issues?state=all`),
      await ask('GET', `${repo}/issues/${number}`),
      await ask('POST', `${repo}/issues`, { title: 't', body: 'b', labels: ['x'], assignees: ['octocat'] }),
      await ask('PATCH', `${repo}/issues/${number}`, { state: 'open', body: 'new' }),
      await ask('GET', `${repo}/issues/${number}/comments`),
      await ask('POST', `${repo}/issues/${number}/comments`, { body: 'b' }),
      await ask('PATCH', `${repo}/issues/comments/${id}`, { body: 'c' }),
      await ask('DELETE', `${repo}/issues/comments/${id}`),
      await ask('GET', `${repo}/pulls?state=all`),
      await ask('GET', `${repo}/commits/${'a'.repeat(40)}/pulls`),
      await ask('GET', '/user', undefined, 'ghp_robin'),
      await ask('GET', '/user'),
      await ask('GET', `${repo}/issues/99`),
      await ask('GET', `${repo}/issues`, undefined, 'ghs_dead'),
      await ask('POST', `${repo}/issues`, { title: 'x'.repeat(300) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 201, 200, 200, 201, 200, 204, 200, 200, 200, 403, 404, 401, 422,
    ]);
    expect(github.violations).toEqual([]);
  });

  test.each([
    ['GET', '/repos/octo/app/nothing', undefined, /no such operation/],
    ['GET', '/repos/octo/app/issues?per_page=101', undefined, /per_page: is over 100/],
    ['GET', '/repos/octo/app/issues?status=all', undefined, /status is not described/],
    ['GET', '/repos/octo/app/issues?state=gone', undefined, /state: .*one of the allowed values/],
    ['GET', '/repos/octo/app/issues/seven', undefined, /issue_number: .*integer/],
    ['POST', '/repos/octo/app/issues', { body: 'no title' }, /must have required property 'title'/],
    ['POST', '/repos/octo/app/issues/1/comments', { body: 7 }, /body must be string/],
    ['POST', '/repos/octo/app/issues/1/comments', { body: 'x', owner: 'octo' }, /owner is not described/],
    ['POST', '/repos/octo/app/issues/1/comments', undefined, /the body is missing/],
  ])(
    'the stand-in reports %s %s, which GitHub would not understand, as a violation',
    async (method, path, body, problem) => {
      await ask(method, path, body);
      expect(github.violations.join('\n')).toMatch(problem);
    },
  );

  test('the stand-in reports its own answer as a violation if GitHub would not give it', () => {
    const operation = findOperation('GET', '/repos/octo/app/issues/1');
    expect(operation?.checkAnswer(200, { id: 1 })).not.toEqual([]);
    expect(operation?.checkAnswer(299, {})).toEqual(['status 299 is not described']);
  });

  test('the stand-in pages with links', async () => {
    for (let index = 0; index < 5; index += 1) github.addIssue();
    const first = await ask('GET', '/repos/octo/app/issues?per_page=2');
    const last = await ask('GET', '/repos/octo/app/issues?per_page=2&page=3');
    expect(first.link).toMatch(
      /<http:\/\/127\.0\.0\.1:\d+\/repos\/octo\/app\/issues\?per_page=2&page=2>; rel="next", <.*page=3>; rel="last"/,
    );
    expect([first.data, last.data]).toMatchObject([[{ number: 5 }, { number: 4 }], [{ number: 1 }]]);
    expect(last.link).not.toContain('next');
  });
});
