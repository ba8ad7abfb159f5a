import { PublishError } from '../../errors.ts';

/** GitHub answered, and the answer is no. `reason` is GitHub's own message, safe to print. */
export class GitHubError extends PublishError {
  readonly status: number;
  readonly reason: string;
  /** Body fields that GitHub found wrong (422). */
  readonly fields: readonly string[];
  readonly rateLimited: boolean;
  /** When GitHub will listen again, in ms from now; null where it was no rate limit, or is one too long to wait for. */
  readonly retryMs: number | null;
  constructor(message: string, facts: Pick<GitHubError, 'status' | 'reason' | 'fields' | 'rateLimited' | 'retryMs'>) {
    super(message);
    this.status = facts.status;
    this.reason = facts.reason;
    this.fields = facts.fields;
    this.rateLimited = facts.rateLimited;
    this.retryMs = facts.retryMs;
  }
}

/** No answer that can be read: whether the request took effect is not known. */
export class NoResponse extends PublishError {}

/** There is no such place: switched off in the repository, or not part of the server. No fault of the run. */
export class FeatureUnavailable extends PublishError {}

/** Whether the refusal means that the token lacks a permission (a read-only token, say). */
export function lacksPermission(error: unknown): error is GitHubError {
  return (
    error instanceof GitHubError &&
    error.status === 403 &&
    !error.rateLimited &&
    /not accessible by|must have|permission/i.test(error.reason)
  );
}
