// `check` tries everything that a report needs, and posts nothing. The files of ../check/ make its
// findings; this one decides what is tried, in which order the findings are printed, and with which code it
// ends.
import { createClient, type QueryService } from '../../report/client/client.ts';
import { InputError, type InputProblem, uniqueProblems } from '../../text/errors.ts';
import { INPUTS } from '../../report/inputs/declared.ts';
import { hasInput, type RawInputs } from '../../report/inputs/raw.ts';
import type { ReportRequest } from '../../report/inputs/request.ts';
import { silentLog } from '../../text/log.ts';
import { type FinishedReport, runReports } from '../../report/run/reports.ts';
import { askOnce, createService } from '../../report/run/service.ts';
import { decideStepResult } from '../../report/run/step-result.ts';
import { quoteNames } from '../../text/list.ts';
import { inputsCommand } from '../arguments/command.ts';
import { nameOfStore } from '../arguments/place.ts';
import { LIST_FORMAT_FLAG, NOW_FLAG } from '../arguments/values.ts';
import { checkAccount, checkDataSource } from '../check/account.ts';
import { checkDestinations } from '../check/destinations.ts';
import { askMissingValues } from '../check/filter-values.ts';
import { type Finding, finding, findingLines } from '../check/finding.ts';
import { checkResults, checkToken } from '../check/reports.ts';
import type { RepositoryFacts } from '../check/repository.ts';
import { pickSources, type Source } from '../check/sources.ts';
import { checkStep, readStep, type ReadInputs } from '../check/steps.ts';
import { readWorkflows } from '../check/workflows.ts';
import { type Io, printJson, takesColor } from '../io.ts';
import {
  inputsFor,
  STORED_FLAGS,
  type StoredOrganization,
  withOptionalStore,
} from '../stored-organization.ts';
import { EXIT_CODES, exitCodeOf } from '../outcome.ts';
import { CONFIG_PATH, readRequests, withAddress } from '../requests.ts';

const check = inputsCommand(
  {
    name: 'check',
    usage: ['check [--config FILE] [flags]', 'check --insights IDS [flags]', 'check --db FILE [flags]'],
    description: `Tries a report's configuration and posts nothing. It tries
- the token, each insight and each threshold,
- the permission that each destination needs, in the repository's workflows (and on GitHub, if GITHUB_TOKEN is set).

Each line begins with ✓ (works), ! (needs a look), ✗ (does not work) or ? (cannot be checked from here).
Without --config, --insights and --queries, it tries ${CONFIG_PATH} and the inputs of the workflows' steps.
With --db, it reads your own service's database file, without a token.
The environment variable INSIGHT_REPORT_API_TOKEN holds the token.`,
    flags: {
      ...STORED_FLAGS,
      format: LIST_FORMAT_FLAG,
      now: NOW_FLAG,
      quiet: { description: 'prints only what needs your attention' },
    },
    examples: [
      'check',
      'check --config .github/insight-report.yml --report weekly --format json',
      'check --insights 3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10 --post-to issue',
    ],
    footer: `${EXIT_CODES} A missing permission is a wrong configuration.`,
  },
  async (args, io) => {
    const { flags, inputs: flagInputs, problems } = args;
    if (problems.length > 0) throw new InputError(problems);
    return withOptionalStore(args, io, async (stored) => {
      const { findings, code } = await checkAll(flagInputs, flags.now ?? Date.now(), stored, io);
      const shown = flags.quiet ? findings.filter(({ status }) => status !== 'ok') : findings;
      if (flags.format === 'json') printJson(io, shown);
      else io.stdout.write(findingLines(shown, takesColor(io)).join(''));
      return code;
    });
  },
);

export const commands = [check];

/** What `check` prints, and the exit code. */
interface CheckOutcome {
  readonly findings: readonly Finding[];
  readonly code: number;
}

/**
 * Finds what is to be checked (the inputs given as flags, or those of each workflow step), stops if they are
 * wrong, and otherwise runs the reports and finds what each part of them needs.
 */
async function checkAll(
  flagInputs: RawInputs,
  nowMs: number,
  stored: StoredOrganization | null,
  io: Io,
): Promise<CheckOutcome> {
  const read: ReadInputs = (inputs) => readRequests(inputsFor(stored, { ...inputs, ...flagInputs }, io), []);
  const { steps, findings: unreadable } = await readWorkflows();
  const checkedSteps = await Promise.all(steps.map((step) => readStep(step, read)));
  const addressed = withAddress(flagInputs, io);
  const sources = await pickSources(
    stored === null ? addressed : { ...addressed, 'api-url': INPUTS['api-url'].default },
    checkedSteps,
    read,
  );
  const problems = uniqueProblems(sources.flatMap((source) => source.problems));
  if (problems.length > 0) return { findings: [...unreadable, ...problems.map(problemFinding)], code: 2 };
  const requests = sources.flatMap((source) => source.requests);
  const storedService = stored === null ? undefined : askOnce(stored.service);
  const reports = await runReports(requests, {
    nowMs,
    log: silentLog,
    run: null,
    ...(storedService && { service: storedService }),
  });
  const account =
    stored === null
      ? (await Promise.all(servicesOf(reports).map(checkService))).flat()
      : [storedFinding(stored)];
  const { facts, findings: ofGitHub } = await askGitHub(requests, io);
  const sourceOfReports = sources.flatMap((source) => source.requests.map(() => source));
  const ofReports = reports.flatMap((report, index) => {
    const source = sourceOfReports[index];
    return source === undefined ? [] : checkReport(report, source, facts, storedService);
  });
  const isUrlGiven = hasInput(addressed, 'api-url');
  const findings = [
    ...unreadable,
    ...sources.map(sourceFinding),
    ...(stored === null ? checkToken(reports) : []),
    ...account,
    ...(await Promise.all(ofReports)).flat(),
    ...sources.flatMap(({ steps: runBy, hasIds }) =>
      hasIds ? runBy.flatMap((each) => checkStep(each, isUrlGiven)) : [],
    ),
    ...ofGitHub,
  ];
  return { findings, code: exitCode(reports, findings) };
}

/** One report for each query service and token. */
function servicesOf(reports: readonly FinishedReport[]): readonly FinishedReport[] {
  const keyOf = ({ request: { service } }: FinishedReport) => JSON.stringify([service.url, service.token]);
  return [...new Map(reports.map((report) => [keyOf(report), report])).values()];
}

function storedFinding({ org, place, insights }: StoredOrganization): Finding {
  const names = insights.length === 0 ? 'none' : quoteNames(insights.map((each) => each.name));
  const message = `${org} in ${nameOfStore(place) ?? ''}\nInsights: ${names}`;
  return finding('account', 'organization', 'ok', message);
}

/** What a report's token can read: the account, and the data source that its queries need. */
async function checkService({ request, results }: FinishedReport): Promise<readonly Finding[]> {
  const { catalog } = createClient({ ...request.service, log: silentLog });
  return [...(await checkAccount(catalog)), ...(await checkDataSource(request, results.insights, catalog))];
}

/** The findings on a report, by its id; a step's report without its own id by the step's place. */
async function checkReport(
  report: FinishedReport,
  { name, isStep, steps, hasIds }: Source,
  repository: RepositoryFacts | null,
  storedService: QueryService | undefined,
): Promise<readonly Finding[]> {
  const { request, results } = report;
  const service = storedService ?? createService(request, { log: silentLog });
  const missing = await Promise.all(
    results.insights.map(async (insight): Promise<readonly [string, string]> => {
      const missingValues =
        insight.status === 'ok' && askMissingValues(insight, (query) => service.runQuery(query));
      // The insight was reported: a hint that cannot be had changes nothing.
      return [insight.name, missingValues ? (await missingValues.catch(() => [])).join('\n') : ''];
    }),
  );
  const hints = new Map(missing);
  const findings = checkResults(report).map((each): Finding => {
    const hint = each.check === 'insight' ? hints.get(each.name) : undefined;
    return hint ? { ...each, status: 'warned', advice: hint } : each;
  });
  const all = [...findings, ...checkDestinations(request, { steps, repository, hasIds })];
  return isStep && request.reportId === INPUTS['report-id'].default
    ? all.map((each) => ({ ...each, report: name }))
    : all;
}

/** What GitHub says about the repository, if a destination is there. */
async function askGitHub(requests: readonly ReportRequest[], io: Io) {
  const destinations = requests.flatMap(({ posting }) => posting.destinations);
  if (destinations.every((each) => each === 'summary' || each === 'webhook'))
    return { facts: null, findings: [] };
  const { askRepository } = await import('../check/repository.ts');
  return askRepository(io, '.');
}

function sourceFinding({ name, requests, unknown }: Source): Finding {
  const about = 'configuration';
  const flags = unknown.map((each) => `--${each}`).join(' and ');
  const isAddressAlone = unknown.every((each) => each === 'api-url');
  if (unknown.length > 0)
    return finding(
      about,
      about,
      'unknown',
      `${name} was not tried: ${isAddressAlone ? NO_ADDRESS : `only a runner can evaluate its ${unknown.join(', ')}`}`,
      `Give ${flags} to try it with a value from here.`,
    );
  const ids = requests.map(({ reportId }) => reportId).join(', ');
  return finding(about, about, 'ok', name === about ? 'valid' : `${name} is valid (reports: ${ids})`);
}

const NO_ADDRESS = 'the workflow names its api-url, and a file does not decide where your token is sent';

function problemFinding({ kind, text }: InputProblem): Finding {
  const check = kind === 'missing-token' ? 'token' : 'configuration';
  return finding(check, check, 'failed', text);
}

/**
 * 1 if a threshold failed, else 2 if the configuration cannot work, else 3 if the service could not answer.
 */
function exitCode(reports: readonly FinishedReport[], findings: readonly Finding[]): number {
  const { failures } = decideStepResult(reports);
  const thresholds = reports.flatMap(({ results }) => results.thresholds);
  const code = exitCodeOf({ thresholds }, failures);
  const isMisconfigured = findings.some(
    ({ check: kind, status }) => (kind === 'destination' || kind === 'workflow') && status === 'failed',
  );
  return code !== 1 && isMisconfigured ? 2 : code;
}
