// The errors that a caller can tell apart: what is wrong with inputs, with a request, with an answer, or
// with a post.

/** A problem with an input. Commands have their own words for the first two kinds, since they have flags. */
export interface InputProblem {
  readonly kind: 'missing-token' | 'nothing-to-report' | 'other';
  /** The input, and the place in it: `insights, entry 2`; empty if the problem is of no input. */
  readonly at: string;
  /** One line. */
  readonly text: string;
}

/** The inputs are invalid; nothing was requested yet. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly inputProblems: readonly InputProblem[];
  constructor(problems: readonly (string | InputProblem)[]) {
    const inputProblems = problems.map((each): InputProblem =>
      typeof each === 'string' ? { kind: 'other', at: '', text: each } : each,
    );
    const lines = inputProblems.map(({ text }) => text);
    super(
      lines.length === 1 ? lines[0] : `${lines.length} problems:\n${lines.map((p) => `- ${p}`).join('\n')}`,
    );
    this.inputProblems = inputProblems;
  }

  /** One line for each problem. */
  get problems(): readonly string[] {
    return this.inputProblems.map(({ text }) => text);
  }
}

/** Why an insight could not be reported: `error.kind` in the results file. */
export const ERROR_KINDS = [
  'unauthorized',
  'plan',
  'data-source',
  'forbidden',
  'not-found',
  'invalid-query',
  'rate-limited',
  'timeout',
  'network',
  'service',
  'unreadable',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/**
 * No answer: the connection was refused, reset or timed out, or the host is unknown. A timeout that the
 * service itself answers with (504) is a `RequestError`.
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly kind: 'network' | 'timeout';
  constructor(kind: 'network' | 'timeout', message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/**
 * The service answered with an error, or a query could not be sent. `status` is the HTTP status, null if
 * nothing was sent.
 */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly kind: Exclude<ErrorKind, 'network' | 'unreadable'>;
  readonly status: number | null;
  constructor(kind: Exclude<ErrorKind, 'network' | 'unreadable'>, status: number | null, message: string) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

/** An answer that cannot be read: HTML, truncated JSON, an unknown shape. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
  readonly kind = 'unreadable';
}

/** Whether the query service failed or refused a query: any of the client's errors. */
export function isQueryFailure(error: unknown): error is NetworkError | RequestError | ResponseError {
  return error instanceof NetworkError || error instanceof RequestError || error instanceof ResponseError;
}

/** The answer, or what `otherwise` makes of the query service's failure. Throws any other error. */
export async function ifAnswered<T, Otherwise>(
  answer: Promise<T>,
  otherwise: (error: NetworkError | RequestError | ResponseError) => Otherwise,
): Promise<T | Otherwise> {
  try {
    return await answer;
  } catch (error) {
    if (isQueryFailure(error)) return otherwise(error);
    throw error;
  }
}

/** Whether the service refused the token (401) or the plan (402): no other query will be answered either. */
export function isRefusal(error: unknown): error is RequestError {
  return error instanceof RequestError && (error.kind === 'unauthorized' || error.kind === 'plan');
}

/** A post failed. The message says what to do about it. */
export class PublishError extends Error {
  override readonly name = 'PublishError';
}

/** The message of a caught value: an error's, or the value as text. */
export function messageOf(error: unknown): string {
  // Not `instanceof Error`: an error of a native library or a socket may come from another realm.
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}

/** The first line of the message of a caught value: an engine may add others. */
export function firstLineOf(error: unknown): string {
  return messageOf(error).split('\n')[0] ?? '';
}

/** The problems, each text once. */
export function uniqueProblems(problems: readonly InputProblem[]): readonly InputProblem[] {
  return [...new Map(problems.map((each) => [each.text, each])).values()];
}

/** The values of settled tasks. Throws if one was rejected: one `InputError` with the problems of all. */
export function allOrProblems<T>(settled: readonly PromiseSettledResult<T>[]): readonly T[] {
  const problems = settled.flatMap((each) =>
    each.status === 'rejected' && each.reason instanceof InputError ? each.reason.inputProblems : [],
  );
  if (problems.length > 0) throw new InputError(uniqueProblems(problems));
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}
