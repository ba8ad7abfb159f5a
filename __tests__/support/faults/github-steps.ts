import type { PostingRequest } from '../../../src/report/inputs/request.ts';
import type { Post } from '../../../src/report/publish/post.ts';
import { WORKFLOW, type StandIn } from '../github/stand-in.ts';
import { earlierBody, post } from '../publish-setting.ts';
import type { Matching } from './front.ts';

/**
 * The possible outcomes of a fault: the report is posted, with or without a warning, or not posted, with a
 * warning or an error.
 */
export type Outcome = 'posted' | 'warned' | 'skipped' | 'failed';

/**
 * What a fault tells about the request: no answer, refused, target gone, rate limit, redirected, or token not
 * valid.
 */
export type FaultKind = 'unanswered' | 'refused' | 'gone' | 'limited' | 'misdirected' | 'dead';

const BOT = WORKFLOW.login;
/** The commit of the pull request's head. */
export const SHA = 'c'.repeat(40);

/** A request that posting makes, and the state of the repository in which it makes it. */
export interface PostingStep {
  readonly name: string;
  readonly at: Matching;
  readonly destination: Post['destination'];
  readonly asked?: Partial<PostingRequest>;
  /** The event by which the pull request is found. */
  readonly payload?: unknown;
  readonly graphql?: boolean;
  readonly prepare: (github: StandIn) => void;
  /** The outcome of a lasting fault, by its kind; `failed` by default. */
  readonly comesTo?: Partial<Readonly<Record<FaultKind, Outcome>>>;
  /** The outcome of a fault that occurs once; `posted` by default. */
  readonly onceComesTo?: Outcome;
}

const all = (outcome: Outcome): Readonly<Record<FaultKind, Outcome>> => ({
  unanswered: outcome,
  refused: outcome,
  gone: outcome,
  limited: outcome,
  misdirected: outcome,
  dead: outcome,
});
const graphql = (body: RegExp): Matching => ({ method: 'POST', path: /graphql$/, body });
const comments = (count: number) => (github: StandIn) => {
  for (let index = 1; index <= count; index += 1)
    github.addComment(7, { author: BOT, body: earlierBody(`old ${index}`) });
};
const issues = (count: number) => (github: StandIn) => {
  for (let index = 1; index <= count; index += 1)
    github.addIssue({ author: BOT, body: earlierBody(`old ${index}`) });
};
const discussions = (count: number) => (github: StandIn) => {
  for (let index = 1; index <= count; index += 1)
    github.addDiscussion({ author: BOT, body: earlierBody(`old ${index}`) });
};
/** A rolling discussion with this many comments of the report's period. */
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
const checked = (github: StandIn) =>
  void github.addCheckRun({
    name: 'Crashes',
    headSha: SHA,
    externalId: 'insight-report:default',
    summary: 'old',
  });
const nothing = (): void => undefined;
const inComments = { issueMode: 'comment' } as const;
const ended = {
  workflow_run: {
    event: 'pull_request',
    pull_requests: [],
    head_sha: SHA,
    head_branch: 'topic',
    head_repository: { full_name: 'guest/app', owner: { login: 'guest' } },
  },
};
const pushed = { workflow_run: { event: 'push', head_sha: SHA } };

/** The three requests of a comment, which are tested with every fault. */
export const COMMENT_STEPS: readonly PostingStep[] = [
  {
    name: 'list',
    at: { method: 'GET', path: /issues\/7\/comments/ },
    destination: 'pull-request',
    prepare: nothing,
  },
  {
    name: 'create',
    at: { method: 'POST', path: /issues\/7\/comments$/ },
    destination: 'pull-request',
    prepare: nothing,
  },
  {
    name: 'edit',
    at: { method: 'PATCH', path: /issues\/comments\/\d+$/ },
    destination: 'pull-request',
    prepare: comments(1),
    // Someone deleted the comment, so a new one is posted.
    comesTo: { gone: 'posted' },
  },
];

/** The other requests, which are tested with some of the faults. */
export const FURTHER_STEPS: readonly PostingStep[] = [
  {
    name: 'deleting a duplicate comment',
    at: { method: 'DELETE', path: /comments/ },
    destination: 'pull-request',
    prepare: comments(2),
    comesTo: { ...all('warned'), gone: 'posted' },
  },
  {
    name: 'deleting the comment that `recreate` replaced',
    at: { method: 'DELETE', path: /comments/ },
    destination: 'pull-request',
    prepare: comments(1),
    asked: { commentMode: 'recreate' },
    comesTo: { ...all('warned'), gone: 'posted' },
  },
  {
    name: 'finding the token’s login and the minimised comments (GraphQL)',
    at: graphql(/viewer/),
    destination: 'pull-request',
    prepare: comments(1),
    // REST gives both as well.
    comesTo: { ...all('posted'), dead: 'failed' },
  },
  {
    name: 'finding the token’s login if there is no GraphQL',
    at: { method: 'GET', path: /^\/user$/ },
    destination: 'pull-request',
    prepare: comments(1),
    graphql: false,
    comesTo: { refused: 'posted', gone: 'posted' },
  },
  {
    name: 'finding the pull request of a commit',
    at: { method: 'GET', path: /commits\/c+\/pulls/ },
    destination: 'pull-request',
    prepare: nothing,
    payload: pushed,
  },
  {
    name: 'finding the pull request of a fork’s branch',
    at: { method: 'GET', path: /\/pulls\?/ },
    destination: 'pull-request',
    prepare: nothing,
    payload: ended,
  },
  {
    name: 'listing issues',
    at: { method: 'GET', path: /app\/issues\?/ },
    destination: 'issue',
    prepare: issues(1),
  },
  {
    name: 'opening an issue',
    at: { method: 'POST', path: /issues$/ },
    destination: 'issue',
    prepare: nothing,
  },
  {
    name: 'editing an issue',
    at: { method: 'PATCH', path: /issues\/8$/ },
    destination: 'issue',
    prepare: issues(1),
    // Someone deleted it, so a new one is opened.
    comesTo: { gone: 'posted' },
  },
  {
    name: 'closing the earlier issue',
    at: { method: 'PATCH', path: /issues\/8$/ },
    destination: 'issue',
    prepare: issues(2),
    comesTo: { ...all('warned'), gone: 'posted' },
  },
  {
    name: 'reading the chosen issue',
    at: { method: 'GET', path: /issues\/8$/ },
    destination: 'issue',
    prepare: issues(1),
    asked: { issueNumber: 8 },
  },
  {
    name: 'commenting on the rolling issue',
    at: { method: 'POST', path: /issues\/8\/comments/ },
    destination: 'issue',
    prepare: issues(1),
    asked: inComments,
  },
  {
    name: 'finding the release',
    at: { method: 'GET', path: /releases\/latest/ },
    destination: 'release',
    prepare: notes,
    // There is no release yet, which is a notice.
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
    // The answer to the write contained the section, so the section is in the notes.
    comesTo: all('warned'),
  },
  {
    name: 'listing discussions',
    at: graphql(/discussions\(/),
    destination: 'discussion',
    prepare: discussions(1),
  },
  {
    name: 'finding the category',
    at: graphql(/discussionCategories/),
    destination: 'discussion',
    prepare: nothing,
  },
  {
    name: 'opening a discussion',
    at: graphql(/createDiscussion/),
    destination: 'discussion',
    prepare: nothing,
  },
  {
    name: 'editing a discussion',
    at: graphql(/updateDiscussion\(/),
    destination: 'discussion',
    prepare: discussions(1),
  },
  {
    name: 'closing the earlier discussion',
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
    name: 'deleting a duplicate comment on a discussion',
    at: graphql(/deleteDiscussionComment/),
    destination: 'discussion',
    prepare: discussed(2),
    asked: inComments,
    comesTo: all('warned'),
  },
  {
    name: 'reading the head of the pull request to check',
    at: { method: 'GET', path: /pulls\/7$/ },
    destination: 'check',
    prepare: nothing,
  },
  {
    name: 'listing check runs',
    at: { method: 'GET', path: /c+\/check-runs/ },
    destination: 'check',
    prepare: checked,
  },
  {
    name: 'making a check run',
    at: { method: 'POST', path: /check-runs$/ },
    destination: 'check',
    prepare: nothing,
  },
  {
    name: 'updating a check run',
    at: { method: 'PATCH', path: /check-runs\/\d+$/ },
    destination: 'check',
    prepare: checked,
    // Someone deleted it, so a new one is made.
    comesTo: { gone: 'posted' },
  },
];
