import type { SecretRecord } from '../service/store/secrets.ts';
import type { StoreOperations } from '../service/ipc/operations.ts';
import { command } from './arguments/command.ts';
import { LIST_FORMAT_FLAG } from './arguments/values.ts';
import { printRecord, printRecords, type Record } from './records.ts';
import { DB_FLAG, ensureOrganization, ORG_FLAG, withStore } from './store.ts';

/** A kind of secrets, as commands list and revoke it. */
interface SecretKind<R extends SecretRecord> {
  /** The name of the group of commands. */
  readonly name: string;
  /** What it is called in sentences. */
  readonly what: string;
  /** What is listed of each. */
  readonly listed: string;
  readonly list: (operations: StoreOperations, org: string | null) => Promise<readonly R[]>;
  readonly revoke: (operations: StoreOperations, id: string) => Promise<R>;
  readonly toJson: (record: R) => Record;
}

/** The commands that list and revoke secrets. */
export function secretCommands<R extends SecretRecord>({ name, what, listed, ...kind }: SecretKind<R>) {
  const list = command(
    {
      name: `${name} list`,
      description: `Lists the ${what}s: ${listed}.`,
      flags: {
        db: DB_FLAG,
        org: { ...ORG_FLAG, required: false, description: `only the ${what}s of this organization` },
        format: LIST_FORMAT_FLAG,
      },
    },
    ({ flags: { db, org, format } }, io) =>
      withStore(io, db, async (operations) => {
        if (org !== null) await ensureOrganization(operations, org);
        printRecords(io, format, (await kind.list(operations, org)).map(kind.toJson));
      }),
  );
  const revoke = command(
    {
      name: `${name} revoke`,
      description: `Revokes a ${what}, immediately and permanently.`,
      flags: { db: DB_FLAG },
      operands: { id: { value: 'ID', required: true, description: `its id, as "${name} list" shows it` } },
    },
    ({ flags: { db }, operands: { id } }, io) =>
      withStore(io, db, async (operations) => {
        printRecord(io, kind.toJson(await kind.revoke(operations, id)));
      }),
  );
  return [list, revoke] as const;
}
