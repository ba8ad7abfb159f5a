// Decides whose events a query counts: sets its data source (the namespace of an organization) before it is
// sent, and filters test events as the hosted service once did.
import type { Catalog, ListedOrganization } from './catalog.ts';
import { RequestError } from '../../text/errors.ts';
import { quoteNames } from '../../text/list.ts';
import { isJsonObject, type Json } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import { joined, selector } from '../../tql/write.ts';

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

async function findNamespace(query: Query, catalog: Catalog | undefined): Promise<string | null> {
  const listed = await catalog?.organizations();
  return listed === undefined || listed instanceof Error ? null : chooseNamespace(listed, query);
}

function chooseNamespace(organizations: readonly ListedOrganization[], query: Query): string | null {
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

function namespacesOf(organizations: readonly ListedOrganization[]): readonly string[] {
  return [...new Set(organizations.flatMap(({ namespace }) => namespace ?? []))];
}

/** An error that says which data sources there are, if the service refused a query's own. */
export async function explainRefusedSource(error: unknown, catalog: Catalog | undefined): Promise<unknown> {
  if (!(error instanceof RequestError) || error.kind !== 'data-source' || error.status === null) return error;
  const listed = await catalog?.organizations();
  const namespaces = listed === undefined || listed instanceof Error ? [] : namespacesOf(listed);
  if (namespaces.length === 0) return error;
  return new RequestError(
    error.kind,
    error.status,
    `${error.message} The token reads ${quoteNames(namespaces)}.`,
  );
}

/**
 * The ids, in upper case, of the apps that a query names: its `appID`, and what a selector in its filter
 * compares `appID` with.
 */
export function appsOf(query: Query): ReadonlySet<string> {
  const { appID, filter = null } = query;
  const selected = objectsIn(filter).flatMap(({ type, dimension, value }) =>
    type === 'selector' && dimension === 'appID' ? [value] : [],
  );
  return new Set([appID, ...selected].flatMap((id) => (typeof id === 'string' ? [id.toUpperCase()] : [])));
}

/**
 * A saved query of one app without the events of testers, unless it says itself what it does with them. The
 * hosted service added this filter to such queries, and to no others, until July 2026.
 */
export function withoutTestEvents(query: Query): Query {
  const { baseFilters = null, testMode, filter = null } = query;
  const isOfApp =
    baseFilters === 'thisApp' || (baseFilters === null && appsOf({ ...query, appID: null }).size > 0);
  if (!isOfApp || testMode === true || readsTestMode(query)) return query;
  return { ...query, filter: joined('and', [filter, selector('isTestMode', 'false')]) };
}

/** Whether any filter of a query, those of its aggregations included, is on `isTestMode`. */
function readsTestMode(query: Query): boolean {
  const filters = objectsIn(query).flatMap(({ filter = null }) => objectsIn(filter));
  return filters.some(({ dimension, column, dimensions }) => {
    const columnsRead = [
      dimension,
      column,
      ...(Array.isArray(dimensions) ? (dimensions as readonly Json[]) : []),
    ];
    return columnsRead.includes('isTestMode');
  });
}

/** A JSON value's objects at any depth. */
function objectsIn(value: Json): readonly Readonly<Record<string, Json>>[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(objectsIn);
  return isJsonObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}
