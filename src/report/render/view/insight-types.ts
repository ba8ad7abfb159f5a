import type { FailedInsight, ReportedInsight } from '../../results/results.ts';
import type { ValueFormat } from '../format/values.ts';
import type { ExperimentView, VersionsView } from './analysis-types.ts';
import type {
  ColumnView,
  FunnelView,
  RankingView,
  RestView,
  ReturnView,
  RowView,
  SeriesView,
  TrendView,
  UsualView,
} from './table-types.ts';
import type { Sentence } from './sentences/sentence.ts';

/** An insight. Every field exists, whether it could be reported or not. */
export interface InsightView {
  /** The name that thresholds use. */
  readonly name: string;
  /** The id of the saved insight; null for a query file. */
  readonly id: string | null;
  /** The heading of the insight. */
  readonly title: string;
  /**
   * Why the insight could not be reported: `kind`, `status` (null if no response came) and `message`; null if
   * it was reported.
   */
  readonly error: FailedInsight['error'] | null;
  /**
   * The kind of its table: `ranking`, `series`, `funnel`, `retention`, `experiment` or `list`; null if it
   * could not be reported.
   */
  readonly kind: TableKind | null;
  /** The output that is the rows' `value`; null if nothing is measured, as in a scan. */
  readonly metric: string | null;
  /** What the metric counts: `events`, `users` or `other`. */
  readonly unit: ReportedInsight['unit'];
  /**
   * How the insight's query wants values written, for `{{number value ../format}}`; null if the query does
   * not say.
   */
  readonly format: ValueFormat | null;
  /** The true total; null if a total would have no meaning. */
  readonly total: number | null;
  /** The total in the compared period. */
  readonly previousTotal: number | null;
  /** The total's relative change: 0.1 means a tenth more. */
  readonly change: number | null;
  /** Which direction of the insight's numbers is good news, `up` or `down`; null if neither is. */
  readonly good: 'up' | 'down' | null;
  /**
   * The range in which the totals of `history` lead to expect the total; null if there are fewer than six
   * earlier totals.
   */
  readonly usual: UsualView | null;
  /** The insight's period; null if the insight could not be reported. */
  readonly period: PeriodView | null;
  /** The period that the insight's period is compared with; null without a comparison. */
  readonly compared: ComparedView | null;
  /** What stands out in a ranking or a list; null for other kinds. */
  readonly ranking: RankingView | null;
  /** What stands out in a timeseries; null for other kinds. */
  readonly series: SeriesView | null;
  /**
   * A funnel from its first step to its last; null for other queries, and for a funnel with several groups.
   */
  readonly funnel: FunnelView | null;
  /** How many users of a retention's cohorts came back, period by period; empty for other queries. */
  readonly returns: readonly ReturnView[];
  /** The results of an experiment, one for each group; empty for other queries. */
  readonly experiments: readonly ExperimentView[];
  /**
   * How many users you would lose by requiring each version; null if the rows are not versions, or if this is
   * not known.
   */
  readonly versions: VersionsView | null;
  /** The finished buckets of a timeseries, of a ranking the same as `totalTrend`; null if there is none. */
  readonly trend: TrendView | null;
  /**
   * The totals of earlier periods, and if this period is over, its total; null if no `history` was requested.
   */
  readonly totalTrend: TrendView | null;
  /** The table's columns. */
  readonly columns: readonly ColumnView[];
  /** The rows to show: the first ones of a ranking, the latest ones of a timeseries. */
  readonly rows: readonly RowView[];
  /** The line below the rows that sums them up: a retention's average; null for other kinds. */
  readonly average: RowView | null;
  /** The value of a full bar: the largest value shown, or more if a series is steady; null without values. */
  readonly largest: number | null;
  /** How many rows the answer has. */
  readonly rowCount: number;
  /** What `rowCount` counts: `rows`, `days`; in the singular if `rowCount` is 1. */
  readonly rowWord: string;
  /** What the answer holds beyond the rows shown; null if that is nothing. */
  readonly rest: RestView | null;
  /** Whether there may be more rows than were requested. */
  readonly cutOff: boolean;
  /** Numbers below this number are hidden (`min-group-size`); null if no numbers are hidden. */
  readonly fewerThan: number | null;
  /** The totals that are hidden: `total`, `previousTotal`, `totalHistory`. */
  readonly hidden: readonly string[];
  /**
   * A Mermaid diagram; empty if a diagram would show nothing of use. Print it with `{{fence diagram
   * "mermaid"}}`.
   */
  readonly diagram: string;
  /**
   * Whether the insight's table should be folded, because it is a timeseries of seven rows or more that the
   * headline sums up.
   */
  readonly long: boolean;
  /** Sentences about the numbers. */
  readonly notes: readonly string[];
  /** The address of the insight in the dashboard or the explorer; null if unknown. */
  readonly address: string | null;
  /** The query behind the numbers, as JSON text. */
  readonly query: string | null;
  /** Whether the insight needs a section, because the lines at the report's top do not say everything. */
  readonly hasSection: boolean;
  /**
   * Whether the insight's section should be folded, because the insight is as usual, or no line at the
   * report's top is about it.
   */
  readonly isFolded: boolean;
  /** Ready sentences about the insight. */
  readonly says: InsightSentences;
}

/** The kinds of tables. */
export type TableKind = 'ranking' | 'series' | 'funnel' | 'retention' | 'experiment' | 'list';

/** An insight without what depends on its place in a report. */
export type InsightFacts = Omit<InsightView, 'says' | 'hasSection' | 'isFolded'>;

/** Whether an insight's rows are in the order of time, so that the latest are shown instead of the first. */
export function isByTime({ kind }: Pick<InsightView, 'kind'>): boolean {
  return kind === 'series' || kind === 'retention';
}

/** A period with its dates. `{{period}}` alone prints `dates`. */
export interface PeriodView {
  /** How the period was requested: `last 30 days`. */
  readonly label: string;
  /** The start of the period in ISO form, inclusive. */
  readonly start: string;
  /** The end of the period in ISO form, exclusive. */
  readonly end: string;
  /** Whether the period was over when the report was made. */
  readonly complete: boolean;
  /** The IANA time zone of the period's days. */
  readonly timezone: string;
  /** The period's first and last day, as the locale writes them: `Nov 9 – 15, 2026`. */
  readonly dates: string;
  /** How many days these are: `7 days`; empty for a period of hours. */
  readonly days: string;
  /**
   * `today so far` or `so far` if the period is still running, `not begun yet` if it lies ahead; empty if it
   * is over.
   */
  readonly soFar: string;
  /** The period's dates, time zone and `soFar` in one text. */
  readonly text: string;
  /**
   * A remark if events may still arrive, because the period is running or ended less than 48 hours ago;
   * otherwise empty.
   */
  readonly late: string;
}

/** The period that a period is compared with. */
export interface ComparedView {
  /** The start of the compared period in ISO form, inclusive. */
  readonly start: string;
  /** The end of the compared period in ISO form, exclusive. */
  readonly end: string;
  /** The period's first and last day, as the locale writes them. */
  readonly dates: string;
  /**
   * Its relation to the period: `the week before`, `the 30 days before, up to the same point`, `the same
   * dates a year earlier`.
   */
  readonly words: string;
}

/** The sentences of an insight. Each prints itself, escaped; null if there is nothing to say. */
export interface InsightSentences {
  /** The insight in one line: total, change and movers, or the result of a funnel or an experiment. */
  readonly glance: Sentence | null;
  /**
   * The insight's line at the top of the report: the title if one is needed, and `glance`, without a total
   * that another line has.
   */
  readonly highlight: Sentence | null;
  /** The most important number and its change, as short as possible: `12,450 users · ▲ 4.2%`. */
  readonly lead: Sentence | null;
  /** The paragraphs that say more than `glance`: lowest and last bucket, trends, and the insight's period. */
  readonly more: readonly Sentence[];
  /**
   * The paragraphs below the insight's heading: `glance`, if it is not at the top of the report, and `more`.
   */
  readonly section: readonly Sentence[];
  /** The title of a folded section, for raw HTML: `{{html says.summary}}`. */
  readonly summary: Sentence;
  /** Why the insight could not be reported; null if it was reported. */
  readonly failure: Sentence | null;
  /** The title of a folded table: `All 31 days, with a chart`. */
  readonly fold: Sentence;
  /** The rows that have disappeared. */
  readonly gone: Sentence | null;
  /** The link to the insight; null if there is no link. */
  readonly open: Sentence | null;
}

/** The sentences of a report. Each prints itself, escaped; null if there is nothing to say. */
export interface ReportSentences {
  /** The report's title, with its dates and the number of days. */
  readonly heading: Sentence;
  /** The report's period, and the period that it is compared with. */
  readonly when: Sentence | null;
  /** How many insights could not be reported. */
  readonly failure: Sentence | null;
  /** How many scheduled reports are missing. */
  readonly missed: Sentence | null;
  /** If several insights at the top have changes, the period that they are compared with. */
  readonly comparison: Sentence | null;
  /** The insights within their usual range. */
  readonly usual: Sentence | null;
  /** How many insights there are, and how long their queries took. */
  readonly took: Sentence;
  /** The last line: period, `took`, and links. */
  readonly footer: Sentence;
  /** How to read the tables. */
  readonly reading: Sentence;
}
