// The list of all commands. Finds the one that the arguments name, loads its file alone, runs it, and turns
// what it throws into a message and an exit code.
import { InputError, RequestError, messageOf } from '../text/errors.ts';
import { QueryError, StoreError } from '../service/errors.ts';
import { makeLinesVisible } from '../text/visible.ts';
import { didYouMean } from '../text/nearest.ts';
import { helpTopic } from './arguments/command.ts';
import { formatCommandList } from './arguments/help.ts';
import type { Command } from './arguments/spec.ts';
import { type Io, withoutCommands } from './io.ts';
import { packageVersion } from '../text/package-version.ts';

/** A command, or a group such as `org create` and `org list`, and the file that it is in. */
interface CommandGroup {
  /** What it is for, as the list of commands says it. */
  readonly summary: string;
  readonly load: () => Promise<{ readonly commands: readonly Command[] }>;
}

const COMMANDS: Readonly<Record<string, CommandGroup>> = {
  report: {
    summary: 'report saved insights: Markdown on stdout',
    load: () => import('./commands/report.ts'),
  },
  init: { summary: 'write a workflow and a config file', load: () => import('./commands/init.ts') },
  check: {
    summary: "try a report's configuration, and post nothing",
    load: () => import('./commands/check.ts'),
  },
  template: {
    summary: 'write a built-in template to a folder',
    load: () => import('./commands/template.ts'),
  },
  preview: {
    summary: 'show the report in the browser as GitHub would',
    load: () => import('./commands/pages/preview.ts'),
  },
  gate: {
    summary: 'judge thresholds, now and over earlier periods',
    load: () => import('./commands/gate.ts'),
  },
  demo: {
    summary: 'report from an embedded service with invented events',
    load: () => import('./commands/demo.ts'),
  },
  serve: { summary: 'run the query service on a database file', load: () => import('./commands/serve.ts') },
  explore: { summary: 'explore events in the browser', load: () => import('./commands/pages/explore.ts') },
  org: {
    summary: 'create and list organizations, change their plans',
    load: () => import('./commands/org.ts'),
  },
  token: { summary: 'create, list and revoke access tokens', load: () => import('./commands/token.ts') },
  key: { summary: 'create, list and revoke write keys for ingest', load: () => import('./commands/key.ts') },
  insight: {
    summary: 'add, list, show, remove and sync saved insights',
    load: () => import('./commands/insight.ts'),
  },
  import: { summary: 'import events', load: () => import('./commands/import.ts') },
  export: { summary: 'write events to a Parquet file', load: () => import('./commands/copies/export.ts') },
  events: { summary: 'delete events', load: () => import('./commands/events.ts') },
  backup: {
    summary: 'copy a database file, even while it is served',
    load: () => import('./commands/copies/backup.ts'),
  },
  restore: {
    summary: 'replace a database file with a copy',
    load: () => import('./commands/copies/restore.ts'),
  },
  signals: {
    summary: 'compare the event names in the code with events',
    load: () => import('./commands/signals.ts'),
  },
  minimums: {
    summary: 'list minimum OS versions, and what raising one costs',
    load: () => import('./commands/minimums.ts'),
  },
  columns: {
    summary: 'list the columns of events, the values of one, or drop it',
    load: () => import('./commands/columns.ts'),
  },
  new: { summary: 'write a query file to begin with', load: () => import('./commands/new.ts') },
  query: { summary: 'run a query file', load: () => import('./commands/query.ts') },
  completion: { summary: 'print a completion script for a shell', load: loadCompletion },
};

async function loadCompletion() {
  const { completionCommand } = await import('./commands/completion.ts');
  return { commands: [completionCommand(loadCommands)] };
}

/** Loads every command, in the order of the help. */
export async function loadCommands(): Promise<readonly Command[]> {
  const groups = await Promise.all(Object.values(COMMANDS).map(({ load }) => load()));
  return groups.flatMap(({ commands }) => commands);
}

/** Runs a command and loads only the files that it needs. Returns the exit code. */
export async function main(args: readonly string[], streams: Io): Promise<number> {
  const io = withoutCommands(streams);
  const [name = '', ...commandArgs] =
    args[0] === 'help' && args.length > 1 ? [...args.slice(1), '--help'] : args;
  const group = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (group === undefined) return printUsage(name, io);
  let runningName = name;
  try {
    const { commands } = await group.load();
    const commandNamed = (text: string) => commands.find(({ spec }) => spec.name === text);
    const [first = '', ...others] = commandArgs;
    const subcommand = commandNamed(`${name} ${first}`);
    // The help of a group with one command, such as `template`, is the help of that command.
    const onlyCommand = commands.length === 1 && helpTopic(commandArgs) !== null ? commands[0] : undefined;
    const command = subcommand ?? commandNamed(name) ?? onlyCommand;
    if (command === undefined) return printSubcommands(name, commands, commandArgs, io);
    runningName = command.spec.name;
    return await command.run(subcommand === undefined ? commandArgs : others, io);
  } catch (error) {
    return printError(runningName, error, io);
  }
}

/** Lists a command's subcommands, such as `org create`; says so if none was named. */
function printSubcommands(
  name: string,
  commands: readonly Command[],
  args: readonly string[],
  io: Io,
): number {
  const specs = commands.map(({ spec }) => spec);
  const list = formatCommandList(name, specs);
  if (helpTopic(args) !== null) {
    io.stdout.write(list);
    return 0;
  }
  const [first = ''] = args;
  const names = specs.map((spec) => spec.name.slice(name.length + 1));
  const listed = names.join(', ');
  const problem =
    first === '' || first.startsWith('-')
      ? `which subcommand: ${listed}?`
      : `${JSON.stringify(first)} is not a subcommand; ${name} has ${listed}${didYouMean(first, names)}`;
  io.stderr.write(`insight-report ${name}: ${problem}\n\n${list}`);
  return 2;
}

/** Exit code 2: what was given is wrong; 3: the command could not do its work. */
function printError(name: string, error: unknown, io: Io): number {
  const message = messageOf(error);
  const path = error instanceof QueryError ? (error.path ?? 'the query') : '';
  const place = path === '' || message.startsWith(path) ? '' : `${path}: `;
  const hint = error instanceof InputError ? `\n\n"insight-report ${name} --help" shows how to use it.` : '';
  io.stderr.write(`insight-report ${name}: ${makeLinesVisible(`${place}${message}`)}${hint}\n`);
  return isWrongUsage(error) ? 2 : 3;
}

function isWrongUsage(error: unknown): boolean {
  if (error instanceof RequestError) return error.kind === 'invalid-query';
  return error instanceof InputError || error instanceof StoreError || error instanceof QueryError;
}

function printUsage(name: string, io: Io): number {
  if (name === '--help' || name === '-h' || name === 'help') {
    io.stdout.write(formatUsage());
    return 0;
  }
  if (['--version', '-v', '-V', 'version'].includes(name)) {
    io.stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  const isFlag = name.startsWith('-');
  const suggestion = didYouMean(name, isFlag ? ['--version', '--help'] : Object.keys(COMMANDS));
  const problem =
    name === ''
      ? 'no command was given'
      : `there is no ${isFlag ? 'flag' : 'command'} "${name}"${suggestion}`;
  const usage = suggestion === '' ? formatUsage() : '"insight-report --help" lists the commands.\n';
  io.stderr.write(`insight-report: ${problem}\n\n${usage}`);
  return 2;
}

const COLUMN = Math.max(...Object.keys(COMMANDS).map((name) => name.length));

function formatUsage(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(COLUMN)} ${summary}`);
  return `Usage: insight-report COMMAND [flags]\n\n${lines.join('\n')}\n\n"insight-report COMMAND --help" says more, and "insight-report --version" prints the version.\n`;
}
