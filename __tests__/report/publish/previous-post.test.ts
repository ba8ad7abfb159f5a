import type { PostingRequest } from '../../../src/report/inputs/request.ts';
import { findEarlierPosts, type PreviousPost } from '../../../src/report/publish/previous-post.ts';
import { closeGitHub, startGitHub, type StandIn } from '../../support/github/stand-in.ts';
import { earlierBody, effects, post, posting, postOne, runContext } from '../../support/publish-setting.ts';

let github: StandIn;
beforeEach(async () => {
  github = await startGitHub();
});
afterEach(() => closeGitHub(github));

// The clock of `effects` begins on Nov 20, 2026, and advances by a millisecond whenever it is read.
const POSTED_MS = Date.UTC(2026, 10, 20);

const REPORT = { reportId: 'default', configuration: '' };

async function find(
  issueMode: PostingRequest['issueMode'],
  more: Partial<PostingRequest> = {},
  runId = '42',
): Promise<PreviousPost | null> {
  const asked = posting({ destinations: ['issue'], issueMode, ...more });
  const context = runContext(github.url, { GITHUB_RUN_ID: runId });
  return (await findEarlierPosts(asked, REPORT, context, effects())).previous;
}

const CASES = (['issue', 'discussion'] as const).flatMap((destination) =>
  (['update', 'create', 'comment'] as const).map((issueMode) => [destination, issueMode] as const),
);

test.each(CASES)('%s, issue-mode %s: the post of the run before is found', async (destination, issueMode) => {
  expect(await find(issueMode, { destinations: [destination] })).toBeNull();
  const { url } = await postOne(github, post(destination), { issueMode }, { GITHUB_RUN_ID: '41' });
  const found = await find(issueMode, { destinations: [destination] });
  expect(found?.atMs).toBeGreaterThanOrEqual(POSTED_MS);
  expect(found?.atMs).toBeLessThan(POSTED_MS + 1000);
  expect(found?.url).toBe(issueMode === 'update' ? null : url);
});

test('the post of an earlier attempt of the same run does not count', async () => {
  await postOne(github, post('issue'), { issueMode: 'update' }, { GITHUB_RUN_ID: '42' });
  expect(await find('update')).toBeNull();
});

test('other destinations have no earlier post, and no request is sent for them', async () => {
  expect(await find('update', { destinations: ['summary', 'release'] })).toBeNull();
  expect(github.requests).toEqual([]);
});

test('a post whose time cannot be read is skipped', async () => {
  await postOne(
    github,
    post('issue', { body: earlierBody('x') }),
    { issueMode: 'update' },
    { GITHUB_RUN_ID: '41' },
  );
  expect(await find('update')).not.toBeNull();
});

const FAILED = { gates: [{ id: '0123456789', outcome: 'failed' }] } as const;

test.each([
  ['the rolling issue', 'issue', {}, {}],
  ['an issue of their own', 'issue', { issueMode: 'create' }, {}],
  ['a comment on the rolling issue', 'issue', { issueMode: 'comment' }, {}],
  ['a given issue', 'issue', { issueNumber: 1 }, { issue: true }],
  ['a comment on a given issue', 'issue', { issueNumber: 1, issueMode: 'comment' }, { issue: true }],
  ['a discussion', 'discussion', {}, {}],
  ['a comment on the pull request', 'pull-request', {}, {}],
] as const)(
  'the gates are remembered by %s, also of this very run',
  async (_, destination, asked, { issue = false }: { issue?: boolean }) => {
    if (issue) github.addIssue({ body: 'talk' });
    github.addPull({ number: 7 });
    await postOne(github, post(destination, FAILED), asked, { GITHUB_RUN_ID: '42' });
    const request = posting({ destinations: [destination], ...asked });
    const { state } = await findEarlierPosts(request, REPORT, runContext(github.url), effects());
    expect(state?.gates).toEqual([{ id: '0123456789', outcome: 'failed', sinceMs: POSTED_MS, was: null }]);
  },
);
