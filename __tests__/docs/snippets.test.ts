// Takes each command, workflow and file of the docs, and runs it as a reader would: commands in this process,
// in a folder of their page. What needs another service, hours or a person is parsed.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { parseArguments } from '../../src/cli/arguments/parse.ts';
import { loadCommands } from '../../src/cli/main.ts';
import { createQuery } from '../../src/cli/query/templates.ts';
import { INPUTS } from '../../src/report/inputs/declared.ts';
import { parseReports } from '../../src/report/inputs/parse-reports.ts';
import { checkTemplate } from '../../src/report/render/template/check.ts';
import { lintWorkflows, testWithActionlint } from '../support/actionlint.ts';
import { type Block, blocksOf, PAGES, type ShellCommand } from '../support/docs/blocks.ts';
import { prepareReaders, type Reader } from '../support/docs/reader.ts';
import { effects, ID } from '../support/inputs/read-inputs.ts';
import { isLong } from '../support/properties.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const specs = (await loadCommands()).map(({ spec }) => spec);
const blocks = PAGES.map((page) => [page, blocksOf(page)] as const);

/** What is wrong with the arguments of a command, as they are written. */
function problemsOf(args: readonly string[]): readonly string[] {
  const spec =
    specs.find(({ name }) => name === args.slice(0, 2).join(' ')) ??
    specs.find(({ name }) => name === args[0]);
  if (spec === undefined) return [`no command ${args[0]}`];
  const { problems } = parseArguments(args.slice(spec.name.split(' ').length), spec);
  return problems.filter((problem) => !/^--\S+ .*(?:input|unknown)/.test(problem));
}

const INSTALLED = ['npm', 'docker', 'kubectl', 'caddy', 'sudo', 'cp', 'systemctl', 'systemd-sysusers', 'gh'];
const FOREIGN = new Set([
  ...INSTALLED,
  'node',
  'curl',
  'zcat',
  'export',
  'INSIGHT_REPORT_SITE=usage.example.com',
]);

/** What is wrong with a command, as far as it can be told without running it. */
function mistakesOf({ words }: ShellCommand): readonly string[] {
  const at = words.lastIndexOf('insight-report');
  const isOurs = at !== -1 && at < words.length - 1 && words[0] !== 'npm';
  const [program = '', verb = '', script = ''] = words;
  const missing = words.filter(
    (word) => /^(?:deploy|scripts|examples)\/|^compose.*yaml$/.test(word) && !existsSync(join(ROOT, word)),
  );
  return [
    ...(isOurs ? problemsOf(words.slice(at + 1)) : []),
    ...(isOurs || FOREIGN.has(program) ? [] : [`unknown program ${program}`]),
    ...(program === 'npm' && verb === 'run' && scripts[script] === undefined ? [`no script ${script}`] : []),
    ...missing.map((path) => `there is no ${path}`),
  ];
}

/** Lines that are commands; other lines of a text block are output. */
const isCommand = ([first]: readonly ShellCommand[]) =>
  first !== undefined &&
  (first.words[0] === 'insight-report' || FOREIGN.has(first.words[0] ?? '')) &&
  !USAGE.test(first.words.join(' '));
/** A line of usage: what is in capitals or brackets is for the reader to fill in. */
const USAGE = /\[|\b(?:NAMESPACE|FILE|COMMAND|SHELL|KIND|NAME)\b/;
const commandsOf = ({ language, pipes }: Block) => (language === 'sh' ? pipes : pipes.filter(isCommand));

test.each(blocks.filter(([, all]) => all.some((block) => commandsOf(block).length > 0)))(
  'each command of %s has arguments, scripts and files that there are',
  (_, all) => {
    const mistakes = all
      .flatMap(commandsOf)
      .flat()
      .flatMap((command) => mistakesOf(command).map((mistake) => `${command.words.join(' ')}: ${mistake}`));
    expect(mistakes).toEqual([]);
  },
);

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const CONFIG = '.github/insight-report.yml';
const COUNT = '{"queryType":"timeseries","aggregations":[{"type":"userCount"}]}';
const CHOICES = { counts: 'users', event: 'crashed', dimension: null, steps: [], top: null } as const;
const FILES = {
  [CONFIG]: read('examples/insight-report.yml'),
  '.github/wochenbericht.hbs': read('examples/templates/wochenbericht.hbs'),
  '.github/partials/ergebnis.hbs': read('examples/templates/partials/ergebnis.hbs'),
  '.github/partials/zeile.hbs': read('examples/templates/partials/zeile.hbs'),
  '.github/queries/devices.json': COUNT,
  '.github/queries/slow.json': COUNT,
  '.github/queries/crashes.json': JSON.stringify(createQuery('rate', CHOICES, null).query),
};
/** The insights of a fragment that shows only what is done with them. */
const NAMES = ['os', 'users', 'crashes', 'crashed', 'versions', 'features', 'daily-users'];
const insightsOf = (names: readonly string[]) => names.map((name) => `${name}: ${ID}`).join('\n');

/** What is wrong with the inputs of a step. A fragment may leave out the insights that it is about. */
async function inputProblems(given: Readonly<Record<string, unknown>>, config = FILES[CONFIG]) {
  const filled = Object.entries(given).map(([name, value]): [string, string] => {
    const isSecret = /^\$\{\{ secrets\.\w+ \}\}$/.test(String(value));
    return [
      name,
      isSecret ? (name === 'webhook-url' ? 'https://hooks.slack.com/x' : 'tdpat_x') : String(value),
    ];
  });
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(INPUTS, name));
  const inputs = { 'api-token': 'tdpat_x', 'github-token': 'ghs_x', ...Object.fromEntries(filled) };
  const listFolder = (path: string) => (path === '.github/partials' ? ['ergebnis.hbs', 'zeile.hbs'] : []);
  const environment = { ...effects({ ...FILES, [CONFIG]: config }, { listFolder }), checkTemplate };
  const problems = await Promise.all(
    [[], ['os'], NAMES].map((names) =>
      parseReports(
        names.length === 0 ? inputs : { insights: insightsOf(names), ...inputs },
        environment,
      ).then(
        () => '',
        (error: unknown) => String(error),
      ),
    ),
  );
  return problems.includes('') ? unknown : [...unknown, ...problems];
}

/** What is wrong with a workflow, steps of one, a config file, or some inputs. */
async function yamlProblems(text: string): Promise<readonly string[]> {
  const value = parse(text) as Partial<Workflow> & {
    readonly steps?: readonly Step[];
    readonly reports?: unknown;
  };
  if (value.reports !== undefined) return inputProblems({ config: CONFIG }, text);
  if (Array.isArray(value) && value.every((entry: object) => 'assert' in entry))
    return inputProblems({ thresholds: text });
  const steps = Array.isArray(value)
    ? (value as readonly Step[])
    : (value.steps ?? Object.values(value.jobs ?? {}).flatMap((job) => job.steps));
  const ours = steps.filter(({ uses }) => uses?.startsWith('insight-report/insight-report@') === true);
  if (steps.length > 0) return (await Promise.all(ours.map((step) => inputProblems(step.with ?? {})))).flat();
  return Object.values(value).some((each) => typeof each === 'object')
    ? inputProblems({ config: CONFIG, insights: insightsOf(NAMES) }, text)
    : inputProblems(value);
}

const ofLanguage = (language: string) =>
  blocks.flatMap(([page, all]) =>
    all.filter((block) => block.language === language).map(({ text }, at) => [page, at + 1, text] as const),
  );

test.each(ofLanguage('yaml'))(
  'the YAML of %s (%i) is a configuration that is taken',
  async (_, _at, text) => {
    expect(await yamlProblems(text)).toEqual([]);
  },
);

testWithActionlint('actionlint finds nothing in the workflows of the docs and of examples/', () => {
  const folder = emptyFolder();
  const workflows = ofLanguage('yaml').filter(([, , text]) => /^jobs:/m.test(text));
  expect(workflows.length).toBeGreaterThan(3);
  const paths = workflows.map(([, , text], at) => {
    writeFileSync(join(folder, `${at}.yml`), text);
    return join(folder, `${at}.yml`);
  });
  const examples = globSync('examples/*.yml', { cwd: ROOT }).filter(
    (path) => !path.endsWith('insight-report.yml'),
  );
  expect(lintWorkflows([...paths, ...examples.map((path) => join(ROOT, path))])).toBe('');
});

test.each([...ofLanguage('json'), ...ofLanguage('handlebars')])(
  'the JSON or template of %s (%i) can be read',
  (_, _at, text) => {
    if (text.startsWith('{') && !text.startsWith('{{')) expect(JSON.parse(text)).toBeInstanceOf(Object);
    else expect(checkTemplate('a template', text)).toBeNull();
  },
);

describe('run', () => {
  let readers: Awaited<ReturnType<typeof prepareReaders>>;
  let shared: Reader;
  beforeAll(async () => {
    readers = await prepareReaders();
    shared = readers.reader('');
  }, 60_000);
  afterAll(async () => {
    await shared.stop();
    await readers.close();
  });

  /** What a page does to its database that others must not see. */
  const CHANGES = /org create|events delete|restore|columns drop|--out \.github| init /;

  /** The rows of a report's table: device and events. */
  const rowsOf = (markdown: string) =>
    [...markdown.matchAll(/^\| (iPhone 14 Pro Max|Pixel 8)[^|]*\| (\d+) \|/gm)].map(([, key, value]) => [
      key,
      Number(value),
    ]);

  test('docs/start/own-service.md and docs/how-to/backup.md lead from an app’s event to the report, a backup and back', async () => {
    const [insight, setUp, app, send, report, gate, backup, restore] = [
      ...blocksOf('docs/start/own-service.md'),
      ...blocksOf('docs/how-to/backup.md'),
    ].filter(({ language }) => language !== 'text');
    const reader = readers.reader('');
    const follow = async (block: Block | undefined, code = 0) => {
      if (block === undefined) throw new Error('a page has fewer blocks than before');
      const typed = await reader.follow(block);
      expect(typed.filter((line) => line.code !== code)).toEqual([]);
      return typed.map(({ stdout }) => stdout).join('');
    };
    for (const block of [insight, setUp, app, send]) await follow(block);
    const sent = [
      ['iPhone 14 Pro Max', 2],
      ['Pixel 8', 1],
    ];
    expect(rowsOf(await follow(report))).toEqual(sent);
    expect(await follow(gate, 1)).toContain('failed, 33.33% (1 of 3 events)');
    expect(await follow(backup)).toMatch(/^usage-copy\.duckdb: \d+\.\d MB\n$/);
    // More events after the copy: they must be gone once it is restored.
    await follow(send);
    expect(rowsOf(await follow(report))).toEqual(sent.map(([key, value]) => [key, Number(value) * 2]));
    await follow(restore);
    expect(rowsOf(await follow(report))).toEqual(sent);
    await reader.stop();
  }, 60_000);

  /** Needs a cluster, a server, a person or minutes; FILE and NAMESPACE are for the reader to choose. */
  const ONLY_PARSED = /--druid|--kafka|--state |^insight-report (?:demo|init)\b(?!.*--api-url)|--wait|--open/;
  /** A gate may fail, and a check may find something: the command is right anyway. */
  const CODES: readonly (readonly [RegExp, readonly number[]])[] = [
    [/ (?:gate|check) |--max-lost| check$/, [0, 1, 3]],
    [/--fail-on/, [0, 1]],
  ];

  const isRun = (pipe: readonly ShellCommand[]) => {
    const line = pipe.map(({ words }) => words.join(' ')).join(' | ');
    return /^(?:insight-report|zcat|curl|node|export INSIGHT)/.test(line) && !ONLY_PARSED.test(line);
  };
  const runnable = (block: Block): Block => ({ ...block, pipes: commandsOf(block).filter(isRun) });

  const FOLLOWED = ['docs/start/own-service.md', 'docs/how-to/backup.md'];
  // The short run follows one of the pages that lead from another tool, and only parses those of commands.
  const others = blocks.filter(
    ([page]) => !FOLLOWED.includes(page) && (isLong || !/move-from-(?!posthog)|reference\/cli\//.test(page)),
  );
  test.each(others.filter(([, all]) => all.some((block) => commandsOf(block).some(isRun))))(
    'the commands of %s do what the page says',
    async (page, all) => {
      const isAlone = all.some(({ text }) => CHANGES.test(text));
      const reader = isAlone ? readers.reader(page) : shared;
      const failed = [];
      for (const block of all)
        for (const typed of await reader.follow(runnable(block))) {
          const [, codes = [0]] = CODES.find(([pattern]) => pattern.test(typed.line)) ?? [];
          if (!codes.includes(typed.code)) failed.push(typed);
        }
      if (isAlone) await reader.stop();
      expect(failed).toEqual([]);
    },
    60_000,
  );
});
