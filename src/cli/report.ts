import { actionInputEffects } from '../action/effects.ts';
import { decideOutcome } from '../action/outcome.ts';
import { InputError } from '../errors.ts';
import { failedThresholds } from '../gate/conclude.ts';
import { INPUTS } from '../inputs/declared.ts';
import { parseInputs } from '../inputs/parse.ts';
import type { RawInputs } from '../inputs/raw.ts';
import type { TemplateSource } from '../inputs/request.ts';
import type { Log } from '../log.ts';
import { renderReport } from '../render/render.ts';
import { renderTerminal } from '../render/terminal.ts';
import { runReport } from '../report.ts';
import type { Results } from '../results.ts';
import { parseInstant } from '../tql/interval.ts';
import type { Io } from './io.ts';
import { readReportFlags } from './report-flags.ts';

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
  const request = await parseInputs(withoutPosting(raw), actionInputEffects(false)).catch((error: unknown) => {
    throw error instanceof InputError ? new InputError([...problems, ...error.problems.map(forFlags)]) : error;
  });
  if (problems.length > 0) throw new InputError(problems);
  const nowMs = flags.now === null ? Date.now() : (parseInstant(flags.now) ?? Date.now());
  const results = await runReport(request, { nowMs, log: stderrLog(io), run: null });
  for (const format of formats) io.stdout.write(await print(results, format as Format, request.templates.summary, io));
  const { failures, warnings } = decideOutcome(results, [], [], request);
  const told = new Set(results.thresholds.map(({ message }) => message));
  for (const line of [...warnings, ...failures].filter((each) => !told.has(each)))
    io.stderr.write(`insight-report: ${line}\n`);
  return exitCodeOf(results, failures);
}

/** 1 where a threshold failed, 3 where anything could not be had, else 0. */
export function exitCodeOf(results: Results, failures: readonly string[]): number {
  if (failedThresholds(results.thresholds).length > 0) return 1;
  return failures.length === 0 ? 0 : 3;
}

/** Results as one of the formats of `--format`; ends with a newline. */
export async function print(results: Results, format: Format, template: TemplateSource, io: Io): Promise<string> {
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

/** A problem of an input in the words of the command line. */
export function forFlags(problem: string): string {
  if (problem.startsWith('api-token: is empty'))
    return 'there is no token: set the environment variable INSIGHT_REPORT_API_TOKEN';
  return problem.startsWith('api-token') ? problem.replace('api-token', 'INSIGHT_REPORT_API_TOKEN') : `--${problem}`;
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

Asks the query service for saved insights and prints their report. INSIGHT_REPORT_API_TOKEN holds the token.

  --format FORMATS   ${FORMATS.join(', ')} (default markdown)
  --now MOMENT       resolves relative dates against this moment, 2026-11-16T09:00:00Z, instead of now

and every input of the Action:

${Object.entries(INPUTS)
  .filter(([, { kind }]) => kind !== 'secret')
  .map(([name, { description }]) => `  --${name.padEnd(16)} ${description}`)
  .join('\n')}
`;
