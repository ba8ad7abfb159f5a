// The errors of the service, by what becomes of them: `http/problem.ts` turns them into statuses, commands
// print their messages.

/**
 * The query is not valid, and its author can correct it: the answer is a 400. `path` says where
 * (`filter.fields[1].type`); null means the query itself. A message that begins in lower case gets the path
 * in front.
 */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly path: string | null;
  constructor(path: string | null, message: string, options?: ErrorOptions) {
    const lacksPath = path !== null && /^[a-z]/.test(message) && !message.startsWith(path);
    super(lacksPath ? `${path} ${message}` : message, options);
    this.path = path;
  }
}

/** The engine failed at a query that should have run. The query's author can do nothing about it. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}

/**
 * A server of the cluster answered with something that is no Druid answer, or only part of one. The
 * message is for logs: nothing of a query is in it.
 */
export class ClusterAnswerError extends EngineError {}

/**
 * The query was cancelled because the caller's signal was aborted: it ran too long, or the caller has gone.
 */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

/** The engine had no memory left for a statement. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
}

/** Other queries left too little memory for this one. It may succeed if it is sent again. */
export class CrowdedError extends Error {
  override readonly name = 'CrowdedError';
}

/**
 * The cluster that holds the events did not answer, or not to this process. The message is for logs: it can
 * hold names of servers.
 */
export class ClusterAwayError extends Error {
  override readonly name = 'ClusterAwayError';
  /** What is wrong, as a sentence for everybody; null if the cluster may be back any moment. */
  readonly problem: string | null;
  constructor(message: string, options: ErrorOptions & { readonly problem?: string | null } = {}) {
    super(message, options);
    this.problem = options.problem ?? null;
  }
}

/** The PostgreSQL that holds tokens and insights does not answer, or not to this process. */
export class StateAwayError extends ClusterAwayError {
  constructor(message: string, options: ErrorOptions & { readonly problem?: string } = {}) {
    super(message, { problem: STATE_AWAY, ...options });
  }
}

const STATE_AWAY =
  'PostgreSQL, which holds tokens and insights, cannot be reached; try again in a few seconds.';

/** The query took longer than the engine allows, and was cancelled there. */
export class QueryTimeoutError extends Error {
  override readonly name = 'QueryTimeoutError';
}

/**
 * The disk is full or read-only: nothing of this was stored, and what was stored before is kept. The message
 * is a sentence for the sender.
 */
export class UnwritableFileError extends Error {
  override readonly name = 'UnwritableFileError';
}

/** A commit failed, and may be stored or not. The message is a sentence for the sender. */
export class UnknownFateError extends Error {
  override readonly name = 'UnknownFateError';
}

/**
 * The file is being opened again, because the engine declared it invalid (after a full disk, for example), or
 * it is being closed. Nothing of this was stored. The message is a sentence for the sender.
 */
export class ReopeningError extends Error {
  override readonly name = 'ReopeningError';
  constructor(
    message = 'The database is being opened again after a fault of its disk or memory; try again in a few seconds.',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The store cannot do what a command wants. The message is a sentence for the user. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
