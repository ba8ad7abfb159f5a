// The errors of the service, by what becomes of them: `http/problem.ts` turns them into statuses, commands
// print their messages. At the end: what DuckDB's messages mean.

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
 * A server of the cluster answered with something that is no answer of Druid's, or only part of one. The
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

/**
 * Whether a store's file could not be opened because another process has it open. DuckDB's message says so.
 */
export function isHeldElsewhere(error: unknown): error is StoreError {
  return error instanceof StoreError && String(error.cause).includes('Could not set lock');
}

/** Whether an error means that the engine serves nothing more from a file until it is opened again. */
export function isInvalidDatabase(error: unknown): boolean {
  // Not `instanceof Error`: the binding's errors may come from another realm.
  return /FATAL Error|database has been invalidated/.test(String(error));
}

/** Whether a statement failed because the file is being opened again, which interrupts what runs. */
export function isReopening(error: unknown): boolean {
  return error instanceof ReopeningError || isInvalidDatabase(error) || /INTERRUPT Error/.test(String(error));
}

/**
 * Whether a message of DuckDB's says that memory is full. If DuckDB's limit is reached, it ends with the
 * memory in use: `(488.0 MiB/488.2 MiB used)`.
 */
export function isOutOfMemory(message: string): boolean {
  return /(?:^|: )Out of Memory Error|Allocation failure|\/[\d.]+ \w+ used\)/i.test(message);
}

/** Whether this is the error of something that failed because the engine's memory was full. */
export function findsNoMemory(error: unknown): boolean {
  return error instanceof OutOfMemoryError || isOutOfMemory(String(error));
}
