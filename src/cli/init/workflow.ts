// Writes the workflow of `init` as YAML, by hand, because the comments in it are for its reader.
import { serviceOf, type Settings } from './trial.ts';
import { permissionsOf, type PlannedReport, type Trigger } from './triggers.ts';

/** What the workflow has to know beside its reports. */
interface WorkflowFacts {
  readonly config: string;
  /** The name of the secret that holds the token. */
  readonly secret: string;
  readonly settings: Settings;
  /** Distinguishes the workflow from others in the repository; null for the usual one. */
  readonly id: string | null;
}

/** The name of the secret that holds a webhook's address. */
export const WEBHOOK_SECRET = 'INSIGHT_REPORT_WEBHOOK_URL';

/**
 * The workflow that runs the reports: one job, or one for each of several reports with the permissions that
 * it needs.
 */
export function writeWorkflow(reports: readonly PlannedReport[], facts: WorkflowFacts): string {
  const isSingle = reports.length === 1;
  const triggers = reports.map(({ trigger }) => ON[trigger]).join('');
  const jobs = reports.map((report) => writeJob(report, facts, isSingle)).join('\n');
  const common = isSingle
    ? reports.map((report) => `${writePermissions(report)}\n`).join('')
    : 'permissions: {}\n\n';
  return `# ${facts.config} says what is reported; this file says when, and what it may do.
name: Insight report${facts.id === null ? '' : ` (${facts.id})`}

on:
${triggers}
${common}jobs:
${jobs}`;
}

/** What starts the workflow. */
const ON: Readonly<Record<Trigger, string>> = {
  weekly: `  schedule:
    - cron: '17 6 * * 1' # Mondays; not at the full hour, when GitHub delays or drops schedules
  workflow_dispatch: # by hand
`,
  'pull-request': '  pull_request:\n',
  release: '  release:\n    types: [published]\n',
};

/** On which of several triggers a job runs. */
const IF: Readonly<Record<Trigger, string>> = {
  weekly: "github.event_name == 'schedule' || github.event_name == 'workflow_dispatch'",
  'pull-request': "github.event_name == 'pull_request'",
  release: "github.event_name == 'release'",
};

/**
 * The end of the concurrency group's name. On a pull request a newer commit makes the run of the one before
 * useless, which is cancelled; other runs of a group wait for each other.
 */
const GROUP: Readonly<Record<Trigger, string>> = {
  weekly: 'weekly',
  'pull-request': '${{ github.event.pull_request.number }}\n  cancel-in-progress: true',
  release: '${{ github.event.release.tag_name }}',
};

function writeJob(report: PlannedReport, facts: WorkflowFacts, isSingle: boolean): string {
  const { config, secret, settings, id } = facts;
  const { trigger, destinations } = report;
  const webhook = destinations.includes('webhook')
    ? `      webhook-url: \${{ secrets.${WEBHOOK_SECRET} }}\n`
    : '';
  const address = Object.entries(serviceOf(settings))
    .map(([name, text]) => `      ${name}: ${JSON.stringify(text)}\n`)
    .join('');
  const jobHead = isSingle ? '' : `if: ${IF[trigger]}\n${writePermissions(report)}`;
  const job = `${jobHead}concurrency:
  group: ${id ?? 'insight-report'}-${GROUP[trigger]}
runs-on: ubuntu-latest
timeout-minutes: 15
steps:
  - uses: actions/checkout@v5
  - uses: insight-report/insight-report@v0
    with:
      api-token: \${{ secrets.${secret} }}
${address}      config: ${/^[\w./-]+$/.test(config) ? config : JSON.stringify(config)}
${webhook}${isSingle ? '' : `      report: ${trigger}\n`}`;
  return `  ${isSingle ? 'report' : trigger}:\n${job.replaceAll(/^(?=.)/gm, '    ')}`;
}

function writePermissions(report: PlannedReport): string {
  const lines = permissionsOf(report).map(([scope, level]) => `  ${scope}: ${level}\n`);
  return `permissions:\n${lines.join('')}`;
}
