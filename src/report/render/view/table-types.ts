// The tables of an insight as templates see them. scripts/view-docs.ts publishes these comments, with their
// Markdown, as docs/reference/template-view.md.
import type { ResultsRow } from '../../results/results.ts';

/** A column of an insight's table. */
export interface ColumnView {
  /** What the column shows of a row: `count` and `rate` a number of its `cells`, `time` a date and time. */
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
  /** The output or dimension that the column shows; null for a column that the report adds. */
  readonly name: string | null;
  /** The heading of the column. */
  readonly title: string;
  /** Text is aligned left, numbers right. */
  readonly align: 'left' | 'right';
  /**
   * Whether the insight's `format` applies to the column: to an amount of money, not to the count next to
   * it.
   */
  readonly formatted: boolean;
  /** How many decimals the column's numbers have, unless the insight's `format` says it. */
  readonly decimals: number;
  /** For a key, the index of its `parts`; for a count or a rate, the index of its `cells`. */
  readonly index: number;
}

/** A row of an insight's table: the row of the results file, and the texts that a report shows for it. */
export interface RowView extends ResultsRow {
  /**
   * The key as a report shows it: for a day, its date in the insight's time zone; null for a missing
   * value.
   */
  readonly label: string | null;
  /** The label of each of the row's `parts`: an Apple model identifier becomes its product name. */
  readonly names: readonly (string | null)[];
  /** `value` minus `previous`. */
  readonly difference: number | null;
  /**
   * Places gained since the compared period: 2 means two up, -1 one down; null if the row is new, or if the
   * rows are ordered by time or name.
   */
  readonly moved: number | null;
  /** Whether the row is a bucket (such as a day) that is not over yet. */
  readonly soFar: boolean;
  /** The tags of releases, or the texts of the input `marks`, that are in this bucket. */
  readonly marks: readonly string[];
  /**
   * Further numbers of a funnel, a retention or an experiment, for columns of the kinds `count` and
   * `rate`.
   */
  readonly cells: readonly (number | null)[];
  /**
   * The numbers that are null because they are below the insight's `fewerThan`: `value`, `previous`,
   * `values.mean`, `cells.0`.
   */
  readonly hidden: readonly string[];
}

/** A row of the compared period that has disappeared. */
export interface GoneView {
  /** The name that thresholds use. */
  readonly key: string;
  /** The key for a reader; null for a missing value. */
  readonly label: string | null;
  /** The value that the row had. */
  readonly previous: number | null;
}

/** What stands out in a ranking or a list. */
export interface RankingView {
  /** The row with the largest gain; null if each gain may be due to chance. */
  readonly up: MoverView | null;
  /** The row with the largest loss; null if each loss may be due to chance. */
  readonly down: MoverView | null;
  /** The largest new row; null if there is none, or if it may be due to chance. */
  readonly added: RowView | null;
  /** The largest row that has disappeared; null if there is none, or if it may be due to chance. */
  readonly lost: GoneView | null;
  /** The five largest rows that have disappeared. */
  readonly gone: readonly GoneView[];
  /** How many more have disappeared. */
  readonly goneMore: number;
  /** The three rows with the highest values, in any ranking; empty if hidden rows may have higher ones. */
  readonly leaders: readonly RowView[];
  /** The row with the highest value; null if several rows share this value, or if it is 0. */
  readonly most: RowView | null;
}

/** A row that gained or lost, with all fields of a [row](#row). */
export interface MoverView extends RowView {
  /**
   * The values behind more than half of the change, at most one for each dimension of `explain`: `DE`,
   * `4.2`.
   */
  readonly mostly: readonly string[];
}

/** What stands out in the finished buckets of a timeseries. */
export interface SeriesView {
  /** The mean of the buckets; null if there are fewer than two. */
  readonly average: AverageView | null;
  /** The bucket with the highest value; null if all are equal. */
  readonly highest: RowView | null;
  /** The bucket with the lowest value; null if all are equal. */
  readonly lowest: RowView | null;
  /** The last bucket; null if there are fewer than two. */
  readonly last: RowView | null;
  /** A sentence about something unusual: `No events since Wed, Nov 18.`; empty if there is nothing. */
  readonly finding: string;
}

/** The mean of a timeseries' finished buckets. */
export interface AverageView {
  /** The average. An average of 100 or more users or events is rounded. */
  readonly value: number;
  /** The average's relative change since the compared period; null without a comparison. */
  readonly change: number | null;
  /** The difference between the two averages. */
  readonly difference: number | null;
  /** Whether to show the average before the total, as for daily users: their total is not their sum. */
  readonly leads: boolean;
}

/** Numbers over time. */
export interface TrendView {
  /** The numbers, oldest first, at most 60: `{{sparkline trend.values}}`. */
  readonly values: readonly (number | null)[];
  /** The time that the trend spans: `trend over 13 weeks`. */
  readonly text: string;
  /** The newest five releases, or texts of the input `marks`, within the trend. */
  readonly marks: readonly MarkView[];
}

/**
 * The rows that are not shown, together: the last line of a ranking's table, the first line of a timeseries.
 */
export interface RestView {
  /** The label of the rest: `Other (41 more)`, `7 earlier`. */
  readonly text: string;
  /** The sum of these rows; null if unknown, as for distinct users, who do not add up. */
  readonly value: number | null;
  /** The share of these rows in the total; null if unknown. */
  readonly share: number | null;
  /** The number that the sum is below, if it is hidden (`min-group-size`); otherwise null. */
  readonly fewerThan: number | null;
}

/** What happened on a day that a trend spans, such as a release. */
export interface MarkView {
  /** A release's tag, or a text of `marks`. */
  readonly text: string;
  /** The day, as the locale writes it: `Nov 5`. */
  readonly day: string;
}

/** The range in which at least 99% of totals fall if nothing has changed since the last periods. */
export interface UsualView {
  /** The lower end of the range. */
  readonly low: number;
  /** The upper end of the range. */
  readonly high: number;
  /** How many earlier periods the range is computed from. */
  readonly periods: number;
}

/** A funnel, from its first step to its last. */
export interface FunnelView {
  /** The first step. */
  readonly first: RowView;
  /** The last step. */
  readonly last: RowView;
  /** The share of the first step's users who reached the last step, from 0 to 1. */
  readonly rate: number;
  /** The same share in the compared period; null without a comparison. */
  readonly previousRate: number | null;
  /** The step with the biggest drop-off; null for a funnel of two steps, or if nobody drops off. */
  readonly narrowest: RowView | null;
  /** The step before `narrowest`; null without a `narrowest`. */
  readonly before: RowView | null;
  /** The share of the users of `before` who reached `narrowest`, from 0 to 1. */
  readonly narrowestRate: number | null;
}

/** How many users came back, over all cohorts that are old enough. */
export interface ReturnView {
  /** How much later: `1 month later`. */
  readonly after: string;
  /** The share of the cohorts' users who came back then, from 0 to 1. */
  readonly rate: number;
  /** How many users these cohorts have. */
  readonly users: number;
}
