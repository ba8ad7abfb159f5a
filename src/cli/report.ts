import { parseArgs } from 'node:util';
import { actionInputEffects } from '../action/effects.ts';
import { decideOutcome } from '../action/outcome.ts';
import { InputError } from '../errors.ts';
import { INPUTS } from '../inputs/declared.ts';
import { nearest } from '../inputs/nearest.ts';
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

const FORMATS = ['markdown', 'json', 'terminal'] as const;
type Format = (typeof FORMATS)[number];

/** `insight-report report`: the Action's run outside Actions, printed and not posted. Gives the exit code. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const flags = readFlags(args);
  if (flags.raw['help'] !== undefined) {
    io.stdout.write(HELP);
    return 0;
  }
  const raw = { ...flags.raw, 'api-token': io.env['INSIGHT_REPORT_API_TOKEN'] ?? '' };
  const problems = [...flags.problems, ...formatProblems(flags.format), ...nowProblems(flags.now)];
  const request = await parseInputs(withoutPosting(raw), actionInputEffects(false)).catch((error: unknown) => {
    throw error instanceof InputError ? new InputError([...problems, ...error.problems.map(forFlags)]) : error;
  });
  if (problems.length > 0) throw new InputError(problems);
  const nowMs = flags.now === null ? Date.now() : (parseInstant(flags.now) ?? Date.now());
  const results = await runReport(request, { nowMs, log: stderrLog(io), run: null });
  for (const format of flags.format)
    io.stdout.write(await print(results, format as Format, request.templates.summary, io));
  const { failure, warnings } = decideOutcome(results, [], [], request);
  for (const line of [...warnings, ...(failure === null ? [] : [failure])])
    io.stderr.write(`insight-report: ${line}\n`);
  return failure === null ? 0 : 3;
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

interface Flags {
  readonly raw: RawInputs;
  readonly format: readonly string[];
  readonly now: string | null;
  readonly problems: readonly string[];
}

function readFlags(args: readonly string[]): Flags {
  const known = ['format', 'now', 'help', ...Object.keys(INPUTS)];
  const options = Object.fromEntries(
    known.map((name) => [name, { type: name === 'help' ? 'boolean' : 'string' } as const]),
  );
  const { values, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const problems: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional')
      problems.push(`"${token.value}" is no flag: report takes flags only (insight-report report --help)`);
    else if (token.kind === 'option' && !known.includes(token.name)) {
      problems.push(unknownFlag(token.rawName, nearest(token.name, known)));
    } else if (token.kind === 'option' && (token.name === 'api-token' || token.name === 'github-token')) {
      problems.push(
        `${token.rawName}: a token on a command line can be read by everybody on the machine; set INSIGHT_REPORT_API_TOKEN instead`,
      );
    } else if (token.kind === 'option' && token.name !== 'help' && typeof token.value !== 'string') {
      problems.push(`${token.rawName} needs a value`);
    }
  }
  const text = (name: string): string | null => (typeof values[name] === 'string' ? values[name] : null);
  return {
    raw: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value === true ? 'true' : String(value)]),
    ),
    format: (text('format') ?? 'markdown').split(',').map((each) => each.trim()),
    now: text('now'),
    problems,
  };
}

function unknownFlag(written: string, meant: string | null): string {
  return `there is no flag ${written}${meant === null ? '' : `; did you mean --${meant}?`}`;
}

/** Nothing is posted, so nothing that only posting needs may be missing. */
function withoutPosting(raw: RawInputs): RawInputs {
  return { ...raw, 'dry-run': 'true', 'github-token': '' };
}

function forFlags(problem: string): string {
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
  .filter(([name]) => !name.endsWith('-token'))
  .map(([name, { description }]) => `  --${name.padEnd(16)} ${description}`)
  .join('\n')}
`;
