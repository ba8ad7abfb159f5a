import type { StoredChange } from './files.ts';
import type {
  Account,
  StoredCheckRun,
  StoredComment,
  StoredDiscussion,
  StoredDiscussionComment,
  StoredIssue,
  StoredPull,
  StoredRelease,
} from './state.ts';

/** The account of a workflow's own token. */
export const WORKFLOW: Account = {
  login: 'github-actions[bot]',
  kind: 'workflow',
  issues: 'write',
  pullRequests: 'write',
};

export interface GitHubOptions {
  /** `owner/name`. */
  readonly repo?: string;
  /**
   * Token to account; others are answered 401. Default: `ghs_workflow`, the GITHUB_TOKEN with both
   * permissions.
   */
  readonly tokens?: Readonly<Record<string, Account>>;
  readonly graphql?: boolean;
  readonly hasIssues?: boolean;
  readonly hasDiscussions?: boolean;
  /** Of discussions. */
  readonly categories?: readonly string[];
  /** Logins that issues can be assigned to; by default any. */
  readonly assignable?: readonly string[];
  /** Whether `creator` filters the list of issues. */
  readonly creatorFilter?: boolean;
}

/** The options, each with its default. */
export type Settings = ReturnType<typeof settingsOf>;

/** Fills in the defaults. */
export function settingsOf(options: GitHubOptions) {
  return {
    repo: 'octo/app',
    tokens: { ghs_workflow: WORKFLOW } as Readonly<Record<string, Account>>,
    graphql: true,
    hasIssues: true,
    hasDiscussions: true,
    categories: ['Announcements', 'General', 'Show and tell'],
    creatorFilter: true,
    ...options,
  };
}

/** The content of a repository. */
export type Repository = ReturnType<typeof createRepository>;

/**
 * An empty repository, and functions that add to it. Every addition is a second later than the one before.
 */
export function createRepository() {
  const state = {
    issues: [] as StoredIssue[],
    comments: [] as StoredComment[],
    releases: [] as StoredRelease[],
    discussions: [] as StoredDiscussion[],
    discussionComments: [] as StoredDiscussionComment[],
    checkRuns: [] as StoredCheckRun[],
    next: 1,
    nextComment: 1001,
    clock: Date.UTC(2026, 9, 1),
  };
  const tick = (): string => new Date((state.clock += 1000)).toISOString().replace('.000Z', 'Z');

  const addIssue = (issue: Partial<StoredIssue> = {}): StoredIssue => {
    const stored: StoredIssue = {
      title: 'An issue',
      body: '',
      author: 'octocat',
      state: 'open',
      stateReason: null,
      closedBy: null,
      labels: [],
      assignees: [],
      locked: false,
      createdAt: tick(),
      updatedAt: null,
      pull: null,
      ...issue,
      number: issue.number ?? state.next,
    };
    state.next = Math.max(state.next, stored.number) + 1;
    state.issues.push(stored);
    return stored;
  };
  const addComment = (issue: number, comment: Partial<StoredComment> = {}): StoredComment => {
    const stored: StoredComment = {
      body: '',
      author: 'octocat',
      minimized: false,
      edits: 0,
      createdAt: tick(),
      updatedAt: null,
      ...comment,
      issue,
      id: state.nextComment++,
    };
    state.comments.push(stored);
    return stored;
  };

  const addRelease = (release: Partial<StoredRelease> = {}): StoredRelease => {
    const number = state.releases.length + 1;
    const plain = {
      tag: `v${number}`,
      name: `Version ${number}`,
      body: '',
      draft: false,
      prerelease: false,
      publishedAt: '2026-10-01T00:00:00Z',
      updatedAt: null,
    };
    const stored: StoredRelease = { ...plain, immutable: false, edits: 0, ...release, id: 300 + number };
    state.releases.push(stored);
    return stored;
  };
  const addDiscussion = (discussion: Partial<StoredDiscussion> = {}): StoredDiscussion => {
    const plain = {
      title: 'A discussion',
      body: '',
      category: 'General',
      author: 'octocat',
      closed: false,
      updatedAt: null,
      edits: 0,
    };
    const stored: StoredDiscussion = { ...plain, ...discussion, number: state.next };
    state.next += 1;
    state.discussions.push(stored);
    return stored;
  };
  const addDiscussionComment = (
    discussion: number,
    comment: Partial<StoredDiscussionComment> = {},
  ): StoredDiscussionComment => {
    const plain = { body: '', author: 'octocat', minimized: false, updatedAt: null };
    const stored: StoredDiscussionComment = { ...plain, ...comment, discussion, id: state.nextComment++ };
    state.discussionComments.push(stored);
    return stored;
  };

  const addCheckRun = (run: Partial<StoredCheckRun> = {}): StoredCheckRun => {
    const plain = {
      name: 'CI',
      headSha: 'a'.repeat(40),
      externalId: '',
      conclusion: 'success',
      title: '',
      summary: '',
    };
    const written = { detailsUrl: '', app: WORKFLOW.login, edits: 0 };
    const stored: StoredCheckRun = { ...plain, ...written, ...run, id: 9001 + state.checkRuns.length };
    state.checkRuns.push(stored);
    return stored;
  };

  const addPull = ({
    pull = {},
    ...issue
  }: Partial<Omit<StoredIssue, 'pull'>> & { pull?: Partial<StoredPull> } = {}): StoredIssue =>
    addIssue({
      title: 'A pull request',
      ...issue,
      pull: {
        headSha: 'a'.repeat(40),
        headOwner: 'octo',
        headBranch: 'feature',
        mergedAt: null,
        commits: [],
        ...pull,
      },
    });

  return {
    state,
    addIssue,
    addPull,
    /** What pull requests change, by their number. */
    changes: new Map<number, StoredChange>(),
    addComment,
    addRelease,
    addDiscussion,
    addDiscussionComment,
    addCheckRun,
  };
}
