import type { QueryService } from '../client/client.ts';
import { InputError } from '../errors.ts';
import { givenText, type RawInputs } from '../inputs/raw.ts';
import { askOnce } from '../run/reports.ts';
import { resolveNames } from './init/names.ts';
import type { Io } from './io.ts';
import { unpostedInputs, withUsualConfig } from './requests.ts';

/** The flags that name an organization in a database file, which is asked instead of a service over HTTP. */
export const OWN_SERVICE_FLAGS = {
  db: { value: 'FILE', description: 'asks this database file instead of a service, even while it is served' },
  org: { value: 'NAMESPACE', description: "the organization's namespace, with --db" },
} as const;

/** What was given to a command that takes the Action's inputs. */
interface Given {
  readonly flags: { readonly db: string | null; readonly org: string | null; readonly now: number | null };
  readonly inputs: RawInputs;
  readonly problems: readonly string[];
}

/**
 * Runs a task with the inputs, without what posting needs, and the service of `--db` and `--org`: insights are also named, and no token is
 * needed. Without the two flags, the task has no service. Throws `InputError` if only one of them is given.
 */
export async function withOwnService(
  { flags: { db, org, now }, inputs: given, problems }: Given,
  io: Io,
  task: (inputs: RawInputs, service?: QueryService) => Promise<number>,
): Promise<number> {
  const inputs = withUsualConfig(given, io);
  if (db === null && org === null) return task(unpostedInputs(inputs, io));
  if (db === null || org === null) throw new InputError([...problems, '--db FILE and --org NAMESPACE belong together']);
  const [{ withStore }, { storedService }] = await Promise.all([import('./store.ts'), import('./stored-service.ts')]);
  return withStore(io, db, { create: false }, async (operations) => {
    const insights = resolveNames(givenText(inputs, 'insights'), await operations.listInsights(org));
    // Nothing is sent, so no token is needed. What a token would be asked for, offsets, the file's own secret gives.
    const token = `${org}/${await operations.secret()}`;
    const unposted = { ...unpostedInputs({ ...inputs, insights }, io), 'api-token': token };
    return task(unposted, askOnce(storedService(operations, org, now)));
  });
}
