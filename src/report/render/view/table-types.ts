import type { ResultsRow } from '../../results/results.ts';

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
  /** How many decimals all of its numbers have, unless the insight's `format` says it. */
  readonly decimals: number;
  /** For a key, the index of its `parts`; for a count or a rate, the index of its `cells`. */
  readonly index: number;
}

/** A row of an insight's table: what the results file says about it, and how a reader sees it. */
export interface RowView extends ResultsRow {
  /** The key for a reader: for a bucket, its date in the insight's time zone; null for a missing value. */
  readonly label: string | null;
  /** The same of each of its `parts`: an Apple model identifier as its product name. */
  readonly names: readonly (string | null)[];
  /** `value` minus `previous`. */
  readonly difference: number | null;
  /**
   * Places gained since the compared period: 2 means two up, -1 one down; null if it was not there, or if
   * rows are ordered by time or name.
   */
  readonly moved: number | null;
  /** Whether it is a bucket that is not over yet. */
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
  /** Its name, as thresholds use it. */
  readonly key: string;
  /** The key for a reader; null for a missing value. */
  readonly label: string | null;
  /** The value that it had. */
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
  /** The row with the highest value; null if several share it, or if it is 0. */
  readonly most: RowView | null;
}

/** A row that gained or lost, with all fields of a [row](#row). */
export interface MoverView extends RowView {
  /** What most of that is in, one value for each dimension of `explain` that has one: `DE`, `4.2`. */
  readonly mostly: readonly string[];
}

/** What stands out in the finished buckets of a timeseries. */
export interface SeriesView {
  /** Their mean; null if there are fewer than two. */
  readonly average: AverageView | null;
  /** The one with the highest value; null if all are equal. */
  readonly highest: RowView | null;
  /** The one with the lowest value; null if all are equal. */
  readonly lowest: RowView | null;
  /** The last one; null if there are fewer than two. */
  readonly last: RowView | null;
  /**
   * Where they leave their usual course, in a sentence: `No events since Wed, Nov 18.`; empty if they do not.
   */
  readonly finding: string;
}

/** The mean of a timeseries' finished buckets. */
export interface AverageView {
  /** For users and events it is rounded from 100 on. */
  readonly value: number;
  /** Its change, relative to the same buckets of the compared period; null without a comparison. */
  readonly change: number | null;
  /** The difference of the same two averages. */
  readonly difference: number | null;
  /**
   * Whether it comes before the total: a series of distinct users, whose total counts each user once and is
   * another number.
   */
  readonly leads: boolean;
}

/** Numbers over time. */
export interface TrendView {
  /** The numbers, oldest first, at most 60: `{{sparkline trend.values}}`. */
  readonly values: readonly (number | null)[];
  /** What it spans: `13-week trend`. */
  readonly text: string;
  /** The newest five of the releases or `marks` within it. */
  readonly marks: readonly MarkView[];
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
  /** The number that its sum is below, if the sum is hidden (`min-group-size`); else null. */
  readonly fewerThan: number | null;
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
  /** The step before it; null without one. */
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
