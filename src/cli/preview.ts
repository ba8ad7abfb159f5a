import { readText } from '../run/effects.ts';
import { InputError } from '../errors.ts';
import type { RawInputs } from '../inputs/raw.ts';
import type { Log } from '../log.ts';
import { listen } from '../service/listen.ts';
import type { Io } from './io.ts';
import { createPreviewApp } from './preview/app.ts';
import { askService } from './preview/ask-service.ts';
import { load } from './preview/load.ts';
import { openBrowser } from './preview/open-browser.ts';
import { type PreviewFlags, readPreviewFlags } from './preview/preview-flags.ts';
import { readResults } from './preview/read-results.ts';
import { watchReads } from './preview/recorded-reads.ts';
import { createSession, type Session } from './preview/session.ts';
import { forFlags } from './report.ts';
import { untilSignal } from './until-signal.ts';

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
  await checkAll(raw, flags);
  const ending = new AbortController();
  const session = sessionOf(raw, flags, io, ending.signal);
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
async function checkAll(raw: RawInputs, flags: PreviewFlags): Promise<void> {
  if (flags.results === null && raw['api-token'] === '')
    throw new InputError([
      ...flags.problems,
      `${forFlags('api-token: is empty')}, or show saved results with --results FILE`,
    ]);
  if (flags.results !== null && flags.problems.length === 0) readResults(flags.results, readText);
  const { reads, loaded } = await load(raw, flags.results);
  const isMendable = reads.size > 0;
  const problems = [...flags.problems, ...(loaded instanceof InputError && !isMendable ? loaded.problems : [])];
  if (problems.length > 0) throw new InputError(problems);
}

function sessionOf(raw: RawInputs, { results, nowMs }: PreviewFlags, io: Io, ending: AbortSignal): Session {
  const session = createSession({
    source: results ?? 'the query service',
    load: () => load(raw, results),
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
