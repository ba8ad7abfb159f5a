// Reads the inputs of the commands that make a report: takes what the environment adds to the flags, parses
// them as the Action does, and names each problem by its flag.
import { existsSync } from 'node:fs';
import { InputError, type InputProblem } from '../text/errors.ts';
import { INPUTS } from '../report/inputs/declared.ts';
import type { InputEffects } from '../report/inputs/effects.ts';
import { parseReports } from '../report/inputs/parse-reports.ts';
import { hasInput, namesSubject, type RawInputs } from '../report/inputs/raw.ts';
import type { ReportRequest } from '../report/inputs/request.ts';
import { nodeInputEffects } from '../report/run/effects.ts';
import type { Io } from './io.ts';

/**
 * What `report`, `gate`, `check`, `preview` and `init` read before they query anything: the Action's inputs,
 * given as flags, completed from the environment, and parsed as the Action parses them. Throws one
 * `InputError` with `problems`, which the flags had, and those of the inputs, which are named as flags:
 * `--interval: got "yesterday"; …`.
 */
export async function readRequests(
  inputs: RawInputs,
  problems: readonly string[],
  effects: InputEffects = nodeInputEffects(),
): Promise<readonly ReportRequest[]> {
  // A misspelt flag may have been the one that says what to report.
  const isSubjectMisspelt = problems.length > 0 && !namesReports(inputs);
  const requests = await parseReports(
    isSubjectMisspelt ? { ...inputs, insights: ANY_INSIGHT } : inputs,
    effects,
  ).catch((error: unknown) => {
    throw error instanceof InputError
      ? new InputError([...problems, ...error.inputProblems.map(nameFlag)])
      : error;
  });
  if (problems.length > 0) throw new InputError(problems);
  return requests;
}

/** Reads the only report that inputs describe. Throws `InputError`. */
export async function readRequest(inputs: RawInputs): Promise<ReportRequest> {
  const [request] = await readRequests(inputs, []);
  if (request === undefined) throw new Error('The inputs describe no report.');
  return request;
}

/** An insight's id to read inputs with that do not say yet what to report. */
export const ANY_INSIGHT = '00000000-0000-4000-8000-000000000000';

/** A problem of an input, as one of its flag. A problem of a file already names its place. */
function nameFlag(problem: InputProblem): InputProblem {
  const { kind, at, text } = problem;
  const [input = at] = at.split(', ');
  if (kind === 'missing-token') return { ...problem, text: MISSING_TOKEN };
  if (kind === 'nothing-to-report') return { ...problem, text: NOTHING_TO_REPORT };
  if (input === 'api-token') return { ...problem, text: text.replace(input, 'INSIGHT_REPORT_API_TOKEN') };
  return Object.hasOwn(INPUTS, input) ? { ...problem, text: `--${text}` } : problem;
}

export const MISSING_TOKEN = 'there is no token: set the environment variable INSIGHT_REPORT_API_TOKEN';

/** Where a repository keeps its config file. */
export const CONFIG_PATH = '.github/insight-report.yml';

const NOTHING_TO_REPORT = `there is nothing to report: give --insights, --queries, --releases or --config. There is no ${CONFIG_PATH} in this folder; "insight-report init" writes one`;

/** A line of help for the commands that take their inputs from `withUsualConfig`. */
export const USUAL_CONFIG = `Without --config, --insights, --queries and --releases, it reads ${CONFIG_PATH}.`;

/**
 * The inputs; if they do not say what to report and the repository has a config file, with that file, which
 * is announced.
 */
export function withUsualConfig(inputs: RawInputs, io: Io): RawInputs {
  if (namesReports(inputs) || !existsSync(CONFIG_PATH)) return inputs;
  io.stderr.write(`insight-report: reading ${CONFIG_PATH}\n`);
  return { ...inputs, config: CONFIG_PATH };
}

/** Whether the inputs say what to report, or which file says it. */
export function namesReports(inputs: RawInputs): boolean {
  return namesSubject(inputs) || hasInput(inputs, 'config');
}

/** The inputs with the service's address from the environment, unless they name one. */
export function withAddress(inputs: RawInputs, io: Io): RawInputs {
  return { 'api-url': io.env['INSIGHT_REPORT_API_URL'] ?? '', ...inputs };
}

/**
 * The inputs with the service's address and the token from the environment. The command line posts nothing:
 * as a dry run, it needs nothing that only posting needs.
 */
export function unpostedInputs(inputs: RawInputs, io: Io): RawInputs {
  const token = io.env['INSIGHT_REPORT_API_TOKEN'] ?? '';
  return { ...withAddress(inputs, io), 'api-token': token, 'dry-run': 'true', 'github-token': '' };
}
