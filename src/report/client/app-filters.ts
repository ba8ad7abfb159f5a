// Which apps a query counts, and the filter that keeps the events of testers out of a saved query of one app.
import { isJsonObject, type Json } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import { joined, selector } from '../../tql/write.ts';

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
  return filters.some(({ dimension, column, dimensions }) =>
    [dimension, column, dimensions].flat().includes('isTestMode'),
  );
}

/** A JSON value's objects at any depth. */
function objectsIn(value: Json): readonly Readonly<Record<string, Json>>[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(objectsIn);
  return isJsonObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}
