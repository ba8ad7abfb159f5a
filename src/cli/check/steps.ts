// `check` on the steps of workflows that use the Action: reads the report of each, and finds what would
// keep it from running. A workflow is a stranger's text: it never says where the token is sent.
import { normalize } from 'node:path';
import { InputError, type InputProblem } from '../../text/errors.ts';
import { isLoopback } from '../../http/loopback.ts';
import { INPUTS } from '../../report/inputs/declared.ts';
import type { RawInputs } from '../../report/inputs/raw.ts';
import type { Destination, ReportRequest } from '../../report/inputs/request.ts';
import { quoteNames } from '../../text/list.ts';
import { didYouMean } from '../../text/nearest.ts';
import { type Finding, type Outcome, outcome } from './finding.ts';
import { type ActionStep, isExpression } from './workflows.ts';

/** A step and the reports that it runs. */
export interface CheckedStep {
  readonly step: ActionStep;
  /** As far as they can be read here: an input that only the runner can evaluate counts as not given. */
  readonly requests: readonly ReportRequest[];
  /** What is wrong with the inputs. */
  readonly problems: readonly InputProblem[];
  /**
   * The inputs that decide what is queried where, and that `check` does not know: expressions, and
   * addresses.
   */
  readonly unknown: readonly string[];
}

/** Reads inputs. Throws `InputError`. */
export type ReadInputs = (inputs: RawInputs) => Promise<readonly ReportRequest[]>;

/** Reads the reports that a step runs. */
export async function readStep(step: ActionStep, read: ReadInputs): Promise<CheckedStep> {
  const entries = Object.entries(step.inputs);
  const unread = entries.flatMap(([name, text]) =>
    isExpression(text) || ADDRESS.includes(name) ? [name] : [],
  );
  const unknown = unread.filter((name) => DECISIVE.includes(name));
  const inputs = Object.fromEntries(entries.filter(([name]) => !unread.includes(name)));
  const { requests, problems } = await tryReading(() => read(inputs));
  // What seems wrong may be right with what only the runner knows.
  const isSure = unread.every((name) => /(?:token|secret|url|allow-http)$/.test(name));
  const named = problems.map((each) => ({ ...each, text: each.text.replace(/^--/, '') }));
  return { step, unknown, requests, problems: isSure ? named : [] };
}

/** What was read, or what is wrong with it. */
export async function tryReading(
  read: () => Promise<readonly ReportRequest[]>,
): Promise<Pick<CheckedStep, 'requests' | 'problems'>> {
  try {
    return { requests: await read(), problems: [] };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { requests: [], problems: error.inputProblems };
  }
}

/** The inputs that are never read from a workflow: a stranger's text would decide where the token is sent. */
const ADDRESS = ['api-url', 'allow-http'];
/** The inputs without which nobody knows what is queried where. */
const DECISIVE: readonly string[] = ['insights', 'queries', 'config', 'report', 'api-url', 'data-source'];

/** Whether a step reads this config file. */
export function readsConfig({ inputs }: ActionStep, path: string): boolean {
  return inputs['config'] !== undefined && normalize(inputs['config']) === normalize(path);
}

/** Whether a step may post a report to a destination; any report if `reportId` is null. */
export function postsTo(
  { step, requests }: CheckedStep,
  reportId: string | null,
  destination: Destination,
): boolean {
  const isUnknown = isExpression(step.inputs['post-to'] ?? '');
  return requests.some(
    (each) =>
      (reportId === null || each.reportId === reportId) &&
      (isUnknown || each.posting.destinations.includes(destination)),
  );
}

/** What would keep a step from reporting. With `isUrlGiven` the reports' address is not the step's. */
export function checkStep({ step, problems }: CheckedStep, isUrlGiven: boolean): readonly Finding[] {
  const { place, inputs, hasCheckout, isHosted } = step;
  const file = ['config', 'queries', 'template'].find((name) => /\.[a-z]+\b/.test(inputs[name] ?? ''));
  const host = URL.parse(inputs['api-url'] ?? '')?.hostname;
  const fault = isHosted && !isUrlGiven && host !== undefined ? faultOfHost(host) : null;
  const outcomes: readonly (Outcome | null)[] = [
    ...problems.map(({ text }) => outcome('failed', text)),
    checkToken(inputs),
    ...Object.keys(inputs).map(checkInputName),
    file === undefined || hasCheckout
      ? null
      : outcome(
          'failed',
          `${file} names a file, and no step before checks the repository out`,
          'Add before it: - uses: actions/checkout@v5',
        ),
    fault === null
      ? null
      : outcome('warned', fault, 'Give the address under which others reach the service.'),
  ];
  const faults = outcomes.filter((each) => each !== null);
  return faults.map((each) => ({ check: 'workflow', report: null, name: place, ...each }));
}

function checkInputName(name: string): Outcome | null {
  if (Object.hasOwn(INPUTS, name)) return null;
  const hint = didYouMean(name, Object.keys(INPUTS));
  return outcome('warned', `${quoteNames([name])} is not an input of the Action${hint}`);
}

function faultOfHost(host: string): string | null {
  if (isLoopback(host)) return "api-url is this machine's own, which GitHub's runners cannot reach";
  // What `init --db` writes: a name that nobody can have.
  return host.endsWith('.example') ? `api-url stands for an address that is not known yet (${host})` : null;
}

function checkToken({ 'api-token': token = '', 'on-missing-token': policy }: ActionStep['inputs']) {
  const form = 'api-token: ${{ secrets.TELEMETRYDECK_TOKEN }}, with the name of your secret';
  if (isExpression(token) || (token === '' && policy === 'skip')) return null;
  return token === ''
    ? outcome('failed', 'has no api-token', `Add under "with": ${form}.`)
    : outcome(
        'failed',
        'holds the token itself, for everyone who can read the repository',
        `Revoke that token, store a new one as a secret, and write ${form}.`,
      );
}
