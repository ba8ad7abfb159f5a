import { resolve } from 'node:path';
import { command } from '../../arguments/command.ts';
import { FORCE_FLAG } from '../../arguments/values.ts';
import { withStore } from '../../store.ts';
import { DB_FLAG } from '../../arguments/place.ts';

const backup = command(
  {
    name: 'backup',
    description: `Copies a database file into FILE, which is a database file itself. The copy is a consistent snapshot, even while
the database is being served: queries are answered and events are taken meanwhile; imports and deletions wait until the copy is complete.`,
    flags: { db: DB_FLAG, force: FORCE_FLAG },
    operands: { file: { value: 'FILE', required: true, description: 'where to copy to' } },
  },
  ({ flags: { db, force }, operands: { file } }, io) =>
    withStore(io, { db }, async (operations) => {
      // A serving process may have another working folder.
      const bytes = await operations.backup(resolve(file), force);
      io.stdout.write(`${file}: ${(bytes / 1e6).toFixed(1)} MB\n`);
    }),
);

export const commands = [backup];
