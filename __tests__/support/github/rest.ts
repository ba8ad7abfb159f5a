import { answerCheckRun } from './check-runs.ts';
import { answerFiles } from './files.ts';
import { example, findOperation } from './description.ts';
import type { Repository, Settings } from './repository.ts';
import {
  type Account,
  shapes,
  type StoredComment,
  type StoredIssue,
  type StoredPull,
  type StoredRelease,
} from './state.ts';

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Call {
  readonly method: string;
  readonly route: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly account: Account;
}

/** How many bytes of a body GitHub keeps. */
const STORED_BYTES = 262_144;

/**
 * GitHub's REST operations over a repository. Anything that GitHub's API description does not allow is added
 * to `violations`.
 */
export function createRest(repository: Repository, settings: Settings, url: string, violations: string[]) {
  const { state, addIssue, addComment } = repository;
  const shape = shapes(url, settings.repo);

  function respond(
    method: string,
    target: URL,
    body: unknown,
    account: Account | undefined,
    kept: boolean,
  ): Answer {
    const operation = findOperation(method, target.pathname);
    const name = `${method} ${target.pathname}`;
    if (operation === undefined) {
      violations.push(
        `${name}: no such operation. If GitHub has it, add it to scripts/github-api.ts and run that`,
      );
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
    const answer =
      account === undefined ? refusal(401, 'Bad credentials') : answerTo({ ...call, account }, kept);
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
    const checked = answerCheckRun(call, repository, settings.repo, paged);
    if (checked !== null) return checked;
    const files = answerFiles(call, repository, paged);
    if (files !== null) return files;
    switch (call.route) {
      case 'GET /repos/{owner}/{repo}':
        return described();
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
        return withIssue(call, (issue) => createComment(call, issue, kept));
      case 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}':
        return withComment(call, (comment) => editComment(call, comment, kept));
      case 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}':
        return withComment(call, (comment) => {
          state.comments = state.comments.filter((one) => one !== comment);
          return { status: 204 };
        });
      case 'GET /repos/{owner}/{repo}/releases':
        return paged(
          call,
          state.releases.filter(({ draft }) => !draft || mayWriteContents(call)).map(shape.release),
        );
      case 'GET /repos/{owner}/{repo}/releases/latest':
        return oneRelease(({ draft, prerelease }) => !draft && !prerelease);
      case 'GET /repos/{owner}/{repo}/releases/tags/{tag}':
        return oneRelease(({ draft, tag }) => !draft && tag === ids.tag);
      case 'GET /repos/{owner}/{repo}/releases/{release_id}':
        return oneRelease(
          ({ id, draft }) => String(id) === ids.release_id && (!draft || mayWriteContents(call)),
        );
      case 'PATCH /repos/{owner}/{repo}/releases/{release_id}':
        return editRelease(call, kept);
      case 'GET /repos/{owner}/{repo}/pulls/{pull_number}':
        return withIssue({ ...call, ids: { issue_number: ids.pull_number ?? '' } }, (issue) => ({
          status: 200,
          body: { ...example('pull-request'), ...shape.pull(issue) },
        }));
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

  function described(): Answer {
    const features = { has_issues: settings.hasIssues, has_discussions: settings.hasDiscussions };
    const place = { full_name: settings.repo, html_url: `https://github.com/${settings.repo}` };
    return { status: 200, body: { ...example('full-repository'), ...place, ...features } };
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
    if (body.length > 125_000)
      violations.push(`a release's notes of ${body.length} characters: GitHub takes 125000`);
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
    return (
      mayWrite(call, state.issues.find(({ number }) => number === comment.issue) ?? null) ?? then(comment)
    );
  }

  /** The refusal for a token that may not write there; null if it may. */
  function mayWrite({ account }: Call, issue: StoredIssue | null): Answer | null {
    const right = issue?.pull ? account.pullRequests : account.issues;
    return right === 'write'
      ? null
      : refusal(
          403,
          `Resource not accessible by ${account.kind === 'pat' ? 'personal access token' : 'integration'}`,
        );
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
    if (settings.assignable && assignees.some((login) => !settings.assignable?.includes(login)))
      return invalid('Issue', 'assignees', 'is invalid');
    const issue = addIssue({
      title,
      body,
      labels: [...labels],
      assignees: [...assignees],
      author: call.account.login,
    });
    return {
      status: 201,
      body: issueBody(issue),
      headers: { location: `${url}/repos/${settings.repo}/issues/${issue.number}` },
    };
  }

  function editIssue(call: Call, issue: StoredIssue, kept: boolean): Answer {
    const denied = mayWrite(call, issue);
    if (denied) return denied;
    const {
      title,
      body,
      state: next,
      state_reason: reason,
    } = call.body as Record<string, string | undefined>;
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

  function createComment(call: Call, issue: StoredIssue, kept: boolean): Answer {
    const denied = mayWrite(call, issue);
    if (denied) return denied;
    if (issue.locked) return refusal(403, 'Unable to create comment because issue is locked.');
    const body = String(call.body.body);
    if (Buffer.byteLength(body) > STORED_BYTES)
      return invalid('IssueComment', 'data', 'Body is too long (maximum is 65536 characters)');
    const comment = addComment(issue.number, { body, author: call.account.login });
    if (kept) state.comments = state.comments.filter((one) => one !== comment);
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
    const path = route
      .split(' ')[1]!
      .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!));
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

  const commentsOf = (number: number): StoredComment[] =>
    state.comments.filter(({ issue }) => issue === number);
  const issueBody = (issue: StoredIssue): Record<string, unknown> =>
    shape.issue(issue, commentsOf(issue.number).length);

  return respond;
}

/** GitHub's answer to a request that it refuses. */
export function refusal(status: number, message: string): Answer {
  return {
    status,
    body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
  };
}

function invalid(resource: string, field: string, message: string): Answer {
  const errors = [{ resource, code: 'unprocessable', field, message }];
  return {
    status: 422,
    body: {
      message: 'Validation Failed',
      errors,
      documentation_url: 'https://docs.github.com/rest',
      status: '422',
    },
  };
}
