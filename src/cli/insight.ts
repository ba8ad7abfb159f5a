import { readFile } from 'node:fs/promises';
import { InputError } from '../errors.ts';
import { type StoredInsight } from '../service/store/insights.ts';
import { type Arguments, type CommandSpec } from './arguments.ts';
import { reasonOf } from './file-error.ts';
import { parseInsights } from './insight-file.ts';
import type { Io } from './io.ts';
import { DB_FLAG, ORG_FLAG, runSubcommand, withStore } from './run-command.ts';

/** `insight-report insight`: the saved insights of an organization. Gives the exit code. */
export function run(args: readonly string[], io: Io): Promise<number> {
  return runSubcommand('insight', COMMANDS, args, io);
}

const ADD: CommandSpec = {
  usage: 'insight add FILE… --org NAMESPACE --db FILE',
  says: `Stores insights from JSON files, each {"id"?, "name", "query"} or a list of them, and prints their ids and names.
An insight with the id of an earlier one takes its place. All are stored, or none.`,
  flags: { org: ORG_FLAG, db: DB_FLAG },
  positionals: { name: 'FILE', min: 1, max: null },
};

const LIST: CommandSpec = {
  usage: 'insight list --org NAMESPACE --db FILE',
  says: 'Lists the insights: id and name.',
  flags: { org: ORG_FLAG, db: DB_FLAG },
  positionals: { name: '', min: 0, max: 0 },
};

const COMMANDS = { add: { spec: ADD, run: add }, list: { spec: LIST, run: list } };

async function add(given: Arguments, io: Io): Promise<number> {
  const files = await Promise.all(given.positionals.map(readInsights));
  const problems = files.flatMap((file) => file.problems);
  if (problems.length > 0) throw new InputError(problems);
  return withStore(given.text('db') ?? '', { create: false }, async (operations) => {
    const insights = files.flatMap((file) => file.insights);
    print(io, await operations.addInsights(given.text('org') ?? '', insights));
    return 0;
  });
}

async function list(given: Arguments, io: Io): Promise<number> {
  return withStore(given.text('db') ?? '', { create: false }, async (operations) => {
    print(io, await operations.listInsights(given.text('org') ?? ''));
    return 0;
  });
}

async function readInsights(file: string) {
  try {
    return parseInsights(file, await readFile(file, 'utf8'));
  } catch (error) {
    return { insights: [], problems: [`${file} cannot be read: ${reasonOf(error)}`] };
  }
}

function print(io: Io, insights: readonly StoredInsight[]): void {
  for (const { id, name } of insights) io.stdout.write(`${id}\t${name}\n`);
}
