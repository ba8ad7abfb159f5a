// `backup` copies a database file while others use it.
import { resolve } from 'node:path';
import { FORCE_FLAG } from '../../arguments/values.ts';
import { storeCommand } from '../../store-command.ts';
import { DB_FLAG } from '../../arguments/place.ts';

const backup = storeCommand(
  {
    name: 'backup',
    description: `Copies a database file to FILE. "serve" may run on it. The copy has every event that was stored before the command began.
During the copy, "serve" answers queries and takes events. Imports and deletions wait.`,
    place: { db: DB_FLAG },
    flags: { force: FORCE_FLAG },
    operands: { file: { value: 'FILE', required: true, description: 'where to copy to' } },
  },
  async (operations, { flags: { force }, operands: { file } }, io) => {
    // A serving process may have another working folder.
    const bytes = await operations.backup(resolve(file), force);
    io.stdout.write(`${file}: ${(bytes / 1e6).toFixed(1)} MB\n`);
  },
);

export const commands = [backup];
