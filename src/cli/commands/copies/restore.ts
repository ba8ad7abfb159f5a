// `restore` puts a copy that `backup` made into the place of a database file.
import { keepFilesPrivate } from '../../../service/process.ts';
import { plural } from '../../../text/plural.ts';
import { command } from '../../arguments/command.ts';
import { DB_FLAG } from '../../arguments/place.ts';

const restore = command(
  {
    name: 'restore',
    description: `Replaces a database file with a copy that "backup" made. Stop "serve" first.
Events that you deleted after the copy are deleted again. Tokens and keys that you revoked stay revoked.`,
    flags: {
      db: DB_FLAG,
      force: { description: 'replaces the database file if it exists; data newer than the copy is lost' },
    },
    operands: { file: { value: 'FILE', required: true, description: 'the copy' } },
  },
  async ({ flags: { db, force }, operands: { file } }, io) => {
    const { restore: restoreStore } = await import('../../../service/store/files/restore.ts');
    keepFilesPrivate();
    const { bytes, deleted, unread } = await restoreStore(file, { file: db, overwrite: force });
    const without =
      deleted === 0
        ? ''
        : `, without ${deleted.toLocaleString('en-US')} ${plural('event', deleted)} deleted since`;
    io.stdout.write(`${db}: ${(bytes / 1e6).toFixed(1)} MB from ${file}${without}\n`);
    if (unread !== null)
      io.stderr.write(
        `insight-report: What was deleted or revoked after the copy was made could not be read, so delete and revoke it again: ${unread}\n`,
      );
  },
);

export const commands = [restore];
