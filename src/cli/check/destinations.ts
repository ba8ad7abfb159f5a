// `check` on each place that a report is posted to: has the workflow's job the permission, and is the
// feature (issues, discussions) switched on?
import {
  type Destination,
  type PostingRequest,
  type ReportRequest,
  WRITE_PERMISSIONS,
} from '../../report/inputs/request.ts';
import { type Finding, type Outcome, outcome } from './finding.ts';
import type { RepositoryFacts } from './repository.ts';
import { type CheckedStep, postsTo } from './steps.ts';
import { type ActionStep, isExpression } from './workflows.ts';

/** What is known of the places that reports are posted to. */
interface Surroundings {
  /** The steps that may run the report. */
  readonly steps: readonly CheckedStep[];
  /** What GitHub answered about the repository; null if it was not asked. */
  readonly repository: RepositoryFacts | null;
  /** Whether the steps' reports are distinguished by their ids. */
  readonly hasIds: boolean;
}

/**
 * Whether each destination of a report may be posted to, as far as the workflows and GitHub's answer say it.
 */
export function checkDestinations(request: ReportRequest, around: Surroundings): readonly Finding[] {
  const { reportId, posting } = request;
  return posting.destinations.map((destination) => ({
    check: 'destination',
    report: reportId,
    name: destination,
    ...checkDestination(destination, request, around),
  }));
}

function checkDestination(destination: Destination, request: ReportRequest, around: Surroundings): Outcome {
  const { reportId, posting } = request;
  const steps = around.steps.filter((each) => postsTo(each, around.hasIds ? reportId : null, destination));
  if (destination === 'webhook') return checkWebhook(steps);
  const scope = WRITE_PERMISSIONS[destination];
  if (scope === null) return outcome('ok', 'needs no permission');
  const feature = missingFeature(destination, around.repository);
  if (feature !== null) return feature;
  const permission = `${scope}: write`;
  if (steps.length === 0)
    return outcome(
      'unknown',
      `needs ${permission}; no workflow in .github/workflows posts this report`,
      `Let the workflow that will post it have "permissions: { contents: read, ${permission} }".`,
    );
  return worst(
    steps.map(({ step }) => checkEvents(destination, posting, step) ?? checkPermission(step, scope)),
  );
}

/** Whether the steps give an address, which is a secret and not in the config file. */
function checkWebhook(steps: readonly CheckedStep[]): Outcome {
  const advice = 'Add to the step: "webhook-url: ${{ secrets.NAME_OF_THE_SECRET }}".';
  if (steps.length === 0)
    return outcome('unknown', 'no workflow in .github/workflows posts this report', advice);
  const without = steps.find(({ step }) => (step.inputs['webhook-url'] ?? '') === '');
  if (without === undefined) return outcome('ok', 'needs no permission; its address is given');
  return outcome('failed', `${without.step.place} gives no webhook-url`, advice);
}

/** What is switched off in the repository. */
function missingFeature(destination: Destination, repository: RepositoryFacts | null): Outcome | null {
  const isOff =
    (destination === 'issue' && repository?.hasIssues === false) ||
    (destination === 'discussion' && repository?.hasDiscussions === false);
  if (repository === null || !isOff) return null;
  const words = destination === 'issue' ? 'Issues' : 'Discussions';
  return outcome(
    'failed',
    `${words} are switched off in ${repository.name}`,
    `Switch them on in the repository's settings (General, Features), or remove ${destination} from post-to.`,
  );
}

/** The events that belong to no pull request. */
const WITHOUT_PULL_REQUEST: readonly string[] = [
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'issues',
];

/** A step that never runs on a pull request has nowhere to comment. */
function checkEvents(
  destination: Destination,
  posting: PostingRequest,
  { place, events, inputs }: ActionStep,
): Outcome | null {
  const isNamed = posting.prNumber !== 'auto' || isExpression(inputs['pr-number'] ?? '');
  if (destination !== 'pull-request' || isNamed || events.length === 0) return null;
  if (!events.every((event) => WITHOUT_PULL_REQUEST.includes(event))) return null;
  return outcome(
    'failed',
    `${place} runs on ${events.join(', ')}, which belongs to no pull request`,
    'Let it run on pull_request, or name a pull request with pr-number.',
  );
}

function checkPermission({ place, inputs, permissions }: ActionStep, scope: string): Outcome {
  const permission = `${scope}: write`;
  const token = inputs['github-token'];
  if (token !== undefined && !/github\.token|secrets\.GITHUB_TOKEN/.test(token))
    return outcome(
      'unknown',
      `${place} posts with ${token}, whose permissions cannot be seen from here`,
      `That token needs ${permission}.`,
    );
  if (permissions === null)
    return outcome(
      'unknown',
      `${place} does not say its permissions, so the repository's settings decide whether it has ${permission}`,
      `Add to the workflow: "permissions: { contents: read, ${permission} }".`,
    );
  const level = typeof permissions === 'string' ? permissions.replace('-all', '') : permissions[scope];
  if (level === 'write') return outcome('ok', `${place} has ${permission}`);
  return outcome('failed', `${place} lacks ${permission}`, `Add ${permission} to the permissions there.`);
}

/** The order of statuses, the worst first. */
const STATUS_ORDER: readonly Outcome['status'][] = ['failed', 'unknown', 'warned', 'ok'];

function worst(outcomes: readonly Outcome[]): Outcome {
  const rank = ({ status }: Outcome) => STATUS_ORDER.indexOf(status);
  return outcomes.reduce((one, other) => (rank(other) < rank(one) ? other : one));
}
