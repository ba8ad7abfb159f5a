// `key create`, `list` and `revoke`: the write keys with which apps send events to `serve --ingest`.
import type { SecretRecord } from '../../service/store/state/secrets.ts';
import { secretCommands } from '../secret-commands.ts';
import { storeCommand } from '../store-command.ts';
import { ORG_FLAG } from '../arguments/place.ts';

const create = storeCommand(
  {
    name: 'key create',
    description:
      'Creates a write key, with which an app can send events. It is printed once, because only its hash is stored.',
    flags: { org: ORG_FLAG },
  },
  async (operations, { flags: { org } }, io) => {
    const { key } = await operations.createWriteKey(org);
    io.stdout.write(`${key}\n`);
  },
);

const [list, revoke] = secretCommands({
  name: 'key',
  what: 'write key',
  listed: 'ID, organization (namespace), state and time of creation. An app sends events with such a key',
  list: (operations, org) => operations.listWriteKeys(org),
  revoke: (operations, id) => operations.revokeWriteKey(id),
  toJson,
});

export const commands = [create, list, revoke];

function toJson({ id, namespace, createdMs, revokedMs }: SecretRecord) {
  return {
    id,
    namespace,
    state: revokedMs === null ? 'valid' : 'revoked',
    created: new Date(createdMs).toISOString(),
  };
}
