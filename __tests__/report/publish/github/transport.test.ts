import { getOctokitOptions, GitHub } from '@actions/github/lib/utils';
import { requestBuilder } from '../../../../src/report/publish/github/transport.ts';

const PLACE = { owner: 'octo', repo: 'app & co' };

/** The routes of each kind that we ask for, and a server's own path before them. */
test.each([
  ['GET /repos/{owner}/{repo}/issues', { ...PLACE, labels: 'a,b c', state: 'open', page: 2, per_page: 100 }],
  ['GET /repos/{owner}/{repo}/releases/tags/{tag}', { ...PLACE, tag: 'v1.0/ü' }],
  ['GET /repos/{owner}/{repo}/pulls', { ...PLACE, head: 'octo:feature/{x}', state: 'all' }],
  ['POST /repos/{owner}/{repo}/issues', { ...PLACE, title: 'ä', body: '| 1 |', labels: ['a'] }],
  ['PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', { ...PLACE, comment_id: 7, body: '' }],
  ['DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', { ...PLACE, comment_id: 7 }],
  [
    'POST https://github.example/api/graphql',
    { query: 'query { viewer { login } }', variables: { a: null } },
  ],
])('%s is built as @actions/github builds it', (route, parameters) => {
  const baseUrl = 'https://github.example/api/v3';
  const octokit = new GitHub(getOctokitOptions('token', { baseUrl }));
  const headers = { authorization: 'token token', 'x-github-api-version': '2022-11-28' };
  const theirs = (octokit.request.endpoint as (route: string, parameters: object) => unknown)(route, {
    ...parameters,
    headers,
  }) as { method: string; url: string; headers: Record<string, string>; body?: unknown };
  const { origin, path, ...ours } = requestBuilder(baseUrl, 'token')(route, parameters);
  expect({ ...ours, url: origin + path }).toEqual({
    method: theirs.method,
    url: theirs.url,
    headers: { ...theirs.headers, 'user-agent': 'insight-report' },
    body: theirs.body === undefined ? null : JSON.stringify(theirs.body),
  });
});
