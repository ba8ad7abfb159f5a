import { type Destination, type ReportRequest, WRITE_PERMISSIONS } from '../../inputs/request.ts';
import type { Finding } from './finding.ts';
import type { RepositoryFacts } from './repository.ts';
import { type ActionStep, isExpression, readsConfig } from './workflows.ts';

/** What is known of the places that reports are posted to. */
export interface Surroundings {
  readonly steps: readonly ActionStep[];
  /** What GitHub answered about the repository; null if it was not asked. */
  readonly repository: RepositoryFacts | null;
  /** The config file that the reports come from; null without one. */
  readonly config: string | null;
}

/** Whether each destination of a report may be posted to, as far as the workflows and GitHub's answer say it. */
export function checkDestinations(request: ReportRequest, around: Surroundings): readonly Finding[] {
  const { reportId, posting } = request;
  return posting.destinations.map((destination) => ({
    check: 'destination',
    report: reportId,
    name: destination,
    ...checkDestination(destination, request, around),
  }));
}

type Outcome = Pick<Finding, 'status' | 'message' | 'advice'>;

function checkDestination(destination: Destination, request: ReportRequest, around: Surroundings): Outcome {
  const scope = WRITE_PERMISSIONS[destination];
  if (scope === null) return { status: 'ok', message: 'needs no permission', advice: null };
  const feature = missingFeature(destination, around.repository);
  if (feature !== null) return feature;
  const steps = around.steps.filter((step) => runsReport(step, request, destination, around.config));
  const permission = `${scope}: write`;
  if (steps.length === 0)
    return {
      status: 'unknown',
      message: `needs ${permission}; no workflow in .github/workflows posts this report`,
      advice: `Let the workflow that will post it have "permissions: { contents: read, ${permission} }".`,
    };
  return worst(steps.map((step) => checkStep(step, scope)));
}

/** What is switched off in the repository. */
function missingFeature(destination: Destination, repository: RepositoryFacts | null): Outcome | null {
  const isOff =
    (destination === 'issue' && repository?.hasIssues === false) ||
    (destination === 'discussion' && repository?.hasDiscussions === false);
  if (repository === null || !isOff) return null;
  const words = destination === 'issue' ? 'Issues' : 'Discussions';
  return {
    status: 'failed',
    message: `${words} are switched off in ${repository.name}`,
    advice: `Switch them on in the repository's settings (General, Features), or remove ${destination} from post-to.`,
  };
}

/** Whether a step may post this report there: what only the runner can evaluate counts as yes. */
function runsReport(
  step: ActionStep,
  { reportId }: ReportRequest,
  destination: Destination,
  config: string | null,
): boolean {
  const names = (input: string): readonly string[] => (step.inputs[input] ?? '').split(/[,\s]+/).filter(Boolean);
  const may = (input: string, name: string): boolean => {
    const given = names(input);
    return given.length === 0 || given.some((each) => each === name || isExpression(each) || each === 'all');
  };
  if (config !== null && !readsConfig(step, config)) return false;
  return may('post-to', destination) && (config === null || may('report', reportId));
}

function checkStep({ file, job, inputs, permissions }: ActionStep, scope: string): Outcome {
  const place = `${file} (job ${job})`;
  const permission = `${scope}: write`;
  const token = inputs['github-token'];
  if (token !== undefined && !/github\.token|secrets\.GITHUB_TOKEN/.test(token))
    return {
      status: 'unknown',
      message: `${place} posts with ${token}, whose permissions cannot be seen from here`,
      advice: `That token needs ${permission}.`,
    };
  if (permissions === null)
    return {
      status: 'unknown',
      message: `${place} does not say its permissions, so the repository's settings decide whether it has ${permission}`,
      advice: `Add to the workflow: "permissions: { contents: read, ${permission} }".`,
    };
  const level = typeof permissions === 'string' ? permissions.replace('-all', '') : permissions[scope];
  if (level === 'write') return { status: 'ok', message: `${place} has ${permission}`, advice: null };
  return {
    status: 'failed',
    message: `${place} lacks ${permission}`,
    advice: `Add ${permission} to the permissions there.`,
  };
}

function worst(outcomes: readonly Outcome[]): Outcome {
  const order = ['failed', 'unknown', 'warned', 'ok'];
  const [first] = [...outcomes].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  if (first === undefined) throw new Error('There is no outcome.');
  return first;
}
