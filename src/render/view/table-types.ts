import type { ResultValue } from '../../tql/result.ts';

/** A column of an insight's table. */
export interface ColumnView {
  /**
   * What it shows of a row; `count` and `rate` show a number of the row's `cells`, `time` an output that is a
   * moment.
   */
  readonly kind:
    | 'rank'
    | 'key'
    | 'metric'
    | 'share'
    | 'bar'
    | 'trend'
    | 'change'
    | 'before'
    | 'count'
    | 'rate'
    | 'output'
    | 'time';
  /** The output or dimension that it shows; null for a column that the report adds. */
  readonly name: string | null;
  /** Its heading. */
  readonly title: string;
  /** Text is aligned left, numbers right. */
  readonly align: 'left' | 'right';
  /** Whether the insight's `format` applies: it does not to a count of events beside an amount of money. */
  readonly formatted: boolean;
  /** For a key, the index of its `parts`; for a count or a rate, the index of its `cells`. */
  readonly index: number;
}

/** A row of an insight's table. */
export interface RowView {
  /** Its place in the answer, counted from 1; rows of the same value share the best of theirs. */
  readonly rank: number;
  /** Its name, as thresholds use it. */
  readonly key: string;
  /** The key for a reader: for a bucket, its date in the insight's time zone; null for a missing value. */
  readonly label: string | null;
  /** The value of each dimension; null if it is missing. */
  readonly parts: readonly (string | null)[];
  /** The same for a reader: an Apple model identifier as its product name. */
  readonly names: readonly (string | null)[];
  /**
   * The metric; null if it is missing, text (`Infinity`, `-Infinity` or `NaN`) if it is not a finite number.
   */
  readonly value: number | string | null;
  /** Its part of the true total, or of a funnel's first step, from 0 to 1; null if it is unknown. */
  readonly share: number | null;
  /** The value in the compared period. */
  readonly previous: number | null;
  /** The change relative to `previous`: 0.1 means a tenth more; null if there is nothing to compare with. */
  readonly change: number | null;
  /** `value` minus `previous`. */
  readonly difference: number | null;
  /**
   * Places gained since the compared period: 2 means two up, -1 one down; null if it was not there, or if
   * rows are ordered by time or name.
   */
  readonly moved: number | null;
  /** Whether it was missing in the compared period. */
  readonly isNew: boolean;
  /** Whether it is a bucket that is not over yet. */
  readonly soFar: boolean;
  /** What is marked within this bucket: the tags of releases, or texts of `marks`. */
  readonly marks: readonly string[];
  /** Its values over time, oldest first, for a sparkline; empty if none were asked for. */
  readonly trend: readonly (number | null)[];
  /**
   * More numbers of a funnel, a retention or an experiment, shown by the columns of the kinds `count` and
   * `rate`.
   */
  readonly cells: readonly (number | null)[];
  /** Every output by its name: `{{lookup values "mean"}}`. */
  readonly values: Readonly<Record<string, ResultValue>>;
}

/** A row of the compared period that has disappeared. */
export interface GoneView {
  /** Its name, as thresholds use it. */
  readonly key: string;
  /** The key for a reader; null for a missing value. */
  readonly label: string | null;
  /** The value that it had. */
  readonly previous: number | null;
}

/** The rows that a headline names. Changes that chance explains do not count. */
export interface MoversView {
  /** The row with the largest gain. */
  readonly up: RowView | null;
  /** The row with the largest loss. */
  readonly down: RowView | null;
  /** The largest new row. */
  readonly added: RowView | null;
  /** The largest row that has disappeared. */
  readonly lost: GoneView | null;
  /** What most of the gain is in, one value for each dimension of `explain` that has one: `DE`, `4.2`. */
  readonly upMostly: readonly string[];
  /** The same of the loss. */
  readonly downMostly: readonly string[];
}

/**
 * What the answer holds beyond the rows shown: the last line of a ranking's table, the first line of a
 * timeseries.
 */
export interface RestView {
  /** Its label: `Other (41 more)`, `7 earlier`. */
  readonly text: string;
  /** Its sum; null if that cannot be known, as for distinct users, who do not add up. */
  readonly value: number | null;
  /** Its share of the true total; null if that cannot be known. */
  readonly share: number | null;
}

/** What happened on a day that a trend spans, such as a release. */
export interface MarkView {
  /** A release's tag, or a text of `marks`. */
  readonly text: string;
  /** The day, as the locale writes it: `Nov 5`. */
  readonly day: string;
}

/** The range in which the last periods lead to expect a total with 99 %. */
export interface UsualView {
  /** Its lower end. */
  readonly low: number;
  /** Its upper end. */
  readonly high: number;
  /** How many earlier periods it is computed from. */
  readonly periods: number;
}

/** A funnel, from its first step to its last. */
export interface FunnelView {
  /** The first step. */
  readonly first: RowView;
  /** The last step. */
  readonly last: RowView;
  /** The part of the first step that reached the last, from 0 to 1. */
  readonly rate: number;
  /** The same part in the compared period; null without a comparison. */
  readonly previousRate: number | null;
  /**
   * The step that the smallest part of the step before it reached; null for a funnel of two steps, or if
   * everybody goes on at every step.
   */
  readonly narrowest: RowView | null;
  /** The part of the step before that reached the narrowest step. */
  readonly narrowestRate: number | null;
}

/** How many users came back, over all cohorts that are old enough. */
export interface ReturnView {
  /** How much later: `1 month later`. */
  readonly after: string;
  /** The part of the cohorts' users that came back then, from 0 to 1. */
  readonly rate: number;
}
