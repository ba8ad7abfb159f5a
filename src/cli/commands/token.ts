import { InputError } from '../../errors.ts';
import type { TokenRecord } from '../../service/store/tokens.ts';
import type { Arguments, CommandSpec } from '../arguments/parse.ts';
import { parseLifetime } from '../arguments/values.ts';
import type { Io } from '../io.ts';
import { DB_FLAG, ORG_FLAG, runSubcommand, withStore } from '../arguments/command.ts';

/** `insight-report token`: access tokens to the query service. Gives the exit code. */
export function run(args: readonly string[], io: Io): Promise<number> {
  return runSubcommand('token', COMMANDS, args, io);
}

const CREATE: CommandSpec = {
  usage: 'token create --org NAMESPACE --db FILE [--expires 90d]',
  says: 'Makes an access token and prints it, alone and only this once: it is stored as a hash.',
  flags: {
    org: ORG_FLAG,
    db: DB_FLAG,
    expires: { value: 'TIME', says: 'how long it lives: 12h, 90d, 6w, 1y; a year at most, which is the default' },
  },
  positionals: { name: '', min: 0, max: 0 },
};

const LIST: CommandSpec = {
  usage: 'token list [--org NAMESPACE] --db FILE',
  says: 'Lists the tokens: id, namespace, state, when each was made and when it expires.',
  flags: { org: { ...ORG_FLAG, required: false, says: "only this organization's" }, db: DB_FLAG },
  positionals: { name: '', min: 0, max: 0 },
};

const REVOKE: CommandSpec = {
  usage: 'token revoke ID --db FILE',
  says: 'Revokes a token, at once and for good. `token list` shows the ids.',
  flags: { db: DB_FLAG },
  positionals: { name: 'ID', min: 1, max: 1 },
};

const COMMANDS = {
  create: { spec: CREATE, run: create },
  list: { spec: LIST, run: list },
  revoke: { spec: REVOKE, run: revoke },
};

async function create(given: Arguments, io: Io): Promise<number> {
  const written = given.text('expires');
  const lifetimeMs = written === null ? null : parseLifetime(written);
  if (written !== null && lifetimeMs === null) {
    throw new InputError([
      `--expires is ${JSON.stringify(written)}; it is a number of hours, days or weeks, or a year, as 12h, 90d, 6w, 1y: a year (365d) at most`,
    ]);
  }
  return withStore(given.text('db') ?? '', { create: false }, async (operations) => {
    const { token } = await operations.createToken(given.text('org') ?? '', lifetimeMs);
    io.stdout.write(`${token}\n`);
    return 0;
  });
}

async function list(given: Arguments, io: Io): Promise<number> {
  return withStore(given.text('db') ?? '', { create: false }, async (operations) => {
    for (const record of await operations.listTokens(given.text('org'))) printToken(io, record);
    return 0;
  });
}

async function revoke(given: Arguments, io: Io): Promise<number> {
  return withStore(given.text('db') ?? '', { create: false }, async (operations) => {
    printToken(io, await operations.revokeToken(given.positionals[0] ?? ''));
    return 0;
  });
}

function printToken(io: Io, { id, namespace, createdMs, expiresMs, revokedMs }: TokenRecord): void {
  const state = revokedMs !== null ? 'revoked' : expiresMs <= Date.now() ? 'expired' : 'valid';
  const times = [createdMs, expiresMs].map((ms) => new Date(ms).toISOString());
  io.stdout.write(`${[id, namespace, state, ...times].join('\t')}\n`);
}
