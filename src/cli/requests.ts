import { existsSync } from 'node:fs';
import type { FinishedReport } from '../report/run/reports.ts';
import { InputError, type InputProblem } from '../text/errors.ts';
import { failedThresholds } from '../report/gate/conclude.ts';
import { INPUTS } from '../report/inputs/declared.ts';
import type { InputEffects } from '../report/inputs/effects.ts';
import { inputOf } from '../report/inputs/problems.ts';
import { parseReports } from '../report/inputs/parse-reports.ts';
import { hasInput, namesSubject, type RawInputs } from '../report/inputs/raw.ts';
import type { ReportRequest } from '../report/inputs/request.ts';
import type { Log } from '../text/log.ts';
import type { Results } from '../report/results/results.ts';
import { nodeInputEffects } from '../report/run/effects.ts';
import { makeLinesVisible } from '../text/visible.ts';
import { decideStepResult } from '../report/run/step-result.ts';
import type { Io } from './io.ts';

/** The inputs with the service's address of the environment, unless they name one. */
export function withAddress(inputs: RawInputs, io: Io): RawInputs {
  return { 'api-url': io.env['INSIGHT_REPORT_API_URL'] ?? '', ...inputs };
}

/**
 * The inputs with the service's address and the token from the environment. Nothing is posted, so nothing
 * that only posting needs may be missing.
 */
export function unpostedInputs(inputs: RawInputs, io: Io): RawInputs {
  const token = io.env['INSIGHT_REPORT_API_TOKEN'] ?? '';
  return { ...withAddress(inputs, io), 'api-token': token, 'dry-run': 'true', 'github-token': '' };
}

/**
 * Reads the requests that the inputs describe, those of the config file included. Throws one `InputError`
 * with the earlier problems and those of the inputs, which name flags.
 */
export async function readRequests(
  inputs: RawInputs,
  problems: readonly string[],
  effects: InputEffects = nodeInputEffects(false, false),
): Promise<readonly ReportRequest[]> {
  // A misspelt flag may have been the one that says what to report.
  const whole = problems.length > 0 && !namesReports(inputs) ? { ...inputs, insights: ANY_INSIGHT } : inputs;
  const requests = await parseReports(whole, effects).catch((error: unknown) => {
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

/** Stands for an insight while nothing says yet what to report. */
export const ANY_INSIGHT = '00000000-0000-4000-8000-000000000000';

/** Where a repository keeps its config file. */
export const CONFIG_PATH = '.github/insight-report.yml';

/** A line of help for the commands that read it. */
export const USUAL_CONFIG = `Without --config, --insights, --queries and --releases it reads ${CONFIG_PATH}, if that is there.`;

/** Whether the inputs say what to report, or which file says it. */
export function namesReports(inputs: RawInputs): boolean {
  return namesSubject(inputs) || hasInput(inputs, 'config');
}

/**
 * The inputs; if they do not say what to report and the repository has a config file, with that file, which
 * is announced.
 */
export function withUsualConfig(inputs: RawInputs, io: Io): RawInputs {
  if (namesReports(inputs) || !existsSync(CONFIG_PATH)) return inputs;
  io.stderr.write(`insight-report: reading ${CONFIG_PATH}\n`);
  return { ...inputs, config: CONFIG_PATH };
}

export const MISSING_TOKEN = 'there is no token: set the environment variable INSIGHT_REPORT_API_TOKEN';

/** Names the flag in a problem of an input. A problem of a file already names its place. */
function nameFlag(problem: InputProblem): InputProblem {
  const { kind, at, text } = problem;
  const input = inputOf(at);
  if (kind === 'missing-token') return { ...problem, text: MISSING_TOKEN };
  if (kind === 'nothing-to-report') return { ...problem, text: NOTHING_TO_REPORT };
  if (input === 'api-token') return { ...problem, text: text.replace(input, 'INSIGHT_REPORT_API_TOKEN') };
  return Object.hasOwn(INPUTS, input) ? { ...problem, text: `--${text}` } : problem;
}

const NOTHING_TO_REPORT = `there is nothing to report: give --insights, --queries, --releases or --config. There is no ${CONFIG_PATH} in this folder; "insight-report init" writes one`;

/**
 * Writes what failed to stderr, except verdicts, which were written before, and unless a report on the same
 * screen says it. Returns the exit code: the worst of all reports.
 */
export function printOutcome(
  reports: readonly FinishedReport[],
  io: Io,
  { isQuiet = false, isSeen = false } = {},
): number {
  const { failures } = decideStepResult(reports);
  const others = decideStepResult(
    reports.map(({ request, results }) => ({
      request,
      results: { ...results, thresholds: results.thresholds.filter(({ refusal }) => refusal !== undefined) },
    })),
  );
  const lines = isSeen ? [] : [...(isQuiet ? [] : others.warnings), ...others.failures];
  for (const line of lines) io.stderr.write(`insight-report: ${line}\n`);
  const codes = reports.map(({ results }) => exitCodeOf(results, failures));
  return codes.includes(1) ? 1 : Math.max(0, ...codes);
}

/** 1 if a threshold failed, 3 if anything else failed, else 0. */
export function exitCodeOf({ thresholds }: Pick<Results, 'thresholds'>, failures: readonly string[]): number {
  if (failedThresholds(thresholds).length > 0) return 1;
  return failures.length === 0 ? 0 : 3;
}

/** The footer of help for commands that judge thresholds. */
export const EXIT_CODES = `Exit codes: 0 passed or warned; 1 a threshold failed; 2 wrong usage or configuration; 3 the service did not answer, or
a threshold is inconclusive under "on-inconclusive: fail".`;

/** What a log writes: everything but what is for debugging, warnings and errors, or errors alone. */
type LogLevel = 'information' | 'warnings' | 'errors';

/** A log on stderr, each line after `prefix`. */
export function stderrLog(io: Io, prefix: string, level: LogLevel = 'warnings'): Log {
  const line = (message: string): void => {
    io.stderr.write(`${prefix}: ${makeLinesVisible(message)}\n`);
  };
  const none = (): void => undefined;
  const warning = level === 'errors' ? none : line;
  return { debug: none, info: level === 'information' ? line : none, notice: warning, warning, error: line };
}
