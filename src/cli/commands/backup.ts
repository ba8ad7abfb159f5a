import { resolve } from 'node:path';
import type { Arguments, CommandSpec } from '../arguments/parse.ts';
import type { Io } from '../io.ts';
import { DB_FLAG, runCommand, withStore } from '../arguments/command.ts';

/** `insight-report backup`: copies a store into another file. Gives the exit code. */
export function run(args: readonly string[], io: Io): Promise<number> {
  return runCommand(BACKUP, args, io, (given) => backup(given, io));
}

const BACKUP: CommandSpec = {
  usage: 'backup FILE --db FILE [--overwrite]',
  says: `Copies everything that the database holds at one moment into FILE, which opens as a database file itself. It may be
served meanwhile: queries are answered, and events that come in wait until the file is copied.`,
  flags: { db: DB_FLAG, overwrite: { value: null, says: 'takes the place of a FILE that is there already' } },
  positionals: { name: 'FILE', min: 1, max: 1 },
};

async function backup(given: Arguments, io: Io): Promise<number> {
  const file = given.positionals[0] ?? '';
  return withStore(given.text('db') ?? '', { create: false }, async (operations) => {
    // A serving process may have another working folder.
    const bytes = await operations.backup(resolve(file), given.has('overwrite'));
    io.stdout.write(`${file}: ${(bytes / 1e6).toFixed(1)} MB\n`);
    return 0;
  });
}
