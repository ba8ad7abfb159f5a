import type { ErrorKind } from '../../errors.ts';
import type { ResultValue } from '../../tql/result.ts';
import type { ValueFormat } from '../format/values.ts';

/** A column of an insight's table. */
export interface ColumnView {
  /** What it shows of a row; `count` and `rate` show the number of `cells` at `index`, `time` an output that is a moment. */
  readonly kind:
    'rank' | 'key' | 'metric' | 'share' | 'bar' | 'trend' | 'change' | 'before' | 'count' | 'rate' | 'output' | 'time';
  /** The output or dimension that it shows, null for what the report adds. */
  readonly name: string | null;
  /** Its heading. */
  readonly title: string;
  /** Text stands left, numbers right. */
  readonly align: 'left' | 'right';
  /** Whether the insight's `format` is for it: a count of events is no amount of money. */
  readonly formatted: boolean;
  /** For a key: which of the row's `parts`; for a count or rate: which of its `cells`. */
  readonly index: number;
}

/** A row of an insight's table. */
export interface RowView {
  /** Its place in the answer, from 1. */
  readonly rank: number;
  /** Its name, as thresholds know it. */
  readonly key: string;
  /** The key for a reader: a bucket's date in the insight's zone, a missing value null. */
  readonly label: string | null;
  /** The value of each dimension, null where missing. */
  readonly parts: readonly (string | null)[];
  /** The metric; null, or one of the words `Infinity`, `-Infinity`, `NaN`, where it is no number. */
  readonly value: number | string | null;
  /** Of the true total, 0 to 1; of a funnel's first step; null where not known. */
  readonly share: number | null;
  /** The value in the comparison. */
  readonly previous: number | null;
  /** Relative to the comparison: 0.1 is a tenth more; null against nothing. */
  readonly change: number | null;
  /** The value less the previous one. */
  readonly difference: number | null;
  /** Its place in the comparison's answer. */
  readonly previousRank: number | null;
  /** Places gained since the comparison: 2 is two up, -1 one down; null where it had none, and where rows stand by time or name. */
  readonly moved: number | null;
  /** Whether it was not there in the comparison. */
  readonly isNew: boolean;
  /** Whether it is a bucket that is not over. */
  readonly soFar: boolean;
  /** Its values over time, oldest first, for a sparkline; empty where none were asked for. */
  readonly trend: readonly (number | null)[];
  /** Further numbers of a funnel, a retention or an experiment: see the columns `count` and `rate`. */
  readonly cells: readonly (number | null)[];
  /** Every output, by name: `{{lookup values "mean"}}`. */
  readonly values: Readonly<Record<string, ResultValue>>;
}

/** A row of the comparison that is there no more. */
export interface GoneView {
  /** Its name, as thresholds know it. */
  readonly key: string;
  /** The key for a reader; null for a missing value. */
  readonly label: string | null;
  /** The value that it had. */
  readonly previous: number | null;
}

/** The rows that a headline names: only moves beyond what chance explains. */
export interface MoversView {
  /** The row with the largest gain. */
  readonly up: RowView | null;
  /** The row with the largest loss. */
  readonly down: RowView | null;
  /** The largest row that was not there before. */
  readonly added: RowView | null;
  /** The largest row that is there no more. */
  readonly lost: GoneView | null;
}

/** What is in the answer beyond the rows shown; the last line of a ranking's table, the first of a timeseries'. */
export interface RestView {
  /** What it is: `Other (41 more)`, `7 earlier`. */
  readonly text: string;
  /** The sum of it, where it can be known: distinct users do not add up. */
  readonly value: number | null;
  /** Its share of the true total. */
  readonly share: number | null;
}

/** A funnel, from its first step to its last. */
export interface FunnelView {
  /** The first step. */
  readonly first: RowView;
  /** The last step. */
  readonly last: RowView;
  /** How much of the first step came to the last, 0 to 1. */
  readonly rate: number;
  /** The same in the comparison; null without one. */
  readonly previousRate: number | null;
  /** The step with the smallest part of the step before; null for a funnel of two steps, and where all go on everywhere. */
  readonly narrowest: RowView | null;
  /** What came to the narrowest step of the step before it. */
  readonly narrowestRate: number | null;
}

/** How many came back, over all cohorts that are old enough. */
export interface ReturnView {
  /** When: `1 month later`. */
  readonly after: string;
  /** The part of the cohorts' users that came back then, 0 to 1. */
  readonly rate: number;
}

/** One arm of an experiment. */
export interface VariantView {
  /** The sample's name in the query. */
  readonly name: string;
  /** Users in the sample. */
  readonly users: number;
  /** Those of them who met the criterion. */
  readonly successes: number;
  /** Successes of users, 0 to 1; null for a sample of nobody. */
  readonly rate: number | null;
}

/** What an experiment found. */
export interface ExperimentView {
  /** The group it is about, where the query divides into groups; else null. */
  readonly group: string | null;
  /** What counts as a success: the criterion's name in the query. */
  readonly criterion: string;
  /** The arm with the higher rate, the first where both are equal. */
  readonly better: VariantView;
  /** The other arm. */
  readonly worse: VariantView;
  /** The better rate less the other one, 0 to 1; null where one is not known. */
  readonly difference: number | null;
  /** How likely such a difference is by chance alone, 0 to 1; null where it cannot be said. */
  readonly pValue: number | null;
  /** Whether the p-value is below 0.05. */
  readonly significant: boolean;
}

/** An insight; every field is there whether it could be reported or not. */
export interface InsightView {
  /** Its name, as thresholds know it. */
  readonly name: string;
  /** The saved insight's id; null for a query file. */
  readonly id: string | null;
  /** Its heading. */
  readonly title: string;
  /** Whether it could be reported. */
  readonly ok: boolean;
  /** Why it could not be reported: `kind`, `status` (null where there was none) and `message`; null where it could. */
  readonly error: { readonly kind: ErrorKind; readonly status: number | null; readonly message: string } | null;
  /** `topN`, `timeseries`, `groupBy`, …; null where it could not be reported. */
  readonly queryType: string | null;
  /** What its table is: `ranking`, `series`, `funnel`, `retention`, `experiment` or `list`; null where there is none. */
  readonly kind: 'ranking' | 'series' | 'funnel' | 'retention' | 'experiment' | 'list' | null;
  /** Whether the rows are buckets of time, so that the latest are shown and not the first. */
  readonly series: boolean;
  /** The output that rows are valued by. */
  readonly metric: string | null;
  /** `events`, `users` or `other`. */
  readonly unit: 'events' | 'users' | 'other';
  /** What the metric counts, in a word: `events`, `users`, else `rows`. */
  readonly counted: string;
  /** How its query wants values written, for `{{number value ../format}}`; null where it does not say. */
  readonly format: ValueFormat | null;
  /** The true total; null where none is meaningful. */
  readonly total: number | null;
  /** The total in the comparison. */
  readonly previousTotal: number | null;
  /** The total's change, relative to the comparison: 0.1 is a tenth more. */
  readonly change: number | null;
  /** Its period. */
  readonly period: PeriodView | null;
  /** Whether all insights of the report share it. */
  readonly samePeriod: boolean;
  /** Whether it is one of the report's `highlights`. */
  readonly highlighted: boolean;
  /** Whether one before it in `highlights` has this very total and change, so that the top leaves them out. */
  readonly repeatsTotal: boolean;
  /** The period it is compared with; null without a comparison. */
  readonly compared: ComparedView | null;
  /** The rows that a headline names; each is null where none moved beyond chance. */
  readonly movers: MoversView;
  /** The five largest rows that are there no more. */
  readonly gone: readonly GoneView[];
  /** How many more of them there are. */
  readonly goneMore: number;
  /** The table's columns. */
  readonly columns: readonly ColumnView[];
  /** The rows to show: the first ones of a ranking, the latest of a timeseries. */
  readonly rows: readonly RowView[];
  /** The three rows of a ranking that have the most, in whatever order it stands; empty where rows left out may have more. */
  readonly leaders: readonly RowView[];
  /** The leader that has more than any other row; null where several have the most, or none has anything. */
  readonly most: RowView | null;
  /** How many rows of the answer are not among the leaders. */
  readonly others: number;
  /** The largest value shown, for bars. */
  readonly largest: number | null;
  /** How many rows the answer has. */
  readonly rowCount: number;
  /** What there are `rowCount` of: `rows`, `days`, `1` of them in the singular. */
  readonly rowWord: string;
  /** How many rows of the answer are not in `rows`. */
  readonly hidden: number;
  /** What is beyond the rows shown; null where nothing is. */
  readonly rest: RestView | null;
  /** Whether more may exist than were asked for. */
  readonly cutOff: boolean;
  /** A timeseries' values over its finished buckets, at most 60; else the totals of earlier periods and of this one. */
  readonly trend: readonly (number | null)[];
  /** What the trend is over: `13-week trend`; empty where there is none. */
  readonly trendText: string;
  /** The totals of earlier periods and of this one, once it is over; a ranking's `trend` is the same. */
  readonly totalTrend: readonly (number | null)[];
  /** What that is over: `13-week trend`; empty where there is none. */
  readonly totalTrendText: string;
  /** The mean of a timeseries' finished buckets; of users and events a whole number from a hundred on. */
  readonly average: number | null;
  /** Its change, relative to the same buckets of the comparison. */
  readonly averageChange: number | null;
  /** The whole bucket of a timeseries with the most; null where all have the same. */
  readonly highest: RowView | null;
  /** The whole bucket of a timeseries with the least; null where all have the same. */
  readonly lowest: RowView | null;
  /** The last finished bucket of a timeseries. */
  readonly last: RowView | null;
  /** A funnel's way from the first step to the last; null for other queries, and for a funnel of several groups. */
  readonly funnel: FunnelView | null;
  /** How many came back of a retention's cohorts, one period after the other; empty for other queries. */
  readonly returns: readonly ReturnView[];
  /** What an experiment found, for each group; empty for other queries. */
  readonly experiments: readonly ExperimentView[];
  /** A Mermaid diagram of it, or empty where none would be worth looking at. Print it with `{{fence diagram "mermaid"}}`. */
  readonly diagram: string;
  /** Whether the table is so long, and said in its headline so well, that it is better folded. */
  readonly long: boolean;
  /** Sentences about the numbers. */
  readonly notes: readonly string[];
  /** How long the query service took for it. */
  readonly durationMs: number | null;
  /** The query behind the numbers, as JSON text. */
  readonly query: string | null;
}

/** A period, resolved. `{{period}}` alone prints its `dates`. */
export interface PeriodView {
  /** How it was asked for: `last 30 days`. */
  readonly label: string;
  /** Its beginning in ISO form, inclusive. */
  readonly start: string;
  /** Its end in ISO form, exclusive. */
  readonly end: string;
  /** Whether it was over when the report was made. */
  readonly complete: boolean;
  /** The IANA zone in which its days begin. */
  readonly timezone: string;
  /** The first and last day, as the locale writes them: `Nov 9 – 15, 2026`. */
  readonly dates: string;
  /** `today so far`, `so far`, or empty for a period that is over. */
  readonly soFar: string;
  /** All of it in words, the zone included. */
  readonly text: string;
  /** Words where events may still arrive, since the period runs or ended less than 48 hours ago; else empty. */
  readonly late: string;
}

/** The period that a period is compared with. */
export interface ComparedView {
  /** Its beginning in ISO form, inclusive. */
  readonly start: string;
  /** Its end in ISO form, exclusive. */
  readonly end: string;
  /** The first and last day, as the locale writes them. */
  readonly dates: string;
  /** What it is to the period: `the week before`, `the 30 days before, up to the same point`, `the same dates a year earlier`. */
  readonly words: string;
}
