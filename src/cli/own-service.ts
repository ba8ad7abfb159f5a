import type { QueryService } from '../client/client.ts';
import type { NamedInsight } from '../client/saved-insights.ts';
import { InputError } from '../errors.ts';
import type { RawInputs } from '../inputs/raw.ts';
import { catalogOf } from './init/library.ts';
import type { Io } from './io.ts';
import { unpostedInputs, withUsualConfig } from './requests.ts';
import { EVENTS_FLAGS, nameOfStore, type Place } from './arguments/place.ts';

/** The flags that name an organization in a database file, which is asked instead of a service over HTTP. */
export const OWN_SERVICE_FLAGS = {
  ...EVENTS_FLAGS,
  db: { value: 'FILE', description: 'asks this database file instead of a service, even while it is served' },
  org: { value: 'NAMESPACE', description: "the organization's namespace, with --db" },
} as const;

/** What was given to a command that takes the Action's inputs. */
interface Given {
  readonly flags: Place & { readonly org: string | null; readonly now: number | null };
  readonly inputs: RawInputs;
  readonly problems: readonly string[];
}

/**
 * Runs a task with the inputs, without what posting needs, and the service of `--db` and `--org`: insights
 * are also named, and no token is needed. Without the two flags, the task has no service. Throws `InputError`
 * if only one of them is given.
 */
export async function withOwnService(
  { flags, inputs: given, problems }: Given,
  io: Io,
  task: (inputs: RawInputs, service?: QueryService) => Promise<number>,
): Promise<number> {
  const inputs = withUsualConfig(given, io);
  const { org } = flags;
  const name = nameOfStore(flags);
  if (name === null && org === null) return task(unpostedInputs(inputs, io));
  if (name === null)
    throw new InputError([...problems, `--db FILE is missing: the database file that ${org} is in`]);
  if (org === null)
    throw new InputError([
      ...problems,
      `--org NAMESPACE is missing: an organization of ${name}, as "org list --${flags.db === null ? 'state' : 'db'} ${name}" shows them`,
    ]);
  const chosen = () => Promise.resolve(org);
  return withStored({ ...flags, org: chosen }, io, async ({ token, service }) =>
    task({ ...unpostedInputs(inputs, io), 'api-token': token }, service),
  );
}

/** An organization of a database file, which is asked without HTTP. */
export interface StoredOrganization {
  /** Its file, or the address of its PostgreSQL. */
  readonly name: string;
  readonly org: string;
  /**
   * Stands where a token is needed. Nothing is sent; the file's own secret gives the offsets that a token
   * would.
   */
  readonly token: string;
  readonly insights: readonly NamedInsight[];
  readonly service: QueryService;
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
  const [{ withStore }, { storedService }] = await Promise.all([
    import('./store.ts'),
    import('./stored-service.ts'),
  ]);
  return withStore(io, place, async (operations) => {
    const org = await choose((await operations.listOrganizations()).map(({ namespace }) => namespace));
    const [insights, secret] = [await operations.listInsights(org), await operations.secret()];
    const service = { ...storedService(operations, org, now), catalog: catalogOf(insights) };
    return task({ name: nameOfStore(place) ?? '', org, token: `${org}/${secret}`, insights, service });
  });
}
