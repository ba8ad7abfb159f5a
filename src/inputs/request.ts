import type { TimeRange, RelativeInterval } from '../tql/interval.ts';
import type { Query } from '../tql/query.ts';

/** Where a report can be posted. */
export const DESTINATIONS = ['summary', 'pull-request', 'issue', 'release', 'discussion'] as const;
export type Destination = (typeof DESTINATIONS)[number];

/** Whether a post has a title of its own there. */
export function hasTitle(destination: Destination): boolean {
  return destination === 'issue' || destination === 'discussion';
}

/** What the numbers are compared with. */
export const COMPARISON_MODES = ['previous-period', 'previous-year', 'none'] as const;
export type ComparisonMode = (typeof COMPARISON_MODES)[number];

/** The time range asked for. `label` is how a person would say it ("last 30 days"). */
export type IntervalSpec =
  | { readonly kind: 'relative'; readonly label: string; readonly interval: RelativeInterval }
  | {
      readonly kind: 'absolute';
      readonly label: string;
      readonly range: TimeRange;
      /** Both sides are dates: where no zone was given, they begin in that of the insight. */
      readonly byDay: boolean;
    };

/** One table of the report: a saved insight, or a query kept in the repository. Null: not given for this entry. */
export interface InsightRequest {
  readonly name: string;
  readonly source:
    | { readonly kind: 'insight'; readonly id: string }
    | { readonly kind: 'query'; readonly path: string; readonly query: Query };
  readonly title: string | null;
  readonly top: number;
  /** Null for a query file that keeps its own interval. */
  readonly interval: IntervalSpec | null;
  readonly compare: ComparisonMode;
  /** Earlier periods to ask for. */
  readonly history: number;
  readonly metric: string | null;
}

/** What a threshold says of a named row that is not there. */
export const MISSING_ROWS = ['zero', 'fail', 'inconclusive'] as const;

/** A gate on an insight. Null: not given. */
export interface ThresholdRequest {
  /** The insight's name. */
  readonly insight: string;
  /** A CEL expression, as it was written. */
  readonly assert: string;
  /** Another, which holds where all is well. */
  readonly warn: string | null;
  /** Fewer in total are too few to judge by. */
  readonly minSample: number | null;
  readonly missingRow: (typeof MISSING_ROWS)[number] | null;
  readonly reason: string | null;
  /** The day from which on it can fail, as 2027-03-01 in the report's zone. */
  readonly until: string | null;
}

/** A template's name (built in) or source (a user's file). `name` is what messages call it. */
export type TemplateSource =
  | { readonly kind: 'builtin'; readonly name: string }
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly source: string;
      /** The sources of the partials beside it, by name. */
      readonly partials?: Partials;
    };

/** Sources of partials, by the name that templates call them. */
export type Partials = Readonly<Record<string, string>>;

/** How to reach the query service. */
export interface ServiceRequest {
  readonly url: string;
  readonly token: string;
  readonly dataSource: string | null;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly deadlineMs: number;
  readonly concurrency: number;
}

/** How and where to post. */
export interface PostingRequest {
  readonly destinations: readonly Destination[];
  readonly commentMode: 'update' | 'recreate' | 'append';
  readonly prNumber: 'auto' | number;
  /** Of issues and of discussions. */
  readonly issueMode: 'update' | 'create' | 'comment';
  readonly issueNumber: number | null;
  /** A Handlebars template over the report's view; of discussions too. */
  readonly issueTitle: string;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  /** The name or slug of the category that discussions are opened in. */
  readonly discussionCategory: string;
  readonly githubToken: string;
}

/** Everything that was asked for, validated: the one object that both doors run the pipeline over. */
export interface ReportRequest {
  readonly reportId: string;
  readonly title: string;
  readonly locale: string;
  /** The IANA zone the user set; null: none set, an insight's own counts, else UTC. */
  readonly timezone: string | null;
  readonly insights: readonly InsightRequest[];
  readonly service: ServiceRequest;
  readonly templates: Readonly<Record<Destination, TemplateSource>>;
  readonly posting: PostingRequest;
  /** Rows with a smaller value are folded; 0 folds none. */
  readonly minGroupSize: number;
  readonly onError: 'fail' | 'warn';
  readonly thresholds: readonly ThresholdRequest[];
  /** What a threshold without an answer does to the run. */
  readonly onInconclusive: 'fail' | 'warn' | 'pass';
  readonly dryRun: boolean;
}
