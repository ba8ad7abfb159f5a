// `gate` judges thresholds and prints a line for each, for a release script or to try a limit: `--explain`
// shows how it is read, `--backtest` what it would have said, `--wait` asks until it is decided.
import { allOrProblems, InputError } from '../../text/errors.ts';
import type { QueryService } from '../../report/client/client.ts';
import { insightsOf, type ReportRequest, thresholdsOfInsights } from '../../report/inputs/request.ts';
import { silentLog } from '../../text/log.ts';
import { type FinishedReport, runReport } from '../../report/run/reports.ts';
import { askOnce, createService } from '../../report/run/service.ts';
import { inputsCommand } from '../arguments/command.ts';
import { DURATION, integer, NOW_FLAG, QUIET_FLAG } from '../arguments/values.ts';
import { runBacktest } from '../backtest/backtest.ts';
import { formatBacktest } from '../backtest/print.ts';
import type { JudgedReport } from '../backtest/releases.ts';
import type { Io } from '../io.ts';
import { STORED_FLAGS, withReportService } from '../stored-organization.ts';
import { EXIT_CODES, printOutcome } from '../outcome.ts';
import { readRequests, USUAL_CONFIG } from '../requests.ts';
import { askUntilDecided } from '../wait.ts';

const gate = inputsCommand(
  {
    name: 'gate',
    usage: [
      'gate --insights IDS --thresholds YAML [flags]',
      'gate --config FILE [--report NAME] [flags]',
      'gate --insights NAMES --db FILE [--org NAMESPACE] [flags]',
    ],
    description: `Checks the gates of a report (limits on its numbers), and prints the outcome of each.
The environment variable INSIGHT_REPORT_API_TOKEN holds the token.
With --db, it reads your own service's database file, without a token.
${USUAL_CONFIG}`,
    flags: {
      backtest: {
        value: 'N',
        type: integer(1, 60, 'a whole number of periods from 1 to 60'),
        description: 'also checks the N periods before, and estimates when each number reaches its limit',
      },
      explain: {
        description: 'explains each gate and what it would query, without sending a request',
      },
      wait: {
        value: 'TIME',
        type: DURATION,
        description: 'waits until every gate has an answer or one fails, at most this long: 6h',
      },
      every: {
        value: 'TIME',
        type: DURATION,
        description: 'with --wait: the time between two queries (default 15m)',
      },
      ...STORED_FLAGS,
      now: NOW_FLAG,
      quiet: QUIET_FLAG,
    },
    examples: [
      `gate --insights 'os: 8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33' --thresholds 'os: share("iOS 15") < 2%' --backtest 12`,
      'gate --config .github/insight-report.yml --explain',
      'gate --config .github/insight-report.yml --report release --wait 6h --every 15m',
    ],
    footer: EXIT_CODES,
  },
  (args, io) =>
    withReportService(args, io, async (inputs, service) => {
      const { flags } = args;
      const problems = [
        ...args.problems,
        ...(flags.wait === null && flags.every !== null ? ['--every belongs to --wait'] : []),
      ];
      // Explaining a threshold sends no request, so it needs no token.
      const explainsOnly = flags.explain && flags.backtest === null;
      const tokenPolicy = explainsOnly ? { 'on-missing-token': 'skip' } : {};
      const gatedRequests = (await readRequests({ ...inputs, ...tokenPolicy }, problems)).filter(
        ({ thresholds }) => thresholds.length > 0,
      );
      const requests = gatedRequests.map(withoutUngated);
      if (requests.length === 0)
        throw new InputError(['there is no threshold: give --thresholds, such as \'share("iOS 15") < 2%\'']);
      if (flags.explain) await explain(requests, io);
      if (explainsOnly) return 0;
      const reports = await judge(requests, flags, service, io);
      return printOutcome(reports, io, { isQuiet: flags.quiet });
    }),
);

export const commands = [gate];

/** Prints how each threshold is read, and what it would query. */
async function explain(requests: readonly ReportRequest[], io: Io): Promise<void> {
  const { explainThreshold } = await import('../../report/render/verdict/explanation.ts');
  for (const { thresholds, insights } of requests) {
    for (const threshold of thresholds) {
      const lines =
        threshold.kind === 'insights'
          ? explainThreshold(threshold, insights)
          : [`${threshold.insight}: ${threshold.assert.source}`, `  ${RELEASE_EXPLANATION}`];
      io.stdout.write(`${lines.join('\n')}\n\n`);
    }
  }
}

/** What every gate of a release requests. */
const RELEASE_EXPLANATION =
  'users of the new version against users of the old ones on the same days, by an interval that holds at every look';

/** Judges the thresholds, waits for a decision if that is requested, and prints the verdicts. */
async function judge(
  requests: readonly ReportRequest[],
  { now, wait, every, backtest, quiet }: GateFlags,
  storedService: QueryService | undefined,
  io: Io,
): Promise<readonly FinishedReport[]> {
  const judgeOne = async (request: ReportRequest) => {
    const service =
      storedService === undefined ? createService(request, { log: silentLog }) : askOnce(storedService);
    const nowMs = now ?? Date.now();
    const results = await runReport(request, { nowMs, log: silentLog, run: null, service });
    return { request, results, service, nowMs };
  };
  const ask = async () => {
    const judged: PromiseSettledResult<JudgedReport>[] = [];
    for (const request of requests) judged.push(...(await Promise.allSettled([judgeOne(request)])));
    return allOrProblems(judged);
  };
  const say = (line: string) => {
    if (!quiet) io.stderr.write(`insight-report gate: ${line}\n`);
  };
  const patience = { waitMs: wait ?? 0, everyMs: every ?? DEFAULT_EVERY_MS };
  const reports = await askUntilDecided(ask, patience, say);
  for (const report of reports) {
    const { request, results, nowMs } = report;
    for (const { message } of results.thresholds) io.stdout.write(`${message}\n`);
    if (backtest === null) continue;
    for (const each of await runBacktest(report, backtest))
      io.stdout.write(`\n${formatBacktest(each, { nowMs, locale: request.locale })}`);
  }
  return reports;
}

const DEFAULT_EVERY_MS = 15 * 60_000;

interface GateFlags {
  readonly now: number | null;
  readonly wait: number | null;
  readonly every: number | null;
  readonly backtest: number | null;
  readonly quiet: boolean;
}

/**
 * The request for a gate alone: without the insights that no threshold is about, and without the history and
 * the minimum versions (`keep`), which only a report shows.
 */
function withoutUngated(request: ReportRequest): ReportRequest {
  const names = new Set(thresholdsOfInsights(request).flatMap(insightsOf));
  const insights = request.insights
    .filter(({ name }) => names.has(name))
    .map((entry) => ({ ...entry, history: 0, keep: null }));
  return { ...request, insights };
}
