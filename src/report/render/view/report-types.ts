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
  /** The address of the run. */
  readonly url: string;
  /** The id of the run. */
  readonly id: string;
  /** A readable name, such as `run 57 of Weekly metrics`, with the parts that are known. */
  readonly name: string;
}

/** The report before this one. */
export interface PreviousPostView {
  /** The address of the earlier report; null if this report overwrites it. */
  readonly url: string | null;
  /** When the earlier report was last written, in ISO form. */
  readonly at: string;
  /** How many scheduled reports are missing since then; 0 if the schedule is unknown. */
  readonly missed: number;
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
   * The address of the job summary, which holds the whole report; null if this report is the summary, or if
   * no summary is written.
   */
  readonly whole: string | null;
  /** The report before this one; null if there was no earlier report, or if it is unknown. */
  readonly previousPost: PreviousPostView | null;
  /** How long all requests took, in milliseconds. */
  readonly durationMs: number;
  /**
   * The period of more than half of the insights; null if there is none. An insight with another period
   * prints its own.
   */
  readonly period: PeriodView | null;
  /** The period that more than half of the insights of `period` are compared with; null if there is none. */
  readonly compared: ComparedView | null;
  /** The gates, those that changed first, then those that failed; empty without thresholds. */
  readonly gates: readonly GateView[];
  /** Remarks that hold for several insights. The notes of these insights do not repeat them. */
  readonly notes: readonly string[];
  /** The insights in order of importance: those of gates that failed come first. */
  readonly insights: readonly InsightView[];
  /** The first five insights that one line can sum up, for the top of the report. */
  readonly highlights: readonly InsightView[];
  /**
   * Whether the top of the report is a list, either of several `highlights`, or of one highlight and the
   * `usual` insights.
   */
  readonly several: boolean;
  /** How many further insights could have a line at the top of the report. */
  readonly highlightsMore: number;
  /**
   * If several insights have a total within their usual range, these insights. One line names them, and they
   * are not in `highlights`.
   */
  readonly usual: readonly InsightView[];
  /** How many insights there are. */
  readonly insightCount: number;
  /** How many of the insights could not be reported. */
  readonly failedCount: number;
  /** The insights whose queries are printed; empty if the queries had to be left out. */
  readonly queries: readonly InsightView[];
  /** The releases that were judged; empty if no release was judged. `releaseSections` writes them. */
  readonly releases: readonly ReleaseResult[];
  /**
   * The event names in the code; null if they were not requested, or a pull request touches none.
   * `signalTable` writes them.
   */
  readonly signals: Signals | null;
  /**
   * The minimum versions that a pull request raises; null if it raises none. `minimumSection` writes them.
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

/** A gate: a threshold and what came of it. */
export interface GateView {
  /** The name of the gate's `insight`; null if the assertion names its insights. */
  readonly insight: string | null;
  /**
   * The gate's title. Without a title, what the assertion compares, in words: `Users lost by requiring iOS
   * 16`.
   */
  readonly name: string;
  /** The gate's own title; null if the gate has none. */
  readonly title: string | null;
  /** The assertion as it was written, on one line. */
  readonly assert: string;
  /** `passed`, `warned`, `failed` or `inconclusive`. */
  readonly outcome: Outcome;
  /** The outcome in the report before; null if that outcome is the same or unknown. */
  readonly was: Outcome | null;
  /**
   * In words: `newly failing (passed in run 52, Nov 10, 2026)`, or `failed since Nov 17, 2026` if it did not
   * pass before either; null if it passed before and does.
   */
  readonly course: string | null;
  /** The outcome in words: `failed`, or `failed, snoozed` while the gate is snoozed. */
  readonly words: string;
  /** The outcome as a character: ✅, ⚠️, ❌, ❓, or 💤 if a snoozed gate did not pass. */
  readonly symbol: string;
  /** The answer, if the name is a question: `Not yet.`; else null. */
  readonly answer: string | null;
  /** The formatted value: `1.87%`; null if there is none. */
  readonly value: string | null;
  /** The same with what was counted: `1.87% (233 of 12,450 users)`; null if there is none. */
  readonly now: string | null;
  /** The limit in words, and a snooze: `below 2%`; null if there is neither. */
  readonly limit: string | null;
  /** How many users would lose the app, in a sentence, if the name asks about that; else null. */
  readonly loss: string | null;
  /** What the value is compared with: `< 2%`; null if there is none. */
  readonly needs: string | null;
  /** What the value was counted from: `233 of 12,450 users`; null if that is unknown. */
  readonly sample: string | null;
  /** The period of the value in words; null if the insight could not be reported. */
  readonly period: string | null;
  /** Why the outcome is what it is; null if the numbers alone say it. */
  readonly note: string | null;
  /** When the gate's value is expected to cross its limit, in a sentence; null if this cannot be said. */
  readonly forecast: string | null;
  /** Why the gate exists, in its author's words; null if the author gave no reason. */
  readonly reason: string | null;
  /** The day until which the gate is snoozed, so that it cannot fail; null if it is not snoozed. */
  readonly snoozedUntil: string | null;
  /** The day on which the gate's snooze ended; null if the gate was never snoozed. */
  readonly snoozeEnded: string | null;
  /** The note, the forecast and the reason in one sentence; null if the gate has none of the three. */
  readonly remark: Sentence | null;
  /** Name, outcome, numbers, limit and remarks in one line. */
  readonly message: string;
}
