// `--db FILE [--org NAMESPACE]` of `report`, `gate`, `check`, `preview` and `init`: they query a database
// file in the place of a service over HTTP. These commands take the Action's inputs; those that take a
// query are served by service-flags.ts.
import type { QueryService } from '../report/client/client.ts';
import type { NamedInsight } from '../report/client/named-insights.ts';
import { InputError } from '../text/errors.ts';
import type { RawInputs } from '../report/inputs/raw.ts';
import type { Io } from './io.ts';
import type { StoredService } from './stored-service.ts';
import { unpostedInputs, withUsualConfig } from './requests.ts';
import { EVENTS_FLAGS, nameOfStore, type Place } from './arguments/place.ts';

/**
 * The flags that name an organization in a database file, which is queried instead of a service over HTTP.
 */
export const STORED_FLAGS = {
  ...EVENTS_FLAGS,
  db: {
    value: 'FILE',
    description: 'reads this database file ("serve" may run on it) instead of a query service',
  },
  org: { value: 'NAMESPACE', description: 'with --db: the organization, if the file has several' },
} as const;

/** What was given to a command that takes the Action's inputs. */
interface InputArguments {
  readonly flags: Place & { readonly org: string | null; readonly now: number | null };
  readonly inputs: RawInputs;
  readonly problems: readonly string[];
}

/**
 * Runs a task with the inputs, without what posting needs, and the service of `--db` and `--org`: insights
 * are also named, and no token is needed. Without the two flags, the task has no service. Throws `InputError`
 * if only `--org` is given.
 */
export async function withReportService(
  args: InputArguments,
  io: Io,
  task: (inputs: RawInputs, service?: QueryService) => Promise<number>,
): Promise<number> {
  const inputs = withUsualConfig(args.inputs, io);
  return withOptionalStore(args, io, (stored) => task(inputsFor(stored, inputs, io), stored?.service));
}

/**
 * The inputs of a run that posts nothing, with the environment's token, or what stands for it with `--db`.
 */
export function inputsFor(stored: StoredOrganization | null, inputs: RawInputs, io: Io): RawInputs {
  const unposted = unpostedInputs(inputs, io);
  return stored === null ? unposted : { ...unposted, 'api-token': stored.token };
}

/** Runs a task with the organization of `--db` and `--org`; null without the two. Throws `InputError`. */
export async function withOptionalStore(
  { flags, problems }: Omit<InputArguments, 'inputs'>,
  io: Io,
  task: (stored: StoredOrganization | null) => Promise<number>,
): Promise<number> {
  const { org } = flags;
  const name = nameOfStore(flags);
  if (name === null && org === null) return task(null);
  if (name === null)
    throw new InputError([...problems, `--db FILE is missing: the database file that ${org} is in`]);
  const choose = async (namespaces: readonly string[]) => org ?? onlyOf(namespaces, name, problems);
  return withStored({ ...flags, org: choose }, io, task);
}

/** The only organization of a file. Throws `InputError`, with the earlier problems, if there are others. */
export function onlyOf(namespaces: readonly string[], name: string, problems: readonly string[]): string {
  const [only, ...others] = namespaces;
  if (only !== undefined && others.length === 0) return only;
  const names = namespaces.join(', ') || 'no organization';
  throw new InputError([...problems, `--org NAMESPACE is missing; ${name} has ${names}`]);
}

/** An organization of a database file, which is queried without HTTP. */
export interface StoredOrganization {
  readonly place: Place;
  readonly org: string;
  /** Given where a token is needed. Reports mask tokens, so this is a text that no report holds. */
  readonly token: string;
  readonly insights: readonly NamedInsight[];
  readonly service: StoredService;
}

/** Runs a task with an organization of a database file; `org` chooses it from the namespaces in the file. */
export async function withStored(
  {
    org: choose,
    now,
    ...place
  }: Place & { org: (namespaces: readonly string[]) => Promise<string>; now: number | null },
  io: Io,
  task: (stored: StoredOrganization) => Promise<number>,
): Promise<number> {
  const [{ listNamespaces, withStoreOnDemand }, { storedService }] = await Promise.all([
    import('./store.ts'),
    import('./stored-service.ts'),
  ]);
  return withStoreOnDemand(io, place, async (use) => {
    const org = await choose(await use(listNamespaces));
    const insights = await use((operations) => operations.listInsights(org));
    const service = storedService({ use, org, insights, nowMs: now });
    return task({ place, org, token: `stored-organization/${org}`, insights, service });
  });
}
