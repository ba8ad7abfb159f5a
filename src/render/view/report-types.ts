import type { Conclusion, Outcome } from '../../results.ts';
import type { ComparedView, InsightView, PeriodView } from './insight-types.ts';

/** Where a rendered report goes; templates may differ by it. */
export type RenderDestination = 'summary' | 'pull-request' | 'issue' | 'release' | 'discussion' | 'file';

/** What was left out to stay within the destination's limit. */
export interface NotShownView {
  /** Rows left out. */
  readonly rows: number;
  /** Insights left out. */
  readonly sections: number;
  /** Whether the queries were left out. */
  readonly queries: boolean;
  /** All of it in words: `120 rows not shown`. */
  readonly text: string;
}

/** The workflow run that made the report. */
export interface RunView {
  /** Its page. */
  readonly url: string;
  /** Its id. */
  readonly id: string;
  /** Which attempt it is, from 1. */
  readonly attempt: number;
  /** What people call it: `run 57 of Weekly metrics`, as far as that is known. */
  readonly name: string;
}

/** The report before this one. */
export interface PreviousPostView {
  /** Its page; null where this report is written over it. */
  readonly url: string | null;
  /** When it was last written, in ISO form. */
  readonly at: string;
  /** How many reports the schedule should have brought since and did not; 0 where no schedule is evident. */
  readonly missed: number;
}

/** The report: what a template sees. */
export interface View {
  /** The input `title`. */
  readonly title: string;
  /** The input `report-id`. */
  readonly reportId: string;
  /** `failed`, `inconclusive`, `warned`, `passed`, `neutral` or `skipped`. */
  readonly conclusion: Conclusion;
  /** When the report was made, in ISO form. */
  readonly generatedAt: string;
  /** The input `locale`. */
  readonly locale: string;
  /** The input `timezone`. */
  readonly timezone: string;
  /** `summary`, `pull-request`, `issue`, `release`, `discussion` or `file`. */
  readonly destination: RenderDestination;
  /** The workflow run; null outside Actions. */
  readonly run: RunView | null;
  /** The address at which the whole report is, the job summary; null where this is it, or none is written. */
  readonly whole: string | null;
  /** The report before this one; null where there is none, or it is not known. */
  readonly previousPost: PreviousPostView | null;
  /** How long all requests took. */
  readonly durationMs: number;
  /** The period that all insights share; null where they differ, or none was reported. */
  readonly period: PeriodView | null;
  /** The period with which all insights are compared that are compared at all; null where they differ, or none is. */
  readonly compared: ComparedView | null;
  /** The gates, in order; empty where no thresholds were given. */
  readonly gates: readonly GateView[];
  /** The insights, in order. */
  readonly insights: readonly InsightView[];
  /** The first five insights that have something to say in a line, for the top of the report. */
  readonly highlights: readonly InsightView[];
  /** How many insights more have something to say. */
  readonly highlightsMore: number;
  /** How many insights there are. */
  readonly insightCount: number;
  /** How many of them could not be reported. */
  readonly failedCount: number;
  /** The insights whose queries are to be printed; empty where they had to be left out. */
  readonly queries: readonly InsightView[];
  /** What had to be left out to fit; null where nothing was. */
  readonly notShown: NotShownView | null;
}

/** The names of the view's own fields, for checking a template before there is a report. */
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
  'insights',
  'highlights',
  'highlightsMore',
  'insightCount',
  'failedCount',
  'queries',
  'notShown',
]);

/** A gate: a threshold and what came of it. */
export interface GateView {
  /** The insight's name. */
  readonly insight: string;
  /** The assertion as it was written. */
  readonly assert: string;
  /** Both: `os: share("iOS 15") < 2%`. */
  readonly text: string;
  /** `passed`, `warned`, `failed` or `inconclusive`. */
  readonly outcome: Outcome;
  /** The outcome in words, `snoozed` with it while it is. */
  readonly words: string;
  /** The outcome as a character: ✅, ⚠️, ❌, ❔; 💤 while it is snoozed and not passed. */
  readonly symbol: string;
  /** The value, written: `1.87%`; null where there is none. */
  readonly value: string | null;
  /** What the value is held to: `< 2%`; null where there is none. */
  readonly needs: string | null;
  /** What the value was counted from: `233 of 12,450 users`; null where that is not known. */
  readonly sample: string | null;
  /** The period of the value in words; null where the insight could not be reported. */
  readonly period: string | null;
  /** Why the outcome is what it is, where the numbers alone do not say it. */
  readonly note: string | null;
  /** Why the gate is there, in its author's words. */
  readonly reason: string | null;
  /** The day until which it does not fail, where that is ahead. */
  readonly snoozedUntil: string | null;
  /** The day on which its snooze ended, where it had one. */
  readonly snoozeEnded: string | null;
  /** Everything in one line. */
  readonly message: string;
}
