import { COMPARISON_MODES, DESTINATIONS, WEBHOOK_FORMATS } from './request.ts';

/** The kind of value that an input takes. */
type InputKind =
  | { readonly kind: 'text' | 'secret' | 'boolean' | 'list' | 'yaml' }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly unit?: string }
  | { readonly kind: 'choice'; readonly choices: readonly string[] };

/** An input of the Action and the flag of the same name on the command line. */
export type DeclaredInput = InputKind & {
  /** What counts if it is not given; empty if nothing does. action.yml only describes it (decision 0004). */
  readonly default: string;
  readonly description: string;
};

/** Every input by name. action.yml, the config file's schema and the command line's flags are made from it. */
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
    description:
      'Allows an api-url with plain http for hosts other than this machine (the token is then sent unencrypted), and a webhook-url with plain http on this machine.',
  },
  'data-source': {
    kind: 'text',
    default: '',
    description: 'Sent as dataSource with every query that does not set one.',
  },
  insights: {
    kind: 'yaml',
    default: '',
    description:
      'The saved insights to report: one id (or the address of its page in the dashboard), or several separated by spaces, commas or newlines; a YAML list of ids or entries (id, name, title, top, interval, compare, history, metric, kind, keep); or a YAML map from names to ids or entries.',
  },
  queries: {
    kind: 'yaml',
    default: '',
    description:
      'Queries from files in the repository: a YAML map from names to JSON files or entries (file, title, top, interval, compare, history, metric, kind, keep), or a list of files.',
  },
  config: {
    kind: 'text',
    default: '',
    description:
      'Path of a YAML config file with the same keys as these inputs (except the tokens), for one report or several. An input that is given wins over the same key in the file. See docs/config.md.',
  },
  report: {
    kind: 'list',
    default: 'all',
    description: 'Which reports of the config file to run (names, separated by commas or newlines).',
  },
  interval: {
    kind: 'yaml',
    default: 'last 28 complete days',
    description:
      'The time range: "last 28 complete days" (hours to years), "last 30 days" (today so far included; also "30 days", 30d), today, yesterday, "this month", "last month", two dates as 2026-10-01/2026-11-01 (the second not included; days begin in timezone), two date-times with a zone, or {beginningDate, endDate}. Default: last 28 complete days, except for a query file that has an interval of its own.',
  },
  timezone: {
    kind: 'text',
    default: 'UTC',
    description: "IANA zone in which days begin, for example Europe/Berlin. Default: the insight's own zone, else UTC.",
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
    description:
      'How many earlier periods to draw as a sparkline for each row and total. Takes one or two more requests per insight.',
  },
  top: { kind: 'integer', min: 1, max: 1000, default: '10', description: 'How many rows to show of each table.' },
  title: { kind: 'text', default: 'Insight report', description: 'Heading of the report.' },
  template: {
    kind: 'yaml',
    default: '',
    description:
      'A built-in template (report or compact) or the path of a .hbs file, for all destinations, or a YAML map from destinations to templates. Default: compact for pull-request, else report.',
  },
  'post-to': {
    kind: 'list',
    default: 'summary',
    description: `Where to post the report: any of ${DESTINATIONS.join(', ')} (separated by commas or newlines), or none.`,
  },
  'webhook-url': {
    kind: 'secret',
    default: '',
    description:
      'The address that webhook posts to: https, or http on this machine with allow-http. Keep it in a secret.',
  },
  'webhook-format': {
    kind: 'choice',
    choices: WEBHOOK_FORMATS,
    default: 'json',
    description: "What webhook posts: json (the results file) or slack (a message for Slack's incoming webhooks).",
  },
  'webhook-secret': {
    kind: 'secret',
    default: '',
    description:
      'Signs what webhook posts: the header X-Insight-Report-Signature-256 is sha256= and the HMAC of the body. Keep it in a secret.',
  },
  marks: {
    kind: 'yaml',
    default: 'releases',
    description:
      "What is marked on trends: the repository's releases, none, or a YAML map from dates to texts (2026-11-20: price change).",
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
      'update edits the earlier comment, recreate posts a new one and then deletes the old one, append always adds one.',
  },
  'pr-number': {
    kind: 'text',
    default: 'auto',
    description: 'The pull request to comment on: its number, or auto for the one of the event or the commit.',
  },
  'issue-mode': {
    kind: 'choice',
    choices: ['update', 'create', 'comment'],
    default: 'update',
    description:
      'update keeps one rolling issue, create opens an issue for each period and closes the one before, comment adds a comment for each period to the rolling issue. Discussions work the same way.',
  },
  'issue-number': {
    kind: 'text',
    default: '',
    description: 'The number of the issue to use, instead of looking for one.',
  },
  'issue-title': {
    kind: 'text',
    default: '{{title}}',
    description: "The issue's or discussion's title: a Handlebars template over the same view as the report.",
  },
  labels: {
    kind: 'list',
    default: '',
    description: 'Labels for new issues (separated by commas or newlines).',
  },
  assignees: {
    kind: 'list',
    default: '',
    description: 'Assignees of new issues (separated by commas or newlines).',
  },
  'discussion-category': {
    kind: 'text',
    default: 'General',
    description: 'The name of the category in which discussions are opened.',
  },
  thresholds: {
    kind: 'yaml',
    default: '',
    description:
      'Gates: a YAML list of "name: assertion" or of entries (insight, title, assert, warn, min-sample, confidence, missing-row, reason, until). An assertion is a CEL expression, such as share("iOS 15") < 2% or crashes.total() / users.total() < 1%; the name may be left out if there is only one insight, or each function follows one. See docs/gates.md.',
  },
  'on-inconclusive': {
    kind: 'choice',
    choices: ['fail', 'warn', 'pass'],
    default: 'fail',
    description: 'What an inconclusive gate (one without an answer) does to the step: fail, warn or pass.',
  },
  'on-error': {
    kind: 'choice',
    choices: ['fail', 'warn'],
    default: 'fail',
    description: 'What to do if an insight cannot be reported: fail the step after posting the rest, or warn.',
  },
  'on-missing-token': {
    kind: 'choice',
    choices: ['auto', 'fail', 'skip'],
    default: 'auto',
    description:
      'What to do without an api-token: fail; skip; or auto, which skips on pull requests of forks and of Dependabot and fails otherwise.',
  },
  'min-group-size': {
    kind: 'integer',
    min: 0,
    max: 1_000_000,
    default: '0',
    description:
      'Counts are rounded down to multiples of it, and smaller rows are folded into "Other", before anything is computed, judged, posted or written. 0 rounds nothing.',
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
    unit: 'seconds',
    default: '150',
    description: 'Seconds allowed for one request (the service itself may take 120).',
  },
  retries: {
    kind: 'integer',
    min: 0,
    max: 10,
    default: '3',
    description: 'How many times to retry a request that failed temporarily.',
  },
  deadline: {
    kind: 'integer',
    min: 1,
    max: 21_600,
    unit: 'seconds',
    default: '600',
    description: 'Seconds allowed for all requests to the query service together, including the time between them.',
  },
  concurrency: {
    kind: 'integer',
    min: 1,
    max: 50,
    default: '6',
    description: 'How many requests to the query service may run at once.',
  },
  locale: {
    kind: 'text',
    default: 'en-US',
    description:
      'The language in which numbers and dates are written, as a BCP 47 tag. Sentences are English; a template of your own may have others.',
  },
  'github-token': {
    kind: 'secret',
    default: '${{ github.token }}',
    description:
      'Posts comments (needs pull-requests: write), issues (issues: write), release notes (contents: write), discussions (discussions: write) and check runs (checks: write).',
  },
} as const satisfies Readonly<Record<string, DeclaredInput>>;

/** The name of an input. */
export type InputName = keyof typeof INPUTS;

/** What people are told of an input: its description, with its default unless the description says it. */
export function describeInput({ kind, default: text, description }: DeclaredInput): string {
  const isSaid = text === '' || kind === 'secret' || description.includes('Default:');
  return isSaid ? description : `${description} Default: ${text}`;
}
