import { InputError } from '../../errors.ts';
import type { Organization, Plan } from '../../service/store/organizations.ts';
import type { Arguments, CommandSpec } from '../arguments/parse.ts';
import type { Io } from '../io.ts';
import { DB_FLAG, runSubcommand, withStore } from '../arguments/command.ts';

/** `insight-report org`: the organizations of a store. Gives the exit code. */
export function run(args: readonly string[], io: Io): Promise<number> {
  return runSubcommand('org', COMMANDS, args, io);
}

const PLANS: readonly Plan[] = ['paid', 'free'];

const CREATE: CommandSpec = {
  usage: 'org create NAMESPACE [--plan paid|free] --db FILE',
  says: 'Makes an organization, and the database file where there is none.',
  flags: { plan: { value: 'PLAN', says: 'paid (the default) or free: a free plan has no API access' }, db: DB_FLAG },
  positionals: { name: 'NAMESPACE', min: 1, max: 1 },
};

const PLAN: CommandSpec = {
  usage: 'org plan NAMESPACE paid|free --db FILE',
  says: 'Moves an organization to another plan. On the free one its tokens are answered with 402.',
  flags: { db: DB_FLAG },
  positionals: { name: 'NAMESPACE and the plan', min: 2, max: 2 },
};

const LIST: CommandSpec = {
  usage: 'org list --db FILE',
  says: 'Lists the organizations: namespace, plan, when it was made.',
  flags: { db: DB_FLAG },
  positionals: { name: '', min: 0, max: 0 },
};

const COMMANDS = {
  create: { spec: CREATE, run: create },
  plan: { spec: PLAN, run: setPlan },
  list: { spec: LIST, run: list },
};

async function create(given: Arguments, io: Io): Promise<number> {
  const plan = readPlan(given.text('plan') ?? 'paid', '--plan');
  return withStore(given.text('db') ?? '', { create: true }, async (operations) => {
    printOrganization(io, await operations.createOrganization(given.positionals[0] ?? '', plan));
    return 0;
  });
}

async function setPlan(given: Arguments, io: Io): Promise<number> {
  const plan = readPlan(given.positionals[1] ?? '', 'the plan');
  return withStore(given.text('db') ?? '', { create: false }, async (operations) => {
    printOrganization(io, await operations.setPlan(given.positionals[0] ?? '', plan));
    return 0;
  });
}

async function list(given: Arguments, io: Io): Promise<number> {
  return withStore(given.text('db') ?? '', { create: false }, async (operations) => {
    for (const organization of await operations.listOrganizations()) printOrganization(io, organization);
    return 0;
  });
}

function printOrganization(io: Io, { namespace, plan, createdMs }: Organization): void {
  io.stdout.write(`${namespace}\t${plan}\t${new Date(createdMs).toISOString()}\n`);
}

function readPlan(written: string, what: string): Plan {
  const plan = PLANS.find((known) => known === written);
  if (plan !== undefined) return plan;
  throw new InputError([`${what} is ${JSON.stringify(written)}; it is paid or free`]);
}
