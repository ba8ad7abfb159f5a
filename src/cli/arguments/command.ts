import { InputError } from '../../errors.ts';
import { QueryError } from '../../service/errors.ts';
import { openOperations, type OpenOptions } from '../../service/ipc/open.ts';
import type { StoreOperations } from '../../service/ipc/operations.ts';
import { StoreError } from '../../service/errors.ts';
import { databaseFileError } from '../../service/events/duckdb-errors.ts';
import { type Arguments, type CommandSpec, formatHelp, parseArguments } from './parse.ts';
import type { Io } from '../io.ts';

/** Parses a command's arguments and runs it: `--help` and every kind of wrong usage end here. Gives the exit code. */
export async function runCommand(
  spec: CommandSpec,
  args: readonly string[],
  io: Io,
  command: (given: Arguments) => Promise<number>,
): Promise<number> {
  if (asksForHelp(args)) {
    io.stdout.write(formatHelp(spec));
    return 0;
  }
  try {
    return await command(parseArguments(args, spec));
  } catch (error) {
    const name = spec.usage.split(/ (?=[^a-z])/)[0] ?? '';
    if (error instanceof InputError) {
      io.stderr.write(`insight-report ${name}: ${error.message}\n\nUsage: insight-report ${spec.usage}\n`);
    } else if (error instanceof StoreError) io.stderr.write(`insight-report ${name}: ${error.message}\n`);
    else if (error instanceof QueryError)
      io.stderr.write(`insight-report ${name}: ${error.path ?? 'the query'}: ${error.message}\n`);
    else throw error;
    return 2;
  }
}

/** Runs a task on the store in a file, held by this process or by a serving one. */
export async function withStore(
  file: string,
  options: OpenOptions,
  task: (operations: StoreOperations) => Promise<number>,
): Promise<number> {
  const operations = await openOperations(file, options);
  try {
    return await task(operations);
  } catch (error) {
    throw (error instanceof Error ? databaseFileError(file, error.message) : null) ?? error;
  } finally {
    operations.close();
  }
}

/** Dispatches to one of a command's own commands (`org create`, `org list`), each with what it takes. */
export async function runSubcommand(
  name: string,
  commands: Readonly<
    Record<string, { readonly spec: CommandSpec; readonly run: (given: Arguments, io: Io) => Promise<number> }>
  >,
  args: readonly string[],
  io: Io,
): Promise<number> {
  const [first = '', ...rest] = args;
  const command = Object.hasOwn(commands, first) ? commands[first] : undefined;
  if (command !== undefined) return runCommand(command.spec, rest, io, (given) => command.run(given, io));
  const usages = Object.values(commands).map(
    ({ spec }) => `  insight-report ${spec.usage}\n      ${spec.says.split('\n')[0] ?? ''}\n`,
  );
  const help = `Usage:\n${usages.join('')}`;
  if (asksForHelp(args)) {
    io.stdout.write(help);
    return 0;
  }
  const names = Object.keys(commands).join(', ');
  const what =
    first === '' || first.startsWith('-')
      ? `which one: ${names}?`
      : `there is no ${name} ${JSON.stringify(first)}; there are ${names}`;
  io.stderr.write(`insight-report ${name}: ${what}\n\n${help}`);
  return 2;
}

function asksForHelp(args: readonly string[]): boolean {
  const ends = args.indexOf('--');
  return args.slice(0, ends === -1 ? undefined : ends).some((arg) => arg === '--help' || arg === '-h');
}

/** The flag that names the store's file. */
export const DB_FLAG = { value: 'FILE', required: true, says: 'the database file' } as const;

/** The flag that names the organization. */
export const ORG_FLAG = { value: 'NAMESPACE', required: true, says: "the organization's namespace" } as const;
