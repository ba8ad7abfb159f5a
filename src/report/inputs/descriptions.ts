// The texts about each input in action.yml, `--help` and the reference.
import { type InputName, INPUTS } from './declared.ts';
import { DESTINATIONS } from './request.ts';

/** What each input means. The Action itself does not print it, so it is not in the Action's bundle. */
export const DESCRIPTIONS: Readonly<Record<InputName, string>> = {
  'api-token': "The query service's personal access token. Keep it in a secret.",
  'api-url': 'Base URL of the query service.',
  'allow-http':
    'Allows plain http for an api-url on another machine (the token is then sent unencrypted), and for a webhook-url on this machine.',
  'data-source':
    'The namespace (the name of the organization) whose events are counted, unless a query names another one. Default: the namespace of the token’s organization.',
  insights:
    "The saved insights to report: their titles, IDs or URLs, separated by commas or newlines, or as a YAML list or a YAML map from names. Instead of an insight's title, an item can be a map of options (id, name, title, top, interval, compare, history, metric, kind, keep, good, explain).",
  queries:
    'Queries from JSON files in the repository: a list of files, or a YAML map from names to files. Instead of a file, an item can be a map of options (file, name, title, top, interval, compare, history, metric, kind, keep, good, explain).',
  config:
    'Path of a YAML config file for one report or several. Its keys are these inputs, except secrets. An input wins over the same key in the file. See docs/reference/config.md.',
  report: 'The reports of the config file to run: names, separated by commas or newlines.',
  interval:
    'The time range. Only complete units (hours to years): "last 28 complete days", yesterday, "last month". With the current unit so far: "last 30 days", 30d, today, "this month". Two dates: 2026-10-01/2026-11-01 (the second day is not included). Two date-times with a zone. Or {beginningDate, endDate}. Default: last 28 complete days, or the interval in a query file. See docs/reference/intervals.md.',
  timezone:
    "IANA time zone in which days begin, such as Europe/Berlin. Default: the insight's own zone, otherwise UTC.",
  compare:
    'What to compare the numbers with: previous-period; previous-year (the same dates a year earlier, weeks 52 weeks earlier); or none. A period that is still running is compared with the same part of the earlier one.',
  history:
    'How many earlier periods to draw as a small chart, for each row and for the total. This takes one or two more requests for each insight.',
  top: 'How many rows to show of each table.',
  title: 'Heading of the report.',
  template:
    'A built-in template (report or compact), or the path of a .hbs file. For a different one at each destination: a YAML map from destinations to templates. Default: compact for pull-request, otherwise report.',
  'post-to': `Where to post the report: any of ${DESTINATIONS.join(', ')} (separated by commas or newlines), or none.`,
  'webhook-url':
    'The address that the destination webhook posts to: https, or http on this machine with allow-http. Keep it in a secret.',
  'webhook-format':
    "What the destination webhook posts: json (the results file) or slack (a message for Slack's incoming webhooks).",
  'webhook-secret':
    'Signs what the destination webhook posts: the header X-Insight-Report-Signature-256 is sha256= followed by the HMAC-SHA256 of the body. Keep it in a secret.',
  marks:
    "What to mark on trends: the repository's releases (releases), nothing (none), or a YAML map from dates to texts (2026-11-20: price change).",
  'report-id': 'Distinguishes several reports in one repository: each updates its own comment and issue.',
  'comment-mode':
    'update edits the earlier comment. recreate posts a new one, then deletes the old one. append always adds a comment.',
  'comment-when':
    'When to comment on a pull request: always, or not-green (only if a gate does not pass). Once all gates pass, an earlier comment is updated.',
  'pr-number':
    'The pull request to comment on: its number, or auto (the pull request of the event, or after a push, of the commit).',
  'issue-mode':
    'update edits one issue. create opens an issue for each period, and closes the earlier one. comment adds a comment for each period to one issue. Discussions work the same way.',
  'issue-number': 'The number of the issue to post to. Without it, the report finds or opens its own issue.',
  'issue-title':
    "The title of the issue or discussion: a Handlebars template with the same fields as the report's template.",
  labels: 'Labels for new issues (separated by commas or newlines).',
  assignees: 'Assignees of new issues (separated by commas or newlines).',
  'discussion-category': 'The category for new discussions.',
  thresholds:
    'Gates: a YAML list of "name: assertion" (the name of an insight), or of maps (insight, title, assert, warn, min-sample, confidence, missing-row, reason, until). An assertion is a CEL expression, such as share("iOS 15") < 2% or crashes.total() / users.total() < 1%. You may leave out the name if there is only one insight, or if the assertion names its insights. See docs/reference/gates.md.',
  releases:
    'Releases to compare with older versions on the same days: a YAML map from names to maps (event, title, version, new, against, since, strata). In thresholds, worse() is how much more likely users of the new version are to have the event: stability: worse() < 10%. See docs/reference/releases.md.',
  signals:
    'Event names in the code. true reports which event names a pull request adds, renames or removes, and which insights and gates stop working. A map sets options: whole: true (all names of the repository), folder, diff, call (your own wrapper), interval and fail-on (removed-used, renamed-used, silent, new). This input needs actions/checkout with fetch-depth: 0. See docs/how-to/event-names.md.',
  minimums:
    'Minimum OS versions that a pull request raises. auto reports how many users have only used lower versions, if the github-token may read pull requests and contents. A map sets max-lost (a gate: the largest share of users that you may lose, such as 2%) and app (the app whose users count). false reports nothing. See docs/how-to/raise-the-minimum.md.',
  'on-inconclusive':
    'What an inconclusive gate (a gate without an answer) does to the step: fail, warn or pass.',
  'on-error':
    'What to do if an insight cannot be reported: fail (the step fails after it posted the rest), or warn.',
  'on-missing-token':
    'What to do without an api-token: fail, skip or auto. auto skips the run for pull requests from forks and from Dependabot, and fails otherwise.',
  'min-group-size':
    'Adds rows with fewer users than this to "Other", and shows other small numbers as "< N". Gates read the exact numbers. 0 hides nothing.',
  'dry-run': 'true posts nothing: the report goes to the log and to report-path.',
  timeout:
    'Seconds allowed for one request (TelemetryDeck gives up after 200 s, your own service after 120 s).',
  retries: 'How many times to retry a request that failed temporarily.',
  deadline:
    'Seconds allowed for all requests to the query service together, including the waits between them.',
  concurrency: 'How many requests to the query service may run at once.',
  locale:
    'The language of numbers and dates, as a BCP 47 tag such as de-DE. Sentences are English; your own template can be in any language.',
  'github-token':
    'Posts comments (needs pull-requests: write), issues (issues: write), release notes (contents: write), discussions (discussions: write) and check runs (checks: write). It also reads the files that a pull request changes (contents: read, pull-requests: read).',
};

/** What people read about an input: its description, with its default unless the description says it. */
export function describeInput(name: InputName): string {
  const { kind, default: text } = INPUTS[name];
  const description = DESCRIPTIONS[name];
  const isSaid = text === '' || kind === 'secret' || description.includes('Default:');
  return isSaid ? description : `${description} Default: ${text}`;
}
