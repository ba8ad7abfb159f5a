// Opens Octokit, GitHub's client, with our own rules for repeating requests and a check of each answer.
// `client.ts` calls `openOctokit`; Octokit calls the hook for each request, also for those for further pages
// of a list.
import { getOctokit } from '@actions/github';
import { type Attempt, type RetryPolicy, sendAgain } from '../../../http/send-again.ts';
import { PublishError } from '../../../text/errors.ts';
import { redact } from '../../../text/redact.ts';
import type { RunContext } from '../workflow/context.ts';
import { valueAt } from '../workflow/json.ts';
import { strayAnswer } from './stray-answer.ts';
import { GitHubError, NoResponse, oneLine } from './errors.ts';
import {
  type Failure,
  failureOf,
  isRateLimit,
  isTransient,
  rateLimitMs,
  readFailure,
  retryWaitMs,
  type SomeAnswer,
} from './failure.ts';
import { fetchFrom } from './fetch.ts';

/** The clock that requests to GitHub run by. */
export interface GitHubEffects {
  readonly sleep: (ms: number) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds allowed for one request; 30,000 by default. */
  readonly requestMs?: number;
}

export type Octokit = ReturnType<typeof getOctokit>;

/** How a request is repeated and checked. It comes with the request's options. */
export interface Policy {
  readonly repeat: 'always' | 'after a limit' | 'never';
  /** Whether an answer's data are what was requested. */
  readonly isWanted: (data: unknown) => boolean;
}

/** The policy of a request without options: Octokit sends those for the pages of a list. */
const FOR_PAGES: Policy = {
  repeat: 'always',
  isWanted: (data) => Array.isArray(data) || Array.isArray(valueAt(data, 'check_runs')),
};

/** For one request, with the body of its answer. */
const REQUEST_LIMIT_MS = 30_000;
/** For all requests of one destination together, with the waits between them. */
const TOTAL_LIMIT_MS = 300_000;

/**
 * Octokit with a hook that checks each answer (`failure.ts`, `stray-answer.ts`) and repeats requests by
 * their policy.
 */
export function openOctokit(
  context: RunContext,
  repo: NonNullable<RunContext['repo']>,
  token: string,
  effects: GitHubEffects,
): Octokit {
  const { apiUrl } = context;
  const endsMs = effects.now() + TOTAL_LIMIT_MS;
  const limitMs = () => Math.max(1, Math.min(effects.requestMs ?? REQUEST_LIMIT_MS, endsMs - effects.now()));
  const octokit = getOctokit(token, {
    baseUrl: apiUrl,
    userAgent: 'insight-report',
    // Octokit's own fetch has no limits, and its warnings hold what the server says.
    request: { fetch: fetchFrom(apiUrl, limitMs), log: { warn: () => undefined } },
  });
  const connection: Connection = {
    apiUrl,
    repo,
    token,
    lagging: laggingPath(context),
    endsMs,
  };
  octokit.hook.wrap('request', (send, options) => {
    const { method, url } = octokit.request.endpoint(options);
    const policy: Policy = { ...FOR_PAGES, ...options.request };
    const request = { method, path: new URL(url).pathname, send: async () => send(options), ...policy };
    return sendByPolicy(request, connection, effects);
  });
  return octokit;
}

/** What all requests of a connection have in common. */
interface Connection {
  readonly apiUrl: string;
  readonly repo: NonNullable<RunContext['repo']>;
  readonly token: string;
  /** Paths for which a 404 may pass. */
  readonly lagging: RegExp;
  /** When all requests together must have ended, in epoch milliseconds. */
  readonly endsMs: number;
}

/**
 * Matches the paths of what the event has just made, such as `/issues/12`. GitHub reads from copies that lag
 * behind, so a 404 for these is tried again; a 404 for anything else is final.
 */
function laggingPath({ event, sha }: RunContext): RegExp {
  const number = event.pullRequest?.number ?? event.issue?.number;
  const commits = [sha, event.pullRequest?.headSha, event.workflowRun?.headSha];
  const made = [
    ...(number === undefined ? [] : [`issues/${number}`]),
    ...(event.release === null ? [] : [`releases/${event.release.id}`]),
    ...commits.flatMap((commit) => (commit ? [`commits/${commit}`] : [])),
  ];
  return made.length === 0 ? /^$/ : new RegExp(`/(?:${made.join('|')})(?:/|$)`);
}

/** A request of Octokit's on its way through the hook; `send` sends it once. */
interface Request<Answer> extends Policy {
  readonly method: string;
  readonly path: string;
  readonly send: () => Promise<Answer>;
}

/** For one request. If GitHub wants a longer wait, it is not tried again, and the message says why. */
const RETRIES: RetryPolicy = { tries: 4, longestWaitMs: 60_000 };

/** Sends a request until its answer is what was requested, or until another try would be of no use. */
async function sendByPolicy<Answer extends SomeAnswer>(
  { method, path, send, repeat, isWanted }: Request<Answer>,
  { apiUrl, repo, token, lagging, endsMs }: Connection,
  effects: GitHubEffects,
): Promise<Answer> {
  const { host } = new URL(apiUrl);
  const what = `${method} ${path} at ${host}`;
  const mayRepeat = (failure: Failure): boolean =>
    repeat === 'always' || (repeat === 'after a limit' && isRateLimit(failure));
  const failedTry = (unsafe: Failure, count: number): Attempt<Answer, Failure> => {
    const failure = { ...unsafe, message: oneLine(redact(unsafe.message, [token])) };
    // A 404 for what the event has just made passes, as a lost answer does.
    const isLagging = failure.status === 404 && lagging.test(path) && repeat !== 'never';
    const waitMs = retryWaitMs(isLagging ? { ...failure, status: null } : failure, count, effects.now());
    const isRepeated = isLagging || mayRepeat(failure);
    return { kind: 'failed', failure, retryMs: isRepeated ? waitMs : null };
  };
  const trySending = async (count: number): Promise<Attempt<Answer, Failure>> => {
    if (effects.now() >= endsMs)
      throw new PublishError(`${host} timed out: all together took ${TOTAL_LIMIT_MS / 60_000} minutes.`);
    try {
      const answer = await send();
      const failure = failureOf(answer, isWanted, apiUrl);
      return failure === null ? { kind: 'done', value: answer } : failedTry(failure, count);
    } catch (error) {
      return failedTry(readFailure(error, apiUrl), count);
    }
  };
  const result = await sendAgain(trySending, { ...RETRIES, endsMs }, effects);
  if (result.kind === 'failed') throw errorOf(what, result.failure, effects.now());
  const stray = strayAnswer(path, result.value.data, repo);
  if (stray === null) return result.value;
  throw new PublishError(
    `${what} was answered with ${oneLine(stray)}: it was moved, or the server mixes up its answers.`,
  );
}

/** The message does not repeat the end of a limit that claims to last longer than a day. */
const LONGEST_CREDIBLE_LIMIT_MS = 86_400_000;

/**
 * The error of a request that is not tried again. `NoResponse`: it is not known whether the request had an
 * effect.
 */
function errorOf(what: string, failure: Failure, nowMs: number): GitHubError | NoResponse {
  const { status, message, fields } = failure;
  if (status === null || isTransient(failure)) {
    const shown = status === null ? '' : `${status}, `;
    const advice = failure.isLasting
      ? ''
      : ' Run the job again later (https://www.githubstatus.com says how GitHub is).';
    return new NoResponse(`${what}: ${shown}${message}.${advice}`);
  }
  const waitMs = isRateLimit(failure) ? rateLimitMs(failure, nowMs) : null;
  const isLong = waitMs !== null && waitMs > RETRIES.longestWaitMs;
  const advice =
    isLong && waitMs <= LONGEST_CREDIBLE_LIMIT_MS
      ? ` The limit ends in ${Math.ceil(waitMs / 60_000)} minutes.`
      : '';
  return new GitHubError(`${what} was answered with ${status}: ${message}.${advice}`, {
    httpStatus: status,
    reason: message,
    fields,
    isRateLimit: waitMs !== null,
    retryMs: isLong ? null : waitMs,
  });
}
