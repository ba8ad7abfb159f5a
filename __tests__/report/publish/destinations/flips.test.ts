import type { PostingRequest } from '../../../../src/report/inputs/request.ts';
import { readState } from '../../../../src/report/publish/body/parts.ts';
import type { GateState, PostedGate } from '../../../../src/report/publish/body/state.ts';
import type { Post, Receipt } from '../../../../src/report/publish/post.ts';
import { closeGitHub, type StandIn, startGitHub } from '../../../support/github/stand-in.ts';
import { isLong } from '../../../support/properties.ts';
import { asked, post, postOne } from '../../../support/publish-setting.ts';
import { flipsIn } from '../../../../src/report/publish/destinations/flips.ts';

const GATE = '0123456789';
const OTHER = 'abcdefabcd';
const MARKER = '<!-- insight-report:default -->';

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub();
  github.addPull({ number: 7 });
});

afterEach(() => closeGitHub(github));

type Case = readonly [name: string, destination: Post['destination'], asked: Partial<PostingRequest>];

const CASES: readonly Case[] = [
  ['a rolling issue', 'issue', {}],
  ['an issue for each period', 'issue', { issueMode: 'create' }],
  ['comments on a rolling issue', 'issue', { issueMode: 'comment' }],
  ['a pull request', 'pull-request', {}],
  ['a discussion', 'discussion', {}],
];

type Outcome = PostedGate['outcome'];

/** What a comment says: the outcomes before and after, for each gate that changed. */
function renderFlips(flips: readonly GateState[]): string {
  return flips.map(({ id, outcome, was }) => `${id} was ${was?.outcome ?? '?'}, ${outcome}`).join('\n');
}

/** A run that finds the gate, or both gates, with these outcomes. */
function run(
  [, destination, more]: Case,
  id: number,
  outcomes: Outcome | readonly [Outcome, Outcome],
  changes: Partial<Post> = {},
): Promise<Receipt> {
  const [first, second] = typeof outcomes === 'string' ? [outcomes] : outcomes;
  const gates = [
    { id: GATE, outcome: first },
    ...(second === undefined ? [] : [{ id: OTHER, outcome: second }]),
  ];
  const text = `${first} ${second ?? ''}`;
  const page = post(destination, { body: text, fingerprint: text, gates, renderFlips, ...changes });
  return postOne(github, page, more, { GITHUB_RUN_ID: String(id) });
}

/** The comments that announced flips, without their markers. */
function announced(): string[] {
  return [...github.comments, ...github.discussionComments]
    .filter(({ body }) => flipsIn(body).length > 0)
    .map(({ body }) => body.split('\n\n')[0] ?? '');
}

function posts(): string[] {
  return [...github.issues, ...github.comments, ...github.discussions]
    .map(({ body }) => body)
    .filter((body) => body.endsWith(MARKER) && readState(body).results !== null);
}

describe.each(CASES)('%s', (...one) => {
  const isShort = one[0] === 'a rolling issue' || one[0] === 'a pull request';

  test('a gate that fails after it passed is announced in one comment, also if the run is repeated', async () => {
    await run(one, 1, 'passed');
    await run(one, 2, 'passed');
    expect(announced()).toEqual([]);
    for (const id of [3, 3, 4]) await run(one, id, 'failed', { body: `run ${id}` });
    expect(announced()).toEqual([`${GATE} was passed, failed`]);
    await run(one, 5, 'passed');
    expect(announced()).toEqual([`${GATE} was passed, failed`, `${GATE} was failed, passed`]);
    expect(posts()).toHaveLength(1);
  });

  // From outside, a kill is what GitHub saw last: nothing of request k, or all of it without delivering the
  // answer.
  const kills = [0, 1, 2, 3, 4, 5, 6, 7]
    .flatMap((skip) => (['reset', 'lost'] as const).map((kind) => ({ skip, kind })))
    .filter(({ skip, kind }) => isLong || (isShort && (kind === 'reset') === (skip % 2 === 0)));

  if (kills.length === 0) return;
  test.each(kills)(
    'a run killed at request %j and its repetition tell a flip once',
    async ({ skip, kind }) => {
      await run(one, 1, 'passed');
      github.fault({ method: '*', path: /./, skip, effect: { kind } });
      github.fault({ method: '*', path: /./, skip: skip + 1, times: 999, effect: { kind: 'reset' } });
      await run(one, 2, 'failed');
      github.mend();
      await run(one, 2, 'failed');
      expect(announced()).toEqual([`${GATE} was passed, failed`]);
      expect(posts().map((body) => readState(body).gates[0]?.outcome)).toEqual(['failed']);
    },
  );
});

const ISSUE: Case = ['a rolling issue', 'issue', {}];

test('the comment goes before the edit, and a run without a flip requests no comments', async () => {
  await run(ISSUE, 1, 'passed');
  github.forget();
  await run(ISSUE, 2, 'failed');
  const writes = asked(github).filter((request) => /^(POST|PATCH) \/issues/.test(request));
  expect(writes).toEqual(['POST /issues/8/comments', 'PATCH /issues/8']);
  github.forget();
  await run(ISSUE, 3, 'failed');
  expect(asked(github).filter((request) => request.includes('comments'))).toEqual([]);
});

test('the next run after a killed one tells only what the killed one did not', async () => {
  await run(ISSUE, 1, ['passed', 'passed']);
  github.fault({ method: 'PATCH', path: /issues\/8$/, times: 999, effect: { kind: 'reset' } });
  await run(ISSUE, 2, ['failed', 'passed']);
  github.mend();
  await run(ISSUE, 3, ['failed', 'failed']);
  expect(announced()).toEqual([`${GATE} was passed, failed`, `${OTHER} was passed, failed`]);
});

test('two runs at the same time tell a flip once', async () => {
  await run(ISSUE, 1, 'passed');
  await Promise.all([run(ISSUE, 2, 'failed'), run(ISSUE, 3, 'failed')]);
  expect(announced()).toHaveLength(1);
});

test('the report is posted with a warning if the comment cannot be written; the next run tells the flip', async () => {
  await run(ISSUE, 1, 'passed');
  github.fault({ method: 'POST', path: /comments$/, times: 99, effect: { kind: 'status', status: 422 } });
  const receipt = await run(ISSUE, 2, 'failed');
  expect(receipt).toMatchObject({ outcome: 'updated', level: 'warning' });
  expect(receipt.message).toContain('the next run will try again');
  expect(posts()[0]).toMatch(/^failed/);
  github.mend();
  await run(ISSUE, 3, 'failed');
  expect(announced()).toEqual([`${GATE} was passed, failed`]);
});

test('a comment of somebody else that pretends to have announced a flip changes nothing', async () => {
  await run(ISSUE, 1, 'passed');
  await run(ISSUE, 2, 'failed');
  const [own] = github.comments;
  const first = github;
  github = await startGitHub();
  github.addPull({ number: 7 });
  // The same clock, so the flip has the same key.
  await run(ISSUE, 1, 'passed');
  github.addComment(8, { author: 'mallory', body: own?.body ?? '' });
  await run(ISSUE, 2, 'failed');
  expect(github.comments.map(({ body }) => body)).toEqual([own?.body, own?.body]);
  await closeGitHub(first);
});

test('a run in which nothing could be reported tells no flip and keeps the outcomes', async () => {
  await run(ISSUE, 1, 'passed');
  await run(ISSUE, 2, 'inconclusive', { failureLine: '⚠️ **Nov 20**: these numbers could not be renewed.' });
  expect(announced()).toEqual([]);
  await run(ISSUE, 3, 'passed');
  expect(announced()).toEqual([]);
});

test('a post remembers since when a gate has its outcome', async () => {
  const day = (date: number): { madeMs: number; body: string } => ({
    madeMs: Date.UTC(2026, 10, date),
    body: String(date),
  });
  const state = (): GateState | undefined => readState(posts()[0] ?? '').gates[0];
  await run(ISSUE, 1, 'passed', day(3));
  await run(ISSUE, 2, 'failed', day(10));
  expect(state()).toMatchObject({
    outcome: 'failed',
    sinceMs: Date.UTC(2026, 10, 10),
    was: { outcome: 'passed' },
  });
  await run(ISSUE, 3, 'failed', day(17));
  expect(state()).toMatchObject({ outcome: 'failed', sinceMs: Date.UTC(2026, 10, 10), was: null });
});
