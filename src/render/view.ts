import type { ErrorKind } from '../errors.ts';
import type { Conclusion } from '../results.ts';
import type { ResultValue } from '../tql/result.ts';

/** Where a rendered report goes; templates may differ by it. */
export type RenderDestination = 'summary' | 'pull-request' | 'issue' | 'file';

/** A period, resolved: `text` is all of it in words, the zone included. */
export interface PeriodView {
  readonly label: string;
  readonly start: string;
  readonly end: string;
  readonly complete: boolean;
  readonly timezone: string;
  /** The first and last day, as the locale writes them. */
  readonly dates: string;
  /** `today so far`, `so far`, or empty for a period that is over. */
  readonly soFar: string;
  readonly text: string;
}

/** A column of an insight's table. `name` is the output or dimension it shows, null for what the report adds. */
export interface ColumnView {
  readonly kind: 'rank' | 'key' | 'metric' | 'share' | 'bar' | 'output';
  readonly name: string | null;
  readonly title: string;
  /** Text stands left, numbers right. */
  readonly align: 'left' | 'right';
  /** For a key: which of the row's parts. */
  readonly index: number;
}

/** A row as templates see it. */
export interface RowView {
  readonly rank: number;
  readonly key: string;
  /** The key as a reader should see it: a bucket's date in the insight's zone, a missing value null. */
  readonly label: string | null;
  readonly parts: readonly (string | null)[];
  readonly value: number | string | null;
  readonly share: number | null;
  readonly previous: number | null;
  readonly change: number | null;
  readonly previousRank: number | null;
  readonly soFar: boolean;
  readonly values: Readonly<Record<string, ResultValue>>;
}

/** An insight as templates see it; every field is there whether it could be reported or not. */
export interface InsightView {
  readonly name: string;
  readonly id: string | null;
  readonly title: string;
  readonly ok: boolean;
  readonly error: { readonly kind: ErrorKind; readonly status: number | null; readonly message: string } | null;
  readonly queryType: string | null;
  readonly series: boolean;
  readonly metric: string | null;
  readonly unit: 'events' | 'users' | 'other';
  /** What the metric counts, in a word: `events`, `users`, else `rows`. */
  readonly counted: string;
  readonly total: number | null;
  readonly previousTotal: number | null;
  readonly period: PeriodView | null;
  readonly samePeriod: boolean;
  readonly columns: readonly ColumnView[];
  readonly rows: readonly RowView[];
  /** The first rows of a ranking, for a line that says the most with the least. */
  readonly leaders: readonly RowView[];
  /** How many rows of the answer are not among the leaders. */
  readonly others: number;
  readonly largest: number | null;
  readonly rowCount: number;
  /** What there are `rowCount` of: `rows`, `days`, `1` of them in the singular. */
  readonly rowWord: string;
  readonly hidden: number;
  readonly cutOff: boolean;
  readonly trend: readonly (number | null)[];
  readonly highest: RowView | null;
  readonly lowest: RowView | null;
  readonly notes: readonly string[];
  readonly durationMs: number | null;
  readonly query: string | null;
}

/** What was left out to stay within the destination's limit; `text` says it in words. */
export interface NotShownView {
  readonly rows: number;
  readonly sections: number;
  readonly queries: boolean;
  readonly text: string;
}

/** Everything a template sees. */
export interface View {
  readonly title: string;
  readonly reportId: string;
  readonly conclusion: Conclusion;
  readonly generatedAt: string;
  readonly locale: string;
  readonly timezone: string;
  readonly destination: RenderDestination;
  readonly run: { readonly url: string; readonly id: string; readonly attempt: number } | null;
  readonly whole: string | null;
  readonly durationMs: number;
  readonly period: PeriodView | null;
  readonly insights: readonly InsightView[];
  readonly insightCount: number;
  readonly failedCount: number;
  readonly queries: readonly InsightView[];
  readonly notShown: NotShownView | null;
}

/** The names of the view's own fields, for checking a template before there is a report. */
export const VIEW_FIELDS: ReadonlySet<string> = new Set<keyof View>([
  'title',
  'reportId',
  'conclusion',
  'generatedAt',
  'locale',
  'timezone',
  'destination',
  'run',
  'whole',
  'durationMs',
  'period',
  'insights',
  'insightCount',
  'failedCount',
  'queries',
  'notShown',
]);
