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
  /** The URL of the earlier report; null if this report overwrites it. */
  readonly url: string | null;
  /** When the earlier report was last written, in ISO form. */
  readonly at: string;
}

/** The report, as a template sees it. */
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
  /** The workflow run; null outside of GitHub Actions. */
  readonly run: RunView | null;
  /**
   * The URL of the job summary, which holds the complete report; null if this report is the summary, or
   * if there is no summary.
   */
  readonly whole: string | null;
  /** The earlier report; null if there was none, or if it is unknown. */
  readonly previousPost: PreviousPostView | null;
  /** How long all requests took, in milliseconds. */
  readonly durationMs: number;
  /**
   * The period that more than half of the insights have; null if there is none. An insight with another
   * period prints its own.
   */
  readonly period: PeriodView | null;
  /** The period that most insights with this `period` are compared with; null if there is none. */
  readonly compared: ComparedView | null;
  /** The gates, those that changed first, then those that failed; empty without thresholds. */
  readonly gates: readonly GateView[];
  /** Remarks about several insights. The `notes` of these insights do not repeat them. */
  readonly notes: readonly string[];
  /** The insights in order of importance: those of gates that failed come first. */
  readonly insights: readonly InsightView[];
  /** The first five insights that have a one-line summary, for the top of the report. */
  readonly highlights: readonly InsightView[];
  /** Whether the top of the report has several lines: for `highlights`, and one for the `usual` insights. */
  readonly several: boolean;
  /** How many more insights have a one-line summary that is not in `highlights`. */
  readonly highlightsMore: number;
  /**
   * The insights whose total is in its usual range, if there are several. One line names them all, and they
   * are not in `highlights`.
   */
  readonly usual: readonly InsightView[];
  /** How many insights there are. */
  readonly insightCount: number;
  /** How many insights could not be reported. */
  readonly failedCount: number;
  /** The insights whose queries are printed; empty if the queries had to be left out. */
  readonly queries: readonly InsightView[];
  /**
   * The releases that were judged, as in the results file; empty if no release was judged. `releaseSections`
   * writes them.
   */
  readonly releases: readonly ReleaseResult[];
  /**
   * The event names in the code, as in the results file; null if the input `signals` is off, or the pull
   * request touches none. `signalTable` writes them.
   */
  readonly signals: Signals | null;
  /**
   * The minimum versions that a pull request raises, as in the results file; null if it raises none.
   * `minimumSection` writes them.
   */
  readonly minimums: Minimums | null;
  /** What had to be left out to fit; null if nothing was. */
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

/** A gate: a threshold with its outcome and numbers. */
export interface GateView {
  /** The name of the gate's `insight`; null if the assertion names its insights. */
  readonly insight: string | null;
  /** The gate's title. Without one, the number that the gate reads: `Users lost by requiring iOS 16`. */
  readonly name: string;
  /** The gate's own title; null if the gate has none. */
  readonly title: string | null;
  /** The assertion as it was written, on one line. */
  readonly assert: string;
  /** `passed`, `warned`, `failed` or `inconclusive`. */
  readonly outcome: Outcome;
  /** The outcome in the earlier report, if it was different; null if it was the same or is unknown. */
  readonly was: Outcome | null;
  /**
   * How the outcome changed: `newly failing (passed in run 52, Nov 10, 2026)`, or `failed since Nov 17,
   * 2026`; null if the gate passed before and still passes.
   */
  readonly course: string | null;
  /** The outcome in words: `failed`, or `failed, snoozed` while the gate is snoozed. */
  readonly words: string;
  /** The outcome as a character: ✅, ⚠️, ❌, ❓, or 💤 if a snoozed gate did not pass. */
  readonly symbol: string;
  /** The answer, such as `Not yet.`, if the name is a question; otherwise null. */
  readonly answer: string | null;
  /** The formatted value: `1.87%`; null if there is none. */
  readonly value: string | null;
  /** The value with what was counted: `1.87% (233 of 12,450 users)`; null if there is none. */
  readonly now: string | null;
  /** The limit in words, such as `below 2%`, with the snooze if there is one; null if there is neither. */
  readonly limit: string | null;
  /** A sentence that says how many users you would lose, if the name asks about that; otherwise null. */
  readonly loss: string | null;
  /** What the value is compared with: `< 2%`; null if there is none. */
  readonly needs: string | null;
  /** What the value was counted from: `233 of 12,450 users`; null if that is unknown. */
  readonly sample: string | null;
  /** The period of the value in words; null if the insight could not be reported. */
  readonly period: string | null;
  /** The reason for the outcome; null if the numbers show it. */
  readonly note: string | null;
  /** A sentence that says when the value is expected to cross the limit; null if this is unknown. */
  readonly forecast: string | null;
  /** The gate's `reason`; null if it has none. */
  readonly reason: string | null;
  /** The last day of the gate's snooze; null if the gate is not snoozed. */
  readonly snoozedUntil: string | null;
  /** The day on which the gate's snooze ended; null if the gate was never snoozed. */
  readonly snoozeEnded: string | null;
  /** `note`, `forecast` and `reason` in one text; null if the gate has none of the three. */
  readonly remark: Sentence | null;
  /** Name, outcome, numbers, limit and remarks in one line. */
  readonly message: string;
}
