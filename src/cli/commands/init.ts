// `init` writes a workflow and a config file, after it asked (or was given, with `--yes`) what to report
// and tried it against the service. The files of ../init/ ask, try and write; this one is their order.
import { InputError } from '../../text/errors.ts';
import { CONFIG_KEYS } from '../../report/inputs/config/file.ts';
import { INPUTS } from '../../report/inputs/declared.ts';
import { rawText, namesSubject, type RawInputs } from '../../report/inputs/raw.ts';
import { renderTerminal } from '../../report/render/terminal/report.ts';
import type { FinishedReport } from '../../report/run/reports.ts';
import { type InputsArguments, inputsCommand } from '../arguments/command.ts';
import { nameOfStore } from '../arguments/place.ts';
import type { ParameterTable } from '../arguments/spec.ts';
import { NOW_FLAG } from '../arguments/values.ts';
import { type Finding, findingLines } from '../check/finding.ts';
import { type Asker, Cancelled, openAsker } from '../init/asker.ts';
import { writeConfig } from '../init/config-file.ts';
import { suggestGates } from '../init/gates.ts';
import { askGate, askSettings, type Interview, tryInsights, withNames } from '../init/interview.ts';
import { libraryOfFile, libraryOfService } from '../init/library.ts';
import { hasNames } from '../init/names.ts';
import { idOf, type Paths, pathProblems, readPaths, WORKFLOW_PATH } from '../init/paths.ts';
import { describeNextSteps, OWN_ADDRESS, secretFor } from '../init/next-steps.ts';
import { planReports } from '../init/triggers.ts';
import { createTrial, SERVICE_INPUTS, type Settings, type Trial } from '../init/trial.ts';
import { writeWorkflow } from '../init/workflow.ts';
import { type NewFile, refuseExisting, writeFiles } from '../init/write-files.ts';
import { type Io, takesColor } from '../io.ts';
import { onlyOf, STORED_FLAGS, type StoredOrganization, withStored } from '../stored-organization.ts';
import { CONFIG_PATH, MISSING_TOKEN } from '../requests.ts';

const FLAGS = {
  yes: { description: 'asks nothing and takes the defaults; needed without a terminal' },
  force: { description: 'replaces existing files' },
  gate: { description: 'adds a gate (a limit) that today’s numbers meet' },
  workflow: {
    value: 'FILE',
    default: WORKFLOW_PATH,
    description: 'where to write the workflow',
  },
  secret: {
    value: 'NAME',
    description:
      'the repository secret with the token (default TELEMETRYDECK_TOKEN; for your own service, INSIGHT_REPORT_API_TOKEN)',
    type: {
      expected: 'the name of a secret: letters, digits and _, such as TELEMETRYDECK_TOKEN',
      parse: (text: string) => (/^(?!GITHUB_)[A-Z_][A-Z0-9_]*$/i.test(text) ? text : null),
    },
  },
  ...STORED_FLAGS,
  db: { value: 'FILE', description: "reads your own service's database file, without a token" },
  now: NOW_FLAG,
} as const;

const init = inputsCommand(
  {
    name: 'init',
    usage: ['init [flags]', 'init --insights TITLES --yes [flags]'],
    description: `Writes a workflow and a config file. It asks what to report and where to post it, and shows the report.
It writes the files after your last answer. It replaces existing files only with --force.
If you give a flag, such as --insights, the command does not ask for its value. With --dry-run, it only prints the files.
The environment variable INSIGHT_REPORT_API_TOKEN holds the token.`,
    flags: FLAGS,
    examples: [
      'init',
      'init --insights "Devices of everybody" --post-to summary,issue --yes',
      'init --insights 3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10 --yes',
      'init --db usage.duckdb',
      'init --api-url https://usage.example.com --db usage.duckdb --insights Devices --gate --yes',
    ],
    footer:
      'Exit codes: 0 written; 2 wrong usage or configuration; 3 an insight could not be reported; 130 ended by you. Only 0 writes anything.',
  },
  async (args, io) => {
    try {
      return await run(args, io);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      io.stderr.write('insight-report init: ended; nothing was written.\n');
      // As a shell reports a program that Ctrl+C ended.
      return 130;
    }
  },
);

export const commands = [init];

type InitArguments = Pick<InputsArguments<typeof FLAGS, ParameterTable>, 'flags' | 'inputs' | 'problems'>;

/** Refuses wrong flags, opens the terminal or the database file, and goes on with `askAndWrite`. */
async function run({ flags, inputs, problems }: InitArguments, io: Io): Promise<number> {
  const paths = readPaths(rawText(inputs, 'config') || CONFIG_PATH, flags.workflow);
  const wrong = [...problems, ...usageProblems(flags, inputs, io), ...pathProblems(paths)];
  if (wrong.length > 0) throw new InputError(wrong);
  const isDry = inputs['dry-run'] !== undefined && inputs['dry-run'] !== 'false';
  if (!flags.force && !isDry) refuseExisting(Object.values(paths), '--force replaces it');
  const asker = flags.yes || io.terminal == null ? null : await openAsker(io.terminal);
  const name = nameOfStore(flags);
  const task = (stored: StoredOrganization | null) =>
    askAndWrite({ flags, inputs, paths, isDry, asker, stored }, io);
  if (name === null) return task(null);
  const choose = (namespaces: readonly string[]) => chooseOrganization(name, flags.org, namespaces, asker);
  return withStored({ ...flags, org: choose }, io, task);
}

/**
 * The organization that is given, or the file's only one, or the one that is chosen. Throws `InputError` if
 * none is.
 */
async function chooseOrganization(
  name: string,
  org: string | null,
  namespaces: readonly string[],
  asker: Asker | null,
): Promise<string> {
  if (org !== null) return org;
  if (namespaces.length < 2 || asker === null) return onlyOf(namespaces, name, []);
  return asker.one(
    'Which organization?',
    namespaces.map((value) => ({ value, name: value })),
  );
}

/** What one run of `init` works with. */
interface InitPlan extends Pick<InitArguments, 'flags' | 'inputs'> {
  /** Where the two files are written. */
  readonly paths: Paths;
  /** Whether the files are printed instead of written. */
  readonly isDry: boolean;
  /** Asks the questions; null with `--yes`. */
  readonly asker: Asker | null;
  /** The organization of a database file; null if a query service is asked over HTTP. */
  readonly stored: StoredOrganization | null;
}

/** Decides the settings, runs the report by the files that they make, shows it, and writes the files. */
async function askAndWrite(plan: InitPlan, io: Io): Promise<number> {
  const { flags, paths, isDry, asker, stored } = plan;
  const { settings, trial, shownLines } = await decideSettings(plan, io);
  const secret = flags.secret ?? secretFor(settings);
  const files = await makeFiles(settings, paths, secret, trial);
  const reports = await trial.runFile(paths.config, files[0].text, settings);
  const isReported = showReports(reports, trial, shownLines, io);
  if (!isReported && asker === null) {
    io.stderr.write('insight-report init: not every insight can be reported; nothing was written.\n');
    return 3;
  }
  if (isDry) {
    for (const { path, text } of files) io.stdout.write(`--- ${path}\n${text}\n`);
    return 0;
  }
  const names = files.map(({ path }) => path).join(' and ');
  const question = isReported ? `Write ${names}?` : `Not everything works. Write ${names} anyway?`;
  if (asker !== null && !(await asker.confirm(question, isReported))) throw new Cancelled();
  await writeFiles(files, flags.force);
  io.stdout.write(describeNextSteps(paths, secret, settings, stored));
  return 0;
}

/** The settings by the flags and the answers, each tried; and the lines that the interview has shown. */
async function decideSettings({ flags, inputs, asker, stored }: InitPlan, io: Io) {
  let token = stored?.token ?? io.env['INSIGHT_REPORT_API_TOKEN'] ?? '';
  const trial = createTrial(() => token, flags.now ?? Date.now(), stored?.service ?? null);
  const library =
    stored === null ? libraryOfService(trial) : libraryOfFile(stored.insights, stored.service.catalog);
  const preset = { ...(stored === null ? {} : { 'api-url': OWN_ADDRESS }), ...presetSettings(inputs) };
  await refuseInvalid(preset, trial);
  const shownLines = new Set<string>();
  const interview: Interview | null = asker && {
    asker,
    trial,
    library,
    say: (text) => io.stdout.write(text),
    show: (findings) => {
      for (const line of findingLines(findings, takesColor(io))) {
        shownLines.add(line);
        io.stdout.write(line);
      }
    },
    hasToken: token !== '',
    setToken: (text) => {
      token = text;
    },
  };
  let settings = await (interview === null
    ? fillSettings(preset, { trial, library })
    : askSettings(preset, interview));
  if (flags.gate) settings = await withBestGate(settings, trial);
  else if (interview !== null) settings = await askGate(settings, interview);
  return { settings, trial, shownLines };
}

/** What is wrong with the flags themselves. */
function usageProblems(flags: InitArguments['flags'], inputs: RawInputs, io: Io): readonly string[] {
  const lacksTerminal = !flags.yes && io.terminal == null;
  const hasToken = (io.env['INSIGHT_REPORT_API_TOKEN'] ?? '') !== '';
  const isStored = nameOfStore(flags) !== null;
  // Nobody is asked, and no database file lists insights.
  const needsInputs = flags.yes && !isStored;
  const mistakes: readonly (readonly [boolean, string])[] = [
    [
      lacksTerminal,
      'init asks questions, and there is no terminal to ask them on: give --yes, and the answers as flags',
    ],
    [needsInputs && !hasToken, MISSING_TOKEN],
    [
      needsInputs && !namesSubject(inputs),
      '--insights is missing: the titles or ids of saved insights, or their addresses in the dashboard',
    ],
    [!isStored && flags.org !== null, '--db FILE is missing: the database file that --org is in'],
    [flags.gate && rawText(inputs, 'thresholds') !== '', '--gate and --thresholds: give only one of them'],
    [rawText(inputs, 'report') !== '', '--report: init names the reports itself'],
  ];
  return mistakes.flatMap(([isMade, problem]) => (isMade ? [problem] : []));
}

/** The inputs that the files can hold. */
function presetSettings(inputs: RawInputs): Settings {
  const keys = [...SERVICE_INPUTS, ...CONFIG_KEYS.filter((name) => name !== 'dry-run')];
  return Object.fromEntries(
    keys.map((name): [string, string] => [name, rawText(inputs, name)]).filter(([, text]) => text !== ''),
  );
}

/** Throws `InputError` for what is wrong whatever the answers will be. */
async function refuseInvalid(preset: Settings, trial: Trial): Promise<void> {
  const { thresholds: _, insights, ...others } = preset;
  const isKnown = namesSubject(preset) && (insights === undefined || !hasNames(insights));
  const problem = await trial.problem(isKnown ? preset : others);
  if (problem !== null) throw new InputError([problem]);
}

/** The settings with `--yes`: defaults are taken for the answers that no flag gives. */
async function fillSettings(
  preset: Settings,
  trying: Pick<Interview, 'trial' | 'library'>,
): Promise<Settings> {
  const interval = preset['insights'] === undefined ? {} : { interval: INPUTS.interval.default };
  const filled = {
    ...interval,
    'post-to': INPUTS['post-to'].default,
    ...(await trying.library.resolve(preset)),
  };
  const { settings, report } = await tryInsights(filled, trying);
  return withNames(settings, report);
}

/** Adds the gate that is suggested first. Throws `InputError` if there is none. */
async function withBestGate(settings: Settings, trial: Trial): Promise<Settings> {
  const [best] = suggestGates((await trial.run(settings)).results);
  if (best === undefined)
    throw new InputError([
      '--gate: no gate can be suggested, because no insight has a total; give --thresholds, or leave --gate out',
    ]);
  return { ...settings, thresholds: best.threshold };
}

async function makeFiles(
  settings: Settings,
  paths: Paths,
  secret: string,
  trial: Trial,
): Promise<readonly [NewFile, NewFile]> {
  const { request } = await trial.run(settings);
  const reports = planReports(request.posting.destinations, request.thresholds.length > 0);
  const id = settings['report-id'] ?? idOf(paths);
  return [
    { path: paths.config, text: writeConfig(settings, reports, { workflow: paths.workflow, id }) },
    { path: paths.workflow, text: writeWorkflow(reports, { config: paths.config, secret, settings, id }) },
  ];
}

/**
 * Shows the report, which is the same wherever it is posted, and a line for each part that `shown` does not
 * have. Returns whether every insight could be reported; a gate may fail, since its limit is what it is for.
 */
function showReports(
  reports: readonly FinishedReport[],
  trial: Trial,
  shown: ReadonlySet<string>,
  io: Io,
): boolean {
  const [first] = reports;
  if (first === undefined) return false;
  const findings = trial.examine(first);
  const color = takesColor(io);
  const lines = findingLines(findings, color);
  const unseen = findings.filter((_, index) => !shown.has(lines[index] ?? '')).map(withoutNotes);
  const news = findingLines(unseen, color).join('');
  const report = renderTerminal(first.results, { width: io.columns ?? 100, color });
  io.stdout.write(`${report}\n${news === '' ? '' : `${news}\n`}`);
  return !findings.some(({ check, status }) => check !== 'threshold' && status === 'failed');
}

/** An insight's first line alone: its notes, which follow, are in the report that is shown above. */
function withoutNotes(finding: Finding): Finding {
  return finding.check === 'insight' && finding.status !== 'failed'
    ? { ...finding, message: finding.message.replace(/\n.*/s, '') }
    : finding;
}
