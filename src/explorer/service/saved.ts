import { createCatalog } from '../../report/client/catalog.ts';
import { groupsOf, listInsights, placeOf } from '../../report/client/saved-insights.ts';
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

/**
 * The saved insights that the token reads, in the service's order; none if the service does not list them.
 */
export async function listSaved(asker: Asker): Promise<readonly Saved[]> {
  const catalog = createCatalog((path, _, signal) => asker.get(path, signal));
  const organizations = await catalog.organizations();
  if (organizations instanceof Error) return [];
  const groups = groupsOf(organizations);
  const { insights } = await listInsights(catalog, groups);
  return insights.flatMap((insight) => {
    const { id, name, query } = insight;
    return query === null ? [] : [{ id, name, query, place: groups.length > 1 ? placeOf(insight) : null }];
  });
}
