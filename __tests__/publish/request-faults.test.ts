// A choice of every kind of GitHub's faults, at every other request that posting makes: GraphQL, deletions, issues, releases, discussions,
// pull requests. The comment's own three have the whole of it (fault-table.test.ts). docs/faults.md has what comes of each.
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { PostingRequest } from '../../src/inputs/request.ts';
import type { Post, Receipt } from '../../src/publish/post.ts';
import { publish } from '../../src/publish/publish.ts';
import { keepRequests, type RequestRow } from '../support/faults/document.ts';
import { answers, connectionFaults, hangingFaults, type SocketFault } from '../support/faults/socket-faults.ts';
import { startFront, type Matching } from '../support/faults/front.ts';
import { startGitHub, WORKFLOW, type StandIn } from '../support/github/stand-in.ts';
import { earlierBody, effects, post, posting, runContext } from '../support/publish-setting.ts';

const TOKEN = 'ghs_workflow';
const BOT = WORKFLOW.login;
const SHA = 'c'.repeat(40);

/** What may come of a fault: the report is posted, with a warning or without, or it is not and a warning or the step's error says why. */
type Outcome = 'posted' | 'warned' | 'skipped' | 'failed';

/** Faults are told apart by what they say of the request: nothing, no, gone, later, or that the token is dead. */
type Kind = 'unanswered' | 'refused' | 'gone' | 'limited' | 'dead';

interface Fault extends SocketFault {
  readonly kind: Kind;
  /** Milliseconds for one request. */
  readonly requestMs?: number;
}

const says = (status: number, headers: Record<string, string> = {}, message = 'no'): SocketFault['act'] =>
  answers(status, headers, JSON.stringify({ message: `${message}, ${TOKEN}` }));
const status = (code: number, kind: Kind = 'refused'): Fault => ({ name: String(code), act: says(code), kind });

const [, , , , withinBody] = connectionFaults('{}'.padEnd(40));
const [hanging] = hangingFaults('');
const FAULTS: readonly Fault[] = [
  { name: 'closed before the answer', act: (socket) => void socket.end(), kind: 'unanswered' },
  { ...withinBody!, kind: 'unanswered' },
  { name: 'HTML', act: answers(200, { 'content-type': 'text/html' }, '<p>Sign in'), kind: 'unanswered' },
  { name: 'JSON that is cut off', act: answers(200, {}, '{"id":7'), kind: 'unanswered' },
  ...['null', '{}', '{"data":[7]}', '{"id":"7","body":8}'].map((json): Fault => ({
    name: `\`${json}\``,
    act: answers(200, {}, json),
    kind: 'unanswered',
  })),
  status(502, 'unanswered'),
  ...[400, 403, 409, 422].map((code) => status(code)),
  status(401, 'dead'),
  status(404, 'gone'),
  { name: '429 with `retry-after`', act: says(429, { 'retry-after': '7' }), kind: 'limited' },
  { name: '403, secondary limit', act: says(403, {}, 'You have exceeded a secondary rate limit'), kind: 'limited' },
  { name: '403 with a reset in an hour', act: says(403, { 'retry-after': '3600' }), kind: 'limited' },
  { name: 'a redirect to another host', act: answers(307, { location: 'http://192.0.2.1/' }), kind: 'refused' },
];
/** It takes its time, and where it is met makes no difference to what becomes of it: at the first request alone. */
const SLOW: Fault = { ...hanging!, kind: 'unanswered', requestMs: 1000 };

interface Request {
  readonly name: string;
  readonly at: Matching;
  readonly destination: Post['destination'];
  readonly asked?: Partial<PostingRequest>;
  /** The event that the pull request is found by. */
  readonly payload?: unknown;
  readonly graphql?: boolean;
  readonly prepare: (github: StandIn) => void;
  /** By the kind of fault; `failed` unless told. */
  readonly comesTo?: Partial<Readonly<Record<Kind, Outcome>>>;
}

const all = (outcome: Outcome): Readonly<Record<Kind, Outcome>> => ({
  unanswered: outcome,
  refused: outcome,
  gone: outcome,
  limited: outcome,
  dead: outcome,
});
const graphql = (body: RegExp): Matching => ({ method: 'POST', path: /graphql$/, body });
const comments = (count: number) => (github: StandIn) => {
  for (let index = 1; index <= count; index += 1)
    github.addComment(7, { author: BOT, body: earlierBody(`old ${index}`) });
};
const issues = (count: number) => (github: StandIn) => {
  for (let index = 1; index <= count; index += 1) github.addIssue({ author: BOT, body: earlierBody(`old ${index}`) });
};
const discussions = (count: number) => (github: StandIn) => {
  for (let index = 1; index <= count; index += 1)
    github.addDiscussion({ author: BOT, body: earlierBody(`old ${index}`) });
};
/** A rolling discussion with so many comments of the report's period. */
const discussed = (count: number) => (github: StandIn) => {
  const { number } = github.addDiscussion({
    author: BOT,
    body: earlierBody('intro', { results: 'none', period: 'none' }),
  });
  const period = post('discussion').period;
  for (let index = 1; index <= count; index += 1)
    github.addDiscussionComment(number, { author: BOT, body: earlierBody(`old ${index}`, { period }) });
};
const notes = (github: StandIn) => void github.addRelease({ body: '- one change' });
const nothing = (): void => undefined;
const inComments = { issueMode: 'comment' } as const;
const ended = {
  workflow_run: {
    ...{ event: 'pull_request', pull_requests: [], head_sha: SHA, head_branch: 'topic' },
    head_repository: { full_name: 'guest/app', owner: { login: 'guest' } },
  },
};
const pushed = { workflow_run: { event: 'push', head_sha: SHA } };

const REQUESTS: readonly Request[] = [
  {
    name: 'deleting a double comment',
    ...{ at: { method: 'DELETE', path: /comments/ }, destination: 'pull-request', prepare: comments(2) },
    comesTo: { ...all('warned'), gone: 'posted' },
  },
  {
    name: 'deleting the comment that `recreate` replaced',
    ...{ at: { method: 'DELETE', path: /comments/ }, destination: 'pull-request', prepare: comments(1) },
    ...{ asked: { commentMode: 'recreate' }, comesTo: { ...all('warned'), gone: 'posted' } },
  },
  {
    name: 'whom the token writes as, and which comments are minimised (GraphQL)',
    ...{ at: graphql(/viewer/), destination: 'pull-request', prepare: comments(1) },
    // REST says the rest.
    comesTo: { ...all('posted'), dead: 'failed' },
  },
  {
    name: 'whom the token writes as, where there is no GraphQL',
    ...{ at: { method: 'GET', path: /^\/user$/ }, destination: 'pull-request', prepare: comments(1), graphql: false },
    comesTo: { refused: 'posted', gone: 'posted' },
  },
  {
    name: 'finding the pull request of a commit',
    ...{
      at: { method: 'GET', path: /commits\/c+\/pulls/ },
      destination: 'pull-request',
      prepare: nothing,
      payload: pushed,
    },
  },
  {
    name: 'finding the pull request of a fork’s branch',
    ...{ at: { method: 'GET', path: /\/pulls\?/ }, destination: 'pull-request', prepare: nothing, payload: ended },
  },
  { name: 'listing issues', at: { method: 'GET', path: /app\/issues\?/ }, destination: 'issue', prepare: issues(1) },
  { name: 'opening an issue', at: { method: 'POST', path: /issues$/ }, destination: 'issue', prepare: nothing },
  {
    name: 'editing an issue',
    ...{ at: { method: 'PATCH', path: /issues\/8$/ }, destination: 'issue', prepare: issues(1) },
    // Somebody deleted it: another is opened.
    comesTo: { gone: 'posted' },
  },
  {
    name: 'closing the issue before',
    ...{ at: { method: 'PATCH', path: /issues\/8$/ }, destination: 'issue', prepare: issues(2) },
    comesTo: { ...all('warned'), gone: 'posted' },
  },
  {
    name: 'reading the issue that was chosen',
    ...{ at: { method: 'GET', path: /issues\/8$/ }, destination: 'issue', prepare: issues(1) },
    asked: { issueNumber: 8 },
  },
  {
    name: 'commenting on the rolling issue',
    ...{
      at: { method: 'POST', path: /issues\/8\/comments/ },
      destination: 'issue',
      prepare: issues(1),
      asked: inComments,
    },
  },
  {
    name: 'finding the release',
    at: { method: 'GET', path: /releases\/latest/ },
    destination: 'release',
    prepare: notes,
    // There is no release yet: a notice.
    comesTo: { gone: 'skipped' },
  },
  {
    name: 'writing the release’s notes',
    at: { method: 'PATCH', path: /releases/ },
    destination: 'release',
    prepare: notes,
  },
  {
    name: 'reading the notes again',
    at: { method: 'GET', path: /releases\/301/ },
    destination: 'release',
    prepare: notes,
    // The answer to the write held the section: it is there.
    comesTo: all('warned'),
  },
  { name: 'listing discussions', at: graphql(/discussions\(/), destination: 'discussion', prepare: discussions(1) },
  { name: 'finding the category', at: graphql(/discussionCategories/), destination: 'discussion', prepare: nothing },
  { name: 'opening a discussion', at: graphql(/createDiscussion/), destination: 'discussion', prepare: nothing },
  {
    name: 'editing a discussion',
    at: graphql(/updateDiscussion\(/),
    destination: 'discussion',
    prepare: discussions(1),
  },
  {
    name: 'closing the discussion before',
    at: graphql(/closeDiscussion/),
    destination: 'discussion',
    prepare: discussions(2),
    comesTo: all('warned'),
  },
  {
    name: 'listing a discussion’s comments',
    at: graphql(/comments\(first/),
    destination: 'discussion',
    prepare: discussed(1),
    asked: inComments,
  },
  {
    name: 'commenting on a discussion',
    at: graphql(/addDiscussionComment/),
    destination: 'discussion',
    prepare: discussed(0),
    asked: inComments,
  },
  {
    name: 'editing a comment on a discussion',
    at: graphql(/updateDiscussionComment/),
    destination: 'discussion',
    prepare: discussed(1),
    asked: inComments,
  },
  {
    name: 'deleting a double comment on a discussion',
    at: graphql(/deleteDiscussionComment/),
    destination: 'discussion',
    prepare: discussed(2),
    asked: inComments,
    comesTo: all('warned'),
  },
];

const rows: RequestRow[] = [];
let github: StandIn;

beforeEach(() => begin());
afterEach(() => end());
afterAll(() => {
  keepRequests(rows);
});

async function begin(graphqlToo = true): Promise<void> {
  github = await startGitHub({ graphql: graphqlToo });
  github.addPull({ number: 7, pull: { headOwner: 'guest', headBranch: 'topic', headSha: SHA } });
}

async function end(): Promise<void> {
  await github.close();
  expect(github.violations).toEqual([]);
}

/** The posts of the report that a reader would find. */
function standing(): string[] {
  const { issues: threads, comments: said, releases, discussions: talks, discussionComments } = github;
  const open = [...threads.filter(({ state }) => state === 'open'), ...talks.filter(({ closed }) => !closed)];
  return [...open, ...said, ...releases, ...discussionComments]
    .map(({ body }) => body)
    .filter((body) => body.includes('<!-- insight-report:default -->') && !body.startsWith('intro'));
}

async function meet(request: Request, { act, requestMs = 20_000 }: Fault): Promise<{ receipt: Receipt; met: number }> {
  const front = await startFront(() => github.url, request.at, act);
  const world = { ...effects(), requestMs };
  const env = {
    GITHUB_STEP_SUMMARY: '/summary',
    ...(request.payload !== undefined && { GITHUB_EVENT_NAME: 'workflow_run' }),
  };
  const asked = posting({
    ...request.asked,
    githubToken: TOKEN,
    ...(request.payload !== undefined && { prNumber: 'auto' }),
  });
  const pages = [post(request.destination), post('summary')];
  const [receipt, summary] = await publish(asked, pages, runContext(front.url, env, request.payload), world);
  front.close();
  // The report survives in the summary, in bounded time, and no token is told.
  expect(summary).toMatchObject({ destination: 'summary', outcome: 'posted' });
  expect(world.files.get('/summary')).toBe(pages[1]!.body);
  expect(world.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(300_000);
  expect(JSON.stringify(receipt)).not.toContain(TOKEN);
  return { receipt: receipt!, met: front.met.count };
}

function outcomeOf({ outcome, level }: Receipt): Outcome {
  if (outcome === 'failed' || outcome === 'skipped') return outcome;
  return level === 'warning' ? 'warned' : 'posted';
}

/** A request that says what was asked of which host. */
const WHERE =
  /(GET|POST|PATCH|DELETE) \S+ at 127\.0\.0\.1:\d+|http:\/\/127\.0\.0\.1:\d+\/graphql was answered with 404/;

describe.each(REQUESTS)('$name', (request) => {
  test.each([...FAULTS, ...(request === REQUESTS[0] ? [SLOW] : [])])('$name', async (fault) => {
    if (request.graphql === false) {
      await end();
      await begin(false);
    }
    request.prepare(github);
    const before = standing().length;
    const { receipt, met } = await meet(request, fault);
    // A server without GraphQL has no discussions, which is no fault of the run.
    const isWithoutGraphql = request.destination === 'discussion' && fault.kind === 'gone';
    const expected = request.comesTo?.[fault.kind] ?? (isWithoutGraphql ? 'skipped' : 'failed');
    const told = outcomeOf(receipt);
    expect({ told, message: receipt.message }).toEqual({ told: expected, message: receipt.message });
    expect(met).toBeGreaterThan(0);
    if (expected !== 'posted' && receipt.level !== 'notice') expect(receipt.message).toMatch(WHERE);
    // Never none where there was one, and what was not posted changed nothing.
    if (before > 0) expect(standing().length).toBeGreaterThan(0);
    if (expected === 'failed' || expected === 'skipped')
      expect(standing()).toHaveLength(Math.max(before, standing().length > before ? 1 : 0));
    rows.push({ request: request.name, outcome: expected });
  });
});
