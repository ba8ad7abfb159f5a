import { InputError } from '../../errors.ts';
import type { QueryService } from '../../client/client.ts';
import type { ReportRequest } from '../../inputs/request.ts';
import { silentLog } from '../../log.ts';
import type { Results } from '../../results.ts';
import { createService, type FinishedReport, runReport } from '../../run/reports.ts';
import { inputsCommand } from '../arguments/command.ts';
import { integer, NOW_FLAG, QUIET_FLAG } from '../arguments/values.ts';
import { formatBacktest, runBacktest } from '../backtest.ts';
import type { Io } from '../io.ts';
import { OWN_SERVICE_FLAGS, withOwnService } from '../own-service.ts';
import { EXIT_CODES, printOutcome, readRequests, USUAL_CONFIG } from '../requests.ts';

const gate = inputsCommand(
  {
    name: 'gate',
    usage: [
      'gate --insights IDS --thresholds YAML [flags]',
      'gate --config FILE [--report NAME] [flags]',
      'gate --insights NAMES --db FILE --org NAMESPACE [flags]',
    ],
    description: `Judges thresholds and prints a line for each. The environment variable INSIGHT_REPORT_API_TOKEN holds the token.
Every input of the Action is a flag of the same name.
With --db and --org it asks your own service's database file, without a token, and --insights also takes the names of insights.
${USUAL_CONFIG}`,
    flags: {
      backtest: {
        value: 'N',
        type: integer(1, 60, 'a whole number of periods from 1 to 60'),
        description: 'also judges the N periods before, and says where each value is heading',
      },
      explain: {
        description: 'says how each threshold was understood and what it asks for, without asking the service',
      },
      ...OWN_SERVICE_FLAGS,
      now: NOW_FLAG,
      quiet: QUIET_FLAG,
    },
    operands: {},
    examples: [
      `gate --insights 'os: 8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33' --thresholds 'os: share("iOS 15") < 2%' --backtest 12`,
      'gate --config .github/insight-report.yml --explain',
    ],
    footer: EXIT_CODES,
  },
  (given, io) =>
    withOwnService(given, io, async (inputs, service) => {
      const { flags, problems } = given;
      // Explaining a threshold sends no request, so it needs no token.
      const explainsOnly = flags.explain && flags.backtest === null;
      const unasked = explainsOnly ? { 'on-missing-token': 'skip' } : {};
      const asked = (await readRequests({ ...inputs, ...unasked }, problems)).filter(
        ({ thresholds }) => thresholds.length > 0,
      );
      const requests = await Promise.all(asked.map(withoutUngated));
      if (requests.length === 0)
        throw new InputError(['there is no threshold: give --thresholds, such as \'share("iOS 15") < 2%\'']);
      if (flags.explain) await explain(requests, flags.now ?? Date.now(), io);
      if (explainsOnly) return 0;
      const reports: FinishedReport[] = [];
      for (const request of requests) {
        const results = await judge(request, flags.now ?? Date.now(), flags.backtest, io, service);
        reports.push({ request, results });
      }
      return printOutcome(reports, io, flags.quiet);
    }),
);

export const commands = [gate];

async function explain(requests: readonly ReportRequest[], nowMs: number, io: Io): Promise<void> {
  const [{ explainThreshold }, { parseThreshold }, { explainSet }] = await Promise.all([
    import('../../render/verdict/explanation.ts'),
    import('../../gate/verdict/decide.ts'),
    import('../../run/explain/sets.ts'),
  ]);
  for (const request of requests) {
    const { thresholds, insights } = request;
    const names = insights.map(({ name }) => name);
    for (const threshold of thresholds) {
      const lines = explainThreshold(parseThreshold(threshold, names), insights, (entry, call) =>
        explainSet(entry, call, request, nowMs),
      );
      io.stdout.write(`${lines.join('\n')}\n\n`);
    }
  }
}

async function judge(
  request: ReportRequest,
  nowMs: number,
  periods: number | null,
  io: Io,
  service: QueryService = createService(request, { log: silentLog }),
): Promise<Results> {
  const results = await runReport(request, { nowMs, log: silentLog, run: null, service });
  for (const { message } of results.thresholds) io.stdout.write(`${message}\n`);
  if (periods !== null) {
    const backtests = await runBacktest(request, results, service, nowMs, periods);
    for (const backtest of backtests)
      io.stdout.write(`\n${formatBacktest(backtest, { nowMs, locale: request.locale })}`);
  }
  return results;
}

/** Without the insights that no threshold is about, history and versions to require: none of it needs to be asked for. */
async function withoutUngated(request: ReportRequest): Promise<ReportRequest> {
  const { insightsOf, parseThreshold } = await import('../../gate/verdict/decide.ts');
  const all = request.insights.map(({ name }) => name);
  const names = new Set(request.thresholds.flatMap((threshold) => insightsOf(parseThreshold(threshold, all))));
  const insights = request.insights
    .filter(({ name }) => names.has(name))
    .map((entry) => ({ ...entry, history: 0, keep: null }));
  return { ...request, insights };
}
