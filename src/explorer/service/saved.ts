// Lists the saved insights that the service has, for the choice on the page "Ask", and whose events it has.
import { createCatalog, type ListedOrganization } from '../../report/client/catalog.ts';
import { groupsOf, listInsights, nameOf, placeOf } from '../../report/client/saved-insights.ts';
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

/**
 * What the service lists, in its order; nothing if it does not list it. It comes after the numbers of the
 * page, because the service reads all events for it.
 */
export async function listSaved(asker: Asker): Promise<Listing> {
  await asker.answered();
  const catalog = createCatalog((path, _, signal) => asker.get(path, signal));
  const organizations = await catalog.organizations();
  if (organizations instanceof Error) return { place: null, insights: [] };
  const groups = groupsOf(organizations);
  const { insights } = await listInsights(catalog, groups);
  const listed = insights.flatMap((insight): Saved[] => {
    const { id, name, query } = insight;
    return query === null ? [] : [{ id, name, query, place: groups.length > 1 ? placeOf(insight) : null }];
  });
  const [organization, ...others] = organizations;
  const isOnly = organization !== undefined && others.length === 0;
  return { place: isOnly ? nameWithApp(organization) : null, insights: listed };
}

/** What an organization is called, with its app if it has only one: `Tidewater · Notes`. */
function nameWithApp(organization: ListedOrganization): string {
  const name = nameOf(organization);
  const [app, ...others] = organization.apps;
  const appName = others.length === 0 ? (app?.name ?? name) : name;
  // An app's identifier says nothing to people.
  return appName === name || isInsightId(appName) ? name : `${name} · ${appName}`;
}
