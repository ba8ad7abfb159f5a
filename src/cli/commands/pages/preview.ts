// `preview` serves a page that shows the report as GitHub would, and renders it again whenever a file that
// it is made from changes. The files of ../../preview/ load, render and serve.
import type { QueryService } from '../../../report/client/client.ts';
import { InputError } from '../../../text/errors.ts';
import type { RawInputs } from '../../../report/inputs/raw.ts';
import { readText } from '../../../report/run/effects.ts';
import { inputsCommand } from '../../arguments/command.ts';
import { nameOfStore } from '../../arguments/place.ts';
import { listenFlags, NOW_FLAG } from '../../arguments/values.ts';
import { type Io, untilStopped, stderrLog } from '../../io.ts';
import { STORED_FLAGS, withReportService } from '../../stored-organization.ts';
import { servePage } from '../../serve-page.ts';
import { createPreviewApp } from '../../preview/app.ts';
import { askService, loadReports } from '../../preview/load.ts';
import { readResultsFile } from '../../preview/results-file.ts';
import { createSession, type Session } from '../../preview/session.ts';
import { watchReads } from '../../preview/watch.ts';
import { MISSING_TOKEN, unpostedInputs, USUAL_CONFIG } from '../../requests.ts';

const LOG_PREFIX = 'insight-report preview';

const preview = inputsCommand(
  {
    name: 'preview',
    usage: [
      'preview --results FILE [flags]',
      'preview --insights IDS [flags]',
      'preview --config FILE [flags]',
      'preview --insights NAMES --db FILE [--org NAMESPACE] [flags]',
    ],
    description: `Shows the report in the browser as GitHub would, for each destination, and how much of the size limit it uses. The page
updates when you save a file that the report is made from, such as the template or the config file.
Runs until you press Ctrl+C. The first line of output is "Previewing on http://HOST:PORT/?key=SECRET": open this URL.
The environment variable INSIGHT_REPORT_API_TOKEN holds the token.
With --db, it reads your own service's database file, without a token.
${USUAL_CONFIG}`,
    flags: {
      results: {
        value: 'FILE',
        description:
          'shows a results file (the output results-path, or report --format json) without querying a service',
      },
      ...listenFlags('8790'),
      open: { description: 'opens the browser' },
      ...STORED_FLAGS,
      now: NOW_FLAG,
    },
    examples: [
      'preview --results results.json --template .github/usage.hbs --open',
      'preview --config .github/insight-report.yml --report weekly',
    ],
    suggestFor: (text) => (text.endsWith('.json') ? `--results ${text}` : null),
  },
  async (args, io) => {
    const { flags, inputs, problems } = args;
    const { results, host, port, open, now } = flags;
    const mistakes = [
      ...problems,
      ...(results !== null && now !== null ? [NOW_WITH_RESULTS] : []),
      ...(results !== null && (nameOfStore(flags) ?? flags.org) !== null ? [STORE_WITH_RESULTS] : []),
    ];
    const show = async (raw: RawInputs, service?: QueryService) => {
      await checkInputs(raw, results, mistakes);
      const ending = new AbortController();
      const ask =
        results === null ? askService(now, stderrLog(io, LOG_PREFIX), ending.signal, service) : null;
      const source = results ?? nameOfStore(flags) ?? 'the query service';
      const session = createSession({ source, load: () => loadReports(raw, results), ask });
      writeProblems(session, io, ending.signal);
      const page = { host, port, open, doing: 'Previewing', command: 'preview' };
      const rerender = async () => {
        await session.refresh();
        await watchReads(session.reads, session.refresh, ending.signal);
      };
      await servePage(
        io,
        page,
        (guard) => createPreviewApp(session, guard),
        async () => {
          const rerendering = rerender();
          await untilStopped(io);
          ending.abort();
          await rerendering;
        },
      );
      return 0;
    };
    return results === null ? withReportService(args, io, show) : show(unpostedInputs(inputs, io));
  },
);

export const commands = [preview];

const NOW_WITH_RESULTS =
  '--now has no effect with --results: saved results keep the moment at which they were made';
const STORE_WITH_RESULTS = '--db and --org have no effect with --results: saved results ask no service';

/**
 * Throws `InputError` for a mistake that no change of a file can correct. Any other is shown on the page
 * until it is corrected.
 */
async function checkInputs(
  raw: RawInputs,
  resultsPath: string | null,
  problems: readonly string[],
): Promise<void> {
  if (resultsPath === null && raw['api-token'] === '')
    throw new InputError([...problems, `${MISSING_TOKEN}, or show saved results with --results FILE`]);
  if (resultsPath !== null && problems.length === 0) readResultsFile(resultsPath, readText);
  const { reads, loaded } = await loadReports(raw, resultsPath);
  const isFinal = loaded instanceof InputError && reads.size === 0;
  const all = [...problems, ...(isFinal ? loaded.problems : [])];
  if (all.length > 0) throw new InputError(all);
}

/** Writes what is wrong to stderr, once for each time that it changes. */
function writeProblems(session: Session, { stderr }: Io, ending: AbortSignal): void {
  let lastLines = '';
  session.subscribe(() => {
    const { problems, reports } = session.state();
    const errors = reports.flatMap(({ pages }) => pages.flatMap(({ error }) => error ?? []));
    const lines = [...new Set([...problems, ...errors])].join('\n');
    if (ending.aborted) return;
    if (lines !== '' && lines !== lastLines) stderr.write(`${LOG_PREFIX}: ${lines}\n`);
    lastLines = lines;
  });
}
