import { parse, validate } from 'graphql';
import { QUERIES } from '../../../../src/report/publish/destinations/discussion.ts';
import { closeGitHub, startGitHub, WORKFLOW, type StandIn } from '../../../support/github/stand-in.ts';
import { githubSchema } from '../../../support/github/graphql.ts';
import { asked, earlierBody, post, postOne } from '../../../support/publish-setting.ts';

const BOT = 'github-actions[bot]';
const CLOSE = '<!-- insight-report:default -->';

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub();
});

afterEach(() => closeGitHub(github));

test.each(Object.entries(QUERIES))('%s is as GitHub describes it', (_, query) => {
  expect(validate(githubSchema(), parse(query))).toEqual([]);
});

test('a first report opens a discussion with the title, in the category', async () => {
  const receipt = await postOne(github, post('discussion', { title: 'Usage' }), {
    discussionCategory: 'show-and-tell',
  });
  expect(receipt).toMatchObject({ outcome: 'posted', level: 'info', number: 1, id: null, issueUrl: null });
  expect(receipt.url).toBe('https://github.com/octo/app/discussions/1');
  expect(github.discussions).toMatchObject([{ title: 'Usage', category: 'Show and tell', author: BOT }]);
  expect(github.discussions[0]!.body.endsWith(CLOSE)).toBe(true);
});

test('the next report is written over the discussion, with the title of the day, in two requests', async () => {
  github.addDiscussion({ author: BOT, title: 'Old', body: earlierBody('old') });
  expect(await postOne(github, post('discussion'))).toMatchObject({ outcome: 'updated', number: 1 });
  expect(github.discussions).toMatchObject([{ title: 'Insight report', edits: 1 }]);
  expect(github.discussions[0]!.body).toContain('## Report');
  expect(asked(github)).toEqual(['POST /graphql', 'POST /graphql']);
});

test('the earlier discussion is found on any page among hundreds', async () => {
  github.addDiscussion({ author: BOT, body: earlierBody('old') });
  for (let count = 0; count < 250; count += 1) github.addDiscussion({ body: 'talk' });
  expect(await postOne(github, post('discussion'))).toMatchObject({ outcome: 'updated', number: 1 });
});

test('discussions of other people, of other reports, and those that only quote the marker are not touched', async () => {
  github.addDiscussion({ author: 'mallory', body: earlierBody('mine') });
  github.addDiscussion({ author: BOT, body: `see \`${CLOSE}\`` });
  github.addDiscussion({ author: BOT, body: earlierBody('weekly', { reportId: 'weekly' }) });
  expect(await postOne(github, post('discussion'))).toMatchObject({ outcome: 'posted', number: 4 });
  expect(github.discussions.map(({ edits }) => edits)).toEqual([0, 0, 0, 0]);
});

test('a discussion that a person closed stays closed, and the next one links to it', async () => {
  github.addDiscussion({ author: BOT, body: earlierBody('old'), closed: true });
  expect(await postOne(github, post('discussion'))).toMatchObject({ outcome: 'posted', number: 2 });
  expect(github.discussions).toMatchObject([{ closed: true, edits: 0 }, { closed: false }]);
  expect(github.discussions[1]!.body).toContain('Previous report: #1');
});

test('create: each period gets a new discussion, and the one before is closed with a link', async () => {
  github.addDiscussion({ author: BOT, body: earlierBody('september') });
  expect(await postOne(github, post('discussion'), { issueMode: 'create' })).toMatchObject({ number: 2 });
  expect(github.discussions).toMatchObject([{ closed: true }, { closed: false }]);
  expect(github.discussions[0]!.body).toContain('Continued in #2.');
});

test('comment: each period gets one comment; minimized comments and those of other people are not touched', async () => {
  const asks = { issueMode: 'comment' } as const;
  const first = await postOne(github, post('discussion', { period: 'september' }), asks);
  expect(first).toMatchObject({ outcome: 'posted', number: 1, id: 1001 });
  expect(first.url).toBe('https://github.com/octo/app/discussions/1#discussioncomment-1001');
  github.addDiscussionComment(1, {
    author: BOT,
    minimized: true,
    body: earlierBody('x', { period: 'october' }),
  });
  github.addDiscussionComment(1, { author: 'mallory', body: earlierBody('x', { period: 'october' }) });
  expect(await postOne(github, post('discussion', { period: 'october' }), asks)).toMatchObject({ id: 1004 });
  const again = post('discussion', { period: 'october', body: 'later', fingerprint: 'f2' });
  expect(await postOne(github, again, asks)).toMatchObject({ outcome: 'updated', id: 1004 });
  expect(github.discussionComments.map(({ body }) => body.split('\n')[0])).toEqual([
    '## Report',
    'x',
    'x',
    'later',
  ]);
});

describe('a fault', () => {
  const CREATE = { method: 'POST', path: /graphql$/, body: /createDiscussion/ };

  test('an answer that kept the old body is noticed', async () => {
    github.addDiscussion({ author: BOT, body: earlierBody('old') });
    github.fault({ ...CREATE, body: /updateDiscussion/, effect: { kind: 'kept' } });
    expect(await postOne(github, post('discussion'))).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('kept the old text') as unknown,
    });
  });

  // GraphQL answers errors with status 200; an internal error has no type.
  test('after an internal error of GraphQL, the discussion is looked for before it is opened again', async () => {
    const errors = [{ message: 'Something went wrong while executing your query.' }];
    github.fault({ ...CREATE, effect: { kind: 'status', status: 200, errors } });
    expect(await postOne(github, post('discussion'))).toMatchObject({ outcome: 'posted' });
    expect(github.discussions).toHaveLength(1);
  });

  test.each([
    [
      { type: 'RATE_LIMITED', message: 'API rate limit exceeded' },
      'error',
      /rate limit exceeded\. Run the job again later/,
    ],
    [
      { type: 'FORBIDDEN', message: 'Resource not accessible by integration' },
      'warning',
      /discussions: write/,
    ],
    [
      { type: 'UNPROCESSABLE', message: 'Body is too long\n::error::x' },
      'error',
      /Body is too long ::error::x/,
    ],
  ] as const)('a refusal has the level and the words for what to do: %j', async (error, level, words) => {
    github.fault({ ...CREATE, times: 9, effect: { kind: 'status', status: 200, errors: [error] } });
    const receipt = await postOne(github, post('discussion'));
    expect(receipt.level).toBe(level);
    expect(receipt.message).toMatch(words);
    expect(github.discussions).toEqual([]);
  });

  test("the error for an unknown category names the repository's categories", async () => {
    const { level, message } = await postOne(github, post('discussion'), { discussionCategory: 'Metrics' });
    expect(level).toBe('error');
    expect(message).toContain(
      '"Metrics": set discussion-category to one of Announcements, General, Show and tell.',
    );
  });
});

describe('discussions that are not available are a warning that says what to do', () => {
  test.each([
    ['discussions switched off', { hasDiscussions: false }, 'Settings, General, Features'],
    ['a server without GraphQL', { graphql: false }, 'discussions need a server with GraphQL'],
    [
      'a token that only reads',
      { tokens: { ghs_workflow: { ...WORKFLOW, discussions: 'read' } } },
      'permissions:\n  discussions: write',
    ],
  ] as const)('a warning says what to do if discussions are not available: %s', async (_, options, words) => {
    await github.close();
    github = await startGitHub(options);
    const receipt = await postOne(github, post('discussion'));
    expect(receipt).toMatchObject({ outcome: 'skipped', level: 'warning' });
    expect(receipt.message).toContain(words);
    expect(github.discussions).toEqual([]);
  });
});
