// Makes `list` and `revoke` of tokens and of write keys, which differ in their names and columns only.
import type { SecretRecord } from '../service/store/state/secrets.ts';
import type { StoreOperations } from '../service/ipc/operations.ts';
import { LIST_FORMAT_FLAG } from './arguments/values.ts';
import { printRecord, printRecords, type ListedRecord } from './records.ts';
import { ensureOrganization } from './store.ts';
import { storeCommand } from './store-command.ts';
import { ORG_FLAG } from './arguments/place.ts';

/** A kind of secrets that commands list and revoke. */
interface SecretKind<R extends SecretRecord> {
  /** The name of the group of commands: `token`. */
  readonly name: string;
  /** What it is called in sentences: `access token`. */
  readonly what: string;
  /** What is listed of each, for the help. */
  readonly listed: string;
  readonly list: (operations: StoreOperations, org: string | null) => Promise<readonly R[]>;
  readonly revoke: (operations: StoreOperations, id: string) => Promise<R>;
  readonly toJson: (record: R) => ListedRecord;
}

/** The commands that list and revoke secrets. */
export function secretCommands<R extends SecretRecord>({ name, what, listed, ...kind }: SecretKind<R>) {
  const list = storeCommand(
    {
      name: `${name} list`,
      description: `Lists the ${what}s: ${listed}.`,
      flags: {
        org: { ...ORG_FLAG, required: false, description: `only the ${what}s of this organization` },
        format: LIST_FORMAT_FLAG,
      },
    },
    async (operations, { flags: { org, format } }, io) => {
      if (org !== null) await ensureOrganization(operations, org);
      printRecords(io, format, (await kind.list(operations, org)).map(kind.toJson));
    },
  );
  const revoke = storeCommand(
    {
      name: `${name} revoke`,
      description: `Revokes a ${what}, immediately and permanently.`,
      flags: {},
      operands: { id: { value: 'ID', required: true, description: `its id, as "${name} list" shows it` } },
      // If the ID is missing, the message lists these.
      names: async (operations) => (await kind.list(operations, null)).map(({ id }) => id),
    },
    async (operations, { operands: { id } }, io) => {
      printRecord(io, kind.toJson(await kind.revoke(operations, id)));
    },
  );
  return [list, revoke] as const;
}
