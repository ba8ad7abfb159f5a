import type { PostingRequest } from '../../../../src/report/inputs/request.ts';
import type { Receipt, Post } from '../../../../src/report/publish/post.ts';
import {
  closeGitHub,
  startGitHub,
  WORKFLOW,
  type StandIn,
  type StoredIssue,
} from '../../../support/github/stand-in.ts';
import { asked, earlierBody, post, postOne } from '../../../support/publish-setting.ts';

const MARKER = '<!-- insight-report:default -->';
const BOT = 'github-actions[bot]';
const SEPTEMBER = '2026-09-01T00:00:00Z/2026-10-01T00:00:00Z';
const MODES: PostingRequest['issueMode'][] = ['update', 'create', 'comment'];

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub();
});

afterEach(() => closeGitHub(github));

function report(
  issueMode: PostingRequest['issueMode'],
  changes: Partial<Post> = {},
  more: Partial<PostingRequest> = {},
  env = {},
): Promise<Receipt> {
  return postOne(github, post('issue', changes), { issueMode, ...more }, env);
}

function lastLine(body: string): string | undefined {
  return body.split('\n').at(-1);
}

function issue(number: number): StoredIssue {
  return github.issues.find((one) => one.number === number)!;
}

describe.each(MODES)('issue-mode %s', (issueMode) => {
  test('one issue is opened if there is no earlier post, and the report is where the mode wants it', async () => {
    const receipt = await report(issueMode, {}, { labels: ['usage'], assignees: ['octocat'] });
    expect(receipt).toMatchObject({
      outcome: 'posted',
      level: 'info',
      number: 1,
      issueUrl: 'https://github.com/octo/app/issues/1',
    });
    expect(github.issues).toEqual([
      expect.objectContaining({
        title: 'Insight report',
        labels: ['usage'],
        assignees: ['octocat'],
        author: BOT,
      }),
    ]);
    expect(lastLine(issue(1).body)).toBe(MARKER);
    expect(receipt.id).toBe(issueMode === 'comment' ? 1001 : null);
    const holder = issueMode === 'comment' ? github.comments[0]! : issue(1);
    expect(holder.body).toContain('## Report');
    expect(lastLine(holder.body)).toBe(MARKER);
  });

  test.each([0, 230])(
    'a second report of the same period updates the first, behind %i other posts',
    async (others) => {
      await report(issueMode);
      for (let index = 0; index < others; index += 1)
        github.addIssue({ body: `issue ${index}`, author: index % 2 === 0 ? BOT : 'octocat' });
      const receipt = await report(
        issueMode,
        { fingerprint: 'f2', body: 'second' },
        {},
        { GITHUB_RUN_ID: '43' },
      );
      expect(receipt).toMatchObject({ outcome: 'updated', number: 1 });
      expect(github.issues).toHaveLength(1 + others);
      expect(github.comments).toHaveLength(issueMode === 'comment' ? 1 : 0);
      expect((issueMode === 'comment' ? github.comments[0]! : issue(1)).body).toContain('second');
    },
  );

  test('posts of other people and of other reports are not touched', async () => {
    github.addIssue({ author: 'mallory', body: earlierBody('planted') });
    github.addIssue({ author: BOT, body: `> ${MARKER}\nquoted, and ${MARKER} in a line` });
    github.addIssue({ author: BOT, body: earlierBody('weekly', { reportId: 'weekly' }) });
    github.addPull({ author: BOT, body: earlierBody('a pull request') });
    const before = structuredClone(github.issues);
    expect(await report(issueMode)).toMatchObject({ outcome: 'posted', number: 5 });
    expect(github.issues.slice(0, 4)).toEqual(before);
  });

  test('a re-run of the same run with the same results edits nothing', async () => {
    const page = (seconds: number) => `## Report\n\n<sub>took ${seconds} s</sub>`;
    await report(issueMode, { body: page(2) });
    github.forget();
    expect(await report(issueMode, { body: page(3) }, {}, { GITHUB_RUN_ATTEMPT: '2' })).toMatchObject({
      outcome: 'unchanged',
      number: 1,
    });
    expect(
      asked(github).filter((request) => !request.startsWith('GET') && request !== 'POST /graphql'),
    ).toEqual([]);
  });

  test('if nothing could be reported, the failure line goes above the earlier numbers', async () => {
    await report(issueMode, { period: SEPTEMBER, body: 'good numbers' });
    const failure = { failureLine: '2026-11-20: down', body: 'failure page', fingerprint: 'x', period: '' };
    expect(await report(issueMode, failure)).toMatchObject({ outcome: 'updated', number: 1 });
    const holder = issueMode === 'comment' ? github.comments[0]! : issue(1);
    expect(holder.body).toMatch(/^2026-11-20: down\n\ngood numbers\n/);
    expect(github.issues).toHaveLength(1);
    expect(github.issues[0]!.state).toBe('open');
  });

  test('if two runs at once opened two issues, the newest stays open and the other is closed with a link', async () => {
    await report(issueMode);
    const double = github.addIssue({ ...issue(1), number: 2 });
    await report(issueMode, { fingerprint: 'f2' }, {}, { GITHUB_RUN_ID: '43' });
    expect(double.state).toBe('open');
    expect(issue(1)).toMatchObject({
      state: 'closed',
      body: expect.stringContaining('Continued in #2.') as unknown,
    });
    expect(lastLine(issue(1).body)).toBe(MARKER);
  });
});

describe('the rolling issue', () => {
  test.each<PostingRequest['issueMode']>(['update', 'comment'])(
    '%s: one that a person closed stays closed; its successor links to it, also after edits',
    async (issueMode) => {
      await report(issueMode);
      Object.assign(issue(1), { state: 'closed', closedBy: 'octocat' });
      const body = issue(1).body;
      expect(await report(issueMode, {}, {}, { GITHUB_RUN_ID: '43' })).toMatchObject({
        outcome: 'posted',
        number: 2,
      });
      await report(issueMode, { fingerprint: 'f3' }, {}, { GITHUB_RUN_ID: '44' });
      expect(github.issues).toHaveLength(2);
      expect(issue(2).body).toContain('\n\nPrevious report: #1\n\n');
      expect(issue(1)).toMatchObject({ state: 'closed', body });
    },
  );

  test('the title of the issue follows the title of the report', async () => {
    await report('update');
    await report('update', { title: 'Usage in\nOctober', fingerprint: 'f2' });
    expect(issue(1).title).toBe('Usage in October');
  });

  test('a title is cut to the length that GitHub accepts', async () => {
    await report('update', { title: `${'x'.repeat(254)}😀😀` });
    expect(issue(1).title).toBe(`${'x'.repeat(254)}…`);
  });

  test('comment: each period has one comment; further comments of the period are deleted', async () => {
    await report('comment', { period: SEPTEMBER, body: 'september' });
    await report('comment', { body: 'october' });
    github.addComment(1, { author: BOT, body: github.comments[1]!.body });
    await report('comment', { body: 'october again', fingerprint: 'f2' }, {}, { GITHUB_RUN_ID: '43' });
    expect(github.comments.map(({ body }) => body.split('\n')[0])).toEqual(['september', 'october again']);
  });
});

describe('issue-mode create', () => {
  test('a new period gets a new issue; the one before is closed, and each links to the other', async () => {
    await report('create', { period: SEPTEMBER, body: 'september' });
    expect(await report('create', { body: 'october' })).toMatchObject({ outcome: 'posted', number: 2 });
    expect(issue(1)).toMatchObject({
      state: 'closed',
      stateReason: 'completed',
      body: expect.stringMatching(/^Continued in #2\.\n\nseptember/) as unknown,
    });
    expect(issue(2)).toMatchObject({
      state: 'open',
      body: expect.stringContaining('Previous report: #1') as unknown,
    });
  });

  test('a report of an earlier period updates its closed issue and keeps its link; the newer one stays open', async () => {
    await report('create', { period: SEPTEMBER });
    await report('create');
    expect(await report('create', { period: SEPTEMBER, fingerprint: 'f9', body: 'corrected' })).toMatchObject(
      {
        outcome: 'updated',
        number: 1,
      },
    );
    expect(issue(1)).toMatchObject({
      state: 'closed',
      body: expect.stringMatching(/^Continued in #2\.\n\ncorrected/) as unknown,
    });
    expect(issue(2).state).toBe('open');
  });

  test('the next run closes what a run that was killed left open', async () => {
    await report('create', { period: SEPTEMBER });
    github.fault({
      method: 'PATCH',
      path: /issues\/1$/,
      effect: { kind: 'status', status: 403, message: 'Injected' },
    });
    expect(await report('create')).toMatchObject({ outcome: 'posted', level: 'warning', number: 2 });
    expect(issue(1).state).toBe('open');
    await report('create');
    expect(issue(1).state).toBe('closed');
  });
});

describe('issue-number', () => {
  test('the report is written into that issue, no matter who opened it, and the title stays', async () => {
    github.addIssue({ number: 12, title: 'Our usage', body: 'Numbers go here' });
    expect(await report('update', {}, { issueNumber: 12 })).toMatchObject({ outcome: 'updated', number: 12 });
    expect(issue(12)).toMatchObject({
      title: 'Our usage',
      body: expect.stringContaining('## Report') as unknown,
    });
    expect(github.issues).toHaveLength(1);
  });

  test('comment: the comment is posted on that issue and updated there', async () => {
    github.addIssue({ number: 12 });
    await report('comment', {}, { issueNumber: 12 });
    expect(await report('comment', { fingerprint: 'f2' }, { issueNumber: 12 })).toMatchObject({
      outcome: 'updated',
      number: 12,
      id: 1001,
    });
    expect(github.comments).toHaveLength(1);
  });

  test("the failure line goes above a person's text, once, until there are results", async () => {
    github.addIssue({ number: 12, title: 'Our usage', body: 'Written by hand' });
    for (const failureLine of ['down', 'down again'])
      await report('update', { failureLine }, { issueNumber: 12 });
    expect(issue(12).body).toMatch(/^down again\n\nWritten by hand\n\n<!-- insight-report-state: .* -->$/);
    await report('update', {}, { issueNumber: 12 });
    expect(issue(12)).toMatchObject({
      title: 'Our usage',
      body: expect.stringMatching(/^## Report/) as unknown,
    });
  });

  test.each([
    ['a pull request', 7, /is a pull request.*pr-number: 7/],
    ['no issue', 99, /answered with 404.*The number may be wrong/],
  ])('%s is a failure that says so', async (_, issueNumber, message) => {
    github.addPull({ number: 7 });
    expect(await report('update', {}, { issueNumber })).toMatchObject({
      outcome: 'failed',
      level: 'error',
      message: expect.stringMatching(message) as unknown,
    });
  });
});

describe('what GitHub does not accept', () => {
  test('an assignee who cannot be assigned is a warning; the report and the labels stay', async () => {
    await github.close();
    github = await startGitHub({ assignable: ['octocat'] });
    const receipt = await report('update', {}, { labels: ['usage'], assignees: ['octocat', 'stranger'] });
    expect(receipt).toMatchObject({
      outcome: 'posted',
      level: 'warning',
      message: expect.stringContaining('stranger') as unknown,
    });
    expect(github.issues).toEqual([expect.objectContaining({ labels: ['usage'] })]);
  });

  test('if GitHub does not say which label it refuses, the issue is opened without labels', async () => {
    github.fault({
      method: 'POST',
      path: /issues$/,
      effect: { kind: 'status', status: 422, message: 'Validation Failed' },
    });
    const receipt = await report('update', {}, { labels: ['usage'] });
    expect(receipt).toMatchObject({
      outcome: 'posted',
      level: 'warning',
      message: expect.stringContaining('usage') as unknown,
    });
  });

  test('a 422 for another reason is an error', async () => {
    github.fault({
      method: 'POST',
      path: /issues$/,
      times: 9,
      effect: { kind: 'status', status: 422, message: 'Validation Failed' },
    });
    expect(await report('update', {}, { labels: ['usage'] })).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('422') as unknown,
    });
    expect(
      github.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/issues')),
    ).toHaveLength(2);
  });
});

describe('finding the earlier issue', () => {
  test('if the filter by creator finds nothing, the list is read without it before an issue is opened', async () => {
    await report('update');
    github.fault({
      method: 'GET',
      path: /issues$/,
      effect: { kind: 'status', status: 422, message: 'Validation Failed' },
    });
    expect(await report('update', { fingerprint: 'f2' })).toMatchObject({ outcome: 'updated', number: 1 });
  });

  test.each([true, false])(
    "a person's token finds its own issues (GraphQL available: %s)",
    async (graphql) => {
      await github.close();
      github = await startGitHub({
        graphql,
        tokens: { ghp_robin: { ...WORKFLOW, login: 'Robin', kind: 'pat' } },
      });
      await report('update', {}, { githubToken: 'ghp_robin' });
      expect(await report('update', { fingerprint: 'f2' }, { githubToken: 'ghp_robin' })).toMatchObject({
        outcome: 'updated',
        number: 1,
      });
    },
  );
});
