import type { Destination } from '../inputs/request.ts';

/** A rendered report on its way to one destination: strings that already fit (`bodyLimit`, `summaryLimitBytes`). */
export interface Post {
  readonly destination: Destination;
  readonly body: string;
  /** Renders the body again within fewer UTF-16 units, for a place that has less room than it could have. */
  readonly refit?: (limitUnits: number) => Promise<string>;
  /** Of an issue or a discussion; other destinations ignore it. */
  readonly title: string;
  readonly reportId: string;
  /** Equal for equal results, whatever the run, the time and the durations. */
  readonly fingerprint: string;
  /** Equal for reports of the same period: its start and end. */
  readonly period: string;
  /** One dated line of Markdown, set when nothing could be reported; it goes above an earlier post's numbers. */
  readonly failureLine: string | null;
}

/** What became of one destination. `level` says how loudly to tell it: `skipped` is a notice or a warning, `failed` an error. */
export interface Receipt {
  readonly destination: Destination;
  readonly outcome: 'posted' | 'updated' | 'unchanged' | 'skipped' | 'failed';
  readonly level: 'info' | 'notice' | 'warning' | 'error';
  readonly message: string;
  /** The comment's id; null where no comment was written (an issue's body, the summary, a release's notes). */
  readonly id: number | null;
  /** The page of the comment, else of the issue, the discussion or the release. */
  readonly url: string | null;
  /** The pull request's, issue's or discussion's number. */
  readonly number: number | null;
  /** The issue's page, also where the report is a comment on it; null for other destinations. */
  readonly issueUrl: string | null;
}

/** What a receipt says where nothing was posted. */
export const NOT_POSTED = {
  outcome: 'skipped',
  level: 'notice',
  id: null,
  url: null,
  number: null,
  issueUrl: null,
} as const;

/** The world outside, as far as publishing touches it. */
export interface PublishEffects {
  /** Appends UTF-8 text; creates the file. */
  readonly appendFile: (path: string, text: string) => Promise<void>;
  /** 0 for a file that does not exist. */
  readonly fileSizeBytes: (path: string) => Promise<number>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => number;
  /** Milliseconds allowed for one request to GitHub; 30,000 unless told. */
  readonly requestMs?: number;
}
