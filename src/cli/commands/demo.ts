import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INPUTS } from '../../inputs/declared.ts';
import { renderReport } from '../../render/report.ts';
import { renderTerminal } from '../../render/terminal/report.ts';
import { type RunningService, startService } from '../../service/start.ts';
import { command } from '../arguments/command.ts';
import { NOW_FLAG } from '../arguments/values.ts';
import { resultsFile } from '../../run/reports.ts';
import { reportDemo, seedDemo } from '../demo/report.ts';
import { type Io, takesColor } from '../io.ts';
import { signalTable } from '../signals-service.ts';

const MS_PER_DAY = 86_400_000;
const MORNING_MS = 9 * 3_600_000 + 41 * 60_000;

const demo = command(
  {
    name: 'demo',
    description: `Stores some 300,000 events of an invented app in an embedded query service, asks it for three insights over HTTP,
and prints their report, with a gate on the third that is near its limit, and what its code sends. It needs no account, network or database.`,
    flags: {
      now: { ...NOW_FLAG, description: 'the moment at which the events end (default: this morning)' },
    },
  },
  async ({ flags: { now } }, io) => {
    // By default this morning: the numbers are the same on every day, only the dates move.
    const nowMs = now ?? Math.floor(Date.now() / MS_PER_DAY) * MS_PER_DAY + MORNING_MS;
    const service = await startService({ dbPath: ':memory:', nowMs });
    try {
      return await reportFrom(service, nowMs, io);
    } finally {
      await service.close(0);
    }
  },
);

export const commands = [demo];

/** Returns the exit code. */
async function reportFrom(service: RunningService, nowMs: number, io: Io): Promise<number> {
  const watch = startStopwatch();
  const { token, count } = await seedDemo(service, nowMs);
  watch.lap(`storing ${count.toLocaleString('en-US')} events`);
  const results = await reportDemo(service.url, token, nowMs, REPORT_INPUTS);
  watch.lap(`asking for ${results.insights.length} insights over HTTP`);
  const page = { template: TEMPLATE, destination: 'file', limit: null, links: { whole: null } } as const;
  const { markdown } = await renderReport(results, page);
  const folder = await mkdtemp(join(tmpdir(), 'insight-report-demo-'));
  await writeFile(join(folder, 'report.md'), markdown);
  await writeFile(join(folder, 'results.json'), JSON.stringify(resultsFile([results])));
  io.stdout.write(renderTerminal(results, { width: io.columns ?? 100, color: takesColor(io) }));
  if (results.signals) io.stdout.write(`\nSignals in the code\n${signalTable(results.signals.signals)}`);
  watch.lap('rendering');
  io.stdout.write(`
The same as Markdown: ${join(folder, 'report.md')}
To write a template for it: insight-report preview --results ${join(folder, 'results.json')}
Tidewater and its users are invented; the query service at ${service.url} was real.
Took ${watch.summary()}.
`);
  return results.insights.every(({ status }) => status === 'ok') ? 0 : 3;
}

const REPORT_INPUTS = {
  title: 'Tidewater · usage',
  interval: INPUTS.interval.default,
  signals: 'whole: true',
};
const TEMPLATE = { kind: 'builtin', name: 'report' } as const;

/** Measures the parts of a run, one after the other, from the start of the process. */
interface Stopwatch {
  /** Ends a part and names it. */
  lap(name: string): void;
  /** `1.9 s: 0.2 s starting, …`: every part with its time. */
  summary(): string;
}

/** The first part, the start of the process, is already over. */
function startStopwatch(): Stopwatch {
  const laps: { name: string; ms: number }[] = [];
  let last = 0;
  const lap = (name: string): void => {
    const nowMs = performance.now();
    laps.push({ name, ms: nowMs - last });
    last = nowMs;
  };
  lap('starting');
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 95 ? 2 : 1)} s`;
  return {
    lap,
    summary: () => `${seconds(last)}: ${laps.map(({ name, ms }) => `${seconds(ms)} ${name}`).join(', ')}`,
  };
}
