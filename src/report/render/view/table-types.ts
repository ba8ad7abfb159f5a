// The tables of an insight as templates see them. scripts/view-docs.ts publishes these comments, with their
// Markdown, as docs/reference/template-view.md.
import type { ResultsRow } from '../../results/results.ts';

/** A column of an insight's table. */
export interface ColumnView {
  /** What the column shows. `count` and `rate` show one of the row's `cells`. */
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
  /** The number or dimension of the query that the column shows. */
  readonly name: string | null;
  /** The heading of the column. */
  readonly title: string;
  /** Text is aligned left, numbers right. */
  readonly align: 'left' | 'right';
  /** Whether the insight's `format` applies to the column. */
  readonly formatted: boolean;
  /** How many decimals the column's numbers have, without a `format`. */
  readonly decimals: number;
  /** Which of the row's `parts` or `cells` the column shows, from 0. */
  readonly index: number;
}

/** A row of an insight's table. */
export interface RowView extends ResultsRow {
  /** The key as a report shows it, such as the date of a day; null for a missing value. */
  readonly label: string | null;
  /** The label of each of the row's `parts`: an Apple model identifier becomes its product name. */
  readonly names: readonly (string | null)[];
  /** `value` minus `previous`. */
  readonly difference: number | null;
  /** Places gained since the compared period: 2 is two up, -1 is one down. */
  readonly moved: number | null;
  /** Whether the row is a bucket that is not over yet. */
  readonly soFar: boolean;
  /** The releases in this bucket, or the texts of the input `marks`. */
  readonly marks: readonly string[];
  /** Further numbers of a funnel, a retention or an experiment. */
  readonly cells: readonly (number | null)[];
  /** The numbers that are hidden, because they are below `fewerThan`: `value`, `cells.0`. */
  readonly hidden: readonly string[];
}

/** A row of the compared period that has disappeared. */
export interface GoneView {
  /** The name in thresholds. */
  readonly key: string;
  /** The key for a reader; null for a missing value. */
  readonly label: string | null;
  /** The value that the row had. */
  readonly previous: number | null;
}

/** What stands out in a ranking or a list. */
export interface RankingView {
  /** The row with the largest gain; null if it may be chance. */
  readonly up: MoverView | null;
  /** The row with the largest loss; null if it may be chance. */
  readonly down: MoverView | null;
  /** The largest new row; null if it may be chance. */
  readonly added: RowView | null;
  /** The largest row that has disappeared; null if it may be chance. */
  readonly lost: GoneView | null;
  /** The five largest rows that have disappeared. */
  readonly gone: readonly GoneView[];
  /** How many more have disappeared. */
  readonly goneMore: number;
  /** The three rows with the highest values. */
  readonly leaders: readonly RowView[];
  /** The row with the highest value, if there is only one. */
  readonly most: RowView | null;
}

/** A row that gained or lost, with all fields of a [row](#row). */
export interface MoverView extends RowView {
  /** The values behind more than half of the change (the option `explain`): `DE`, `4.2`. */
  readonly mostly: readonly string[];
}

/** What stands out in the finished buckets of a timeseries. */
export interface SeriesView {
  /** The mean of the buckets. */
  readonly average: AverageView | null;
  /** The bucket with the highest value; null if all are equal. */
  readonly highest: RowView | null;
  /** The bucket with the lowest value; null if all are equal. */
  readonly lowest: RowView | null;
  /** The last bucket. */
  readonly last: RowView | null;
  /** A sentence about something unusual: `No events since Wed, Nov 18.`. */
  readonly finding: string;
}

/** The mean of a timeseries' finished buckets. */
export interface AverageView {
  /** The average. An average of 100 or more users or events is rounded. */
  readonly value: number;
  /** The average's relative change since the compared period. */
  readonly change: number | null;
  /** The difference between the two averages. */
  readonly difference: number | null;
  /** Whether to show the average before the total. */
  readonly leads: boolean;
}

/** Numbers over time. */
export interface TrendView {
  /** The numbers, oldest first, at most 60: `{{sparkline trend.values}}`. */
  readonly values: readonly (number | null)[];
  /** The time that the trend spans: `trend over 13 weeks`. */
  readonly text: string;
  /** The newest five releases in this time, or texts of the input `marks`. */
  readonly marks: readonly MarkView[];
}

/** The rows that are not shown, together. */
export interface RestView {
  /** The label of the rest: `Other (41 more)`, `7 earlier`. */
  readonly text: string;
  /** The sum of these rows; null for users, who cannot be added. */
  readonly value: number | null;
  /** The share of these rows in the total. */
  readonly share: number | null;
  /** The sum is below this number, if it is hidden (`min-group-size`). */
  readonly fewerThan: number | null;
}

/** What happened on a day that a trend spans, such as a release. */
export interface MarkView {
  /** A release's tag, or a text of `marks`. */
  readonly text: string;
  /** The day, as the locale writes it: `Nov 5`. */
  readonly day: string;
}

/** The range in which 99 of 100 totals are if nothing has changed. */
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
  /** The same share in the compared period; null if users may only need more time for all steps. */
  readonly previousRate: number | null;
  /** The step with the biggest drop-off, if there are three steps or more. */
  readonly narrowest: RowView | null;
  /** The step before `narrowest`. */
  readonly before: RowView | null;
  /** The share of the users of `before` who reached `narrowest`, from 0 to 1. */
  readonly narrowestRate: number | null;
}

/** How many users came back, over all cohorts (users who came in the same period). */
export interface ReturnView {
  /** How much later: `1 month later`. */
  readonly after: string;
  /** The share of the cohorts' users who came back then, from 0 to 1. */
  readonly rate: number;
  /** How many users these cohorts have. */
  readonly users: number;
}
