import { PublishError } from '../../../text/errors.ts';

/** GitHub answered with an error. `reason` is GitHub's own message, safe to print. */
export class GitHubError extends PublishError {
  readonly status: number;
  readonly reason: string;
  /** The fields of the request's body that GitHub did not accept (422). */
  readonly fields: readonly string[];
  readonly isRateLimit: boolean;
  /**
   * Milliseconds until GitHub accepts requests again; null if this is not a rate limit, or one too long to
   * wait for.
   */
  readonly retryMs: number | null;
  constructor(
    message: string,
    facts: Pick<GitHubError, 'status' | 'reason' | 'fields' | 'isRateLimit' | 'retryMs'>,
  ) {
    super(message);
    this.status = facts.status;
    this.reason = facts.reason;
    this.fields = facts.fields;
    this.isRateLimit = facts.isRateLimit;
    this.retryMs = facts.retryMs;
  }
}

/** No readable answer came: it is not known whether the request took effect. */
export class NoResponse extends PublishError {}

/** A feature is switched off in the repository, or the server does not have it. The run is not at fault. */
export class FeatureUnavailable extends PublishError {}

/** Whether an error means that the token lacks a permission, as a read-only token does. */
export function lacksPermission(error: unknown): error is GitHubError {
  return (
    error instanceof GitHubError &&
    error.status === 403 &&
    !error.isRateLimit &&
    /not accessible by|must have|permission/i.test(error.reason)
  );
}

/**
 * The result of a request; null if GitHub answers that the thing does not exist, or no longer (404, or 410
 * for a deleted issue).
 */
export async function nullIfGone<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (error.status === 404 || (error.status === 410 && /deleted/i.test(error.reason))) return null;
    throw error;
  }
}
