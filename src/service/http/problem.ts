import { STATUS_CODES } from 'node:http';
import type { Context, Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import {
  CancelledError,
  ClusterAnswerError,
  ClusterAwayError,
  CrowdedError,
  UnwritableFileError,
  QueryError,
  QueryTimeoutError,
  ReopeningError,
  UnknownFateError,
} from '../errors.ts';

/** The statuses of answers that are problems. */
type ProblemStatus = 400 | 401 | 402 | 403 | 404 | 405 | 413 | 415 | 429 | 499 | 500 | 503 | 504;

/** A request that is answered with a problem. The message is a sentence for the caller. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: ProblemStatus;
  readonly path: string | null;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: ProblemStatus,
    detail: string,
    more: { path?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.status = status;
    this.path = more.path ?? null;
    this.headers = more.headers ?? {};
  }
}

/**
 * The answer to an error, as `application/problem+json`. An error whose message is not for the caller becomes
 * a 500 without it.
 */
export function problemResponse(error: unknown): Response {
  const problem = toProblem(error);
  const { status, message: detail, path } = problem;
  const body = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    ...(path === null ? {} : { path }),
  };
  return new Response(JSON.stringify(body), {
    status,
    // The rest of a body that is too long is not read, so the connection cannot be used for another request.
    headers: {
      ...problem.headers,
      ...(status === 413 ? { connection: 'close' } : {}),
      'content-type': 'application/problem+json',
    },
  });
}

const AWAY = 'The cluster that holds the events cannot be reached at the moment; try again in a few seconds.';

const STRANGE =
  'The cluster that holds the events did not give a complete answer to the query; try again in a few seconds.';

function toProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof QueryError) return new HttpProblem(400, error.message, { path: error.path });
  if (error instanceof CrowdedError) return unavailable(`${error.message}; try again in a few seconds.`);
  if (error instanceof UnwritableFileError) return unavailable(error.message, 60);
  if (error instanceof UnknownFateError || error instanceof ReopeningError) return unavailable(error.message);
  if (error instanceof ClusterAwayError) return unavailable(error.problem ?? AWAY);
  if (error instanceof ClusterAnswerError) return unavailable(STRANGE);
  if (error instanceof QueryTimeoutError) return new HttpProblem(504, error.message);
  // No caller sees this status; it is the one that servers log in this case.
  if (error instanceof CancelledError)
    return new HttpProblem(499, 'The caller went away and the query was cancelled.');
  return new HttpProblem(500, 'The service failed at this request; the fault is not in the request.');
}

/** The 503 of a request that may succeed if it is sent again after so many seconds. */
export function unavailable(detail: string, seconds = 5): HttpProblem {
  return new HttpProblem(503, detail, { headers: { 'retry-after': String(seconds) } });
}

/** Answers OPTIONS with the methods of a path, and each other method that has no handler with 405. */
export function refuseOtherMethods(app: Hono): void {
  const onMethodNotAllowed = ({ req }: Context, methods: readonly string[]): Response => {
    const allow = [...methods, 'OPTIONS'].join(', ');
    if (req.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
    const detail = `This path does not support ${req.method}; it supports ${allow}.`;
    return problemResponse(new HttpProblem(405, detail, { headers: { allow } }));
  };
  app.use(methodNotAllowed({ app, onMethodNotAllowed }));
}
