// Decides for `check` which reports to try: those of the flags, of a config file, or of the workflows'
// steps.
import { existsSync } from 'node:fs';
import { InputError } from '../../text/errors.ts';
import { rawText, hasInput, type RawInputs } from '../../report/inputs/raw.ts';
import { CONFIG_PATH, namesReports } from '../requests.ts';
import { type CheckedStep, type ReadInputs, readsConfig, tryReading } from './steps.ts';

/** Where reports are described: the flags, a config file, or a step of a workflow. */
export interface Source extends Omit<CheckedStep, 'step'> {
  readonly name: string;
  readonly isStep: boolean;
  /** The steps that may run the reports. */
  readonly steps: readonly CheckedStep[];
  /** Whether these steps' reports are distinguished by their ids. */
  readonly hasIds: boolean;
}

/**
 * The reports that the flags describe; otherwise those of the usual config file and of each step that does
 * not read it. Throws `InputError` if there is nothing.
 */
export async function pickSources(
  flagInputs: RawInputs,
  steps: readonly CheckedStep[],
  read: ReadInputs,
): Promise<readonly Source[]> {
  const hasSubject = namesReports(flagInputs);
  const config = rawText(flagInputs, 'config') || (hasSubject ? null : CONFIG_PATH);
  if (config === null) return [{ ...(await readSource('configuration', {}, read)), steps, hasIds: false }];
  const readers = steps.filter(({ step }) => readsConfig(step, config));
  const others = steps.filter((each) => !readers.includes(each));
  const fromSteps = hasSubject ? [] : others.map((each) => stepSource(each, flagInputs));
  if (hasSubject || existsSync(config)) {
    const source = await readSource(config, { config }, read);
    // A workflow does not decide where the token is sent: with its address, the reports are not tried.
    const isElsewhere =
      readers.some(({ unknown }) => unknown.includes('api-url')) && !hasInput(flagInputs, 'api-url');
    const untried = isElsewhere ? { unknown: ['api-url'], requests: [] } : {};
    return [{ ...source, ...untried, steps: readers, hasIds: true }, ...fromSteps];
  }
  if (fromSteps.length > 0) return fromSteps;
  throw new InputError([
    `there is no ${CONFIG_PATH} in this folder, and no workflow with a step of the Action: give --config FILE or --insights IDS, or let "insight-report init" write them`,
  ]);
}

function stepSource(checked: CheckedStep, flagInputs: RawInputs): Source {
  const unknown = checked.unknown.filter((name) => !hasInput(flagInputs, name));
  const requests = unknown.length === 0 ? checked.requests : [];
  const name = checked.step.place;
  const problems = checked.problems.map((problem) =>
    problem.kind === 'missing-token' ? problem : { ...problem, text: `${name}: ${problem.text}` },
  );
  return { name, isStep: true, requests, problems, unknown, steps: [checked], hasIds: true };
}

async function readSource(name: string, inputs: RawInputs, read: ReadInputs) {
  const unknown: readonly string[] = [];
  return { name, isStep: false, unknown, ...(await tryReading(() => read(inputs))) };
}
