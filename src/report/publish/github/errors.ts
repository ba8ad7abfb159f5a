// The errors of requests to GitHub, and what they mean for a post: `hook.ts` throws them, the destinations
// catch some.
import { PublishError } from '../../../text/errors.ts';

/** GitHub answered with an error. `reason` is GitHub's own message, safe to print. */
export class GitHubError extends PublishError {
  /** Not `status`: Octokit takes a 409 for a page without entries. */
  readonly httpStatus: number;
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
    facts: Pick<GitHubError, 'httpStatus' | 'reason' | 'fields' | 'isRateLimit' | 'retryMs'>,
  ) {
    super(message);
    this.httpStatus = facts.httpStatus;
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
    error.httpStatus === 403 &&
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
    if (error.httpStatus === 404 || (error.httpStatus === 410 && /deleted/i.test(error.reason))) return null;
    throw error;
  }
}

/**
 * A text of GitHub's as one line of at most 300 characters, without controls and without a period at its end.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .replace(/[.\s]+$/, '');
}
