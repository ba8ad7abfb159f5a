// `minimums` lists the minimum OS versions that the code declares; with `--diff`, what a change raises and
// how many users that costs. The Action does the same in src/action/minimums.ts.
import { readDisk } from '../../code/minimums/source/disk.ts';
import { readGitChange } from '../../code/minimums/source/git.ts';
import { appOf } from '../../code/minimums/counting/app.ts';
import { countRaises, uncounted } from '../../code/minimums/counting/audience.ts';
import { minimumLines, renderMinimums } from '../../report/render/minimums/section.ts';
import { plainWriting } from '../../report/render/minimums/writing.ts';
import { outcomeOf } from '../../report/render/minimums/verdicts.ts';
import { findRaises, listMinimums } from '../../code/minimums/reading/raises.ts';
import { repositoryRoot } from '../../code/repository/repository.ts';
import { INPUTS } from '../../report/inputs/declared.ts';
import { fractionOf } from '../../report/inputs/scalars.ts';
import type { Minimums } from '../../report/results/results.ts';
import { askQuery } from '../../report/run/columns/ask.ts';
import { command } from '../arguments/command.ts';
import { someOf } from '../arguments/values.ts';
import { namesService, SERVICE_FLAGS, withService } from '../service-flags.ts';
import { type Io, printJson } from '../io.ts';
import { INTERVAL_FLAG } from '../query/interval.ts';
import { formatTable } from '../query/table.ts';
import { readConfig, readersOfRequests } from '../config-insights.ts';

const FORMATS = ['text', 'json', 'markdown'] as const;

const minimums = command(
  {
    name: 'minimums',
    usage: [
      'minimums [FOLDER]',
      'minimums [FOLDER] --diff BASE --org NAMESPACE --db FILE [flags]',
      'minimums [FOLDER] --diff BASE --api-url URL [flags]',
    ],
    description: `Lists the minimum OS versions of a repository's apps. It reads Xcode projects, XcodeGen, Podfiles, Swift packages, Gradle
builds and package.json. With --diff, it lists the minimums that a change raises, and how many users have only used lower versions.`,
    flags: {
      ...SERVICE_FLAGS,
      interval: {
        ...INTERVAL_FLAG,
        default: INPUTS.interval.default,
        description: 'counts the users of this time',
      },
      diff: {
        value: 'BASE',
        description: 'only the minimums that your branch raised since it left this branch or commit',
      },
      app: {
        value: 'ID',
        description:
          'counts only the users of this app (default: the app in the config file, otherwise all apps)',
      },
      'max-lost': {
        value: 'SHARE',
        type: { expected: 'a share of users, such as 2%', parse: fractionOf },
        description:
          'exits with 1 if you would lose more than this share of users (2%), and with 3 if the share is unknown',
      },
      config: {
        value: 'FILE',
        description: 'the config file with insights about the app (default: .github/insight-report.yml)',
      },
      format: {
        value: 'FORMATS',
        type: someOf(FORMATS),
        default: 'text',
        description: 'text, json (an array), markdown (a section of a report), or several of these',
      },
    },
    operands: { folder: { value: 'FOLDER', description: 'the code (default: the repository)' } },
    examples: [
      'minimums',
      'minimums --diff origin/main --org com.example.app --db usage.duckdb',
      'minimums --diff origin/main --max-lost 2% --api-url https://api.telemetrydeckapi.com',
    ],
    footer:
      'Exit codes: 0; 1 for --max-lost; 2 wrong usage, or code that cannot be read; 3 the service did not answer, or a share is unknown.',
  },
  async ({ flags, operands }, io) => {
    const root = await repositoryRoot(operands.folder ?? process.cwd());
    const folder = operands.folder ?? root;
    const { diff, app, 'max-lost': maxLost } = flags;
    if (diff === null) {
      printList(uncounted(await listMinimums(await readDisk(folder)), null), flags.format, io);
      return 0;
    }
    const raises = await findRaises(await readGitChange(folder, { base: diff, head: null }));
    const isAsked = raises.some(({ kind }) => kind === 'app') && (namesService(flags) || maxLost !== null);
    const counted = isAsked
      ? await withService(io, flags, async ({ ask, insights }) => {
          const requests = await readConfig(flags.config, root, io);
          const saved = await insights.list();
          const readers = await readersOfRequests(requests, saved, insights.find);
          const appOfInsights = appOf(readers.flatMap((each) => each.insights.map(({ query }) => query)));
          const audience = { interval: flags.interval, requestedApp: app, appOfInsights };
          return countRaises(raises, audience, (query) => askQuery(ask, query));
        })
      : uncounted(raises, null);
    printRaises(counted, flags.format, io);
    return maxLost === null ? 0 : exitCode(counted, maxLost);
  },
);

export const commands = [minimums];

/** 1 if a raise loses more users than `--max-lost`; otherwise 3 if it is not known of one. */
function exitCode(counted: Minimums, maxLost: number): 0 | 1 | 3 {
  const apps = counted.raises.filter(({ kind }) => kind === 'app');
  const outcomes = new Set(apps.map((raise) => outcomeOf(raise, maxLost)));
  if (outcomes.has('failed')) return 1;
  return outcomes.has('inconclusive') ? 3 : 0;
}

type Formats = readonly (typeof FORMATS)[number][];

/** Prints the minimums of today: as a table unless JSON is requested. */
function printList(list: Minimums, formats: Formats, io: Io): void {
  for (const format of formats)
    if (format === 'json') printMinimumsJson(list, io);
    else if (list.raises.length === 0) io.stdout.write('No minimum version was found.\n');
    else io.stdout.write(listTable(list.raises));
}

/** Prints the minimums that a change raises, and what each costs. */
function printRaises(counted: Minimums, formats: Formats, io: Io): void {
  const locale = INPUTS.locale.default;
  for (const format of formats)
    if (format === 'json') printMinimumsJson(counted, io);
    else if (counted.raises.length === 0) io.stdout.write('No minimum version is raised.\n');
    else if (format === 'markdown') io.stdout.write(`${renderMinimums(counted, locale)}\n`);
    else io.stdout.write(`${minimumLines(counted, plainWriting(locale), '--app').join('\n')}\n`);
}

function printMinimumsJson({ raises }: Minimums, io: Io): void {
  printJson(
    io,
    raises.map(({ fewerThan, hidden, ...raise }) => raise),
  );
}

function listTable(raises: Minimums['raises']): string {
  const header = ['platform', 'minimum', 'kind', 'target', 'in the code'];
  const rows = raises.map(({ platform, to, kind, target, places: [place] }) => [
    platform,
    to,
    kind,
    target,
    place === undefined ? '-' : `${place.file}:${place.line}`,
  ]);
  return formatTable({ header, rows });
}
