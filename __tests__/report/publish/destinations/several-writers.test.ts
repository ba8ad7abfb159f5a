import { closeGitHub, startGitHub, type StandIn } from '../../../support/github/stand-in.ts';
import { effects, post, posting, runContext } from '../../../support/publish-setting.ts';
import type { PostingRequest } from '../../../../src/report/inputs/request.ts';
import type { Post, Receipt } from '../../../../src/report/publish/post.ts';
import { publish } from '../../../../src/report/publish/publish.ts';

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub();
  github.addPull({ number: 7 });
});

afterEach(() => closeGitHub(github));

type Env = Record<string, string>;
const PLACES = ['pull-request', 'issue'] as const;
type Place = (typeof PLACES)[number] | 'discussion';

/** Posts a report as a run does: the first `PostingRequest` is that of pull request 7 or a rolling issue. */
async function write(
  destination: Place,
  env: Env,
  changes: Partial<Post> = {},
  request: Partial<PostingRequest> = {},
): Promise<Receipt> {
  const asked = posting({ destinations: [destination], ...request });
  const [receipt] = await publish(
    asked,
    [post(destination, changes)],
    runContext(github.url, env),
    effects(),
  );
  if (receipt === undefined) throw new Error('there is no receipt');
  return receipt;
}

function postsIn(destination: Place) {
  if (destination === 'discussion') return github.discussions;
  return destination === 'issue' ? github.issues.filter(({ pull }) => !pull) : github.comments;
}

function bodiesOf(destination: Place): readonly string[] {
  return postsIn(destination).map(({ body }) => body);
}

describe.each(PLACES)('posts as %s', (place) => {
  test.each([
    ['workflow', { GITHUB_WORKFLOW: 'Crashes' }, {}],
    ['job', { GITHUB_JOB: 'crashes' }, {}],
    ['leg of the same run', {}, { configuration: 'crashes' }],
  ])('a report of another %s has a separate post, and a warning names report-id', async (_, env, changes) => {
    await write(place, {}, { body: 'usage' });
    const receipt = await write(place, env, { body: 'crashes', ...changes });
    expect(receipt).toMatchObject({ outcome: 'posted', level: 'warning' });
    expect(receipt.message).toContain('Set a different report-id for each.');
    expect(bodiesOf(place).map((body) => body.split('\n')[0])).toEqual(['usage', 'crashes']);
  });

  test('each leg of a matrix finds its own post again in the next run', async () => {
    for (const run of ['42', '43'])
      for (const leg of ['usage', 'crashes'])
        await write(place, { GITHUB_RUN_ID: run }, { body: `${leg} ${run}`, configuration: leg });
    expect(bodiesOf(place).map((body) => body.split('\n')[0])).toEqual(['usage 43', 'crashes 43']);
  });

  test('a configuration that changed since the last run continues its post', async () => {
    await write(place, {}, { body: 'two gates', configuration: 'two' });
    await write(place, { GITHUB_RUN_ID: '43' }, { body: 'three gates', configuration: 'three' });
    expect(bodiesOf(place).map((body) => body.split('\n')[0])).toEqual(['three gates']);
  });

  test('a run that began earlier leaves the post of a later one, and says so', async () => {
    const now = effects().now();
    await write(place, { GITHUB_RUN_ID: '43' }, { body: 'new', madeMs: now - 1000 });
    const receipt = await write(place, {}, { body: 'old', madeMs: now - 5000 });
    expect(receipt).toMatchObject({ outcome: 'outdated', level: 'notice' });
    expect(receipt.message).toContain('was left as it is, because a run that began later wrote it');
    expect(bodiesOf(place).map((body) => body.split('\n')[0])).toEqual(['new']);
  });

  test('a post that says it is of the future is replaced', async () => {
    const now = effects().now();
    await write(place, { GITHUB_RUN_ID: '43' }, { body: 'forged', madeMs: now + 86_400_000 });
    expect(await write(place, {}, { body: 'real', madeMs: now })).toMatchObject({ outcome: 'updated' });
    expect(bodiesOf(place).map((body) => body.split('\n')[0])).toEqual(['real']);
  });
});

describe('a forged post that says a later run wrote it', () => {
  const HOUR_MS = 3_600_000;
  const now = effects().now();
  const APPEND = { commentMode: 'append' } as const;
  const real = { madeMs: now - 5000, body: 'real' };

  /** Makes a post that claims a run begun a second ago, last changed when `changedMs` says. */
  async function forge(place: Place, changedMs: number): Promise<void> {
    await write(place, { GITHUB_RUN_ID: '43' }, { body: 'forged', madeMs: now - 1000 });
    Object.assign(postsIn(place)[0] ?? {}, { updatedAt: new Date(changedMs).toISOString() });
  }

  const firstLines = (place: Place) => bodiesOf(place).map((body) => body.split('\n')[0]);

  test.each([...PLACES, 'discussion'] as const)(
    'is overwritten if it was written before that run can have begun (%s)',
    async (place) => {
      await forge(place, now - HOUR_MS);
      expect(await write(place, {}, real)).toMatchObject({ outcome: 'updated' });
      expect(firstLines(place)).toEqual(['real']);
    },
  );

  test('takes no earlier report with it while it holds back a run', async () => {
    await forge('pull-request', now);
    Object.assign(github.comments[0] ?? {}, { id: 2000 });
    await write('pull-request', { GITHUB_RUN_ID: '41' }, { body: 'earlier', madeMs: now }, APPEND);
    expect(await write('pull-request', {}, real)).toMatchObject({ outcome: 'outdated' });
    expect(firstLines('pull-request')).toEqual(['forged', 'earlier']);
  });
});

describe('comment-when: not-green', () => {
  const RED = { gates: [{ id: '0123456789', outcome: 'failed' as const }] };
  const GREEN = { gates: [{ id: '0123456789', outcome: 'passed' as const }] };
  const when = { commentWhen: 'not-green' as const };

  test('a green run begins no comment', async () => {
    const receipt = await write('pull-request', {}, GREEN, when);
    expect(receipt).toMatchObject({ outcome: 'skipped', level: 'info' });
    expect(github.comments).toEqual([]);
  });

  test.each(['failed', 'warned', 'inconclusive'] as const)(
    'a gate that %s is commented on',
    async (outcome) => {
      await write('pull-request', {}, { gates: [{ id: '0123456789', outcome }] }, when);
      expect(github.comments).toHaveLength(1);
    },
  );

  test.each(['update', 'recreate'] as const)('the comment is edited once all is green (%s)', async (mode) => {
    await write('pull-request', {}, { ...RED, body: 'red' }, { ...when, commentMode: mode });
    const green = { ...GREEN, body: 'green', fingerprint: 'green' };
    const receipt = await write('pull-request', { GITHUB_RUN_ID: '43' }, green, {
      ...when,
      commentMode: mode,
    });
    expect(receipt.outcome).toBe('updated');
    expect(github.comments[0]?.body).toMatch(/^green/);
  });
});
