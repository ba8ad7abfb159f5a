import type { WriteKeyRecord } from '../../service/store/write-keys.ts';
import { command } from '../arguments/command.ts';
import { LIST_FORMAT_FLAG } from '../arguments/values.ts';
import { printRecord, printRecords } from '../records.ts';
import { DB_FLAG, ORG_FLAG, withStore } from '../store.ts';

const create = command(
  {
    name: 'key create',
    description:
      'Creates a write key, with which an app sends events of an organization, and prints it, once: only its hash is stored.',
    flags: { org: ORG_FLAG, db: DB_FLAG },
    operands: {},
  },
  ({ flags: { org, db } }, io) =>
    withStore(io, db, { create: false }, async (operations) => {
      const { key } = await operations.createWriteKey(org);
      io.stdout.write(`${key}\n`);
      return 0;
    }),
);

const list = command(
  {
    name: 'key list',
    description: 'Lists the write keys: id, namespace, state, and when each was created.',
    flags: {
      db: DB_FLAG,
      org: { ...ORG_FLAG, required: false, description: 'only the write keys of this organization' },
      format: LIST_FORMAT_FLAG,
    },
    operands: {},
  },
  ({ flags: { db, org, format } }, io) =>
    withStore(io, db, { create: false }, async (operations) => {
      const records = await operations.listWriteKeys(org);
      printRecords(io, format, records.map(toJson));
      return 0;
    }),
);

const revoke = command(
  {
    name: 'key revoke',
    description: 'Revokes a write key, immediately and permanently.',
    flags: { db: DB_FLAG },
    operands: { id: { value: 'ID', required: true, description: 'its id, as "key list" shows it' } },
  },
  ({ flags: { db }, operands: { id } }, io) =>
    withStore(io, db, { create: false }, async (operations) => {
      printRecord(io, toJson(await operations.revokeWriteKey(id)));
      return 0;
    }),
);

export const commands = [create, list, revoke];

function toJson({ id, namespace, createdMs, revokedMs }: WriteKeyRecord) {
  return {
    id,
    namespace,
    state: revokedMs === null ? 'valid' : 'revoked',
    created: new Date(createdMs).toISOString(),
  };
}
