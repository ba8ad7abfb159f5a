// An insight as templates see it. scripts/view-docs.ts publishes these comments, with their Markdown, as
// docs/reference/template-view.md.
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

/** A query with its answer. */
export interface InsightView {
  /** The name in thresholds. */
  readonly name: string;
  /** The id of the saved insight. */
  readonly id: string | null;
  /** The heading of the insight. */
  readonly title: string;
  /** Why the insight could not be reported: `kind`, `status` of the answer, `message`. */
  readonly error: FailedInsight['error'] | null;
  /** The kind of its table: `ranking`, `series`, `funnel`, `retention`, `experiment` or `list`. */
  readonly kind: TableKind | null;
  /** The name of the number that is each row's `value`. */
  readonly metric: string | null;
  /** What the metric counts: `events`, `users` or `other`. */
  readonly unit: ReportedInsight['unit'];
  /** The number format of the query: `{{number value ../format}}`. */
  readonly format: ValueFormat | null;
  /** The total, including rows that are not shown. */
  readonly total: number | null;
  /** The total in the compared period. */
  readonly previousTotal: number | null;
  /** The total's relative change: 0.1 means a tenth more. */
  readonly change: number | null;
  /** Which direction is good, `up` or `down`: the insight's option `good`. */
  readonly good: 'up' | 'down' | null;
  /** The usual range of the total, from `history` with six periods or more. */
  readonly usual: UsualView | null;
  /** The insight's period. */
  readonly period: PeriodView | null;
  /** The earlier period that the insight is compared with. */
  readonly compared: ComparedView | null;
  /** What stands out in a ranking or a list. */
  readonly ranking: RankingView | null;
  /** What stands out in a timeseries. */
  readonly series: SeriesView | null;
  /** A funnel from its first step to its last, if it has no groups. */
  readonly funnel: FunnelView | null;
  /** How many users of a retention came back, period by period. */
  readonly returns: readonly ReturnView[];
  /** The results of an experiment, one for each group. */
  readonly experiments: readonly ExperimentView[];
  /** How many users you would lose by requiring each version. */
  readonly versions: VersionsView | null;
  /** The values of a timeseries' finished buckets, or the `totalTrend` of a ranking. */
  readonly trend: TrendView | null;
  /** The totals of earlier periods (`history`), and of this one if it is over. */
  readonly totalTrend: TrendView | null;
  /** The table's columns. */
  readonly columns: readonly ColumnView[];
  /** The rows to show: the first ones of a ranking, the latest ones of a timeseries. */
  readonly rows: readonly RowView[];
  /** The average row of a retention. */
  readonly average: RowView | null;
  /** The value that `bar` draws at full length. */
  readonly largest: number | null;
  /** How many rows the answer has. */
  readonly rowCount: number;
  /** The word for `rowCount`: `rows`, `days`, `row`. */
  readonly rowWord: string;
  /** The rows that are not shown, together. */
  readonly rest: RestView | null;
  /** Whether there may be more rows than were requested. */
  readonly cutOff: boolean;
  /** Numbers below this number are hidden (`min-group-size`). */
  readonly fewerThan: number | null;
  /** The totals that are hidden: `total`, `previousTotal`, `totalHistory`. */
  readonly hidden: readonly string[];
  /** A Mermaid diagram: `{{fence diagram "mermaid"}}`. */
  readonly diagram: string;
  /** Whether to fold the table, because it is a long timeseries. */
  readonly long: boolean;
  /** Sentences about the numbers. */
  readonly notes: readonly string[];
  /** The URL of the insight in the dashboard or the explorer. */
  readonly address: string | null;
  /** The query behind the numbers, as JSON text. */
  readonly query: string | null;
  /** Whether the insight needs its own section. */
  readonly hasSection: boolean;
  /** Whether to fold the insight's section. */
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
  /** The number of days: `7 days`. */
  readonly days: string;
  /** `today so far`, `so far` or `not begun yet`, if the period is not over. */
  readonly soFar: string;
  /** The period's dates, time zone and `soFar` in one text. */
  readonly text: string;
  /** A remark that events may still arrive, until 48 hours after the period. */
  readonly late: string;
}

/** The earlier period that numbers are compared with. */
export interface ComparedView {
  /** The start of the compared period in ISO form, inclusive. */
  readonly start: string;
  /** The end of the compared period in ISO form, exclusive. */
  readonly end: string;
  /** The period's first and last day, as the locale writes them. */
  readonly dates: string;
  /** A name for it: `the week before`, `the 30 days before, up to the same point`. */
  readonly words: string;
}

/** Ready sentences, as safe Markdown: `{{says.glance}}`. */
export interface InsightSentences {
  /** A one-line summary: total, change, biggest gain or drop, or the result of a funnel. */
  readonly glance: Sentence | null;
  /** The insight's line at the top of the report: title and `glance`. */
  readonly highlight: Sentence | null;
  /** The most important number and its change: `12,450 users · ▲ 4.2%`. */
  readonly lead: Sentence | null;
  /** Further paragraphs: the lowest and last bucket, trends, the insight's period. */
  readonly more: readonly Sentence[];
  /** The paragraphs below the insight's heading: `glance` and `more`. */
  readonly section: readonly Sentence[];
  /** The title of a folded section, for raw HTML: `{{html says.summary}}`. */
  readonly summary: Sentence;
  /** Why the insight could not be reported. */
  readonly failure: Sentence | null;
  /** The title of a folded table: `All 31 days, with a chart`. */
  readonly fold: Sentence;
  /** The rows that have disappeared. */
  readonly gone: Sentence | null;
  /** The link to the insight. */
  readonly open: Sentence | null;
}

/** Ready sentences, as safe Markdown: `{{says.footer}}`. */
export interface ReportSentences {
  /** The report's title, with its dates and the number of days. */
  readonly heading: Sentence;
  /** The report's period, and the period that it is compared with. */
  readonly when: Sentence | null;
  /** How many insights could not be reported. */
  readonly failure: Sentence | null;
  /** The period that the insights at the top are compared with. */
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
