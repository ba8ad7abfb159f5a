// `token create`, `list` and `revoke`: the access tokens with which reports query `serve`.
import type { UsedToken } from '../../service/store/state/tokens.ts';
import { UP_TO_A_YEAR } from '../arguments/values.ts';
import { secretCommands } from '../secret-commands.ts';
import { storeCommand } from '../store-command.ts';
import { ORG_FLAG } from '../arguments/place.ts';

const create = storeCommand(
  {
    name: 'token create',
    description:
      'Creates a token, with which a program can query. It is printed once, because only its hash is stored.',
    flags: {
      org: ORG_FLAG,
      expires: {
        value: 'TIME',
        type: UP_TO_A_YEAR,
        description: 'how long the token is valid: 12h, 90d, 6w; at most a year (default 1y)',
      },
    },
  },
  async (operations, { flags: { org, expires } }, io) => {
    const { token } = await operations.createToken(org, expires);
    io.stdout.write(`${token}\n`);
  },
);

const [list, revoke] = secretCommands({
  name: 'token',
  what: 'token',
  listed:
    'ID, organization (namespace), state, and when each was created, expires and was last used. A program queries with such a token',
  list: (operations, org) => operations.listTokens(org),
  revoke: (operations, id) => operations.revokeToken(id),
  toJson,
});

export const commands = [create, list, revoke];

function toJson({ id, namespace, createdMs, expiresMs, revokedMs, usedMs }: UsedToken) {
  const unrevoked = expiresMs <= Date.now() ? 'expired' : 'valid';
  const state = revokedMs === null ? unrevoked : 'revoked';
  const isoOf = (ms: number) => new Date(ms).toISOString();
  const lastUsed = usedMs === null ? 'never' : isoOf(usedMs);
  return { id, namespace, state, created: isoOf(createdMs), expires: isoOf(expiresMs), lastUsed };
}
