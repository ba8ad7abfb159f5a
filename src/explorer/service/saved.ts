import { createCatalog, type ListedOrganization } from '../../report/client/catalog.ts';
import { groupsOf, listInsights, placeOf } from '../../report/client/saved-insights.ts';
import { isInsightId } from '../../text/insight-id.ts';
import type { JsonObject } from '../../tql/json.ts';
import type { Asker } from './asker.ts';

/** A saved insight that can be opened. */
export interface Saved {
  readonly id: string;
  readonly name: string;
  /** The app and the group that it is in; null if there is only one group. */
  readonly place: string | null;
  readonly query: JsonObject;
}

/** What the token reads. */
export interface Listing {
  /** The organization and its app, if there is one of each. */
  readonly place: string | null;
  readonly insights: readonly Saved[];
}

/** What the service lists, in its order; nothing if it does not list it. */
export async function listSaved(asker: Asker): Promise<Listing> {
  const catalog = createCatalog((path, _, signal) => asker.get(path, signal));
  const organizations = await catalog.organizations();
  if (organizations instanceof Error) return { place: null, insights: [] };
  const groups = groupsOf(organizations);
  const { insights } = await listInsights(catalog, groups);
  const listed = insights.flatMap((insight): Saved[] => {
    const { id, name, query } = insight;
    return query === null ? [] : [{ id, name, query, place: groups.length > 1 ? placeOf(insight) : null }];
  });
  return { place: placeNamed(organizations), insights: listed };
}

function placeNamed([organization, ...others]: readonly ListedOrganization[]): string | null {
  if (organization === undefined || others.length > 0) return null;
  const [app, ...apps] = organization.apps;
  // An app's identifier says nothing to people.
  const appName = apps.length > 0 || isInsightId(app?.name ?? '') ? null : app?.name;
  const names = [organization.name ?? organization.namespace, appName];
  return [...new Set(names.filter((name) => name != null))].join(' · ') || null;
}
