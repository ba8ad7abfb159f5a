import type { FailedInsight, Verdict } from '../results.ts';
import type { RowFilterProblem } from '../tables/row-filter.ts';

/** Why the data may have rows that are not in the table. */
export type MissingRowsReason =
  | { readonly kind: 'cut-off'; readonly rows: number }
  | { readonly kind: 'having' | 'offset' }
  /**
   * Counts are rounded to multiples of `size`, so that small rows are not in the table, and true counts are
   * larger.
   */
  | { readonly kind: 'rounded'; readonly size: number };

/**
 * There is no earlier period to compare with. `eventsSince` is the day of the first event, if the events
 * begin too late.
 */
export interface NotCompared {
  readonly kind: 'not-compared';
  readonly eventsSince: string | null;
  /** The days without events in one of the two periods. */
  readonly noEventsOn: string | null;
  /** What came back if the request for that period failed. */
  readonly error: string | null;
}

/** Why a set of rows cannot be asked for. */
export type SetProblem =
  /** `dimensions`: how many the insight has; a set is of the values of one. */
  | { readonly kind: 'not-one-dimension'; readonly queryType: string; readonly dimensions: number }
  | { readonly kind: 'unknown-column' }
  | { readonly kind: 'too-many-values' | 'set-too-large'; readonly bound: number }
  | { readonly kind: 'values-unknown'; readonly problem: AnswerProblem };

/** Why there is no answer to an extra query: it cannot be expressed, it was not asked, or it failed. */
export type AnswerProblem =
  | NotCompared
  | { readonly kind: 'several-intervals' | 'not-asked' }
  | {
      readonly kind: 'row-filter';
      readonly problem: RowFilterProblem;
      readonly queryType: string;
      readonly parts: number;
    }
  | { readonly kind: 'failed'; readonly errorKind: string | null; readonly message: string };

/** Rows whose distinct counts were added, the function that read them, and its output if one was named. */
export interface SharedRows {
  readonly read: 'value' | 'share' | 'previous' | 'bucket';
  /** Keys of rows, and sets as they are written. */
  readonly keys: readonly string[];
  readonly hasSets: boolean;
  readonly output: string | null;
}

/** Why a number of a row is unknown. */
export type UnknownRowReason =
  | {
      readonly kind: 'row-unavailable';
      readonly key: string;
      readonly because: MissingRowsReason | null;
      readonly problem: AnswerProblem;
    }
  | {
      readonly kind: 'no-row' | 'no-value' | 'no-row-total' | 'no-previous' | 'zero-before' | 'no-rank';
      readonly key: string;
    }
  /** A row that is not in the table has a key almost like `similar`, that of one that is. */
  | { readonly kind: 'near-key'; readonly key: string; readonly similar: string }
  /** Two rows have this key, so a query by key would count both. */
  | { readonly kind: 'shared-key'; readonly key: string }
  /** Several rows have the key that the assertion names. */
  | { readonly kind: 'ambiguous-row'; readonly key: string; readonly rows: number };

/** Why a number of a set of rows is unknown. */
export type UnknownSetReason =
  | { readonly kind: 'set-unavailable'; readonly set: string; readonly problem: SetProblem | AnswerProblem }
  /** No value of the dimension can be compared with the set's version. `values`: a few of them. */
  | { readonly kind: 'not-versions'; readonly set: string; readonly values: readonly string[] }
  | { readonly kind: 'not-users'; readonly set: string; readonly output: string };

/**
 * Why a number, or the result of an assertion, is unknown. `of` names the insight if the assertion reads
 * several.
 */
export type UnknownReason = UnknownNumber & { readonly of?: string };

type UnknownNumber =
  | MissingRowsReason
  | UnknownRowReason
  | { readonly kind: 'division-by-zero' | 'overflow' | 'inexact' }
  /**
   * Distinct counts of rows were added. `asked` is the comparison that counts each user once; null if there
   * is none.
   */
  | { readonly kind: 'shared-rows'; readonly reads: SharedRows; readonly asked: string | null }
  | NotCompared
  | UnknownSetReason
  | { readonly kind: 'no-share' | 'no-total'; readonly output: string }
  | { readonly kind: 'no-metric' | 'no-buckets'; readonly queryType: string }
  | { readonly kind: 'no-output'; readonly output: string; readonly outputs: readonly string[] }
  /** `problem` is null if nothing was counted. */
  | { readonly kind: 'unknown-total'; readonly isEarlier: boolean; readonly problem: AnswerProblem | null }
  /** No event of the period, or of the earlier one, has the dimension's column. */
  | { readonly kind: 'no-dimension'; readonly dimension: string; readonly isEarlier: boolean }
  | { readonly kind: 'zero-total-before' | 'no-complete-bucket' }
  | { readonly kind: 'no-bucket-value'; readonly bucket: string }
  /** `place` counts from 1. */
  | { readonly kind: 'no-row-at-place'; readonly place: number };

/** What explains a threshold's outcome, besides its numbers. */
export type VerdictReason =
  /** `of` names the insight if the threshold reads several, here and below. */
  | { readonly kind: 'not-queried'; readonly error: FailedInsight['error']; readonly of: string | null }
  | { readonly kind: 'no-rows' | 'nothing-counted'; readonly of: string | null }
  | { readonly kind: 'sample-unknown'; readonly insight: string; readonly minSample: number }
  | {
      readonly kind: 'small-sample';
      readonly size: number;
      readonly minSample: number;
      /** Whether it is that of the earlier period. */
      readonly isEarlier: boolean;
      /** What the sample counts; null if that is not known. */
      readonly counted: Pick<NonNullable<Verdict['sample']>, 'unit' | 'output'> | null;
      readonly of: string | null;
      /** The insight with the largest sample, if the threshold does not say whose counts. */
      readonly largest: string | null;
    }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason }
  | { readonly kind: 'missing-row'; readonly key: string; readonly of: string | null }
  /** Rows for which a `rows.all(…)` is false: how many, and the keys of the first ones that may be shown. */
  | {
      readonly kind: 'offending-rows';
      readonly count: number;
      readonly keys: readonly string[];
      readonly of: string | null;
    }
  | { readonly kind: 'assumed-zero'; readonly rows: readonly AssumedRow[] }
  /** Sets without a value in either period, which counted as zero. */
  | {
      readonly kind: 'empty-sets';
      readonly sets: readonly { readonly set: string; readonly of: string | null }[];
    }
  | { readonly kind: 'warning-false'; readonly warn: string }
  | { readonly kind: 'warning-unknown'; readonly warn: string; readonly reason: VerdictReason }
  /** `value` is an estimate, and the limit is less than `error` away from it. */
  | { readonly kind: 'within-error'; readonly value: number; readonly error: number }
  /** The confidence interval. `isSure`: the whole interval gives the same result. */
  | {
      readonly kind: 'interval';
      readonly confidence: number;
      readonly isSure: boolean;
      readonly interval: { readonly low: number; readonly high: number };
    }
  | { readonly kind: 'no-interval'; readonly confidence: number }
  /** Users without any event that has the dimension of an `only(…)`: nothing is known of them. */
  | { readonly kind: 'without-dimension'; readonly users: number; readonly dimension: string }
  /**
   * The interval of a release's ratio holds the limit. `days`: about how many more are needed; null if that
   * cannot be said.
   */
  | {
      readonly kind: 'every-look';
      readonly confidence: number;
      readonly low: number;
      readonly high: number;
      readonly days: number | null;
      readonly isDecided: boolean;
    }
  /** Why a release cannot be compared. */
  | { readonly kind: 'not-comparable'; readonly why: string }
  /**
   * What rows that an assertion names are called otherwise: the product names of models, and the models of
   * products.
   */
  | {
      readonly kind: 'other-names';
      readonly rows: readonly { readonly key: string; readonly names: readonly string[] }[];
    }
  /** The insights that a threshold reads are of different periods. */
  | {
      readonly kind: 'other-periods';
      readonly periods: readonly { readonly insight: string; readonly label: string }[];
    }
  /**
   * Distinct counts of rows were added, so only the value's bounds are known, but they are enough to decide.
   */
  | { readonly kind: 'value-range'; readonly low: number; readonly high: number };

/** Why nothing is concluded from a number, other than that it is not known. */
export type Shortage = Extract<
  VerdictReason,
  {
    readonly kind: 'no-rows' | 'nothing-counted' | 'sample-unknown' | 'small-sample' | 'missing-row';
  }
>;

const SHORTAGES: Readonly<Record<Shortage['kind'], true>> = {
  'no-rows': true,
  'nothing-counted': true,
  'sample-unknown': true,
  'small-sample': true,
  'missing-row': true,
};

/** A reason as a verdict says it. */
export function verdictReason(reason: UnknownReason | Shortage): VerdictReason {
  return isShortage(reason) ? reason : { kind: 'unknown', reason };
}

function isShortage(reason: UnknownReason | Shortage): reason is Shortage {
  return Object.hasOwn(SHORTAGES, reason.kind);
}

/**
 * A row that is not in the table and counted as zero. `similar`: the most similar row, if it may be shown.
 */
export interface AssumedRow {
  readonly key: string;
  /** Its insight, if the assertion reads several. */
  readonly of: string | null;
  readonly similar: string | null;
}
