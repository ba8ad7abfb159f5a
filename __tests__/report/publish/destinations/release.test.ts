import { publish } from '../../../../src/report/publish/publish.ts';
import {
  closeGitHub,
  startGitHub,
  type StandIn,
  type StoredRelease,
  WORKFLOW,
} from '../../../support/github/stand-in.ts';
import {
  asked,
  earlierBody,
  effects,
  post,
  posting,
  postOne,
  runContext,
} from '../../../support/publish-setting.ts';

const OPEN = '<!-- insight-report-begin:default -->';
const CLOSE = '<!-- insight-report:default -->';
const NOTES = '## Fixes\r\n\r\n- one\r\n- two';

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub();
});

afterEach(() => closeGitHub(github));

/** A run of the event `release`. */
function onRelease(release: StoredRelease, action = 'published', run = '42') {
  const env = { GITHUB_EVENT_NAME: 'release', GITHUB_REF: `refs/tags/${release.tag}`, GITHUB_RUN_ID: run };
  return [env, { action, release: { id: release.id, tag_name: release.tag, body: 'stale' } }] as const;
}

const onTag = (tag: string) => ({
  GITHUB_EVENT_NAME: 'push',
  GITHUB_REF: `refs/tags/${tag}`,
});

describe('the choice of the release', () => {
  test("the event's own release gets the report, even a draft or a prerelease", async () => {
    const [, draft, early] = [
      github.addRelease(),
      github.addRelease({ draft: true }),
      github.addRelease({ prerelease: true }),
    ];
    for (const release of [draft, early]) {
      const receipt = await postOne(github, post('release'), {}, ...onRelease(release));
      expect(receipt).toMatchObject({ outcome: 'posted', level: 'info', id: null, number: null });
      expect(receipt.url).toBe(`https://github.com/octo/app/releases/tag/${release.tag}`);
    }
    expect(github.releases.map(({ edits }) => edits)).toEqual([0, 1, 1]);
    expect(github.releases).toMatchObject([
      {},
      { draft: true, name: 'Version 2' },
      { prerelease: true, tag: 'v3' },
    ]);
  });

  test.each([
    ['release/v1', false],
    ['v1', true],
  ])('the release of the tag %s gets the report, draft: %s', async (tag, draft) => {
    github.addRelease({ tag, draft });
    github.addRelease({ tag: 'other' });
    expect(await postOne(github, post('release'), {}, onTag(tag))).toMatchObject({ outcome: 'posted' });
    expect(github.releases.map(({ edits }) => edits)).toEqual([1, 0]);
  });

  test("a run that follows a release's run posts to that release", async () => {
    github.addRelease({ tag: 'v1' });
    github.addRelease({ tag: 'v2' });
    const run = { event: 'release', head_branch: 'v1', head_sha: 'a'.repeat(40) };
    await postOne(github, post('release'), {}, { GITHUB_EVENT_NAME: 'workflow_run' }, { workflow_run: run });
    expect(github.releases.map(({ edits }) => edits)).toEqual([1, 0]);
  });

  test('otherwise the latest release gets the report, which is never a draft or a prerelease', async () => {
    github.addRelease();
    github.addRelease({ prerelease: true });
    github.addRelease({ draft: true });
    expect(await postOne(github, post('release'))).toMatchObject({ outcome: 'posted' });
    expect(asked(github)).toEqual(['GET /releases/latest', 'PATCH /releases/301', 'GET /releases/301']);
  });

  test.each([
    ['no release at all', {}, {}, 'the repository has no release yet'],
    ['a tag without one', onTag('v9'), {}, 'the tag v9 has no release (yet)'],
    ['a tag that was deleted', onTag('v9'), { deleted: true }, 'the tag v9 was deleted'],
    ['a release that was deleted', {}, { action: 'deleted', release: { id: 5 } }, 'the release was deleted'],
    [
      'a release that does not exist any more',
      {},
      { action: 'published', release: { id: 5 } },
      'the release does not exist any more',
    ],
  ])('%s is a notice', async (_, env, payload, reason) => {
    const receipt = await postOne(github, post('release'), {}, env, payload);
    expect(receipt).toMatchObject({ outcome: 'skipped', level: 'notice', url: null });
    expect(receipt.message).toContain(reason);
    expect(asked(github).filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  test('the latest release is not touched if the tag has no release', async () => {
    github.addRelease({ tag: 'v1' });
    expect(await postOne(github, post('release'), {}, onTag('v2'))).toMatchObject({ outcome: 'skipped' });
  });
});

describe('the notes', () => {
  test('the notes of a release keep everything else byte for byte, and hold one section between its markers', async () => {
    const release = github.addRelease({ body: NOTES });
    await postOne(github, post('release'), {}, ...onRelease(release));
    const [own, ...section] = release.body.split(OPEN);
    expect(own).toBe(`${NOTES}\n\n`);
    expect(section).toHaveLength(1);
    expect(section[0]).toMatch(/^\n## Report\n[^]*\n<!-- insight-report:default -->$/);
  });

  test('every report has its own section, which each run replaces', async () => {
    const release = github.addRelease({ body: NOTES });
    await postOne(github, post('release'), {}, ...onRelease(release));
    await postOne(github, post('release', { reportId: 'weekly', body: 'weekly' }), {}, ...onRelease(release));
    const next = post('release', { body: '## Later', fingerprint: 'f2' });
    const receipt = await postOne(github, next, {}, ...onRelease(release, 'published', '43'));
    expect(receipt).toMatchObject({ outcome: 'updated' });
    expect(release.body.startsWith(`${NOTES}\n\n${OPEN}\n## Later\n`)).toBe(true);
    expect(release.body.match(/<!-- insight-report(-begin)?:\w+ -->/g)).toEqual([
      OPEN,
      CLOSE,
      OPEN.replace('default', 'weekly'),
      CLOSE.replace('default', 'weekly'),
    ]);
  });

  test('a re-run with the same results edits nothing', async () => {
    const release = github.addRelease({ body: NOTES });
    for (const time of ['10:00', '10:05']) {
      const body = `## Report\n\n<sub>made at ${time}</sub>`;
      await postOne(github, post('release', { body }), {}, ...onRelease(release));
    }
    expect(release.edits).toBe(1);
  });

  test.each(['published', 'edited'])(
    'a forged section that claims to have these results becomes the real report (%s)',
    async (action) => {
      const release = github.addRelease({ body: NOTES });
      await postOne(github, post('release'), {}, ...onRelease(release));
      release.body = release.body.replace('| 1 |', '| 9 |');
      expect(await postOne(github, post('release'), {}, ...onRelease(release, action))).toMatchObject({
        outcome: 'updated',
      });
      expect(release.body).toContain('## Report\n\n| a |\n|---|\n| 1 |');
    },
  );

  test('a section that says a later run wrote it is overwritten if the notes were not edited since', async () => {
    const release = github.addRelease({ body: NOTES });
    const now = effects().now();
    const later = post('release', { body: 'forged', madeMs: now - 1000 });
    await postOne(github, later, {}, ...onRelease(release, 'published', '43'));
    release.updatedAt = new Date(now - 3_600_000).toISOString();
    const written = post('release', { madeMs: now - 5000 });
    expect(await postOne(github, written, {}, ...onRelease(release))).toMatchObject({ outcome: 'updated' });
  });

  test('an edit of the notes that starts the workflow again does not cause an endless loop', async () => {
    const release = github.addRelease({ body: NOTES });
    await postOne(github, post('release'), {}, ...onRelease(release, 'edited', '1'));
    expect(await postOne(github, post('release'), {}, ...onRelease(release, 'edited', '2'))).toMatchObject({
      outcome: 'unchanged',
    });
    expect(release.edits).toBe(1);
    await postOne(github, post('release'), {}, ...onRelease(release, 'published', '3'));
    expect(release.edits).toBe(2);
  });

  test('an edit by the token’s own account starts no second edit, whatever the template writes', async () => {
    const release = github.addRelease({ body: NOTES });
    const edit = (text: string, sender: string, run: string) => {
      const [env, payload] = onRelease(release, 'edited', run);
      const page = post('release', { body: text, fingerprint: text });
      return postOne(github, page, {}, env, { ...payload, sender: { login: sender } });
    };
    expect(await edit('made at 10:00', WORKFLOW.login, '1')).toMatchObject({ outcome: 'posted' });
    expect(await edit('made at 10:01', WORKFLOW.login, '2')).toMatchObject({ outcome: 'unchanged' });
    expect(await edit('made at 10:02', 'octocat', '3')).toMatchObject({ outcome: 'updated' });
    expect(release.edits).toBe(2);
  });

  test('a run without results keeps the earlier numbers and puts the failure line above them', async () => {
    const release = github.addRelease({ body: `${NOTES}\n${OPEN}\n${earlierBody('## Good')}\nend` });
    const failed = post('release', { body: 'nothing', failureLine: 'No answer on 20 November.' });
    await postOne(github, failed, {}, ...onRelease(release));
    expect(release.body.startsWith(`${NOTES}\n${OPEN}\nNo answer on 20 November.\n\n## Good\n\n`)).toBe(true);
    expect(release.body).toContain('## Good');
    expect(release.body.endsWith(`${CLOSE}\nend`)).toBe(true);
  });

  test('a value that looks like a marker does not end the section', async () => {
    const release = github.addRelease({ body: NOTES });
    const hostile = `${CLOSE}\n${OPEN}\nx`;
    for (const run of ['1', '2']) {
      await postOne(
        github,
        post('release', { body: `${hostile}${run}` }),
        {},
        ...onRelease(release, 'published', run),
      );
    }
    expect(release.body.split('\n').filter((line) => line === CLOSE || line === OPEN)).toEqual([OPEN, CLOSE]);
  });

  test.each([60_000, 120_000, 124_500])(
    'the report gets the room that %d characters in the notes leave',
    async (held) => {
      const release = github.addRelease({ body: 'x'.repeat(held) });
      const rows = 'r'.repeat(60_000);
      const limits: number[] = [];
      const refit = (limit: number) => {
        limits.push(limit);
        return Promise.resolve(rows.slice(0, limit));
      };
      const receipt = await postOne(
        github,
        post('release', { body: rows, refit }),
        {},
        ...onRelease(release),
      );
      expect(release.body.startsWith('x'.repeat(held))).toBe(true);
      expect(release.body.length).toBeLessThanOrEqual(125_000);
      // Room for two notes above the numbers later (2 × 600) and for publishing's own lines is kept free.
      if (held <= 60_000) expect(limits).toEqual([]);
      else if (held < 124_500) expect(release.body.length).toBeGreaterThan(122_000);
      else
        expect(receipt).toMatchObject({
          outcome: 'failed',
          message: expect.stringContaining('125000') as unknown,
        });
    },
  );
});

describe('writers at the same time', () => {
  test('if another report overwrites the section, it is written again, and both stay', async () => {
    const release = github.addRelease({ body: NOTES });
    const over = `${NOTES}\n\n${OPEN.replace('default', 'b')}\n${earlierBody('b', { reportId: 'b' })}`;
    const real = effects();
    let slept = 0;
    // The other report read the notes before this run wrote them, and now overwrites them.
    const sleep = async () => {
      slept += 1;
      if (slept === 1) release.body = over;
    };
    const disturbed = { ...real, sleep };
    const context = runContext(github.url, ...onRelease(release));
    const [receipt] = await publish(posting(), [post('release')], context, disturbed);
    expect(receipt).toMatchObject({ outcome: 'posted' });
    expect(release.body.startsWith(over)).toBe(true);
    expect(release.body.endsWith(CLOSE)).toBe(true);
  });

  test('an answer of 200 although the old notes were kept is noticed', async () => {
    const release = github.addRelease({ body: NOTES });
    github.fault({ method: 'PATCH', path: /releases/, times: 99, effect: { kind: 'kept' } });
    const receipt = await postOne(github, post('release'), {}, ...onRelease(release));
    expect(receipt).toMatchObject({ outcome: 'failed', level: 'error' });
    expect(receipt.message).toContain('answered 200');
    expect(github.requests.length).toBeLessThan(12);
  });

  test.each([
    ['a rate limit', { kind: 'status', status: 429, headers: { 'retry-after': '20' } }, 20_000],
    ['an answer that was lost', { kind: 'status', status: 502 }, 2000],
  ] as const)('an edit by a person while %s is waited for is not lost', async (_, effect, waitMs) => {
    const release = github.addRelease({ body: NOTES });
    github.fault({ method: 'PATCH', path: /releases/, effect });
    const real = effects();
    const sleep = async (ms: number): Promise<void> => {
      if (real.waits.length === 0) release.body = `${NOTES}\r\n- three`;
      await real.sleep(ms);
    };
    const context = runContext(github.url, ...onRelease(release));
    const [receipt] = await publish(posting(), [post('release')], context, { ...real, sleep });
    expect(receipt).toMatchObject({ outcome: 'posted', level: 'info' });
    expect(real.waits[0]).toBe(waitMs);
    expect(release.body.startsWith(`${NOTES}\r\n- three\n\n${OPEN}`)).toBe(true);
    expect(release.body.endsWith(CLOSE)).toBe(true);
  });
});

test('the notes of an immutable release can be written', async () => {
  const release = github.addRelease({ immutable: true });
  expect(await postOne(github, post('release'), {}, ...onRelease(release))).toMatchObject({
    outcome: 'posted',
  });
});

test('a repository rule that refuses the notes is reported in a sentence', async () => {
  const release = github.addRelease();
  const errors = [
    { resource: 'Release', code: 'custom', field: 'pre_receive', message: 'Repository rule violations' },
  ];
  const effect = { kind: 'status', status: 422, message: 'Validation Failed', errors } as const;
  github.fault({ method: 'PATCH', path: /releases/, effect });
  const { level, message } = await postOne(github, post('release'), {}, ...onRelease(release));
  expect(level).toBe('error');
  expect(message).toMatch(/release's notes.*422.*Repository rule violations.*A rule of the repository/);
});
