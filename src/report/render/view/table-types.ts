import type { ResultsRow } from '../../results/results.ts';

/** A column of an insight's table. */
export interface ColumnView {
  /**
   * What the column shows of a row. `count` and `rate` show a number of the row's `cells`, `time` shows an
   * output that is a moment.
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
  /** The output or dimension that the column shows; null for a column that the report adds. */
  readonly name: string | null;
  /** The heading of the column. */
  readonly title: string;
  /** Text is aligned left, numbers right. */
  readonly align: 'left' | 'right';
  /**
   * Whether the insight's `format` applies to the column. It does not apply to a count of events next to an
   * amount of money.
   */
  readonly formatted: boolean;
  /** If the insight's `format` does not say it, how many decimals all numbers of the column have. */
  readonly decimals: number;
  /** For a key, the index of its `parts`; for a count or a rate, the index of its `cells`. */
  readonly index: number;
}

/** A row of an insight's table: what the results file says about it, and how a reader sees it. */
export interface RowView extends ResultsRow {
  /** The key for a reader: for a bucket, its date in the insight's time zone; null for a missing value. */
  readonly label: string | null;
  /** The label of each of the row's `parts`: an Apple model identifier becomes its product name. */
  readonly names: readonly (string | null)[];
  /** `value` minus `previous`. */
  readonly difference: number | null;
  /**
   * Places gained since the compared period: 2 means two up, -1 one down; null if the row was not there, or
   * if rows are ordered by time or name.
   */
  readonly moved: number | null;
  /** Whether the row is a bucket that is not over yet. */
  readonly soFar: boolean;
  /** What is marked within this bucket: the tags of releases, or texts of `marks`. */
  readonly marks: readonly string[];
  /**
   * More numbers of a funnel, a retention or an experiment, shown by the columns of the kinds `count` and
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
  /** The row with the largest gain; null if none gained more than chance explains. */
  readonly up: MoverView | null;
  /** The row with the largest loss; null if none lost more than chance explains. */
  readonly down: MoverView | null;
  /** The largest new row; null if there is none that chance does not explain. */
  readonly added: RowView | null;
  /** The largest row that has disappeared; null if there is none that chance does not explain. */
  readonly lost: GoneView | null;
  /** The five largest rows that have disappeared. */
  readonly gone: readonly GoneView[];
  /** How many more have disappeared. */
  readonly goneMore: number;
  /**
   * The three rows with the highest values, however the ranking is ordered; empty if rows that were left out
   * may have more.
   */
  readonly leaders: readonly RowView[];
  /** The row with the highest value; null if several rows share this value, or if it is 0. */
  readonly most: RowView | null;
}

/** A row that gained or lost, with all fields of a [row](#row). */
export interface MoverView extends RowView {
  /**
   * The values behind more than half of the change: one value for each dimension of `explain` that has such a
   * value, such as `DE`, `4.2`.
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
  /**
   * Where the buckets leave their usual course, in a sentence: `No events since Wed, Nov 18.`; empty if they
   * do not.
   */
  readonly finding: string;
}

/** The mean of a timeseries' finished buckets. */
export interface AverageView {
  /** The average. For users and events, it is rounded from 100 on. */
  readonly value: number;
  /** The average's change, relative to the same buckets of the compared period; null without a comparison. */
  readonly change: number | null;
  /** The difference of the same two averages. */
  readonly difference: number | null;
  /**
   * Whether the average comes before the total. It does for a series of distinct users, because their total
   * counts each user once and is another number.
   */
  readonly leads: boolean;
}

/** Numbers over time. */
export interface TrendView {
  /** The numbers, oldest first, at most 60: `{{sparkline trend.values}}`. */
  readonly values: readonly (number | null)[];
  /** The time that the trend spans: `trend over 13 weeks`. */
  readonly text: string;
  /** The newest five of the releases or `marks` within the trend. */
  readonly marks: readonly MarkView[];
}

/**
 * What the answer holds beyond the rows shown: the last line of a ranking's table, the first line of a
 * timeseries.
 */
export interface RestView {
  /** The label of the rest: `Other (41 more)`, `7 earlier`. */
  readonly text: string;
  /** The sum of the rest; null if unknown, as for distinct users, who do not add up. */
  readonly value: number | null;
  /** The share of the rest in the true total; null if unknown. */
  readonly share: number | null;
  /** If the sum is hidden (`min-group-size`), the number that the sum is below; otherwise null. */
  readonly fewerThan: number | null;
}

/** What happened on a day that a trend spans, such as a release. */
export interface MarkView {
  /** A release's tag, or a text of `marks`. */
  readonly text: string;
  /** The day, as the locale writes it: `Nov 5`. */
  readonly day: string;
}

/** The range in which the last periods lead to expect the total, with a probability of 99%. */
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
  /** The part of the first step that reached the last, from 0 to 1. */
  readonly rate: number;
  /** The same part in the compared period; null without a comparison. */
  readonly previousRate: number | null;
  /**
   * The step with the biggest drop-off from the step before; null for a funnel of two steps, or if everybody
   * goes on at every step.
   */
  readonly narrowest: RowView | null;
  /** The step before the narrowest step; null without such a step. */
  readonly before: RowView | null;
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
