// The texts about each input in action.yml, `--help` and the reference.
import { type InputName, INPUTS } from './declared.ts';
import { DESTINATIONS } from './request.ts';

/** What each input means. The Action itself does not print it, so it is not in the Action's bundle. */
export const DESCRIPTIONS: Readonly<Record<InputName, string>> = {
  'api-token': "The query service's personal access token. Keep it in a secret.",
  'api-url': 'Base URL of the query service.',
  'allow-http':
    'Allows http instead of https: for an api-url on another machine (the token is then not encrypted), and for a webhook-url on this machine.',
  'data-source':
    'The name (namespace) of the organization whose events are counted. Default: the token’s organization.',
  insights:
    'The insights (saved queries) to report: titles, IDs or URLs, separated by commas or newlines. A YAML map gives each a name, and can set options: see docs/reference/inputs.md.',
  queries:
    'Queries from JSON files in the repository: a list of files. A YAML map gives each a name, and can set options: see docs/reference/inputs.md.',
  config:
    'Path of a YAML config file for one report or several. Its keys are these inputs, except secrets. If the step sets the same input, the step wins. See docs/reference/config.md.',
  report: 'The reports of the config file to run: names, separated by commas or newlines.',
  interval:
    'The time range. Without the current day or month: "last 28 complete days", yesterday, "last month". Up to now: "last 30 days", 30d, today, "this month". Between two dates, without the second: 2026-10-01/2026-11-01. Default: last 28 complete days, or the interval in a query file. See docs/reference/intervals.md.',
  timezone:
    "IANA time zone in which days begin, such as Europe/Berlin. Default: the insight's own zone, otherwise UTC.",
  compare:
    'What to compare the numbers with: previous-period, previous-year (the same dates a year earlier) or none.',
  history:
    'How many earlier periods to draw, as a small chart next to each number. This takes one or two more requests for each insight.',
  top: 'How many rows to show of each table.',
  title: 'Heading of the report.',
  template:
    'A built-in template (report or compact), or the path of a .hbs file. A YAML map from destinations to templates sets a different one for each. Default: compact for pull-request, otherwise report.',
  'post-to': `Where to post the report: any of ${DESTINATIONS.join(', ')} (separated by commas or newlines), or none.`,
  'webhook-url': 'The URL that the destination webhook posts to. Keep it in a secret.',
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
    'When to comment on a pull request: always, or not-green (only if a gate does not pass). An earlier comment is updated in any case.',
  'pr-number':
    'The number of the pull request to comment on. auto takes the pull request that started the workflow. After a push, it takes the one that the commit came from.',
  'issue-mode':
    'update edits one issue. create opens an issue for each period, and closes the earlier one. comment adds a comment for each period to a single issue. Discussions work the same way.',
  'issue-number': 'The number of the issue to post to. Without it, the report finds or opens its own issue.',
  'issue-title':
    "The title of the issue or discussion: a Handlebars template with the same fields as the report's template.",
  labels: 'Labels for new issues (separated by commas or newlines).',
  assignees: 'Assignees of new issues (separated by commas or newlines).',
  'discussion-category': 'The category for new discussions.',
  thresholds:
    'Gates: the step fails if a condition is false. A YAML list: each entry is the name of an insight and a condition (os: share("iOS 15") < 2%), or a map with settings. See docs/reference/gates.md.',
  releases:
    'Compares a new version of your app with an older one: a YAML map from names to maps of options. In thresholds, worse() is how much more likely users of the new version are to have the event: stability: worse() < 10%. See docs/reference/releases.md.',
  signals:
    'true reports which event names a pull request adds, renames or removes in code, and which insights and gates stop working. A map sets options. Needs actions/checkout with fetch-depth: 0. See docs/how-to/event-names.md.',
  minimums:
    'auto reports how many users you lose if a pull request raises the minimum OS version. false reports nothing. A map sets max-lost (the step fails above this share of users, such as 2%) and app (counts only this app). The github-token must be able to read pull requests and contents. See docs/how-to/raise-the-minimum.md.',
  'on-inconclusive':
    'What an inconclusive gate (a gate without an answer) does to the step: fail, warn or pass.',
  'on-error': 'What to do if an insight cannot be reported: fail (after the rest is posted) or warn.',
  'on-missing-token':
    'What to do without an api-token: fail, skip or auto. auto skips runs for pull requests from forks and from Dependabot, and fails all others.',
  'min-group-size':
    'Hides small groups: rows with fewer users than this are shown together as "Other", and other small numbers as "< N". Gates read the exact numbers. 0 hides nothing.',
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
    'The token that posts to GitHub. Each destination needs a write permission: pull-requests, issues, discussions, checks, or contents for release notes. To read the files of a pull request, it needs contents: read and pull-requests: read.',
};

/** What people read about an input: its description, with its default unless the description says it. */
export function describeInput(name: InputName): string {
  const { kind, default: text } = INPUTS[name];
  const description = DESCRIPTIONS[name];
  const isSaid = text === '' || kind === 'secret' || description.includes('Default:');
  return isSaid ? description : `${description} Default: ${text}`;
}
