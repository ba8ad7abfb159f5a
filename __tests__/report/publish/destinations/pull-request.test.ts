import { formatDuration } from '../../../../src/report/render/format/numbers.ts';
import { digest } from '../../../../src/report/publish/body/state.ts';
import type { PostingRequest } from '../../../../src/report/inputs/request.ts';
import { closeGitHub, startGitHub, WORKFLOW, type StandIn } from '../../../support/github/stand-in.ts';
import { asked, earlierBody, post, postOne } from '../../../support/publish-setting.ts';

const MARKER = '<!-- insight-report:default -->';
const MODES: PostingRequest['commentMode'][] = ['update', 'recreate', 'append'];
const BOT = 'github-actions[bot]';

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub();
  github.addPull({ number: 7 });
});

afterEach(() => closeGitHub(github));

function bodies() {
  return github.comments.filter(({ issue }) => issue === 7).map(({ body }) => body);
}

function fill(count: number) {
  for (let index = 0; index < count; index += 1) github.addComment(7, { body: `talk ${index}` });
}

describe.each(MODES)('comment-mode %s', (commentMode) => {
  test('one comment is created if there is no earlier post, and the marker is its last line', async () => {
    github.addComment(7, { body: 'Nice.' });
    const receipt = await postOne(github, post('pull-request'), { commentMode });
    expect(receipt).toMatchObject({ outcome: 'posted', level: 'info', id: 1002, number: 7 });
    expect(receipt.url).toContain('issuecomment-1002');
    expect(bodies()).toHaveLength(2);
    expect(bodies()[1]!.split('\n').at(-1)).toBe(MARKER);
    expect(bodies()[1]!.startsWith('## Report\n\n| a |\n|---|\n| 1 |\n\n')).toBe(true);
  });

  test.each([0, 230])('an earlier comment is found behind %i other comments', async (before) => {
    fill(before);
    const earlier = github.addComment(7, { author: BOT, body: earlierBody('old') });
    fill(3);
    const receipt = await postOne(github, post('pull-request'), { commentMode });
    const own = github.comments.filter(({ author }) => author === BOT);
    expect(receipt.outcome).toBe(commentMode === 'update' ? 'updated' : 'posted');
    expect(own).toHaveLength(commentMode === 'append' ? 2 : 1);
    expect(own.at(-1)!.body).toContain('## Report');
    expect(own.at(-1)!.id === earlier.id).toBe(commentMode === 'update');
    expect(bodies()).toHaveLength(before + 3 + own.length);
  });

  test('posts of other people and of other reports are not touched', async () => {
    const quoted = `> ${MARKER}\n\nlook: \`${MARKER}\` and ${MARKER} in a line`;
    const left = [
      github.addComment(7, { author: 'mallory', body: earlierBody('planted') }),
      github.addComment(7, { author: BOT, body: quoted }),
      github.addComment(7, { author: BOT, body: earlierBody('other report', { reportId: 'weekly' }) }),
      github.addComment(7, { author: BOT, body: earlierBody('minimised'), minimized: true }),
    ].map(({ id, body }) => ({ id, body, edits: 0 }));
    const receipt = await postOne(github, post('pull-request'), { commentMode });
    expect(receipt.outcome).toBe('posted');
    expect(github.comments.slice(0, 4)).toEqual(
      left.map((comment) => expect.objectContaining(comment) as unknown),
    );
    expect(github.comments).toHaveLength(5);
  });

  test('the newest of several own comments is kept and the others are deleted', async () => {
    for (const text of ['one', 'two', 'three'])
      github.addComment(7, { author: BOT, body: earlierBody(text) });
    await postOne(github, post('pull-request'), { commentMode });
    const own = github.comments.map(({ id }) => id);
    expect(own).toEqual({ update: [1003], recreate: [1004], append: [1001, 1002, 1003, 1004] }[commentMode]);
  });
});

describe('the marker', () => {
  test.each([
    ['in the page as a line', `a\n${MARKER}\nb`],
    ['in the page as an indented line with CRLF', `a\r\n  ${MARKER}  \r\nb`],
    ['twice', `${MARKER}\n${MARKER}`],
  ])('the marker appears once although it is %s', async (_, body) => {
    await postOne(github, post('pull-request', { body }));
    const lines = bodies()[0]!
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim());
    expect(lines.filter((line) => line === MARKER)).toHaveLength(1);
    expect(lines.at(-1)).toBe(MARKER);
  });

  test('a page cannot impersonate another report', async () => {
    await postOne(github, post('pull-request', { body: 'a\n<!-- insight-report:weekly -->\n' }));
    await postOne(github, post('pull-request', { reportId: 'weekly' }));
    expect(bodies()).toHaveLength(2);
  });

  test('the marker is found in a body that a person edited on the page (CRLF)', async () => {
    github.addComment(7, { author: BOT, body: `${earlierBody('old').replaceAll('\n', '\r\n')}  \r\n` });
    expect(await postOne(github, post('pull-request'))).toMatchObject({ outcome: 'updated', id: 1001 });
  });

  const page = post('pull-request').body;
  const own = earlierBody(page, { run: '42', results: 'f1', period: post('pull-request').period });
  test.each([
    ['quotes the marker', `Reports seen:\n${MARKER}\nEnd.`],
    ['quotes a whole post', `Posted:\n\n${own}\n\nEnd.`],
    ['ends with a post in a code block', `Posted:\n\n\`\`\`\n${own}\n\`\`\``],
    ['ends with a post in a comment', `Posted:\n\n<!--\n${own.replaceAll('-->', '')}`],
    [
      'has a state that another line divides from the marker',
      own.replace(`\n${MARKER}`, `\nEnd.\n${MARKER}`),
    ],
  ])('a comment of another workflow that %s is left alone, and the report is posted', async (_, body) => {
    github.addComment(7, { author: BOT, body });
    expect(await postOne(github, post('pull-request'))).toMatchObject({ outcome: 'posted' });
    expect(await postOne(github, post('pull-request', { fingerprint: 'f2' }))).toMatchObject({
      outcome: 'updated',
    });
    expect(bodies()).toEqual([body, expect.stringContaining(`"results":"${digest('f2')}"`)]);
  });

  test.each(['```\n| a |', '~~~~ md\n```\na', '<!-- a note', '  ````'])(
    'a template that leaves a block open still makes a post that is found again: %j',
    async (body) => {
      await postOne(github, post('pull-request', { body }));
      expect(await postOne(github, post('pull-request', { body, fingerprint: 'f2' }))).toMatchObject({
        outcome: 'updated',
      });
      expect(bodies()).toHaveLength(1);
    },
  );

  test('a report id that could end the marker early is refused', async () => {
    const receipt = await postOne(github, post('pull-request', { reportId: 'a--> b' }));
    expect(receipt).toMatchObject({ outcome: 'failed', level: 'error' });
    expect(receipt.message).toContain('"a--> b"');
  });
});

describe('requests', () => {
  test('an update takes three requests', async () => {
    github.addComment(7, { author: BOT, body: earlierBody('old') });
    await postOne(github, post('pull-request'));
    expect(asked(github)).toEqual(['GET /issues/7/comments', 'POST /graphql', 'PATCH /issues/comments/1001']);
  });

  test('a first post takes two requests, an append takes one', async () => {
    await postOne(github, post('pull-request'));
    expect(asked(github)).toEqual(['GET /issues/7/comments', 'POST /issues/7/comments']);
    github.forget();
    await postOne(github, post('pull-request'), { commentMode: 'append' });
    expect(asked(github)).toEqual(['POST /issues/7/comments']);
  });

  test('comment-mode recreate creates before it deletes', async () => {
    github.addComment(7, { author: BOT, body: earlierBody('old') });
    await postOne(github, post('pull-request'), { commentMode: 'recreate' });
    expect(asked(github).slice(2)).toEqual([
      'POST /issues/7/comments',
      'GET /issues/7/comments',
      'POST /graphql',
      'DELETE /issues/comments/1001',
    ]);
  });

  test('the earlier comment stays if the new one cannot be read back', async () => {
    github.addComment(7, { author: BOT, body: earlierBody('old') });
    github.fault({ method: 'POST', path: /comments$/, effect: { kind: 'kept' } });
    const receipt = await postOne(github, post('pull-request'), { commentMode: 'recreate' });
    expect(receipt).toMatchObject({ outcome: 'posted', level: 'warning' });
    expect(receipt.message).toContain('The comment that replaces them could not be read back.');
    expect(bodies()).toEqual([earlierBody('old')]);
  });
});

describe('a re-run', () => {
  test.each([
    ['of the same run with the same results edits nothing', '42', 'f1', 'unchanged'],
    ['of the same run with other results edits', '42', 'f2', 'updated'],
    ['by a later run edits', '43', 'f1', 'updated'],
  ])('a re-run %s', async (_, run, fingerprint, outcome) => {
    const page = (ms: number) => `## Report\n\n<sub>took ${formatDuration(ms, 'en-US')} ·</sub>`;
    await postOne(github, post('pull-request', { body: page(70_000) }));
    for (const ms of [80, 200, 2000]) {
      const receipt = await postOne(
        github,
        post('pull-request', { fingerprint, body: page(ms) }),
        {},
        { GITHUB_RUN_ID: run, GITHUB_RUN_ATTEMPT: '2' },
      );
      if (ms === 80) expect(receipt).toMatchObject({ outcome, id: 1001 });
    }
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]!.edits).toBe(outcome === 'updated' ? 1 : 0);
  });
});

test('a forged post, which says of itself that it has these results, becomes the real report, and the only one', async () => {
  await postOne(github, post('pull-request'));
  const [real = ''] = bodies();
  for (const forged of [
    real.replace('| 1 |', '| 9 |'),
    `All is well.\n\n${real.slice(real.indexOf('<!-- '))}`,
  ]) {
    github.addComment(7, { author: BOT, body: forged });
    expect(await postOne(github, post('pull-request'))).toMatchObject({ outcome: 'updated' });
    expect(bodies()).toHaveLength(1);
    expect(bodies()[0]).toContain('## Report\n\n| a |\n|---|\n| 1 |');
  }
});

describe('nothing could be reported', () => {
  const failed = (line: string, body = 'failure page') =>
    post('pull-request', { failureLine: line, body, fingerprint: 'x' });

  test.each<PostingRequest['commentMode']>(['update', 'recreate'])(
    'comment-mode %s puts the line about a failure above the earlier numbers, and replaces an earlier one',
    async (commentMode) => {
      github.addComment(7, { author: BOT, body: earlierBody('good numbers') });
      await postOne(github, failed('2026-11-19: **down**'), { commentMode });
      const receipt = await postOne(github, failed('2026-11-20: still\ndown'), { commentMode });
      expect(receipt).toMatchObject({ outcome: 'updated', id: 1001 });
      expect(bodies()).toEqual([
        expect.stringMatching(/^2026-11-20: still down\n\ngood numbers\n\n<!-- .* -->\n<!-- .* -->$/),
      ]);
    },
  );

  test('the same failure line again edits nothing; results remove it, even in a re-run of the same run', async () => {
    await postOne(github, post('pull-request'));
    await postOne(github, failed('down'));
    expect(await postOne(github, failed('down'))).toMatchObject({ outcome: 'unchanged' });
    expect(await postOne(github, post('pull-request'))).toMatchObject({ outcome: 'updated' });
    expect(bodies()[0]).not.toContain('down');
  });

  test('a page on a failure is posted if there is no earlier post, and a later failure replaces it', async () => {
    await postOne(github, failed('down', 'first failure page'));
    expect(bodies()[0]).toContain('first failure page');
    await postOne(github, failed('down again', 'second failure page'));
    expect(bodies()).toEqual([expect.stringContaining('second failure page')]);
    expect(bodies()[0]).not.toContain('first failure page');
  });

  test('comment-mode append creates another comment for a failure, since it never edits one', async () => {
    github.addComment(7, { author: BOT, body: earlierBody('good numbers') });
    await postOne(github, failed('down'), { commentMode: 'append' });
    expect(bodies()[1]).toContain('failure page');
  });
});

describe('who we are', () => {
  const accounts = {
    ghs_workflow: WORKFLOW,
    ghs_app: { ...WORKFLOW, login: 'reporter[bot]', kind: 'app' as const },
    ghp_person: { ...WORKFLOW, login: 'Robin', kind: 'pat' as const },
  };

  test.each([
    ['ghs_workflow', true],
    ['ghs_app', true],
    ['ghp_person', true],
    ['ghp_person', false],
  ] as const)(
    'a run knows its own comments by the token %s (GraphQL available: %s)',
    async (githubToken, graphql) => {
      await github.close();
      github = await startGitHub({ tokens: accounts, graphql });
      github.addPull({ number: 7 });
      for (const { login } of Object.values(accounts))
        github.addComment(7, { author: login, body: earlierBody(login) });
      const receipt = await postOne(github, post('pull-request'), { githubToken });
      expect(receipt.outcome).toBe('updated');
      const edited = github.comments.filter(({ edits }) => edits > 0);
      expect(edited.map(({ author }) => author)).toEqual([accounts[githubToken].login]);
      expect(github.comments).toHaveLength(3);
    },
  );
});
