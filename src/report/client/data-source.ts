// Decides whose events a query counts: sets its data source (the namespace of an organization) before it is
// sent.
import type { Catalog, ListedOrganization } from './catalog.ts';
import { RequestError } from '../../text/errors.ts';
import { quoteNames } from '../../text/list.ts';
import { isJsonObject } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import { appsOf } from './app-filters.ts';

/**
 * The table of all organizations, from before each had a namespace. Today it holds nothing for those that
 * have one.
 */
const SHARED_TABLE = 'telemetry-signals';

/** Whether a query says no data source, or one that stands for the default. */
function needsDataSource({ dataSource = null }: Query): boolean {
  const name = isJsonObject(dataSource) ? dataSource['name'] : dataSource;
  return name === null || name === SHARED_TABLE;
}

/**
 * The query with a data source, if it needs one: the given one, otherwise the namespace of the token's
 * organization. It stays as it is if the service does not list organizations. Rejects with a `RequestError`
 * of the kind `data-source` if there are several to choose from.
 */
export async function withDataSource(
  query: Query,
  givenSource: string | null,
  catalog: Catalog | undefined,
): Promise<Query> {
  if (!needsDataSource(query)) return query;
  const dataSource = givenSource ?? (await findNamespace(query, catalog));
  return dataSource === null ? query : { ...query, dataSource };
}

/**
 * The namespace of the token's organization; of several, that of the organization whose app the query names.
 * Null if the service lists no organizations.
 */
async function findNamespace(query: Query, catalog: Catalog | undefined): Promise<string | null> {
  const organizations = await listOrganizations(catalog);
  const all = namespacesOf(organizations);
  if (all.length <= 1) return all[0] ?? null;
  const named = appsOf(query);
  const isNamed = ({ apps }: ListedOrganization): boolean =>
    apps.some(({ id }) => named.has(id.toUpperCase()));
  const [namespace, ...others] = namespacesOf(organizations.filter(isNamed));
  if (namespace !== undefined && others.length === 0) return namespace;
  const why = `the token reads ${quoteNames(all)}, and the query names no app that belongs to one of them alone`;
  throw new RequestError(
    'data-source',
    null,
    `Whose events to count is not known: ${why}. Set \`data-source\` to one.`,
  );
}

/** What the service lists; nothing if it lists no organizations. */
async function listOrganizations(catalog: Catalog | undefined): Promise<readonly ListedOrganization[]> {
  const listed = await catalog?.organizations();
  return listed === undefined || listed instanceof Error ? [] : listed;
}

function namespacesOf(organizations: readonly ListedOrganization[]): readonly string[] {
  return [...new Set(organizations.flatMap(({ namespace }) => namespace ?? []))];
}

/** An error that says which data sources there are, if the service refused a query's own. */
export async function explainRefusedSource(error: unknown, catalog: Catalog | undefined): Promise<unknown> {
  if (!(error instanceof RequestError) || error.kind !== 'data-source' || error.status === null) return error;
  const namespaces = namespacesOf(await listOrganizations(catalog));
  if (namespaces.length === 0) return error;
  return new RequestError(
    error.kind,
    error.status,
    `${error.message} The token reads ${quoteNames(namespaces)}.`,
  );
}
