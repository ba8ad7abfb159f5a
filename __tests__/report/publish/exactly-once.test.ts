import type { PostingRequest } from '../../../src/report/inputs/request.ts';
import type { Post } from '../../../src/report/publish/post.ts';
import {
  closeGitHub,
  type StandIn,
  startGitHub,
  type StoredDiscussion,
} from '../../support/github/stand-in.ts';
import { isLong } from '../../support/properties.ts';
import { post, postOne } from '../../support/publish-setting.ts';
import { findSections } from '../../../src/report/publish/body/release-section.ts';

const MARKER = '<!-- insight-report:default -->';
const SEPTEMBER = '2026-09-01T00:00:00Z/2026-10-01T00:00:00Z';

const NOTES = '- a change\r\n- another\r\n';

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub();
  github.addPull({ number: 7 });
  github.addIssue({ body: 'talk' });
  github.addDiscussion({ body: 'talk' });
  github.addRelease({ body: NOTES });
});

afterEach(() => closeGitHub(github));

type Case = readonly [name: string, destination: Post['destination'], asked: Partial<PostingRequest>];

const CASES: readonly Case[] = [
  ['a comment, update', 'pull-request', { commentMode: 'update' }],
  ['a comment, recreate', 'pull-request', { commentMode: 'recreate' }],
  ['an issue, update', 'issue', { issueMode: 'update' }],
  ['an issue, create', 'issue', { issueMode: 'create' }],
  ['an issue, comment', 'issue', { issueMode: 'comment' }],
  ['a discussion, update', 'discussion', { issueMode: 'update' }],
  ['a discussion, create', 'discussion', { issueMode: 'create' }],
  ['a discussion, comment', 'discussion', { issueMode: 'comment' }],
  ["a release's notes", 'release', {}],
];

/** A whole run in its own workflow run; `text` distinguishes the reports. */
function run([, destination, asked]: Case, id: number, text: string, period?: string): Promise<unknown> {
  const page = post(destination, { body: text, fingerprint: text, ...(period !== undefined && { period }) });
  return postOne(github, page, asked, { GITHUB_RUN_ID: String(id) });
}

/** The bodies of the report's posts that a reader would take for current. */
function current([, destination, { issueMode }]: Case): string[] {
  return bodies(destination, issueMode).map((body) => body.split('\n')[0]!);
}

function bodies(destination: Case[1], issueMode: PostingRequest['issueMode'] | undefined): string[] {
  if (destination === 'release') {
    const [notes] = github.releases.map(({ body }) => body);
    expect(notes?.startsWith(NOTES)).toBe(true);
    return findSections(notes!, 'default').map(({ inner }) => inner);
  }
  if (destination === 'discussion') {
    const written = issueMode === 'comment' ? github.discussionComments : openDiscussions();
    return written.map(({ body }) => body).filter((body) => body.endsWith(MARKER));
  }
  const comments = github.comments.filter(({ body }) => body.endsWith(MARKER));
  const open = github.issues.filter(
    ({ body, state, pull }) => body.endsWith(MARKER) && state === 'open' && pull === null,
  );
  return (destination === 'pull-request' || issueMode === 'comment' ? comments : open).map(
    ({ body }) => body,
  );
}

function openDiscussions(): readonly StoredDiscussion[] {
  return github.discussions.filter(({ body, closed }) => body.endsWith(MARKER) && !closed);
}

describe.each(CASES)('%s', (...one) => {
  test('after two runs at the same time, the next run leaves one post', async () => {
    await Promise.all([run(one, 1, 'first'), run(one, 2, 'second')]);
    await run(one, 3, 'third');
    expect(current(one)).toEqual(['third']);
  });

  test('a repeated run leaves one post', async () => {
    for (const text of ['first', 'first', 'second', 'second']) await run(one, 1, text);
    expect(current(one)).toEqual(['second']);
  });

  // From outside, a kill is what GitHub saw last: nothing of request k, or all of it without delivering the
  // answer.
  const kills = [0, 1, 2, 3, 4, 5, 6]
    .flatMap((skip) => (['reset', 'lost'] as const).map((kind) => ({ skip, kind })))
    .filter(({ skip, kind }) => isLong || (kind === 'reset') === (skip % 2 === 0));

  test.each(kills)(
    'a run killed at request %j after an earlier period leaves at least one post, and the next run one',
    async ({ skip, kind }) => {
      await run(one, 1, 'september', SEPTEMBER);
      github.fault({ method: '*', path: /./, skip, effect: { kind } });
      github.fault({ method: '*', path: /./, skip: skip + 1, times: 999, effect: { kind: 'reset' } });
      await run(one, 2, 'killed');
      expect(current(one).length).toBeGreaterThan(0);
      github.mend();
      await run(one, 3, 'october');
      expect(
        github.issues.filter(({ body, state }) => body.endsWith(MARKER) && state === 'open').length,
      ).toBeLessThan(2);
      expect(openDiscussions().length).toBeLessThan(2);
      expect(current(one)).toEqual(one[2].issueMode === 'comment' ? ['september', 'october'] : ['october']);
    },
  );
});
