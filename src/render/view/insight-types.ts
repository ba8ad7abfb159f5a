import type { ErrorKind } from '../../errors.ts';
import type { ValueFormat } from '../format/values.ts';
import type { ExperimentView, VersionsView } from './analysis-types.ts';
import type { InsightSentences } from './sentences/types.ts';
import type {
  ColumnView,
  RowView,
  GoneView,
  MoversView,
  RestView,
  MarkView,
  UsualView,
  FunnelView,
  ReturnView,
} from './table-types.ts';

/** An insight. Every field exists, whether it could be reported or not. */
export interface InsightView {
  /** Its name, as thresholds use it. */
  readonly name: string;
  /** The id of the saved insight; null for a query file. */
  readonly id: string | null;
  /** Its heading. */
  readonly title: string;
  /** Whether it could be reported. */
  readonly ok: boolean;
  /**
   * Why it could not be reported: `kind`, `status` (null if no response came) and `message`; null if it
   * could.
   */
  readonly error: {
    readonly kind: ErrorKind;
    readonly status: number | null;
    readonly message: string;
  } | null;
  /**
   * The kind of its table: `ranking`, `series`, `funnel`, `retention`, `experiment` or `list`; null if it
   * could not be reported.
   */
  readonly kind: 'ranking' | 'series' | 'funnel' | 'retention' | 'experiment' | 'list' | null;
  /** Whether the rows are in the order of time, so that the latest are shown instead of the first. */
  readonly series: boolean;
  /** The output that is the rows' `value`; null if nothing is measured, as in a scan. */
  readonly metric: string | null;
  /** What the metric counts: `events`, `users` or `other`. */
  readonly unit: 'events' | 'users' | 'other';
  /** How its query wants values written, for `{{number value ../format}}`; null if it does not say. */
  readonly format: ValueFormat | null;
  /** The true total; null if a total would have no meaning. */
  readonly total: number | null;
  /** The total in the compared period. */
  readonly previousTotal: number | null;
  /** The total's relative change: 0.1 means a tenth more. */
  readonly change: number | null;
  /**
   * What is shown beside `averageChange`: `better` or `worse` if its entry says what is good, and the numbers
   * if they are small; often empty.
   */
  readonly averageChangeNote: string;
  /** Which direction of its numbers is good news; null if neither. */
  readonly good: 'up' | 'down' | null;
  /**
   * Where a series leaves its usual course, in a sentence: `No events since Wed, Nov 18.`; empty if it does
   * not.
   */
  readonly finding: string;
  /**
   * The range that the totals of its `history` lead to expect of its total; null if there are fewer than six.
   */
  readonly usual: UsualView | null;
  /** Whether its total lies in that range, no row moved beyond chance, and no gate of it is open. */
  readonly isUsual: boolean;
  /** Its period; null if it could not be reported. */
  readonly period: PeriodView | null;
  /** Whether its period and its comparison are those of the report. */
  readonly samePeriod: boolean;
  /** Whether it is one of the report's `highlights`. */
  readonly highlighted: boolean;
  /**
   * Whether an insight before it in `highlights` or `usual` has the same total and change, so that the top of
   * the report leaves them out.
   */
  readonly repeatsTotal: boolean;
  /** The period that it is compared with; null without a comparison. */
  readonly compared: ComparedView | null;
  /** The rows that a headline names; each is null if no change is beyond chance. */
  readonly movers: MoversView;
  /** The five largest rows that have disappeared. */
  readonly gone: readonly GoneView[];
  /** How many more have disappeared. */
  readonly goneMore: number;
  /** The table's columns. */
  readonly columns: readonly ColumnView[];
  /** The rows to show: the first ones of a ranking, the latest ones of a timeseries. */
  readonly rows: readonly RowView[];
  /**
   * The three rows of a ranking with the highest values, however it is ordered; empty if rows that were left
   * out may have more.
   */
  readonly leaders: readonly RowView[];
  /** The row with the highest value; null if several share it, or if it is 0. */
  readonly most: RowView | null;
  /** The largest value shown, for scaling bars; null if there is none. */
  readonly largest: number | null;
  /** How many rows the answer has. */
  readonly rowCount: number;
  /** What `rowCount` counts: `rows`, `days`; in the singular if it is 1. */
  readonly rowWord: string;
  /** How many rows of the answer are not in `rows`. */
  readonly hidden: number;
  /** What the answer holds beyond the rows shown; null if that is nothing. */
  readonly rest: RestView | null;
  /** Whether there may be more rows than were asked for. */
  readonly cutOff: boolean;
  /**
   * For a timeseries, the values of its finished buckets, at most 60; otherwise the totals of earlier periods
   * and of this one.
   */
  readonly trend: readonly (number | null)[];
  /** What `trend` spans: `13-week trend`; empty if there is none. */
  readonly trendText: string;
  /** The newest five of the releases or `marks` within `trend`; empty without a trend. */
  readonly marks: readonly MarkView[];
  /** The totals of earlier periods, and of this one if it is over; the same as a ranking's `trend`. */
  readonly totalTrend: readonly (number | null)[];
  /** What `totalTrend` spans: `13-week trend`; empty if there is none. */
  readonly totalTrendText: string;
  /** The mean of a timeseries' finished buckets; for users and events it is rounded from 100 on. */
  readonly average: number | null;
  /**
   * Whether the average comes first, with its change: a series of distinct users, whose total counts each
   * user once and is another number.
   */
  readonly leadsWithAverage: boolean;
  /** The average's change, relative to the same buckets of the compared period. */
  readonly averageChange: number | null;
  /** The difference of the same two averages. */
  readonly averageDifference: number | null;
  /** The complete bucket of a timeseries with the highest value; null if all are equal. */
  readonly highest: RowView | null;
  /** The complete bucket of a timeseries with the lowest value; null if all are equal. */
  readonly lowest: RowView | null;
  /** The last finished bucket of a timeseries. */
  readonly last: RowView | null;
  /**
   * A funnel from its first step to its last; null for other queries, and for a funnel with several groups.
   */
  readonly funnel: FunnelView | null;
  /** How many users of a retention's cohorts came back, period by period; empty for other queries. */
  readonly returns: readonly ReturnView[];
  /** The results of an experiment, one for each group; empty for other queries. */
  readonly experiments: readonly ExperimentView[];
  /** What requiring a version would lose; null if the rows are not versions, or if it is not known. */
  readonly versions: VersionsView | null;
  /**
   * A Mermaid diagram; empty if it would show nothing of use. Print it with `{{fence diagram "mermaid"}}`.
   */
  readonly diagram: string;
  /** Whether its table is better folded: a timeseries of seven rows or more, which its headline sums up. */
  readonly long: boolean;
  /** Sentences about the numbers. */
  readonly notes: readonly string[];
  /** How long the query service took, in milliseconds. */
  readonly durationMs: number | null;
  /** The query behind the numbers, as JSON text. */
  readonly query: string | null;
  /** Whether there is something to say below a heading of its own, after the lines at the report's top. */
  readonly hasSection: boolean;
  /** What there is to say about it. */
  readonly says: InsightSentences;
}

/** An insight without its sentences. */
export type InsightFacts = Omit<InsightView, 'says'>;

/** A period with its dates. `{{period}}` alone prints `dates`. */
export interface PeriodView {
  /** How it was asked for: `last 30 days`. */
  readonly label: string;
  /** Its start in ISO form, inclusive. */
  readonly start: string;
  /** Its end in ISO form, exclusive. */
  readonly end: string;
  /** Whether it was over when the report was made. */
  readonly complete: boolean;
  /** The IANA time zone of its days. */
  readonly timezone: string;
  /** Its first and last day, as the locale writes them: `Nov 9 – 15, 2026`. */
  readonly dates: string;
  /** `today so far` or `so far` if it is still running, `not begun yet` if it lies ahead; otherwise empty. */
  readonly soFar: string;
  /** Its dates, time zone and `soFar` in one text. */
  readonly text: string;
  /**
   * A remark if events may still arrive, because the period is running or ended less than 48 hours ago;
   * otherwise empty.
   */
  readonly late: string;
}

/** The period that a period is compared with. */
export interface ComparedView {
  /** Its start in ISO form, inclusive. */
  readonly start: string;
  /** Its end in ISO form, exclusive. */
  readonly end: string;
  /** Its first and last day, as the locale writes them. */
  readonly dates: string;
  /**
   * Its relation to the period: `the week before`, `the 30 days before, up to the same point`, `the same
   * dates a year earlier`.
   */
  readonly words: string;
}
