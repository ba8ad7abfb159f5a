import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { example, findOperation } from './description.ts';
import { answerGraphql } from './graphql.ts';
import {
  shapes,
  type Account,
  type StoredComment,
  type StoredDiscussion,
  type StoredDiscussionComment,
  type StoredIssue,
  type StoredPull,
  type StoredRelease,
} from './state.ts';

export type {
  Account,
  StoredComment,
  StoredDiscussion,
  StoredDiscussionComment,
  StoredIssue,
  StoredRelease,
} from './state.ts';

/** A request as it arrived; `status` is what it was answered with, null when the connection was cut. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: unknown;
  readonly login: string | null;
  status: number | null;
}

/** A fault: what happens to requests that match, `times` times (1 unless told), before or after they take effect. */
export interface Fault {
  /** `*` for any. */
  readonly method: string;
  readonly path: RegExp;
  /** What the request's body has to hold, as it was sent; anything unless told. */
  readonly body?: RegExp;
  readonly times?: number;
  /** Matching requests that are let through first. */
  readonly skip?: number;
  readonly effect:
    | {
        readonly kind: 'status';
        readonly status: number;
        readonly message?: string;
        readonly headers?: Readonly<Record<string, string>>;
        readonly errors?: readonly object[];
      }
    /** The connection is cut before anything is done. */
    | { readonly kind: 'reset' }
    /** Done, and the connection cut before the answer. */
    | { readonly kind: 'lost' }
    /** Done, and answered with this status. */
    | { readonly kind: 'late-status'; readonly status: number }
    /** Answered 200 without being done. */
    | { readonly kind: 'kept' }
    /** Done, and the answer cut off in the middle of its body. */
    | { readonly kind: 'cut' }
    /** Never answered. */
    | { readonly kind: 'hang' }
    /** Answered 200 with a page for people. */
    | { readonly kind: 'html' }
    | { readonly kind: 'redirect'; readonly location: string };
}

export interface GitHubOptions {
  /** `owner/name`. */
  readonly repo?: string;
  /** Token to account; others are answered 401. Default: `ghs_workflow`, the GITHUB_TOKEN with both permissions. */
  readonly tokens?: Readonly<Record<string, Account>>;
  readonly graphql?: boolean;
  readonly hasIssues?: boolean;
  readonly hasDiscussions?: boolean;
  /** Of discussions. */
  readonly categories?: readonly string[];
  /** Logins that issues can be assigned to; anybody unless told. */
  readonly assignable?: readonly string[];
  /** Whether `creator` filters the list of issues. */
  readonly creatorFilter?: boolean;
}

/** A GitHub on loopback. What it is asked and what it answers is held against GitHub's API description. */
export interface StandIn {
  /** For GITHUB_API_URL. */
  readonly url: string;
  readonly requests: readonly Recorded[];
  /** Requests and answers that are not as GitHub describes them; to be empty at the end of a test. */
  readonly violations: readonly string[];
  readonly issues: readonly StoredIssue[];
  readonly comments: readonly StoredComment[];
  readonly releases: readonly StoredRelease[];
  readonly discussions: readonly StoredDiscussion[];
  readonly discussionComments: readonly StoredDiscussionComment[];
  addRelease(release?: Partial<StoredRelease>): StoredRelease;
  addDiscussion(discussion?: Partial<StoredDiscussion>): StoredDiscussion;
  addDiscussionComment(discussion: number, comment?: Partial<StoredDiscussionComment>): StoredDiscussionComment;
  addIssue(issue?: Partial<StoredIssue>): StoredIssue;
  addPull(pull?: Partial<Omit<StoredIssue, 'pull'>> & { pull?: Partial<StoredPull> }): StoredIssue;
  addComment(issue: number, comment?: Partial<StoredComment>): StoredComment;
  fault(fault: Fault): void;
  /** Takes all faults away. */
  mend(): void;
  /** Forgets the requests so far. */
  forget(): void;
  close(): Promise<void>;
}

/** The account of a workflow's own token. */
export const WORKFLOW: Account = {
  login: 'github-actions[bot]',
  kind: 'workflow',
  issues: 'write',
  pullRequests: 'write',
};

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Call {
  readonly method: string;
  readonly route: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly account: Account;
}

const STORED_BYTES = 262_144;

/** Starts the stand-in on a free loopback port. */
export async function startGitHub(options: GitHubOptions = {}): Promise<StandIn> {
  const settings = {
    repo: 'octo/app',
    tokens: { ghs_workflow: WORKFLOW },
    graphql: true,
    hasIssues: true,
    hasDiscussions: true,
    categories: ['Announcements', 'General', 'Show and tell'],
    creatorFilter: true,
    ...options,
  };
  const state = {
    issues: [] as StoredIssue[],
    comments: [] as StoredComment[],
    releases: [] as StoredRelease[],
    discussions: [] as StoredDiscussion[],
    discussionComments: [] as StoredDiscussionComment[],
    next: 1,
    nextComment: 1001,
    clock: Date.UTC(2026, 9, 1),
  };
  const requests: Recorded[] = [];
  const violations: string[] = [];
  let faults: (Fault & { left: number; toSkip: number })[] = [];
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shape = shapes(url, settings.repo);
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
      ...comment,
      issue,
      id: state.nextComment++,
    };
    state.comments.push(stored);
    return stored;
  };

  const addRelease = (release: Partial<StoredRelease> = {}): StoredRelease => {
    const number = state.releases.length + 1;
    const plain = { tag: `v${number}`, name: `Version ${number}`, body: '', draft: false, prerelease: false };
    const stored: StoredRelease = { ...plain, immutable: false, edits: 0, ...release, id: 300 + number };
    state.releases.push(stored);
    return stored;
  };
  const addDiscussion = (discussion: Partial<StoredDiscussion> = {}): StoredDiscussion => {
    const plain = { title: 'A discussion', body: '', category: 'General', author: 'octocat', closed: false, edits: 0 };
    const stored: StoredDiscussion = { ...plain, ...discussion, number: state.next };
    state.next += 1;
    state.discussions.push(stored);
    return stored;
  };
  const addDiscussionComment = (
    discussion: number,
    comment: Partial<StoredDiscussionComment> = {},
  ): StoredDiscussionComment => {
    const plain = { body: '', author: 'octocat', minimized: false };
    const stored: StoredDiscussionComment = { ...plain, ...comment, discussion, id: state.nextComment++ };
    state.discussionComments.push(stored);
    return stored;
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const target = new URL(request.url ?? '/', url);
    const method = request.method ?? 'GET';
    const text = Buffer.concat(chunks).toString();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const token = /^(?:token|bearer) (.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const account = (settings.tokens as Record<string, Account>)[token];
    const record: Recorded = {
      method,
      path: target.pathname,
      query: target.search,
      body,
      login: account?.login ?? null,
      status: null,
    };
    requests.push(record);
    if (!request.headers['user-agent'])
      violations.push(`${method} ${target.pathname}: no user-agent (GitHub refuses it)`);

    const fault = takeFault(method, target.pathname, text);
    const before = fault?.effect;
    if (before?.kind === 'hang') return;
    if (before?.kind === 'reset') {
      request.socket.destroy();
      return;
    }
    if (before?.kind === 'html') {
      send(response, record, { status: 200 }, '<!doctype html><title>Sign in</title>');
      return;
    }
    if (before?.kind === 'redirect') {
      send(response, record, { status: 307, headers: { location: before.location } });
      return;
    }
    if (before?.kind === 'status') {
      const { status, message = 'Injected', headers = {}, errors } = before;
      send(response, record, {
        status,
        body: {
          message,
          documentation_url: 'https://docs.github.com/rest',
          ...(errors && { errors }),
          status: String(status),
        },
        headers,
      });
      return;
    }
    const answer = await respond(method, target, body, account, before?.kind === 'kept');
    if (before?.kind === 'lost') {
      request.socket.destroy();
      return;
    }
    if (before?.kind === 'late-status') {
      send(response, record, { status: before.status, body: { message: 'Server Error' } });
      return;
    }
    if (before?.kind === 'cut') {
      cutOff(response, record, answer);
      return;
    }
    send(response, record, answer);
  }

  function takeFault(method: string, path: string, text: string): Fault | undefined {
    const matching = faults.filter(
      (one) =>
        [method, '*'].includes(one.method) && one.path.test(path) && one.body?.test(text) !== false && one.left > 0,
    );
    const due = matching.find((one) => one.toSkip === 0);
    for (const one of matching) if (one.toSkip > 0) one.toSkip -= 1;
    if (due) due.left -= 1;
    return due;
  }

  function send(response: ServerResponse, record: Recorded, answer: Answer, raw?: string): void {
    record.status = answer.status;
    const json = raw === undefined;
    response.writeHead(answer.status, {
      'content-type': json ? 'application/json; charset=utf-8' : 'text/html',
      ...answer.headers,
    });
    response.end(raw ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body)));
  }

  function cutOff(response: ServerResponse, record: Recorded, answer: Answer): void {
    record.status = answer.status;
    const text = JSON.stringify(answer.body ?? {});
    response.writeHead(answer.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    });
    response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
  }

  async function respond(
    method: string,
    target: URL,
    body: unknown,
    account: Account | undefined,
    kept: boolean,
  ): Promise<Answer> {
    if (target.pathname === '/graphql') return graphql(body, account, kept);
    const operation = findOperation(method, target.pathname);
    const name = `${method} ${target.pathname}`;
    if (operation === undefined) {
      violations.push(`${name}: no such operation`);
      return refusal(404, 'Not Found');
    }
    const problems = operation.checkRequest(target.searchParams, body);
    if (problems.length > 0) {
      violations.push(...problems.map((problem) => `${name}: ${problem}`));
      return invalid('Request', 'request', problems.join('; '));
    }
    const call = {
      method,
      route: operation.route,
      ids: operation.pathParameters,
      query: target.searchParams,
      body: (body ?? {}) as Record<string, unknown>,
    };
    const answer = account === undefined ? refusal(401, 'Bad credentials') : answerTo({ ...call, account }, kept);
    violations.push(
      ...operation
        .checkAnswer(answer.status, answer.body)
        .map((problem) => `${name} answers ${answer.status}: ${problem}`),
    );
    return answer;
  }

  function answerTo(call: Call, kept: boolean): Answer {
    const { ids } = call;
    if (call.route === 'GET /user') return user(call.account);
    if (`${ids.owner ?? ''}/${ids.repo ?? ''}`.toLowerCase() !== settings.repo.toLowerCase())
      return refusal(404, 'Not Found');
    switch (call.route) {
      case 'GET /repos/{owner}/{repo}/issues':
        return listIssues(call);
      case 'POST /repos/{owner}/{repo}/issues':
        return createIssue(call);
      case 'GET /repos/{owner}/{repo}/issues/{issue_number}':
        return withIssue(call, (issue) => ({ status: 200, body: issueBody(issue) }));
      case 'PATCH /repos/{owner}/{repo}/issues/{issue_number}':
        return withIssue(call, (issue) => editIssue(call, issue, kept));
      case 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments':
        return withIssue(call, (issue) => paged(call, commentsOf(issue.number).map(shape.comment)));
      case 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments':
        return withIssue(call, (issue) => createComment(call, issue));
      case 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}':
        return withComment(call, (comment) => editComment(call, comment, kept));
      case 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}':
        return withComment(call, (comment) => {
          state.comments = state.comments.filter((one) => one !== comment);
          return { status: 204 };
        });
      case 'GET /repos/{owner}/{repo}/releases':
        return paged(call, state.releases.filter(({ draft }) => !draft || mayWriteContents(call)).map(shape.release));
      case 'GET /repos/{owner}/{repo}/releases/latest':
        return oneRelease(({ draft, prerelease }) => !draft && !prerelease);
      case 'GET /repos/{owner}/{repo}/releases/tags/{tag}':
        return oneRelease(({ draft, tag }) => !draft && tag === ids.tag);
      case 'GET /repos/{owner}/{repo}/releases/{release_id}':
        return oneRelease(({ id, draft }) => String(id) === ids.release_id && (!draft || mayWriteContents(call)));
      case 'PATCH /repos/{owner}/{repo}/releases/{release_id}':
        return editRelease(call, kept);
      case 'GET /repos/{owner}/{repo}/pulls':
        return listPulls(call);
      case 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls':
        return paged(
          call,
          state.issues
            .filter(({ pull }) => pull && [pull.headSha, ...pull.commits].includes(ids.commit_sha ?? ''))
            .map(shape.pull),
        );
      default:
        violations.push(`${call.route}: the stand-in does not know it`);
        return refusal(404, 'Not Found');
    }
  }

  function user({ login, kind }: Account): Answer {
    if (kind !== 'pat') return refusal(403, 'Resource not accessible by integration');
    return { status: 200, body: { ...example('public-user'), ...shape.user(login) } };
  }

  async function graphql(body: unknown, account: Account | undefined, kept: boolean): Promise<Answer> {
    if (!settings.graphql) return refusal(404, 'Not Found');
    if (account === undefined) return refusal(401, 'Bad credentials');
    const answer = await answerGraphql(
      body,
      account,
      { ...settings, ...state, comments: () => state.comments, addDiscussion, addDiscussionComment },
      kept,
    );
    violations.push(...answer.violations);
    return { status: 200, body: answer.body };
  }

  const mayWriteContents = ({ account }: Call): boolean => (account.contents ?? 'write') === 'write';

  function oneRelease(isIt: (release: StoredRelease) => boolean): Answer {
    const release = state.releases.findLast(isIt);
    return release ? { status: 200, body: shape.release(release) } : refusal(404, 'Not Found');
  }

  function editRelease(call: Call, kept: boolean): Answer {
    const release = state.releases.find(({ id }) => String(id) === call.ids.release_id);
    if (!release) return refusal(404, 'Not Found');
    if (!mayWriteContents(call)) return refusal(403, 'Resource not accessible by integration');
    const body = String(call.body.body);
    if (body.length > 125_000) violations.push(`a release's notes of ${body.length} characters: GitHub takes 125000`);
    if (Object.keys(call.body).join() !== 'body')
      violations.push('an edit of a release that changes more than its notes');
    if (!kept) {
      release.body = body;
      release.edits += 1;
    }
    return { status: 200, body: shape.release(release) };
  }

  function withIssue({ ids }: Call, then: (issue: StoredIssue) => Answer): Answer {
    const issue = state.issues.find(({ number }) => String(number) === ids.issue_number);
    return issue ? then(issue) : refusal(404, 'Not Found');
  }

  function withComment(call: Call, then: (comment: StoredComment) => Answer): Answer {
    const comment = state.comments.find(({ id }) => String(id) === call.ids.comment_id);
    if (!comment) return refusal(404, 'Not Found');
    return mayWrite(call, state.issues.find(({ number }) => number === comment.issue) ?? null) ?? then(comment);
  }

  /** The refusal for a token that may not write there; null where it may. */
  function mayWrite({ account }: Call, issue: StoredIssue | null): Answer | null {
    const right = issue?.pull ? account.pullRequests : account.issues;
    return right === 'write'
      ? null
      : refusal(403, `Resource not accessible by ${account.kind === 'pat' ? 'personal access token' : 'integration'}`);
  }

  function listIssues(call: Call): Answer {
    const wanted = call.query.get('state') ?? 'open';
    const creator = settings.creatorFilter ? call.query.get('creator') : null;
    const found = state.issues
      .filter((issue) => wanted === 'all' || issue.state === wanted)
      .filter((issue) => creator === null || issue.author.toLowerCase() === creator.toLowerCase())
      .toSorted((one, other) => other.number - one.number);
    return paged(call, (call.query.get('direction') === 'asc' ? found.reverse() : found).map(issueBody));
  }

  function createIssue(call: Call): Answer {
    if (!settings.hasIssues) return refusal(410, 'Issues has been disabled in this repository.');
    const denied = mayWrite(call, null);
    if (denied) return denied;
    const {
      title,
      body = '',
      labels = [],
      assignees = [],
    } = call.body as { title: string; body?: string; labels?: string[]; assignees?: string[] };
    if (title.length > 256) return invalid('Issue', 'title', 'title is too long (maximum is 256 characters)');
    if (Buffer.byteLength(body) > STORED_BYTES)
      return invalid('Issue', 'body', 'body is too long (maximum is 65536 characters)');
    if (options.assignable && assignees.some((login) => !options.assignable!.includes(login)))
      return invalid('Issue', 'assignees', 'is invalid');
    const issue = addIssue({ title, body, labels: [...labels], assignees: [...assignees], author: call.account.login });
    return {
      status: 201,
      body: issueBody(issue),
      headers: { location: `${url}/repos/${settings.repo}/issues/${issue.number}` },
    };
  }

  function editIssue(call: Call, issue: StoredIssue, kept: boolean): Answer {
    const denied = mayWrite(call, issue);
    if (denied) return denied;
    const { title, body, state: next, state_reason: reason } = call.body as Record<string, string | undefined>;
    if (title !== undefined) issue.title = title;
    // Seen on GitHub: an over-long edit of an issue is answered 200, and the old body stays.
    if (body !== undefined && !kept && Buffer.byteLength(body) <= STORED_BYTES) issue.body = body;
    if (next === 'closed' || next === 'open') {
      issue.state = next;
      issue.stateReason = next === 'closed' ? (reason ?? 'completed') : null;
      issue.closedBy = next === 'closed' ? call.account.login : null;
    }
    return { status: 200, body: issueBody(issue) };
  }

  function createComment(call: Call, issue: StoredIssue): Answer {
    const denied = mayWrite(call, issue);
    if (denied) return denied;
    if (issue.locked) return refusal(403, 'Unable to create comment because issue is locked.');
    const body = String(call.body.body);
    if (Buffer.byteLength(body) > STORED_BYTES)
      return invalid('IssueComment', 'data', 'Body is too long (maximum is 65536 characters)');
    const comment = addComment(issue.number, { body, author: call.account.login });
    return {
      status: 201,
      body: shape.comment(comment),
      headers: { location: `${url}/repos/${settings.repo}/issues/comments/${comment.id}` },
    };
  }

  function editComment(call: Call, comment: StoredComment, kept: boolean): Answer {
    const body = String(call.body.body);
    if (Buffer.byteLength(body) > STORED_BYTES)
      return invalid('IssueComment', 'data', 'Body is too long (maximum is 65536 characters)');
    if (!kept) {
      comment.body = body;
      comment.edits += 1;
    }
    return { status: 200, body: shape.comment(comment) };
  }

  function listPulls(call: Call): Answer {
    const wanted = call.query.get('state') ?? 'open';
    const head = call.query.get('head');
    const found = state.issues
      .filter((issue): issue is StoredIssue & { pull: StoredPull } => issue.pull !== null)
      .filter((issue) => wanted === 'all' || issue.state === wanted)
      .filter(({ pull }) => head === null || `${pull.headOwner}:${pull.headBranch}` === head);
    return paged(call, found.toSorted((one, other) => other.number - one.number).map(shape.pull));
  }

  function paged({ query, route, ids }: Call, all: readonly unknown[]): Answer {
    const size = Number(query.get('per_page') ?? 30);
    const page = Number(query.get('page') ?? 1);
    const last = Math.max(1, Math.ceil(all.length / size));
    const path = route.split(' ')[1]!.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!));
    const link = (number: number, rel: string): string => {
      const parameters = new URLSearchParams(query);
      parameters.set('page', String(number));
      return `<${url}${path}?${parameters.toString()}>; rel="${rel}"`;
    };
    const links = [
      ...(page > 1 ? [link(page - 1, 'prev')] : []),
      ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
    ];
    return {
      status: 200,
      body: all.slice((page - 1) * size, page * size),
      headers: links.length > 0 ? { link: links.join(', ') } : {},
    };
  }

  const commentsOf = (number: number): StoredComment[] => state.comments.filter(({ issue }) => issue === number);
  const issueBody = (issue: StoredIssue): Record<string, unknown> =>
    shape.issue(issue, commentsOf(issue.number).length);

  return {
    url,
    requests,
    violations,
    get issues() {
      return state.issues;
    },
    get comments() {
      return state.comments;
    },
    get releases() {
      return state.releases;
    },
    get discussions() {
      return state.discussions;
    },
    get discussionComments() {
      return state.discussionComments;
    },
    addRelease,
    addDiscussion,
    addDiscussionComment,
    addIssue,
    addComment,
    addPull: ({ pull = {}, ...issue } = {}) =>
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
      }),
    fault: (fault) => {
      faults = [...faults, { ...fault, left: fault.times ?? 1, toSkip: fault.skip ?? 0 }];
    },
    mend: () => {
      faults = [];
    },
    forget: () => {
      requests.length = 0;
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => {
          closed();
        });
        server.closeAllConnections();
      }),
  };
}

function refusal(status: number, message: string): Answer {
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) } };
}

function invalid(resource: string, field: string, message: string): Answer {
  const errors = [{ resource, code: 'unprocessable', field, message }];
  return {
    status: 422,
    body: { message: 'Validation Failed', errors, documentation_url: 'https://docs.github.com/rest', status: '422' },
  };
}
