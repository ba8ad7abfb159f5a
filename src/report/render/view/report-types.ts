// A report as templates see it. scripts/view-docs.ts publishes these comments, with their Markdown, as
// docs/reference/template-view.md.
import type { Conclusion, Minimums, Outcome, ReleaseResult, Signals } from '../../results/results.ts';
import type { ComparedView, InsightView, PeriodView, ReportSentences } from './insight-types.ts';
import type { Sentence } from './sentences/sentence.ts';

/** Where a rendered report goes. Templates can depend on it. */
export type RenderDestination = 'summary' | 'pull-request' | 'issue' | 'release' | 'discussion' | 'file';

/** What was left out to stay within the destination's limit. */
export interface NotShownView {
  /** How many rows were left out. */
  readonly rows: number;
  /** How many insights were left out. */
  readonly sections: number;
  /** Whether the queries were left out. */
  readonly queries: boolean;
  /** A summary: `120 rows not shown`. */
  readonly text: string;
}

/** The workflow run that made the report. */
export interface RunView {
  /** The URL of the run. */
  readonly url: string;
  /** The id of the run. */
  readonly id: string;
  /** A name for readers, such as `run 57 of Weekly metrics`. */
  readonly name: string;
}

/** The report before this one. */
export interface PreviousPostView {
  /** The URL of the earlier report, if it still exists. */
  readonly url: string | null;
  /** When the earlier report was last written, in ISO form. */
  readonly at: string;
}

/** The whole report. */
export interface View {
  /** The input `title`. */
  readonly title: string;
  /** The input `report-id`. */
  readonly reportId: string;
  /** `failed`, `inconclusive`, `warned`, `passed`, `neutral`, `skipped` or `error`. */
  readonly conclusion: Conclusion;
  /** When the report was made, in ISO form. */
  readonly generatedAt: string;
  /** The input `locale`. */
  readonly locale: string;
  /** The input `timezone`. */
  readonly timezone: string;
  /** `summary`, `pull-request`, `issue`, `release`, `discussion` or `file`. */
  readonly destination: RenderDestination;
  /** The workflow run. */
  readonly run: RunView | null;
  /** The URL of the job summary, if it has the complete report. */
  readonly whole: string | null;
  /** The earlier report. */
  readonly previousPost: PreviousPostView | null;
  /** How long all requests took, in milliseconds. */
  readonly durationMs: number;
  /** The period of most insights. An insight with another period prints its own. */
  readonly period: PeriodView | null;
  /** The period that `period` is compared with. */
  readonly compared: ComparedView | null;
  /** The gates: those that changed, then those that failed, then the others. */
  readonly gates: readonly GateView[];
  /** Remarks about several insights. */
  readonly notes: readonly string[];
  /** The insights. Those of gates that failed come first. */
  readonly insights: readonly InsightView[];
  /** Up to five insights with a one-line summary, for the top of the report. */
  readonly highlights: readonly InsightView[];
  /** Whether the top of the report has several lines. */
  readonly several: boolean;
  /** How many more insights have a one-line summary. */
  readonly highlightsMore: number;
  /** Several insights with a total in its usual range. One line names them all. */
  readonly usual: readonly InsightView[];
  /** How many insights there are. */
  readonly insightCount: number;
  /** How many insights could not be reported. */
  readonly failedCount: number;
  /** The insights with a query to print. */
  readonly queries: readonly InsightView[];
  /** The compared releases, as in the results file. `releaseSections` writes them. */
  readonly releases: readonly ReleaseResult[];
  /** The event names in the code, as in the results file. `signalTable` writes them. */
  readonly signals: Signals | null;
  /** The raised minimum versions, as in the results file. `minimumSection` writes them. */
  readonly minimums: Minimums | null;
  /** What was left out to fit. */
  readonly notShown: NotShownView | null;
  /** Ready sentences about the report as a whole. */
  readonly says: ReportSentences;
}

/** The names of the view's own fields, to check a template before there is a report. */
export const VIEW_FIELDS: ReadonlySet<string> = new Set<keyof View>([
  'title',
  'reportId',
  'conclusion',
  'generatedAt',
  'locale',
  'timezone',
  'destination',
  'run',
  'whole',
  'previousPost',
  'durationMs',
  'period',
  'compared',
  'gates',
  'notes',
  'insights',
  'highlights',
  'several',
  'highlightsMore',
  'usual',
  'insightCount',
  'failedCount',
  'queries',
  'releases',
  'signals',
  'minimums',
  'notShown',
  'says',
]);

/** A gate with its outcome and numbers. */
export interface GateView {
  /** The name of the gate's `insight`. */
  readonly insight: string | null;
  /** The gate's title, or the number that it reads: `Users lost by requiring iOS 16`. */
  readonly name: string;
  /** The gate's own title. */
  readonly title: string | null;
  /** The condition, on one line. */
  readonly assert: string;
  /** `passed`, `warned`, `failed` or `inconclusive`. */
  readonly outcome: Outcome;
  /** The outcome in the earlier report, if it was different. */
  readonly was: Outcome | null;
  /**
   * How the outcome changed: `newly failing (passed in run 52, Nov 10, 2026)`, `failed since Nov 17, 2026`.
   */
  readonly course: string | null;
  /** The outcome in words: `failed`, or `failed, snoozed` before the day of `until`. */
  readonly words: string;
  /** The outcome as a character: ✅, ⚠️, ❌ or ❓. 💤 if the gate did not pass before the day of `until`. */
  readonly symbol: string;
  /** The answer, such as `Not yet.`, if the name is a question. */
  readonly answer: string | null;
  /** The formatted value: `1.87%`. */
  readonly value: string | null;
  /** The value with what was counted: `1.87% (233 of 12,450 users)`. */
  readonly now: string | null;
  /** The limit in words: `below 2%`; also the day of `until`, if it has not come yet. */
  readonly limit: string | null;
  /** A sentence about how many users you would lose, if the name asks about that. */
  readonly loss: string | null;
  /** What the value is compared with: `< 2%`. */
  readonly needs: string | null;
  /** What the value was counted from: `233 of 12,450 users`. */
  readonly sample: string | null;
  /** The period of the value in words. */
  readonly period: string | null;
  /** The reason for the outcome, if the numbers do not show it. */
  readonly note: string | null;
  /** A sentence about when the value is expected to cross the limit. */
  readonly forecast: string | null;
  /** The gate's `reason`. */
  readonly reason: string | null;
  /** The day of `until`, if it has not come yet. */
  readonly snoozedUntil: string | null;
  /** The day of `until`, if it has come. */
  readonly snoozeEnded: string | null;
  /** `note`, `forecast` and `reason` in one text. */
  readonly remark: Sentence | null;
  /** Name, outcome, numbers, limit and remarks in one line. */
  readonly message: string;
}
