import { COMPARISON_MODES, DESTINATIONS } from './request.ts';

/** How an input is written. */
type InputKind =
  | { readonly kind: 'text' | 'secret' | 'boolean' | 'list' | 'yaml' }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[] };

/** An input of the action, which is a flag of the same name on the command line. */
export type DeclaredInput = InputKind & {
  /** As in action.yml. */
  readonly default: string;
  /** What holds for an empty input. Not declared as its default where given and not given must stay distinguishable. */
  readonly whenEmpty?: string;
  readonly description: string;
};

/** Every input by name; action.yml and the command line's flags are held to it. */
export const INPUTS = {
  'api-token': {
    kind: 'secret',
    default: '',
    description: "The query service's personal access token. Keep it in a secret.",
  },
  'api-url': {
    kind: 'text',
    default: 'https://api.telemetrydeckapi.com',
    description: 'Base URL of the query service.',
  },
  'allow-http': {
    kind: 'boolean',
    default: 'false',
    description: 'Permits an api-url with plain http to a host other than loopback. The token then travels readable.',
  },
  'data-source': {
    kind: 'text',
    default: '',
    description: 'Sent as dataSource with every query that has none of its own.',
  },
  insights: {
    kind: 'yaml',
    default: '',
    description:
      'The saved insights to report: one id or several divided by spaces, commas or newlines; a YAML list of ids or of entries (id, name, title, top, interval, compare, history, metric); or a YAML map of names to ids or entries.',
  },
  queries: {
    kind: 'yaml',
    default: '',
    description:
      'Queries kept in the repository: a YAML map of names to JSON files or entries (file, title, top, interval, compare, history, metric), or a list of files.',
  },
  config: {
    kind: 'text',
    default: '',
    description:
      'Path of a YAML config file with the same keys as these inputs (not the tokens), one report or several. Inputs win over it, key by key. See docs/config.md.',
  },
  report: {
    kind: 'list',
    default: '',
    whenEmpty: 'all',
    description: "Which of the config file's reports to run (commas or newlines between names). Default: all.",
  },
  interval: {
    kind: 'yaml',
    default: '',
    whenEmpty: 'last 30 days',
    description:
      'The time range: "last 30 days" (hours to years, short 30d), "last 4 complete weeks", today, yesterday, "this month", "last month", two dates as 2026-10-01/2026-11-01 (the second not included; days begin in timezone), two date-times with a zone, or {beginningDate, endDate}. Default: last 30 days; a query file that has an interval of its own keeps it unless one is given here.',
  },
  timezone: {
    kind: 'text',
    default: '',
    whenEmpty: 'UTC',
    description:
      "IANA zone in which days begin, for example Europe/Berlin. Default: UTC; an insight's own zone counts unless one is given here.",
  },
  compare: {
    kind: 'choice',
    choices: COMPARISON_MODES,
    default: 'previous-period',
    description:
      'What the numbers are compared with: previous-period, previous-year (the same dates a year earlier; weeks: 52 weeks), or none. A period that is still running is compared with the same part of the earlier one.',
  },
  history: {
    kind: 'integer',
    min: 0,
    max: 60,
    default: '0',
    description: 'Earlier periods drawn as a sparkline for each row and total. One more request for each, two at most.',
  },
  top: { kind: 'integer', min: 1, max: 1000, default: '10', description: 'Rows shown of each table.' },
  title: { kind: 'text', default: 'Insight report', description: 'Heading of the report.' },
  template: {
    kind: 'yaml',
    default: '',
    description:
      'A built-in template (report or compact) or the path of a .hbs file, for all destinations, or a YAML map of destinations to one. Unnamed: compact for pull-request, else report.',
  },
  'post-to': {
    kind: 'list',
    default: 'summary',
    description: `Where the report goes: any of ${DESTINATIONS.join(', ')} (commas or newlines between them), or none.`,
  },
  'report-id': {
    kind: 'text',
    default: 'default',
    description: 'Tells several reports in one repository apart: each updates its own comment and issue.',
  },
  'comment-mode': {
    kind: 'choice',
    choices: ['update', 'recreate', 'append'],
    default: 'update',
    description:
      'update edits the earlier comment, recreate posts anew and then deletes the old one, append always adds one.',
  },
  'pr-number': {
    kind: 'text',
    default: 'auto',
    description: 'The pull request to comment on: auto takes that of the event or of the commit; or a number.',
  },
  'issue-mode': {
    kind: 'choice',
    choices: ['update', 'create', 'comment'],
    default: 'update',
    description:
      'update keeps one rolling issue, create opens an issue for each period and closes the one before, comment adds a comment for each period to the rolling issue. Discussions are kept the same way.',
  },
  'issue-number': { kind: 'text', default: '', description: 'Use exactly this issue.' },
  'issue-title': {
    kind: 'text',
    default: '{{title}}',
    description: "The issue's or discussion's title: a Handlebars template over the same view as the report.",
  },
  labels: {
    kind: 'list',
    default: '',
    description: 'Labels for issues that are created (commas or newlines between them).',
  },
  assignees: {
    kind: 'list',
    default: '',
    description: 'Assignees of issues that are created (commas or newlines between them).',
  },
  'discussion-category': {
    kind: 'text',
    default: 'General',
    description: 'The category in which a discussion is opened: its name, as in the repository.',
  },
  thresholds: {
    kind: 'yaml',
    default: '',
    description:
      'Gates: a YAML list of "name: assertion" or of entries (insight, assert, warn, min-sample, missing-row, reason, until). An assertion is a CEL expression, such as share("iOS 15") < 2%; without a name where there is one insight. See docs/gates.md.',
  },
  'on-inconclusive': {
    kind: 'choice',
    choices: ['fail', 'warn', 'pass'],
    default: 'fail',
    description: 'What a gate without an answer does to the step: fail, warn or pass.',
  },
  'on-error': {
    kind: 'choice',
    choices: ['fail', 'warn'],
    default: 'fail',
    description: 'When an insight could not be reported: fail the step after posting the rest, or warn.',
  },
  'on-missing-token': {
    kind: 'choice',
    choices: ['auto', 'fail', 'skip'],
    default: 'auto',
    description:
      "Without an api-token: auto skips on a fork's or Dependabot's pull request and fails elsewhere; fail; or skip.",
  },
  'min-group-size': {
    kind: 'integer',
    min: 0,
    max: 1_000_000,
    default: '0',
    description:
      'Rows with a smaller value are folded into "Other" before anything is posted or written, at least two at a time; earlier values below it are left out. 0 folds nothing.',
  },
  'dry-run': {
    kind: 'boolean',
    default: 'false',
    description: 'Do everything except posting; the report goes to the log and to report-path.',
  },
  timeout: {
    kind: 'integer',
    min: 1,
    max: 3600,
    default: '150',
    description: 'Seconds allowed for one request (the service itself may take 120).',
  },
  retries: {
    kind: 'integer',
    min: 0,
    max: 10,
    default: '3',
    description: 'Tries after the first for a request that failed in passing.',
  },
  deadline: {
    kind: 'integer',
    min: 1,
    max: 21_600,
    default: '600',
    description: 'Seconds for all requests to the query service together, waiting included.',
  },
  concurrency: {
    kind: 'integer',
    min: 1,
    max: 50,
    default: '6',
    description: 'Requests to the query service under way at once.',
  },
  locale: { kind: 'text', default: 'en-US', description: 'How numbers and dates are written, as a BCP 47 tag.' },
  'github-token': {
    kind: 'secret',
    default: '${{ github.token }}',
    description:
      'Posts comments (needs pull-requests: write), issues (issues: write), release notes (contents: write) and discussions (discussions: write).',
  },
} as const satisfies Readonly<Record<string, DeclaredInput>>;

/** The name of an input. */
export type InputName = keyof typeof INPUTS;
