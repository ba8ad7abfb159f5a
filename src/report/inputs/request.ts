// The types of a validated request for a report. `parse-reports.ts` makes it of the inputs; each step of a
// report takes the fields that it needs.
import type { Assertion } from '../expression/parse.ts';
import type { ReleaseAssertion } from '../expression/worse.ts';
import type { CallName } from '../../text/call-name.ts';
import type { TimeRange, RelativeInterval } from '../../tql/time/interval.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryFilter } from '../../tql/query-parts.ts';

/** The destinations that get a page, which a template renders. */
export const PAGE_DESTINATIONS = ['summary', 'pull-request', 'issue', 'release', 'discussion'] as const;
export type PageDestination = (typeof PAGE_DESTINATIONS)[number];

/** The destinations that a report can be posted to. */
export const DESTINATIONS = [...PAGE_DESTINATIONS, 'check', 'webhook'] as const;
export type Destination = (typeof DESTINATIONS)[number];

/** What a workflow's job must be allowed to write in order to post there; null if nothing. */
export const WRITE_PERMISSIONS: Readonly<Record<Destination, string | null>> = {
  summary: null,
  'pull-request': 'pull-requests',
  issue: 'issues',
  discussion: 'discussions',
  release: 'contents',
  check: 'checks',
  webhook: null,
};

/** Whether a post has its own title there. */
export function hasTitle(destination: Destination): boolean {
  return destination === 'issue' || destination === 'discussion';
}

/** What the numbers are compared with. */
export const COMPARISON_MODES = ['previous-period', 'previous-year', 'none'] as const;
export type ComparisonMode = (typeof COMPARISON_MODES)[number];

/** The time range of a report. `label` says it in words: "last 30 days". */
export type IntervalSpec =
  | { readonly kind: 'relative'; readonly label: string; readonly interval: RelativeInterval }
  | {
      readonly kind: 'absolute';
      readonly label: string;
      readonly range: TimeRange;
      /** Whether both sides are dates. Without a given zone, these begin in the insight's zone. */
      readonly byDay: boolean;
    };

/** What `kind` of an entry can be. */
export const INSIGHT_KINDS = ['versions'] as const;

/** One table of the report: a saved insight, or a query from a file. Null means not given for this entry. */
export interface InsightRequest {
  readonly name: string;
  readonly source:
    | { readonly kind: 'insight'; readonly id: string }
    /** A saved insight whose id is not known yet. */
    | { readonly kind: 'title'; readonly title: string }
    | { readonly kind: 'query'; readonly path: string; readonly query: Query };
  readonly title: string | null;
  readonly top: number;
  /** Null if a query file's own interval is used. */
  readonly interval: IntervalSpec | null;
  /**
   * What now is for relative intervals inside the query's filters, in epoch milliseconds, if that is another
   * moment.
   */
  readonly filtersAtMs?: number;
  readonly compare: ComparisonMode;
  /** Whether a gate reads its numbers, which are then checked for days without events. */
  readonly isGated?: boolean;
  /** How many earlier periods to request. */
  readonly history: number;
  readonly metric: string | null;
  /** What its rows are, if the entry says it: versions are shown with what requiring one would lose. */
  readonly kind: (typeof INSIGHT_KINDS)[number] | null;
  /** The share of users, 0 to 1, that the minimum version has to keep; null if nobody requests it. */
  readonly keep: number | null;
  /** Which direction of its numbers is good news; null if neither. */
  readonly good?: (typeof DIRECTIONS)[number] | null;
  /** The dimensions that a large move of a row is explained by, one request each. */
  readonly explain?: readonly string[];
}

/** The directions that an entry's `good` can name. */
export const DIRECTIONS = ['up', 'down'] as const;

/**
 * A release to judge: users of a new version against those of older ones on the same days. Null means that it
 * is found.
 */
export interface ReleaseRequest {
  readonly name: string;
  readonly title: string | null;
  /** The type of the event that users should not have, or a filter. */
  readonly event: string | QueryFilter;
  /** The column of versions. */
  readonly version: string | null;
  readonly new: string | null;
  readonly against:
    | { readonly kind: 'previous' | 'lower' }
    | { readonly kind: 'version' | 'startsWith'; readonly text: string };
  /** The first day, such as 2026-11-09, in the report's zone. */
  readonly since: string | null;
  /** The columns within whose values, and within days, users are compared. */
  readonly strata: readonly string[];
}

/** What a threshold does about a named row that is missing. */
export const MISSING_ROWS = ['zero', 'fail', 'inconclusive'] as const;

/** What both kinds of gates have. Null means not given. */
export interface ThresholdOptions {
  /** What people call the gate. */
  readonly title: string | null;
  /** With a smaller total, the gate is inconclusive. */
  readonly minSample: number | null;
  /**
   * How sure the decision has to be, 0.5 to 1 (neither included): the whole interval of that confidence
   * decides.
   */
  readonly confidence: number | null;
  readonly missingRow: (typeof MISSING_ROWS)[number] | null;
  readonly reason: string | null;
  /** The first day on which it can fail, such as 2027-03-01, in the report's zone. */
  readonly until: string | null;
}

/** A gate on insights, with its expressions as they were parsed. Null means not given. */
export interface InsightThreshold extends ThresholdOptions {
  readonly kind: 'insights';
  /**
   * The name of the insight that functions without a name read; null if the expression names an insight
   * wherever it reads one.
   */
  readonly insight: string | null;
  readonly assert: Assertion;
  /** A second expression: if it is false while `assert` holds, the gate warns. */
  readonly warn: Assertion | null;
}

/** A gate on a release. */
export interface ReleaseThreshold extends ThresholdOptions {
  readonly kind: 'release';
  /** The release's name. */
  readonly insight: string;
  readonly assert: ReleaseAssertion;
  readonly warn: ReleaseAssertion | null;
}

/** A gate on insights or on a release. */
export type ThresholdRequest = InsightThreshold | ReleaseThreshold;

/** The templates that come with the package. */
export const BUILTIN_TEMPLATES = ['report', 'compact'] as const;
export type BuiltinTemplate = (typeof BUILTIN_TEMPLATES)[number];

/** A built-in template's name, or a file's name and source. Messages use `name`. */
export type TemplateSource =
  | { readonly kind: 'builtin'; readonly name: BuiltinTemplate }
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly source: string;
      /** The sources of the partials next to it, by name. */
      readonly partials?: Partials;
    };

/** Sources of partials, by the name that templates use. */
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
  readonly commentWhen: 'always' | 'not-green';
  readonly prNumber: 'auto' | number;
  /** For issues and discussions. */
  readonly issueMode: 'update' | 'create' | 'comment';
  readonly issueNumber: number | null;
  /** A Handlebars template over the report's view; for issues and discussions. */
  readonly issueTitle: string;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  /** The name or slug of the category in which discussions are opened. */
  readonly discussionCategory: string;
  readonly githubToken: string;
  readonly webhook: WebhookRequest;
}

/** What a webhook can be sent: the results file, or a message of Slack's Block Kit. */
export const WEBHOOK_FORMATS = ['json', 'slack'] as const;

/** Where and how `webhook` posts. */
export interface WebhookRequest {
  /** The address, which is a secret; empty if none was given. */
  readonly url: string;
  readonly format: (typeof WEBHOOK_FORMATS)[number];
  /** What the body is signed with; empty if it is not signed. */
  readonly secret: string;
}

/** A validated request for a report: what both entry points run the pipeline with. */
export interface ReportRequest {
  readonly reportId: string;
  readonly title: string;
  readonly locale: string;
  /** The given IANA zone. Null if none was given: then an insight's own zone counts, otherwise UTC. */
  readonly timezone: string | null;
  readonly insights: readonly InsightRequest[];
  readonly service: ServiceRequest;
  readonly templates: Readonly<Record<PageDestination, TemplateSource>>;
  readonly posting: PostingRequest;
  /** Rows of fewer users are folded into "Other", and other small numbers are hidden; 0 hides nothing. */
  readonly minGroupSize: number;
  readonly onError: 'fail' | 'warn';
  readonly thresholds: readonly ThresholdRequest[];
  readonly releases?: readonly ReleaseRequest[];
  /** What a threshold without an answer does to the run. */
  readonly onInconclusive: 'fail' | 'warn' | 'pass';
  readonly dryRun: boolean;
  /** What is marked on trends: the repository's releases, nothing, or these days. */
  readonly marks?: 'releases' | 'none' | readonly DatedMark[];
  /** Absent if the code is not looked at. */
  readonly signals?: SignalsRequest | null;
  /** Absent if no pull request is looked at. */
  readonly minimums?: MinimumsRequest | null;
}

/** What to do with minimum versions that a pull request raises. */
export interface MinimumsRequest {
  /** The time whose users count. */
  readonly interval: IntervalSpec;
  /** The share of users that a raise may lose; null if it is no gate. */
  readonly maxLost: number | null;
  /** The app whose users count; null if the insights tell. */
  readonly app: string | null;
}

/**
 * The findings in the code that can fail a run; "used" is by a user of the interval, an insight or a gate.
 */
export const SIGNAL_FAILURES = ['removed-used', 'renamed-used', 'silent', 'new'] as const;
export type SignalFailure = (typeof SIGNAL_FAILURES)[number];

/** The event names in the code that a report shows. */
export interface SignalsRequest {
  /** Whether the whole code is looked at, in place of what a pull request changes. */
  readonly whole: boolean;
  /** From the checkout's root. */
  readonly folder: string;
  /** What to compare with, if that is not the pull request's base. */
  readonly diff: string | null;
  readonly calls: readonly CallName[];
  readonly interval: IntervalSpec;
  readonly failOn: readonly SignalFailure[];
}

/** A day that is marked on trends. */
export interface DatedMark {
  /** Such as 2026-11-20, in the insight's zone. */
  readonly date: string;
  readonly text: string;
}

/** The thresholds of insights: those of releases are judged by themselves. */
export function thresholdsOfInsights({
  thresholds,
}: Pick<ReportRequest, 'thresholds'>): readonly InsightThreshold[] {
  return thresholds.filter((each) => each.kind === 'insights');
}

/** The insights that a threshold is judged by: its own, and those that it reads. */
export function insightsOf({ insight, assert, warn }: InsightThreshold): readonly string[] {
  const ownInsights = insight === null ? [] : [insight];
  return [...new Set([...ownInsights, ...assert.insights, ...(warn?.insights ?? [])])];
}

/** The thresholds of a release. */
export function thresholdsOfRelease(
  { thresholds }: Pick<ReportRequest, 'thresholds'>,
  name: string,
): readonly ReleaseThreshold[] {
  return thresholds.filter((each) => each.kind === 'release').filter(({ insight }) => insight === name);
}
