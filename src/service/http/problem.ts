// Errors as answers of the HTTP API: what a route throws becomes a status and `application/problem+json`
// (RFC 9457), such as `{"title":"Not Found","status":404,"detail":"…"}`.
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

/**
 * Thrown by any step of answering a request, which is then answered with this status. The message is a
 * sentence for the caller; `path` is the place in the request's body, such as `filter.fields[1].type`.
 */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly path: string | null;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    detail: string,
    { path = null, headers = {} }: { path?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.status = status;
    this.path = path;
    this.headers = headers;
  }
}

/** The content type of all errors of the service (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';

/** The answer to an error that a route threw; a 500 without its message if that is not for the caller. */
export function problemResponse(error: unknown): Response {
  const problem = toProblem(error);
  const { status, message: detail, path } = problem;
  return new Response(problemBody(status, detail, path), {
    status,
    // The rest of a body that is too long is not read, so the connection cannot be used for another request.
    headers: {
      ...problem.headers,
      ...(status === 413 && { connection: 'close' }),
      'content-type': PROBLEM_TYPE,
    },
  });
}

/** The JSON of an error, such as `{"type":"about:blank","title":"Not Found","status":404,"detail":"…"}`. */
export function problemBody(status: number, detail: string, path: string | null = null): string {
  const title = STATUS_CODES[status];
  return JSON.stringify({ type: 'about:blank', title, status, detail, ...(path !== null && { path }) });
}

const CLUSTER_AWAY =
  'The cluster that holds the events cannot be reached at the moment; try again in a few seconds.';
const INCOMPLETE_ANSWER =
  'The cluster that holds the events did not give a complete answer to the query; try again in a few seconds.';

function toProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof QueryError) return new HttpProblem(400, error.message, { path: error.path });
  if (error instanceof CrowdedError) return unavailable(`${error.message}; try again in a few seconds.`);
  if (error instanceof UnwritableFileError) return unavailable(error.message, 60);
  if (error instanceof UnknownFateError || error instanceof ReopeningError) return unavailable(error.message);
  if (error instanceof ClusterAwayError) return unavailable(error.problem ?? CLUSTER_AWAY);
  if (error instanceof ClusterAnswerError) return unavailable(INCOMPLETE_ANSWER);
  if (error instanceof QueryTimeoutError) return new HttpProblem(504, error.message);
  // No caller sees 499. It is nginx's status for a caller that went away, so it stands out in the log.
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
