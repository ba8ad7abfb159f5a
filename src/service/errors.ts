/**
 * The query is wrong, and whoever wrote it can mend it. `path` says where (`filter.fields[1].type`), null for the whole.
 * A message in lower case is the rest of a sentence about that place, which then begins with it.
 */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly path: string | null;
  constructor(path: string | null, message: string, options?: ErrorOptions) {
    const isRest = path !== null && /^[a-z]/.test(message) && !message.startsWith(path);
    super(isRest ? `${path} ${message}` : message, options);
    this.path = path;
  }
}

/** A regular expression of the query, as it is written, is one that the engine does not take; where it stands is not said yet. */
export class PatternError extends QueryError {
  readonly pattern: string;
  constructor(pattern: string, message: string, options?: ErrorOptions) {
    super(null, message, options);
    this.pattern = pattern;
  }
}

/** The engine failed at a query that should have run; nothing its writer can do. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}

/** The query was cancelled in the engine because the caller's signal was aborted (too late, or nobody listens any more). */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

/** The engine had no memory left for the query because others were running; asked again, it may be answered. */
export class CrowdedError extends Error {
  override readonly name = 'CrowdedError';
}

/** The disk has no room for what should be kept; what was kept before stays. The message is a sentence for whoever sent it. */
export class FullDiskError extends Error {
  override readonly name = 'FullDiskError';
}

/** The store was asked for something it will not or cannot do; the message is a sentence for whoever asked. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
