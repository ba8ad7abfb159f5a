import { existsSync } from 'node:fs';
import { InputError } from '../../errors.ts';
import { isGiven, type RawInputs } from '../../inputs/raw.ts';
import { silentLog } from '../../log.ts';
import { type FinishedReport, runReports } from '../../run/reports.ts';
import { decideStepResult } from '../../run/step-result.ts';
import { inputsCommand } from '../arguments/command.ts';
import { LIST_FORMAT_FLAG, NOW_FLAG } from '../arguments/values.ts';
import { checkDestinations } from '../check/destinations.ts';
import { type Finding, formatFindings } from '../check/finding.ts';
import { checkResults, checkToken } from '../check/reports.ts';
import { findActionSteps } from '../check/workflows.ts';
import { type Io, printJson, takesColor } from '../io.ts';
import { CONFIG_PATH, EXIT_CODES, exitCodeOf, MISSING_TOKEN, readRequests, unpostedInputs } from '../requests.ts';

const check = inputsCommand(
  {
    name: 'check',
    usage: ['check [--config FILE] [flags]', 'check --insights IDS [flags]'],
    description: `Tries a report's configuration and posts nothing: the token, each insight, each threshold, and what each destination
needs, as far as the repository's workflows and (with GITHUB_TOKEN) GitHub say it. A line for each: ✓ works, ! to look at,
✗ does not work, ? cannot be known from here. Without --config, --insights and --queries it tries ${CONFIG_PATH}.
The environment variable INSIGHT_REPORT_API_TOKEN holds the token. Every input of the Action is a flag of the same name.`,
    flags: {
      format: LIST_FORMAT_FLAG,
      now: NOW_FLAG,
      quiet: { description: 'prints only what does not work or is to be looked at' },
    },
    operands: {},
    examples: [
      'check',
      'check --config .github/insight-report.yml --report weekly --format json',
      'check --insights 3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10 --post-to issue',
    ],
    footer: `${EXIT_CODES} A missing permission is a wrong configuration.`,
  },
  async ({ flags, inputs: given, problems }, io) => {
    if (problems.length > 0) throw new InputError(problems);
    const { findings, code } = await checkAll(withConfig(given), flags.now ?? Date.now(), io);
    const shown = flags.quiet ? findings.filter(({ status }) => status !== 'ok') : findings;
    if (flags.format === 'json') printJson(io, shown);
    else io.stdout.write(formatFindings(shown, takesColor(io)));
    return code;
  },
);

export const commands = [check];

/** Takes the usual config file if nothing else says what to report. Throws `InputError` if it is not there. */
function withConfig(inputs: RawInputs): RawInputs {
  if (['config', 'insights', 'queries'].some((name) => isGiven(inputs, name))) return inputs;
  if (existsSync(CONFIG_PATH)) return { ...inputs, config: CONFIG_PATH };
  throw new InputError([
    `there is no ${CONFIG_PATH} in this folder: give --config FILE or --insights IDS, or let "insight-report init" write one`,
  ]);
}

interface Checked {
  readonly findings: readonly Finding[];
  readonly code: number;
}

async function checkAll(inputs: RawInputs, nowMs: number, io: Io): Promise<Checked> {
  const requests = await readRequests(unpostedInputs(inputs, io), []).catch((error: unknown) => {
    if (error instanceof InputError) return error;
    throw error;
  });
  if (requests instanceof InputError) return { findings: requests.problems.map(problemFinding), code: 2 };
  const reports = await runReports(requests, { nowMs, log: silentLog, run: null });
  const around = await lookAround(inputs, reports, io);
  const findings = [
    configurationFinding(inputs, reports),
    ...checkToken(reports),
    ...reports.flatMap((report) => [...checkResults(report), ...checkDestinations(report.request, around)]),
    ...around.findings,
  ];
  return { findings, code: exitCode(reports, findings) };
}

/** The workflows beside this report and, if a destination is at GitHub, what GitHub says of the repository. */
async function lookAround(inputs: RawInputs, reports: readonly FinishedReport[], io: Io) {
  const config = typeof inputs['config'] === 'string' && inputs['config'] !== '' ? inputs['config'] : null;
  const steps = await findActionSteps('.');
  const isAtGitHub = reports.some(({ request }) => request.posting.destinations.some((each) => each !== 'summary'));
  if (!isAtGitHub) return { steps, config, repository: null, findings: [] };
  const { askRepository } = await import('../check/repository.ts');
  const { facts, findings } = await askRepository(io, '.');
  return { steps, config, repository: facts, findings };
}

function configurationFinding(inputs: RawInputs, reports: readonly FinishedReport[]): Finding {
  const ids = reports.map(({ request }) => request.reportId).join(', ');
  const { config } = inputs;
  const message = typeof config === 'string' && config !== '' ? `${config} is valid (reports: ${ids})` : 'valid';
  return { check: 'configuration', report: null, name: 'configuration', status: 'ok', message, advice: null };
}

function problemFinding(problem: string): Finding {
  const check = problem === MISSING_TOKEN ? 'token' : 'configuration';
  return { check, report: null, name: check, status: 'failed', message: problem, advice: null };
}

/** 1 if a threshold failed, else 2 if the configuration cannot work, else 3 if the service could not answer. */
function exitCode(reports: readonly FinishedReport[], findings: readonly Finding[]): number {
  const { failures } = decideStepResult(reports.map((report) => ({ ...report, problems: [] })));
  const thresholds = reports.flatMap(({ results }) => results.thresholds);
  const code = exitCodeOf({ thresholds }, failures);
  const isMisconfigured = findings.some(({ check: kind, status }) => kind === 'destination' && status === 'failed');
  return code !== 1 && isMisconfigured ? 2 : code;
}
