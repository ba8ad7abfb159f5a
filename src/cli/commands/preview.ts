import { spawn } from 'node:child_process';
import { InputError } from '../../errors.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { RawInputs } from '../../inputs/raw.ts';
import type { Log } from '../../log.ts';
import { readText } from '../../run/effects.ts';
import { listen } from '../../service/http/listen.ts';
import { parseInstant } from '../../tql/interval.ts';
import { readReportFlags, type ReportFlags } from '../arguments/report-flags.ts';
import { parsePort } from '../arguments/values.ts';
import { type Io, untilSignal } from '../io.ts';
import { createPreviewApp } from '../preview/app.ts';
import { askService, loadReports } from '../preview/load.ts';
import { readResultsFile } from '../preview/results-file.ts';
import { createSession, type Session } from '../preview/session.ts';
import { watchReads } from '../preview/watch.ts';
import { nameAsFlag } from './report.ts';

/** `insight-report preview`: the report in the browser, as GitHub would show it, until it is told to stop. Gives the exit code. */
export async function run(
  args: readonly string[],
  io: Io,
  stopped: () => Promise<void> = untilSignal,
): Promise<number> {
  const flags = readPreviewFlags(args);
  if (flags.isHelp) {
    io.stdout.write(HELP);
    return 0;
  }
  const raw = { ...flags.raw, 'api-token': io.env['INSIGHT_REPORT_API_TOKEN'] ?? '' };
  await checkInputs(raw, flags);
  const ending = new AbortController();
  const session = startSession(raw, flags, io, ending.signal);
  const server = await listen(createPreviewApp(session, flags.host), flags.host, flags.port);
  io.stdout.write(`Previewing on ${server.url}\n`);
  if (flags.isOpened)
    openBrowser(server.url, () => {
      io.stderr.write('insight-report preview: no browser could be opened; open the address by hand\n');
    });
  const watching = session.refresh().then(() => watchReads(session.reads, session.refresh, ending.signal));
  await stopped();
  ending.abort();
  await server.close(0);
  await watching;
  return 0;
}

/** A mistake that no edit of a file can mend is told at once; any other is shown on the page until it is mended. */
async function checkInputs(raw: RawInputs, flags: PreviewFlags): Promise<void> {
  if (flags.results === null && raw['api-token'] === '')
    throw new InputError([
      ...flags.problems,
      `${nameAsFlag('api-token: is empty')}, or show saved results with --results FILE`,
    ]);
  if (flags.results !== null && flags.problems.length === 0) readResultsFile(flags.results, readText);
  const { reads, loaded } = await loadReports(raw, flags.results);
  const isMendable = reads.size > 0;
  const problems = [...flags.problems, ...(loaded instanceof InputError && !isMendable ? loaded.problems : [])];
  if (problems.length > 0) throw new InputError(problems);
}

function startSession(raw: RawInputs, { results, nowMs }: PreviewFlags, io: Io, ending: AbortSignal): Session {
  const session = createSession({
    source: results ?? 'the query service',
    load: () => loadReports(raw, results),
    ask: results === null ? askService(nowMs, stderrLog(io), ending) : null,
  });
  let told = '';
  session.subscribe(() => {
    const { problems, reports } = session.state();
    const errors = reports.flatMap(({ pages }) => pages.flatMap(({ error }) => (error === null ? [] : [error])));
    const lines = [...new Set([...problems, ...errors])].join('\n');
    if (ending.aborted) return;
    if (lines !== '' && lines !== told) io.stderr.write(`insight-report preview: ${lines}\n`);
    told = lines;
  });
  return session;
}

function stderrLog(io: Io): Log {
  const line = (message: string): void => {
    io.stderr.write(`insight-report preview: ${message}\n`);
  };
  return { debug: () => undefined, info: () => undefined, notice: line, warning: line, error: line };
}

const HELP = `Usage: insight-report preview --results FILE [flags]
       insight-report preview --insights IDS [flags]
       insight-report preview --config FILE [flags]

Shows the report in the browser as GitHub would, for each destination, with how much of its limit is used. The page follows
every change of the template, its partials, the config file and whatever else the report is made of. Runs until SIGINT or SIGTERM; its first
line of output is "Previewing on http://HOST:PORT".

  --results FILE  renders these results (the Action's output results-path, or report --format json) and asks nobody;
                  without it the query service is asked once, and again when asked to; INSIGHT_REPORT_API_TOKEN holds the token
  --host HOST     the address to listen on (127.0.0.1); anybody who reaches another one can read the report
  --port PORT     the port to listen on (8790); 0 is any
  --open          opens the browser
  --now MOMENT    resolves relative dates against this moment, 2026-11-16T09:00:00Z, instead of now

and every flag of "insight-report report", --template foremost.
`;

/** The flags of `preview`: those of `report` but for the format, and its own. */
export interface PreviewFlags extends Omit<ReportFlags, 'format' | 'now'> {
  /** The results file; null: the service is asked. */
  readonly results: string | null;
  readonly host: string;
  readonly port: number;
  /** Whether a browser is to be opened. */
  readonly isOpened: boolean;
  readonly nowMs: number | null;
}

const OWN_FLAGS = ['results', 'host', 'port'] as const;
type OwnFlag = (typeof OWN_FLAGS)[number];

/** Reads the command line of `preview`; what is wrong with it is told in `problems`, all of it. */
export function readPreviewFlags(args: readonly string[]): PreviewFlags {
  const { given, rest, problems, isOpened } = splitOwnFlags(args);
  const { format, now, ...flags } = readReportFlags(rest, 'preview');
  if (format !== null) problems.push('--format: preview shows pages; report has formats');
  const nowMs = now === null ? null : parseInstant(now);
  if (now !== null && nowMs === null) problems.push(`--now: "${now}" is no moment; write it as 2026-11-16T09:00:00Z`);
  if (now !== null && given.has('results')) problems.push('--now: saved results have their moment');
  const port = parsePort(given.get('port') ?? DEFAULT_PORT);
  if (port === null)
    problems.push(`--port: got "${given.get('port') ?? ''}"; expected a number from 0 (any free port) to 65535`);
  return {
    ...flags,
    problems: [...flags.problems.map(suggestOwnFlag), ...problems],
    results: given.get('results') ?? null,
    host: given.get('host') ?? '127.0.0.1',
    port: port ?? 0,
    isOpened,
    nowMs,
  };
}

const DEFAULT_PORT = '8790';

function splitOwnFlags(args: readonly string[]): {
  readonly given: ReadonlyMap<OwnFlag, string>;
  readonly rest: readonly string[];
  readonly problems: string[];
  readonly isOpened: boolean;
} {
  const given = new Map<OwnFlag, string>();
  const rest: string[] = [];
  const problems: string[] = [];
  let isOpened = false;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    const [, name = '', inline] = /^--([a-z]+)(?:=([^]*))?$/.exec(arg) ?? [];
    const own = OWN_FLAGS.find((each) => each === name);
    if (arg === '--open') isOpened = true;
    else if (arg.startsWith('--open=')) problems.push('--open takes no value');
    else if (own === undefined) rest.push(arg);
    else {
      const value = inline ?? args[++index] ?? '';
      if (value === '' || (inline === undefined && value.startsWith('--'))) problems.push(`--${own} needs a value`);
      if (given.has(own)) problems.push(`--${own} is given twice`);
      given.set(own, value);
    }
  }
  return { given, rest, problems, isOpened };
}

/** An unknown flag may have been meant as one of preview's own, and a path as the results. */
function suggestOwnFlag(problem: string): string {
  const [, path] = /^"([^"]+\.json)" is no flag/.exec(problem) ?? [];
  if (path !== undefined) return `"${path}" is no flag; did you mean --results ${path}?`;
  const [, flag] = /^there is no flag --([\w-]+)/.exec(problem) ?? [];
  const hint = flag === undefined ? '' : didYouMean(flag, [...OWN_FLAGS, 'open'], '--');
  return hint === '' ? problem : `there is no flag --${flag ?? ''}${hint}`;
}

const COMMANDS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address in the user's browser; `failed` is called where there is no way to, or what there is finds no browser. */
export function openBrowser(url: string, failed: () => void): void {
  const [command, ...args] = COMMANDS[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', failed)
    .on('exit', (code) => {
      if (code !== null && code !== 0) failed();
    })
    .unref();
}
