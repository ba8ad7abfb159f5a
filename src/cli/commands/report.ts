import { nodeInputEffects } from '../../run/effects.ts';
import { decideStepResult } from '../../run/step-result.ts';
import type { FinishedReport } from '../../action/previous-post.ts';
import { InputError } from '../../errors.ts';
import { failedThresholds } from '../../gate/conclude.ts';
import { INPUTS } from '../../inputs/declared.ts';
import type { RawInputs } from '../../inputs/raw.ts';
import { parseReports } from '../../inputs/parse-reports.ts';
import type { ReportRequest, TemplateSource } from '../../inputs/request.ts';
import type { Log } from '../../log.ts';
import { renderReport } from '../../render/report.ts';
import { renderTerminal } from '../../render/terminal/report.ts';
import { resultsFile, runReports } from '../../run/reports.ts';
import type { Results } from '../../results.ts';
import { parseInstant } from '../../tql/interval.ts';
import type { Io } from '../io.ts';
import { readReportFlags } from '../arguments/report-flags.ts';

const FORMATS = ['markdown', 'json', 'terminal'] as const;
type Format = (typeof FORMATS)[number];

/** `insight-report report`: the Action's run outside Actions, printed and not posted. Gives the exit code. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const flags = readReportFlags(args);
  if (flags.isHelp) {
    io.stdout.write(HELP);
    return 0;
  }
  const formats = (flags.format ?? 'markdown').split(',').map((each) => each.trim());
  const raw = { ...flags.raw, 'api-token': io.env['INSIGHT_REPORT_API_TOKEN'] ?? '' };
  const problems = [...flags.problems, ...formatProblems(formats), ...nowProblems(flags.now)];
  const requests = await readRequests(withoutPosting(raw), problems);
  if (problems.length > 0) throw new InputError(problems);
  const nowMs = flags.now === null ? Date.now() : (parseInstant(flags.now) ?? Date.now());
  const results = await runReports(requests, { nowMs, log: stderrLog(io), run: null });
  const reported = pairWithResults(requests, results);
  for (const format of formats) io.stdout.write(await formatAll(reported, format as Format, io));
  return printOutcome(reported, io);
}

/** What the flags ask for, the config file included; a problem is told in the words of the command line, after those given. */
export async function readRequests(raw: RawInputs, problems: readonly string[]): Promise<readonly ReportRequest[]> {
  try {
    return await parseReports(raw, nodeInputEffects(false));
  } catch (error) {
    throw error instanceof InputError ? new InputError([...problems, ...error.problems.map(nameAsFlag)]) : error;
  }
}

/** Tells what failed on stderr, verdicts aside, which were told when they were found. Gives the exit code, the worst of all reports. */
export function printOutcome(reported: readonly FinishedReport[], io: Io): number {
  const posted = reported.map((each) => ({ ...each, receipts: [], problems: [] }));
  const { failures } = decideStepResult(posted);
  const untold = posted.map(({ results, ...rest }) => ({
    ...rest,
    results: { ...results, thresholds: refusedThresholds(results) },
  }));
  const { failures: others, warnings } = decideStepResult(untold);
  for (const line of [...warnings, ...others]) io.stderr.write(`insight-report: ${line}\n`);
  const codes = reported.map(({ results }) => exitCodeOf(results, failures));
  return codes.includes(1) ? 1 : Math.max(0, ...codes);
}

/** A verdict tells what came of a threshold, not that the run stopped by it. */
function refusedThresholds({ thresholds }: Results): Results['thresholds'] {
  return thresholds.filter(({ refusal }) => refusal !== undefined);
}

/** 1 where a threshold failed, 3 where anything could not be had, else 0. */
export function exitCodeOf({ thresholds }: Pick<Results, 'thresholds'>, failures: readonly string[]): number {
  if (failedThresholds(thresholds).length > 0) return 1;
  return failures.length === 0 ? 0 : 3;
}

function pairWithResults(requests: readonly ReportRequest[], found: readonly Results[]): readonly FinishedReport[] {
  return requests.flatMap((request, index) => {
    const results = found[index];
    return results === undefined ? [] : [{ request, results }];
  });
}

async function formatAll(reported: readonly FinishedReport[], format: Format, io: Io): Promise<string> {
  if (format === 'json') return `${JSON.stringify(resultsFile(reported.map(({ results }) => results)), null, 2)}\n`;
  const texts = reported.map(({ results, request }) => formatResults(results, format, request.templates.summary, io));
  return (await Promise.all(texts)).join('\n');
}

/** Results as one of the formats of `--format`; ends with a newline. */
export async function formatResults(
  results: Results,
  format: Format,
  template: TemplateSource,
  io: Io,
): Promise<string> {
  switch (format) {
    case 'markdown':
      return (await renderReport(results, { template, destination: 'file', limit: null, links: { whole: null } }))
        .markdown;
    case 'json':
      return `${JSON.stringify(results, null, 2)}\n`;
    case 'terminal':
      return renderTerminal(results, { width: io.columns ?? 100, color: io.columns !== null && !io.env['NO_COLOR'] });
  }
}

/** Nothing is posted, so nothing that only posting needs may be missing. */
function withoutPosting(raw: RawInputs): RawInputs {
  return { ...raw, 'dry-run': 'true', 'github-token': '' };
}

/** A problem of an input in the words of the command line; one of a file names its place already. */
export function nameAsFlag(problem: string): string {
  if (problem.startsWith('api-token: is empty'))
    return 'there is no token: set the environment variable INSIGHT_REPORT_API_TOKEN';
  if (problem.startsWith('api-token')) return problem.replace('api-token', 'INSIGHT_REPORT_API_TOKEN');
  const [name = ''] = problem.split(/[:,] /);
  return Object.hasOwn(INPUTS, name) ? `--${problem}` : problem;
}

function formatProblems(formats: readonly string[]): string[] {
  const unknown = formats.filter((format) => !FORMATS.some((known) => known === format));
  return unknown.map((format) => `--format: there is no format "${format}"; there are ${FORMATS.join(', ')}`);
}

function nowProblems(now: string | null): string[] {
  if (now === null || parseInstant(now) !== null) return [];
  return [`--now: "${now}" is no moment; write it as 2026-11-16T09:00:00Z`];
}

function stderrLog(io: Io): Log {
  const line = (message: string): void => {
    io.stderr.write(`insight-report: ${message}\n`);
  };
  return { debug: () => undefined, info: line, notice: line, warning: line, error: line };
}

const HELP = `Usage: insight-report report --insights IDS [flags]
       insight-report report --config FILE [--report NAME] [flags]

Asks the query service for saved insights and prints their report. INSIGHT_REPORT_API_TOKEN holds the token.

  --format FORMATS      ${FORMATS.join(', ')} (default markdown)
  --now MOMENT          resolves relative dates against this moment, 2026-11-16T09:00:00Z, instead of now

and every input of the Action:

${Object.entries(INPUTS)
  .filter(([, { kind }]) => kind !== 'secret')
  .map(([name, { description }]) => `  --${name.padEnd(19)} ${description}`)
  .join('\n')}

Posts nothing, so what speaks of posting changes nothing here. Exit codes: 0 passed or warned, 1 a threshold failed, 2 wrong usage or
configuration, 3 could not ask, or inconclusive under on-inconclusive: fail.
`;
