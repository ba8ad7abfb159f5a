import type { TokenRecord } from '../../service/store/tokens.ts';
import { command } from '../arguments/command.ts';
import { LIST_FORMAT_FLAG, UP_TO_A_YEAR } from '../arguments/values.ts';
import { printRecord, printRecords } from '../records.ts';
import { DB_FLAG, ORG_FLAG, withStore } from '../store.ts';

const create = command(
  {
    name: 'token create',
    description: 'Creates an access token and prints it, once: only its hash is stored.',
    flags: {
      org: ORG_FLAG,
      db: DB_FLAG,
      expires: {
        value: 'TIME',
        type: UP_TO_A_YEAR,
        description: 'how long it is valid: 12h, 90d, 6w; a year (1y) at most and by default',
      },
    },
    operands: {},
  },
  ({ flags: { org, db, expires } }, io) =>
    withStore(io, db, { create: false }, async (operations) => {
      const { token } = await operations.createToken(org, expires);
      io.stdout.write(`${token}\n`);
      return 0;
    }),
);

const list = command(
  {
    name: 'token list',
    description: 'Lists the tokens: id, namespace, state, when each was created and when it expires.',
    flags: {
      db: DB_FLAG,
      org: { ...ORG_FLAG, required: false, description: 'only the tokens of this organization' },
      format: LIST_FORMAT_FLAG,
    },
    operands: {},
  },
  ({ flags: { db, org, format } }, io) =>
    withStore(io, db, { create: false }, async (operations) => {
      const records = await operations.listTokens(org);
      printRecords(io, format, records.map(toJson));
      return 0;
    }),
);

const revoke = command(
  {
    name: 'token revoke',
    description: 'Revokes a token, immediately and permanently.',
    flags: { db: DB_FLAG },
    operands: { id: { value: 'ID', required: true, description: 'its id, as "token list" shows it' } },
  },
  ({ flags: { db }, operands: { id } }, io) =>
    withStore(io, db, { create: false }, async (operations) => {
      printRecord(io, toJson(await operations.revokeToken(id)));
      return 0;
    }),
);

export const commands = [create, list, revoke];

function toJson({ id, namespace, createdMs, expiresMs, revokedMs }: TokenRecord) {
  const state = revokedMs !== null ? 'revoked' : expiresMs <= Date.now() ? 'expired' : 'valid';
  const isoOf = (ms: number) => new Date(ms).toISOString();
  return { id, namespace, state, created: isoOf(createdMs), expires: isoOf(expiresMs) };
}
