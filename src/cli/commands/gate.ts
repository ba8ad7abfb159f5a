import type { FinishedReport } from '../../action/previous-post.ts';
import { InputError } from '../../errors.ts';
import type { ReportRequest } from '../../inputs/request.ts';
import { silentLog } from '../../log.ts';
import type { Results } from '../../results.ts';
import { createService, runReport } from '../../run/reports.ts';
import { parseInstant } from '../../tql/interval.ts';
import { readReportFlags, type ReportFlags } from '../arguments/report-flags.ts';
import { formatBacktest, runBacktest } from '../backtest.ts';
import type { Io } from '../io.ts';
import { printOutcome, readRequests } from './report.ts';

/** `insight-report gate`: a report's thresholds alone, now and over earlier periods. Gives the exit code. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const flags = readGateFlags(args);
  if (flags.isHelp) {
    io.stdout.write(HELP);
    return 0;
  }
  const raw = {
    ...flags.raw,
    'dry-run': 'true',
    'github-token': '',
    'api-token': io.env['INSIGHT_REPORT_API_TOKEN'] ?? '',
    // Explaining asks nothing, and so needs no token.
    ...(flags.isExplain && flags.backtest === null ? { 'on-missing-token': 'skip' } : {}),
  };
  const problems = [...flags.problems];
  const gated = (await readRequests(raw, problems)).filter(({ thresholds }) => thresholds.length > 0).map(onlyGated);
  if (gated.length === 0) problems.push('there is no threshold: give --thresholds, such as \'share("iOS 15") < 2%\'');
  if (problems.length > 0) throw new InputError(problems);
  if (flags.isExplain) {
    const { explainThreshold: explain } = await import('../../gate/explain.ts');
    for (const { thresholds, insights } of gated) {
      for (const threshold of thresholds) {
        const insight = insights.find(({ name }) => name === threshold.insight);
        if (insight !== undefined) io.stdout.write(`${explain(threshold, insight).join('\n')}\n\n`);
      }
    }
    if (flags.backtest === null) return 0;
  }
  const nowMs = flags.now === null ? Date.now() : (parseInstant(flags.now) ?? Date.now());
  const reported: FinishedReport[] = [];
  for (const request of gated) reported.push({ request, results: await judge(request, nowMs, flags.backtest, io) });
  return printOutcome(reported, io);
}

async function judge(request: ReportRequest, nowMs: number, periods: number | null, io: Io): Promise<Results> {
  const service = createService(request, { log: silentLog });
  const results = await runReport(request, { nowMs, log: silentLog, run: null, service });
  for (const { message } of results.thresholds) io.stdout.write(`${message}\n`);
  if (periods !== null) {
    const tests = await runBacktest(request, results, service, nowMs, periods);
    for (const test of tests) io.stdout.write(`\n${formatBacktest(test, { nowMs, locale: request.locale })}`);
  }
  return results;
}

/** What no threshold is about need not be asked for. */
function onlyGated(request: ReportRequest): ReportRequest {
  const names = new Set(request.thresholds.map(({ insight }) => insight));
  const insights = request.insights.filter(({ name }) => names.has(name)).map((entry) => ({ ...entry, history: 0 }));
  return { ...request, insights };
}

const HELP = `Usage: insight-report gate --insights IDS --thresholds YAML [flags]
       insight-report gate --config FILE [--report NAME] [flags]

Judges thresholds and nothing else: a line for each. INSIGHT_REPORT_API_TOKEN holds the token.

  --backtest N       judges the same thresholds over the N periods before as well, and says where each value is heading
  --explain          says how each threshold was understood and what it asks for; nothing is asked
  --now MOMENT       resolves relative dates against this moment, 2026-11-16T09:00:00Z, instead of now

and every input of the Action that \`insight-report report --help\` lists. Exit codes: 0 passed or warned, 1 a threshold
failed, 2 wrong usage or configuration, 3 could not ask, or inconclusive under on-inconclusive: fail.
`;

/** The flags of `gate`: those of `report` but for the format, and its own. */
export interface GateFlags extends Omit<ReportFlags, 'format'> {
  /** How many periods to go back; null: none. */
  readonly backtest: number | null;
  readonly isExplain: boolean;
}

const MAX_PERIODS = 60;

/** Reads the command line of `gate`; what is wrong with it is told in `problems`, all of it. */
export function readGateFlags(args: readonly string[]): GateFlags {
  const rest: string[] = [];
  const problems: string[] = [];
  let isExplain = false;
  let backtest: string | null = null;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (arg === '--explain') isExplain = true;
    else if (arg.startsWith('--backtest=')) backtest = arg.slice('--backtest='.length);
    else if (arg === '--backtest') backtest = args[++index] ?? '';
    else rest.push(arg);
  }
  const count = backtest === null || !/^\d{1,3}$/.test(backtest) ? null : Number(backtest);
  if (backtest !== null && (count === null || count < 1 || count > MAX_PERIODS)) {
    problems.push(`--backtest: got "${backtest}"; expected a whole number of periods from 1 to ${MAX_PERIODS}`);
  }
  const { format, ...flags } = readReportFlags(rest, 'gate');
  if (format !== null) problems.push('--format: gate prints lines; report has formats');
  if (flags.now !== null && parseInstant(flags.now) === null) {
    problems.push(`--now: "${flags.now}" is no moment; write it as 2026-11-16T09:00:00Z`);
  }
  return { ...flags, problems: [...flags.problems, ...problems], backtest: count, isExplain };
}
