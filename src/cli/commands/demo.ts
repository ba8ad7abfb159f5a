// `demo` shows a report, a gate and the explorer without an account: it starts a query service, fills it
// with invented events, and runs the real report against it.
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INPUTS } from '../../report/inputs/declared.ts';
import { minimumLines } from '../../report/render/minimums/section.ts';
import { plainWriting } from '../../report/render/minimums/writing.ts';
import { renderReport } from '../../report/render/report.ts';
import { renderTerminal } from '../../report/render/terminal/report.ts';
import { keepFilesPrivate } from '../../service/process.ts';
import { type RunningService, startService } from '../../service/start.ts';
import { InputError } from '../../text/errors.ts';
import { command } from '../arguments/command.ts';
import { NOW_FLAG } from '../arguments/values.ts';
import { resultsFile } from '../../report/run/reports.ts';
import { NAMESPACE, reportDemo, seedDemo } from '../demo/report.ts';
import { createExploreApp } from '../explore/app.ts';
import { proxyTo } from '../explore/proxy.ts';
import { type Io, takesColor } from '../io.ts';
import { servePage } from '../serve-page.ts';
import { signalTable } from '../config-insights.ts';

const demo = command(
  {
    name: 'demo',
    description: `Shows the product on an invented app. You need no account, network or database. It prints
- a report of three insights with a gate near its limit, from about 300,000 events,
- the event names in the app's code,
- what raising the minimum from iOS 15 to 16 costs.`,
    flags: {
      open: { description: 'then opens the explorer on the invented events, until you press Ctrl+C' },
      keep: { value: 'FILE', description: 'keeps the events in this new database file' },
      now: { ...NOW_FLAG, description: 'the moment at which the events end (default: now)' },
    },
  },
  async ({ flags: { now, open, keep } }, io) => {
    const nowMs = now ?? Date.now();
    if (keep !== null && existsSync(keep))
      throw new InputError([`${keep} is there already; --keep takes the name of a new file`]);
    keepFilesPrivate();
    const service = await startService({ dbPath: keep ?? ':memory:', nowMs });
    try {
      const { token, count } = await seedDemo(service, nowMs);
      const code = await reportFrom(service, { token, count, nowMs }, io);
      if (keep !== null)
        io.stdout.write(
          `To explore it again: insight-report explore --db ${keep} --org ${NAMESPACE} --open\n`,
        );
      if (open) await exploreDemo(service, token, nowMs, io);
      return code;
    } finally {
      await service.close(0);
    }
  },
);

export const commands = [demo];

/** Shows the explorer on the demo's events until the process is stopped. */
async function exploreDemo(service: RunningService, token: string, nowMs: number, io: Io): Promise<void> {
  const answering = proxyTo(new URL(service.url), token, {}, null);
  const session = { needsToken: false, source: 'Tidewater, an invented app', now: () => nowMs };
  const page = { host: '127.0.0.1', port: 0, doing: 'Exploring', command: 'demo', open: true };
  await servePage(io, page, (guard) => createExploreApp(answering, session, guard));
}

/** Returns the exit code. */
async function reportFrom(
  service: RunningService,
  { token, count, nowMs }: { readonly token: string; readonly count: number; readonly nowMs: number },
  io: Io,
): Promise<number> {
  const results = await reportDemo(service.url, token, nowMs, REPORT_INPUTS);
  const page = { template: TEMPLATE, destination: 'file', limit: null, links: { whole: null } } as const;
  const { markdown } = await renderReport(results, page);
  const folder = await mkdtemp(join(tmpdir(), 'insight-report-demo-'));
  await writeFile(join(folder, 'report.md'), markdown);
  await writeFile(join(folder, 'results.json'), JSON.stringify(resultsFile([results])));
  io.stdout.write(renderTerminal(results, { width: io.columns ?? 100, color: takesColor(io) }));
  if (results.minimums)
    io.stdout.write(
      `\nMinimum version\n${minimumLines(results.minimums, plainWriting(results.locale), '--app').join('\n')}\n`,
    );
  if (results.signals) io.stdout.write(`\nSignals in the code\n${signalTable(results.signals.signals)}`);
  io.stdout.write(`
The same as Markdown: ${join(folder, 'report.md')}
To write your own template: npx insight-report preview --results ${join(folder, 'results.json')}
Tidewater, its users and their ${count.toLocaleString('en-US')} events are invented; the query service at ${service.url} was real.
`);
  return results.insights.every(({ status }) => status === 'ok') ? 0 : 3;
}

const REPORT_INPUTS = {
  title: 'Tidewater · usage',
  interval: INPUTS.interval.default,
  signals: 'whole: true',
  minimums: 'auto',
};
const TEMPLATE = { kind: 'builtin', name: 'report' } as const;
