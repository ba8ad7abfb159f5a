// Stores the organizations, which `org create` and `org plan` change.
import { StoreError } from '../../errors.ts';
import { firstInteger, readInteger, readText, type Rows, type Sql, type StoreRow } from '../sql.ts';

/** Only organizations on the paid plan have access to the API. */
export type Plan = 'paid' | 'free';

/** An organization. Its namespace is the data source of its queries. */
export interface Organization {
  readonly id: number;
  readonly namespace: string;
  readonly plan: Plan;
  readonly createdMs: number;
}

export const NAMESPACE_RULE =
  'up to 100 letters, digits, dots, hyphens and underscores, the first and last a letter or digit';
const NAMESPACE = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$/;

export function isNamespace(text: string): boolean {
  return NAMESPACE.test(text);
}

/** What `store.ts` does for a new organization, in its transaction, and after a change of plan. */
interface OrganizationHooks {
  readonly created: (rows: Rows, organization: number) => Promise<unknown>;
  readonly changed: () => void;
}

export type Organizations = ReturnType<typeof organizationsIn>;

/** Makes the organizations in a database. */
export function organizationsIn(sql: Sql, now: () => number, followers: OrganizationHooks) {
  const list = async (): Promise<readonly Organization[]> =>
    (await sql.rows('SELECT * FROM organizations ORDER BY id')).map(toOrganization);
  const get = async (namespace: string) => {
    const all = await list();
    return (
      all.find((organization) => organization.namespace === namespace) ?? unknownOrganization(namespace, all)
    );
  };
  return {
    list,
    /** Throws `StoreError` if no organization has this namespace. */
    get,
    create: (namespace: string, plan: Plan) =>
      create(sql, { namespace, plan, createdMs: now() }, followers.created),
    setPlan: async (namespace: string, plan: Plan): Promise<Organization> => {
      const organization = await get(namespace);
      await sql.transaction((rows) =>
        rows('UPDATE organizations SET plan = $1 WHERE id = $2', [plan, organization.id]),
      );
      followers.changed();
      return { ...organization, plan };
    },
  };
}

async function create(
  sql: Sql,
  wanted: Omit<Organization, 'id'>,
  created: OrganizationHooks['created'],
): Promise<Organization> {
  const { namespace, plan, createdMs } = wanted;
  if (!isNamespace(namespace))
    throw new StoreError(`${JSON.stringify(namespace)} is not a valid namespace: ${NAMESPACE_RULE}.`);
  return sql.transaction(async (rows) => {
    const conflictingRows = await rows(
      "SELECT namespace FROM organizations WHERE replace(namespace, '.', '_') = replace($1, '.', '_')",
      [namespace],
    );
    for (const row of conflictingRows) throw takenNamespace(namespace, readText(row, 'namespace'));
    const id = firstInteger(await rows('SELECT coalesce(max(id), 0) + 1 AS id FROM organizations'), 'id');
    await rows('INSERT INTO organizations (id, namespace, plan, created) VALUES ($1, $2, $3, $4)', [
      id,
      namespace,
      plan,
      BigInt(createdMs),
    ]);
    await created(rows, id);
    return { id, ...wanted };
  });
}

/** The error for a name that is taken. Kafka allows no two topics such as `my.app` and `my_app`. */
function takenNamespace(namespace: string, other: string): StoreError {
  if (namespace === other) return new StoreError(`The organization ${namespace} already exists.`);
  return new StoreError(
    `The organization ${other} exists, and Kafka would take ${namespace} for the same topic: namespaces must differ in more than dots and underscores.`,
  );
}

/** The organization in a row. */
export function toOrganization(row: StoreRow): Organization {
  const plan = readText(row, 'plan') === 'free' ? 'free' : 'paid';
  return {
    id: readInteger(row, 'id'),
    namespace: readText(row, 'namespace'),
    plan,
    createdMs: readInteger(row, 'created'),
  };
}

function unknownOrganization(namespace: string, all: readonly Organization[]): never {
  const names = all.slice(0, 10).map((organization) => organization.namespace);
  const hint =
    names.length === 0
      ? 'There are none yet; `org create` creates one.'
      : `Organizations: ${names.join(', ')}.`;
  throw new StoreError(`There is no organization ${JSON.stringify(namespace)}. ${hint}`);
}
