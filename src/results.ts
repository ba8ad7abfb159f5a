import type { ErrorKind } from './errors.ts';
import type { TableRow } from './tables/table.ts';
import type { Query } from './tql/query.ts';

/** The worst outcome before policies; `neutral` without thresholds, `skipped` when nothing ran. */
export type Conclusion = 'failed' | 'inconclusive' | 'warned' | 'passed' | 'neutral' | 'skipped';

/** A period in ISO form with `Z`: `start` inclusive, `end` exclusive; `complete` once `end` is not in the future. */
export interface Period {
  readonly label: string;
  readonly start: string;
  readonly end: string;
  readonly complete: boolean;
}

/** What the earlier period is to the insight's own: the one just before it, the same dates a year earlier, or 52 weeks earlier. */
export type ComparisonRelation = 'previous-period' | 'previous-year' | '52-weeks-earlier';

/** The period that an insight is compared with. Older results files have no `relation`. */
export interface ComparedPeriod {
  readonly start: string;
  readonly end: string;
  readonly relation?: ComparisonRelation;
}

/** A row of the results file. What is not known is null. */
export interface ResultsRow extends TableRow {
  readonly previous: number | null;
  /** Relative to the comparison: 0.1 is a tenth more. */
  readonly change: number | null;
  readonly previousRank: number | null;
  /** The values of the earlier periods of `history`, or of the query's own buckets, oldest first; empty where none were asked for. */
  readonly history: readonly (number | null)[];
  /** Not in the comparison's table, which is complete. */
  readonly isNew: boolean;
}

/** A row of the comparison's table that is in this one's, which is complete, no more. */
export interface GoneRow {
  readonly key: string;
  readonly parts: readonly (string | null)[];
  readonly previous: number | null;
  readonly previousRank: number;
}

/** The rows that `min-group-size` keeps to itself: at least two, their values as far as they add up. */
export interface FoldedRows {
  readonly rows: number;
  readonly value: number | null;
  readonly share: number | null;
  readonly previous: number | null;
}

/** An insight that was reported. */
export interface ReportedInsight {
  readonly name: string;
  /** The saved insight's id; null for a query file. */
  readonly id: string | null;
  readonly title: string;
  readonly status: 'ok';
  readonly queryType: string;
  readonly metric: string | null;
  readonly unit: 'events' | 'users' | 'other';
  /** Rows to show. */
  readonly top: number;
  readonly timezone: string;
  readonly interval: Period;
  readonly compare: ComparedPeriod | null;
  readonly dimensions: readonly string[];
  readonly outputs: readonly string[];
  readonly total: number | null;
  readonly previousTotal: number | null;
  /** The totals of the earlier periods of `history`, or of the query's own buckets, oldest first. */
  readonly totalHistory: readonly (number | null)[];
  /** The periods of every `history` in this insight. */
  readonly history: readonly { readonly start: string; readonly end: string }[];
  readonly cutOff: boolean;
  /** What a reader should know about the numbers, a sentence each (a first bucket that begins elsewhere, say). */
  readonly notes: readonly string[];
  readonly durationMs: number;
  readonly rows: readonly ResultsRow[];
  readonly gone: readonly GoneRow[];
  readonly folded: FoldedRows | null;
  readonly query: Query;
}

/** An insight that could not be reported. */
export interface FailedInsight {
  readonly name: string;
  readonly id: string | null;
  readonly title: string;
  readonly status: 'error';
  readonly error: { readonly kind: ErrorKind; readonly status: number | null; readonly message: string };
}

export type InsightResult = ReportedInsight | FailedInsight;

/** What came of a threshold, policies aside. */
export type Outcome = 'passed' | 'warned' | 'failed' | 'inconclusive';

/** A threshold and what came of it. */
export interface Verdict {
  /** The insight's name. */
  readonly insight: string;
  /** The assertion as it was written. */
  readonly assert: string;
  readonly outcome: Outcome;
  /** Everything in one line of plain text: `os: share("iOS 15") < 2%: passed, 1.87% (233 of 12,450)`. */
  readonly message: string;
  /** Why the outcome is what it is, where the numbers alone do not say it; null where they do. */
  readonly note: string | null;
  /** The side of the deciding comparison that was read, and the side that it is held against; null where there is none. */
  readonly value: number | null;
  readonly limit: number | null;
  /** Both sides as they were written, and the sign between them, turned so that the value stands left. */
  readonly subject: string | null;
  readonly needs: string | null;
  /** Whether value and limit are fractions to be read as percent; `change` ones have a sign. */
  readonly unit: 'number' | 'percent' | 'change';
  /** The value as it is written: `1.87%`. */
  readonly valueText: string | null;
  /** What the value was counted from: `count` of the named row, `of` the true total, both null where they are not known. */
  readonly sample: {
    readonly count: number | null;
    readonly of: number | null;
    readonly unit: ReportedInsight['unit'];
  } | null;
  /** The sample as it is written: `233 of 12,450`. */
  readonly sampleText: string | null;
  /** The period that the value is of; null where the insight could not be reported. */
  readonly interval: Period | null;
  readonly timezone: string | null;
  readonly warn: string | null;
  /** Why the threshold is there, in its author's words. */
  readonly reason: string | null;
  /** The threshold's `until` while it is ahead: until then the outcome counts as `warned` at worst. Else null. */
  readonly snoozedUntil: string | null;
  /** The threshold's `until` once it is over. Else null. */
  readonly snoozeEnded: string | null;
  /** Why the run stops: a number of this threshold was asked for, and the token (401) or the plan (402) refused. */
  readonly refusal?: string;
}

/** A workflow run: its page, its id and attempt; the number that GitHub counts it by and the workflow's name, where they are known. */
export interface ResultsRun {
  readonly url: string;
  readonly id: string;
  readonly attempt: number;
  readonly number?: string;
  readonly workflow?: string;
}

/** The results file: everything a report is rendered from, byte for byte. */
export interface Results {
  readonly schema: 1;
  readonly conclusion: Conclusion;
  readonly generatedAt: string;
  /** The workflow run; null outside Actions. */
  readonly run: ResultsRun | null;
  readonly reportId: string;
  readonly title: string;
  readonly timezone: string;
  readonly locale: string;
  /** The report before this one, where one was found: its page (null: where this one is posted), its time, the longest wait of an evident schedule. */
  readonly previousPost?: {
    readonly url: string | null;
    readonly at: string;
    readonly expectedGapMs: number | null;
  } | null;
  readonly durationMs: number;
  readonly insights: readonly InsightResult[];
  readonly thresholds: readonly Verdict[];
}

/** The results file where several reports ran: all of them, and the worst of their conclusions. */
export interface SeveralResults {
  readonly schema: 1;
  readonly conclusion: Conclusion;
  readonly reports: readonly Results[];
}
