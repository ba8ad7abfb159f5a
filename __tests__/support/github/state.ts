import { example } from './description.ts';

/** Whom a token writes as, and what it may write. */
export interface Account {
  readonly login: string;
  /** `workflow` is the GITHUB_TOKEN, `app` another App's installation: neither has a user behind it. */
  readonly kind: 'workflow' | 'app' | 'pat' | 'person';
  readonly issues: 'write' | 'read';
  readonly pullRequests: 'write' | 'read';
  /** Default: `write`. */
  readonly contents?: 'write' | 'read';
  /** Default: `write`. */
  readonly discussions?: 'write' | 'read';
  /** Default: `write`. */
  readonly checks?: 'write' | 'read';
}

/** A check run as the stand-in stores it. */
export interface StoredCheckRun {
  readonly id: number;
  name: string;
  readonly headSha: string;
  externalId: string;
  conclusion: string;
  title: string;
  summary: string;
  detailsUrl: string;
  /** The login that its App writes as. */
  readonly app: string;
  edits: number;
}

/** An issue or a pull request as the stand-in stores it. */
export interface StoredIssue {
  number: number;
  title: string;
  body: string;
  author: string;
  state: 'open' | 'closed';
  stateReason: string | null;
  closedBy: string | null;
  labels: string[];
  assignees: string[];
  locked: boolean;
  createdAt: string;
  /** When it was last changed; null for just now. */
  updatedAt: string | null;
  /** Set on pull requests. */
  pull: StoredPull | null;
}

/** The fields that a pull request has besides an issue's. */
export interface StoredPull {
  headSha: string;
  headOwner: string;
  headBranch: string;
  mergedAt: string | null;
  /** Commits that `GET /commits/{sha}/pulls` finds it by; its head is always one. */
  commits: readonly string[];
}

/** A comment as the stand-in stores it. */
export interface StoredComment {
  id: number;
  issue: number;
  body: string;
  author: string;
  minimized: boolean;
  createdAt: string;
  /** When it was last edited; null for just now. */
  updatedAt: string | null;
  edits: number;
}

/** A release as the stand-in stores it. */
export interface StoredRelease {
  readonly id: number;
  tag: string;
  name: string;
  body: string;
  draft: boolean;
  prerelease: boolean;
  publishedAt: string | null;
  updatedAt: string | null;
  immutable: boolean;
  edits: number;
}

/** A discussion as the stand-in stores it. */
export interface StoredDiscussion {
  readonly number: number;
  title: string;
  body: string;
  category: string;
  author: string;
  closed: boolean;
  updatedAt: string | null;
  edits: number;
}

/** A comment on a discussion as the stand-in stores it. */
export interface StoredDiscussionComment {
  readonly id: number;
  readonly discussion: number;
  body: string;
  author: string;
  minimized: boolean;
  updatedAt: string | null;
}

/** Builds GitHub's answers from the stored items, in the description's own shapes. */
interface Shapes {
  readonly user: (login: string) => Record<string, unknown>;
  readonly issue: (issue: StoredIssue, comments: number) => Record<string, unknown>;
  readonly comment: (comment: StoredComment) => Record<string, unknown>;
  readonly pull: (issue: StoredIssue) => Record<string, unknown>;
  readonly release: (release: StoredRelease) => Record<string, unknown>;
}

/** Shapes for one server and repository. */
export function shapes(apiUrl: string, repo: string): Shapes {
  const base = `${apiUrl}/repos/${repo}`;
  const page = `https://github.com/${repo}`;
  const user = memo((login: string) => {
    const isBot = login.endsWith('[bot]');
    const urls = Object.fromEntries(
      Object.keys(example('simple-user'))
        .filter((key) => key.endsWith('url'))
        .map((key) => [key, `https://api.github.com/users/${encodeURIComponent(login)}`]),
    );
    return {
      ...example('simple-user'),
      ...urls,
      login,
      type: isBot ? 'Bot' : 'User',
      node_id: `U_${login}`,
      id: idOf(login),
      site_admin: false,
    };
  });
  const issueShape = memo(() => example('issue'));
  const commentShape = memo(() => example('issue-comment'));
  const releaseShape = memo(() => example('release'));
  const pullShape = memo(() => example('pull-request-simple'));
  const repository = memo(() => ({
    ...example('repository'),
    name: repo.split('/')[1],
    full_name: repo,
    owner: user(repo.split('/')[0]!),
    url: base,
  }));

  const common = (issue: StoredIssue): Record<string, unknown> => ({
    id: 5_000_000 + issue.number,
    node_id: `I_${issue.number}`,
    number: issue.number,
    title: issue.title,
    body: issue.body === '' ? null : issue.body,
    user: user(issue.author),
    state: issue.state,
    locked: issue.locked,
    labels: issue.labels.map((name, index) => ({
      ...example('label'),
      id: index + 1,
      node_id: `L_${name}`,
      url: `${base}/labels/x`,
      name,
      description: '',
      color: 'ededed',
      default: false,
    })),
    assignees: issue.assignees.map(user),
    assignee: issue.assignees[0] === undefined ? null : user(issue.assignees[0]),
    milestone: null,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt ?? new Date().toISOString(),
    closed_at: issue.state === 'closed' ? issue.createdAt : null,
    author_association: 'NONE',
  });
  return {
    user,
    issue: (issue, comments) => ({
      ...issueShape(''),
      ...common(issue),
      comments,
      url: `${base}/issues/${issue.number}`,
      repository_url: base,
      html_url: `${page}/${issue.pull ? 'pull' : 'issues'}/${issue.number}`,
      state_reason: issue.stateReason,
      closed_by: issue.closedBy === null ? null : user(issue.closedBy),
      ...(issue.pull && {
        pull_request: {
          url: `${base}/pulls/${issue.number}`,
          html_url: `${page}/pull/${issue.number}`,
          diff_url: `${page}/pull/${issue.number}.diff`,
          patch_url: `${page}/pull/${issue.number}.patch`,
        },
      }),
    }),
    comment: (comment) => ({
      ...commentShape(''),
      id: comment.id,
      node_id: `IC_${comment.id}`,
      url: `${base}/issues/comments/${comment.id}`,
      html_url: `${page}/issues/${comment.issue}#issuecomment-${comment.id}`,
      issue_url: `${base}/issues/${comment.issue}`,
      body: comment.body,
      user: user(comment.author),
      created_at: comment.createdAt,
      updated_at: comment.updatedAt ?? new Date().toISOString(),
      author_association: 'NONE',
    }),
    release: ({ id, tag, name, body, draft, prerelease, publishedAt, updatedAt, immutable }) => ({
      ...releaseShape(''),
      id,
      url: `${base}/releases/${id}`,
      html_url: `${page}/releases/tag/${encodeURIComponent(tag)}`,
      tag_name: tag,
      published_at: publishedAt,
      updated_at: updatedAt ?? new Date().toISOString(),
      name,
      body,
      draft,
      prerelease,
      immutable,
      author: user('octocat'),
      assets: [],
    }),
    pull: (issue) => {
      const { headSha, headOwner, headBranch, mergedAt } = issue.pull!;
      return {
        ...pullShape(''),
        ...common(issue),
        url: `${base}/pulls/${issue.number}`,
        html_url: `${page}/pull/${issue.number}`,
        merged_at: mergedAt,
        head: {
          label: `${headOwner}:${headBranch}`,
          ref: headBranch,
          sha: headSha,
          user: user(headOwner),
          repo: repository(''),
        },
        base: {
          label: `${repo.split('/')[0]!}:main`,
          ref: 'main',
          sha: '0'.repeat(40),
          user: user(repo.split('/')[0]!),
          repo: repository(''),
        },
      };
    },
  };
}

function idOf(login: string): number {
  return login.split('').reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_003, 7) + 1;
}

function memo<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key)!;
  };
}
