import type { SecretRecord } from '../../service/store/secrets.ts';
import { command } from '../arguments/command.ts';
import { secretCommands } from '../secret-commands.ts';
import { withStore } from '../store.ts';
import { ORG_FLAG, STORE_FLAGS } from '../arguments/place.ts';

const create = command(
  {
    name: 'key create',
    description:
      'Creates a write key, with which an app sends events of an organization, and prints it, once: only its hash is stored.',
    flags: { org: ORG_FLAG, ...STORE_FLAGS },
  },
  ({ flags: { org, ...place } }, io) =>
    withStore(io, place, async (operations) => {
      const { key } = await operations.createWriteKey(org);
      io.stdout.write(`${key}\n`);
    }),
);

const [list, revoke] = secretCommands({
  name: 'key',
  what: 'write key',
  listed: 'id, namespace, state, and when each was created',
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
