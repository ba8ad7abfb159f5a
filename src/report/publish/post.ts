// The types of what goes into publishing (`Post`) and what comes out of it (`Receipt`). The Action makes
// posts and logs receipts.
import type { Destination } from '../inputs/request.ts';
import type { ReportText } from './body/compose.ts';
import type { GateState, PostedHistory } from './body/state.ts';
import type { GitHubEffects } from './github/hook.ts';

/**
 * What the Action hands to `publish` for one destination: a rendered report, whose body fits already
 * (`pageLimit`).
 */
export interface Post extends ReportText {
  readonly destination: Destination;
  /** Renders the body again within fewer UTF-16 units, for a place that has less room than it could have. */
  readonly refit?: (limitUnits: number) => Promise<string>;
  /** Markdown that says from what to what gates changed, for its own comment. */
  readonly renderFlips?: (flips: readonly GateState[]) => string;
  /** This period in one line, for a rolling issue or discussion. */
  readonly history?: PostedHistory;
  /** The title of an issue or a discussion; other destinations ignore it. */
  readonly title: string;
  /** The gates, for `check`; its body is empty. */
  readonly checks?: readonly GateCheck[];
}

/** A gate as a check run shows it. */
export interface GateCheck {
  /** Different for each gate of a run; branch rules require a check by it. */
  readonly name: string;
  readonly conclusion: 'success' | 'neutral' | 'failure';
  /** One line of plain text: the value and what it needs to be. */
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
}

/**
 * What was done for one destination. `level` is how to log it: `skipped` is a notice or a warning, `failed`
 * is an error.
 */
export interface Receipt {
  readonly destination: Destination;
  readonly outcome: 'posted' | 'updated' | 'unchanged' | 'outdated' | 'skipped' | 'failed';
  readonly level: 'info' | 'notice' | 'warning' | 'error';
  readonly message: string;
  /** The comment's id; null if no comment was written (an issue's body, the summary, a release's notes). */
  readonly id: number | null;
  /** The page of the comment, or else of the issue, the discussion or the release. */
  readonly url: string | null;
  /** The pull request's, issue's or discussion's number. */
  readonly number: number | null;
  /** The issue's page, even if the report is a comment on it; null for other destinations. */
  readonly issueUrl: string | null;
}

/** The fields of a receipt if nothing was posted. */
export const NOT_POSTED = {
  outcome: 'skipped',
  level: 'notice',
  id: null,
  url: null,
  number: null,
  issueUrl: null,
} as const;

/** What publishing does to the outside world. */
export interface PublishEffects extends GitHubEffects {
  /** Appends UTF-8 text; creates the file. */
  readonly appendFile: (path: string, text: string) => Promise<void>;
  /** 0 for a file that does not exist. */
  readonly fileSizeBytes: (path: string) => Promise<number>;
}
