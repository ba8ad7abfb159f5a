import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InputError } from '../../errors.ts';
import { renderReport } from '../../render/report.ts';
import { renderTerminal } from '../../render/terminal/report.ts';
import { startService } from '../../service/start.ts';
import { parseInstant } from '../../tql/interval.ts';
import { reportDemo, seedDemo } from '../demo/report.ts';
import type { Io } from '../io.ts';

const MS_PER_DAY = 86_400_000;
const MORNING_MS = 9 * 3_600_000 + 41 * 60_000;

/** `insight-report demo`: the main job on an embedded service with seeded events, over real HTTP. Gives the exit code. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const { nowMs, isHelp } = readFlags(args);
  if (isHelp) {
    io.stdout.write(HELP);
    return 0;
  }
  const watch = stopwatch();
  const service = await startService({ dbPath: ':memory:', nowMs });
  try {
    const { token, count } = await seedDemo(service, nowMs);
    watch.lap(`storing ${count.toLocaleString('en-US')} events`);
    const results = await reportDemo(service.url, token, nowMs, REPORT_INPUTS);
    watch.lap(`asking for ${results.insights.length} insights over HTTP`);
    const page = { template: TEMPLATE, destination: 'file', limit: null, links: { whole: null } } as const;
    const path = await saveMarkdown((await renderReport(results, page)).markdown);
    io.stdout.write(renderTerminal(results, { width: io.columns ?? 100, color: isColored(io) }));
    watch.lap('rendering');
    io.stdout.write(`\nThe same as Markdown: ${path}\n`);
    io.stdout.write(`Tidewater and its users are invented; the query service at ${service.url} was real.\n`);
    io.stdout.write(`Took ${watch.summary()}.\n`);
    return results.insights.every(({ status }) => status === 'ok') ? 0 : 3;
  } finally {
    await service.close(0);
  }
}

const REPORT_INPUTS = { title: 'Tidewater · usage', interval: 'last 30 days' };
const TEMPLATE = { kind: 'builtin', name: 'report' } as const;

async function saveMarkdown(markdown: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'insight-report-demo-')), 'report.md');
  await writeFile(path, markdown);
  return path;
}

function isColored(io: Io): boolean {
  return io.columns !== null && !io.env['NO_COLOR'];
}

/** By default this morning: the numbers are the same on every day, only the dates move. */
function readFlags(args: readonly string[]): { nowMs: number; isHelp: boolean } {
  const { values, tokens } = parseArgs({ args: [...args], options: OPTIONS, strict: false, tokens: true });
  const unknown = tokens.filter((token) => token.kind !== 'option' || !Object.hasOwn(OPTIONS, token.name));
  if (unknown.length > 0) throw new InputError(['demo takes --now MOMENT and --help, nothing else']);
  const morning = Math.floor(Date.now() / MS_PER_DAY) * MS_PER_DAY + MORNING_MS;
  if (values.now === undefined) return { nowMs: morning, isHelp: values.help === true };
  const nowMs = typeof values.now === 'string' ? parseInstant(values.now) : null;
  if (nowMs === null)
    throw new InputError([`--now: "${String(values.now)}" is no moment; write it as 2026-11-16T09:00:00Z`]);
  return { nowMs, isHelp: values.help === true };
}

const OPTIONS = { now: { type: 'string' }, help: { type: 'boolean' } } as const;

const HELP = `Usage: insight-report demo [--now MOMENT]

Stores some 300,000 events of an invented app in an embedded query service, asks it for three insights over HTTP,
and prints their report, with a gate on the third that is near its limit. No account, no network, no database to start.
`;

/** Measures the parts of a run one after the other, from the start of the process. */
export interface Stopwatch {
  /** Ends a part and names it. */
  lap(name: string): void;
  /** "1.9 s: 0.2 s starting, …", every part with its time in seconds. */
  summary(): string;
}

/** Starts with the part that is over already: the process's own start. */
export function stopwatch(): Stopwatch {
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
