import { InputError, RequestError, messageOf } from '../errors.ts';
import { QueryError, StoreError } from '../service/errors.ts';
import { didYouMean } from '../text/nearest.ts';
import { asksForHelp } from './arguments/command.ts';
import { formatCommandList } from './arguments/help.ts';
import type { Command } from './arguments/spec.ts';
import type { Io } from './io.ts';
import { packageVersion } from '../text/package-version.ts';

type Load = () => Promise<{ readonly commands: readonly Command[] }>;

const COMMANDS: Readonly<Record<string, { readonly summary: string; readonly load: Load }>> = {
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
  explore: {
    summary: 'ask a query service in the browser',
    load: () => import('./commands/pages/explore.ts'),
  },
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
    summary: 'put a copy in the place of a database file',
    load: () => import('./commands/copies/restore.ts'),
  },
  signals: {
    summary: 'hold the event names in the code against events',
    load: () => import('./commands/signals.ts'),
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
export async function main(args: readonly string[], io: Io): Promise<number> {
  const [name = '', ...rest] = args[0] === 'help' && args.length > 1 ? [...args.slice(1), '--help'] : args;
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined) return printUsage(name, io);
  try {
    const { commands } = await entry.load();
    const command = commands.find(({ spec }) => spec.name === name);
    const isSubcommand = commands.some(({ spec }) => spec.name === `${name} ${rest[0] ?? ''}`);
    return await (command === undefined || isSubcommand
      ? runSubcommand(name, commands, rest, io)
      : runCommand(command, rest, io));
  } catch (error) {
    return printError(name, error, io);
  }
}

async function runCommand(command: Command, args: readonly string[], io: Io): Promise<number> {
  try {
    return await command.run(args, io);
  } catch (error) {
    return printError(command.spec.name, error, io);
  }
}

/** Runs one of a command's subcommands, such as `org create`. */
async function runSubcommand(
  name: string,
  commands: readonly Command[],
  [first = '', ...rest]: readonly string[],
  io: Io,
): Promise<number> {
  const command = commands.find(({ spec }) => spec.name === `${name} ${first}`);
  if (command !== undefined) return runCommand(command, rest, io);
  const specs = commands.map(({ spec }) => spec);
  const list = formatCommandList(name, specs);
  if (asksForHelp([first, ...rest])) {
    const [only, ...others] = commands;
    if (only !== undefined && others.length === 0) return runCommand(only, ['--help'], io);
    io.stdout.write(list);
    return 0;
  }
  const names = specs.map((spec) => spec.name.slice(name.length + 1)).join(', ');
  const problem =
    first === '' || first.startsWith('-')
      ? `which subcommand: ${names}?`
      : `${JSON.stringify(first)} is not a subcommand; ${name} has ${names}`;
  io.stderr.write(`insight-report ${name}: ${problem}\n\n${list}`);
  return 2;
}

/** Exit code 2: what was given is wrong; 3: the command could not do its work. */
function printError(name: string, error: unknown, io: Io): number {
  const message = messageOf(error);
  const path = error instanceof QueryError ? (error.path ?? 'the query') : '';
  const place = path === '' || message.startsWith(path) ? '' : `${path}: `;
  const hint = error instanceof InputError ? `\n\n"insight-report ${name} --help" shows how to use it.` : '';
  io.stderr.write(`insight-report ${name}: ${place}${message}${hint}\n`);
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
