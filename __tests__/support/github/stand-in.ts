import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { answerGraphql } from './graphql.ts';
import { createRepository, type GitHubOptions, type Repository, settingsOf } from './repository.ts';
import { type Answer, createRest, refusal } from './rest.ts';
import type { Account } from './state.ts';

export { WORKFLOW } from './repository.ts';
export type {
  Account,
  StoredCheckRun,
  StoredComment,
  StoredDiscussion,
  StoredDiscussionComment,
  StoredIssue,
  StoredRelease,
} from './state.ts';

/** A request as it arrived; `status` is that of the answer, null if the connection was cut. */
interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: unknown;
  readonly login: string | null;
  status: number | null;
}

/**
 * A fault: what happens to requests that match, `times` times (by default once), before or after they take
 * effect.
 */
export interface Fault {
  /** `*` for any. */
  readonly method: string;
  readonly path: RegExp;
  /** What the request's body must contain; by default anything. */
  readonly body?: RegExp;
  readonly times?: number;
  /** How many matching requests are answered normally first. */
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
    /** The request takes effect, and the connection is cut before the answer. */
    | { readonly kind: 'lost' }
    /** The request takes effect, and is answered with this status. */
    | { readonly kind: 'late-status'; readonly status: number }
    /** The request is answered with 200, but has no effect. */
    | { readonly kind: 'kept' }
    /** The request takes effect, and the answer is cut off within its body. */
    | { readonly kind: 'cut' }
    /** The request is never answered. */
    | { readonly kind: 'hang' }
    /** The request is answered with 200 and an HTML page. */
    | { readonly kind: 'html' }
    | { readonly kind: 'redirect'; readonly location: string };
}

type List = 'issues' | 'comments' | 'releases' | 'discussions' | 'discussionComments' | 'checkRuns';
type Content = { readonly [Each in List]: Readonly<Repository['state'][Each]> };

/** A GitHub on loopback. Its requests and answers are checked against GitHub's API description. */
export interface StandIn extends Content, Omit<Repository, 'state'> {
  /** For GITHUB_API_URL. */
  readonly url: string;
  readonly requests: readonly Recorded[];
  /** Requests and answers that are not as GitHub describes them; must be empty at the end of a test. */
  readonly violations: readonly string[];
  fault(fault: Fault): void;
  /** Removes all faults. */
  mend(): void;
  /** Forgets the requests so far. */
  forget(): void;
  close(): Promise<void>;
}

/** Starts the stand-in on a free loopback port. */
export async function startGitHub(options: GitHubOptions = {}): Promise<StandIn> {
  const settings = settingsOf(options);
  const repository = createRepository();
  const { state } = repository;
  const requests: Recorded[] = [];
  const violations: string[] = [];
  let faults: (Fault & { left: number; toSkip: number })[] = [];
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const respond = createRest(repository, settings, url, violations);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const target = new URL(request.url ?? '/', url);
    const method = request.method ?? 'GET';
    const text = Buffer.concat(chunks).toString();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const token = /^(?:token|bearer) (.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const account = settings.tokens[token];
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
    const isKept = before?.kind === 'kept';
    const answer =
      target.pathname === '/graphql'
        ? await graphql(body, account, isKept)
        : respond(method, target, body, account, isKept);
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
        [method, '*'].includes(one.method) &&
        one.path.test(path) &&
        one.body?.test(text) !== false &&
        one.left > 0,
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

  async function graphql(body: unknown, account: Account | undefined, kept: boolean): Promise<Answer> {
    if (!settings.graphql) return refusal(404, 'Not Found');
    if (account === undefined) return refusal(401, 'Bad credentials');
    const answer = await answerGraphql(
      body,
      account,
      { ...settings, ...state, ...repository, comments: () => state.comments },
      kept,
    );
    violations.push(...answer.violations);
    return { status: 200, body: answer.body };
  }

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
    get checkRuns() {
      return state.checkRuns;
    },
    ...repository,
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

/** Closes a stand-in, and expects that every request to it and every answer was as GitHub describes them. */
export async function closeGitHub(github: StandIn): Promise<void> {
  await github.close();
  expect(github.violations).toEqual([]);
}
