// Finds the titles of insights that a report requests by their ids.
import type { Catalog, ListedInsight } from './catalog.ts';
import { groupsOf } from './saved-insights.ts';

/** The title under which an insight is saved; null if the service does not say it. */
export type FindTitle = (id: string) => Promise<string | null>;

/**
 * Finds titles: of one wanted insight by itself, of several in their groups, which the catalog requests once
 * each. An insight whose group cannot be listed is read by itself.
 */
export function titlesOf(wanted: readonly string[], catalog: Catalog | undefined): FindTitle {
  if (catalog === undefined) return async () => null;
  const titleAlone: FindTitle = async (id) => {
    const insight = await catalog.insight(id);
    return insight instanceof Error ? null : insight.title;
  };
  if (wanted.length < 2) return titleAlone;
  return async (id) => {
    const insight = (await listGroupOf(id, catalog)).find((each) => isSameId(each.id, id));
    return insight === undefined ? titleAlone(id) : insight.title;
  };
}

/** The insights of the group that an insight is in; none if there is no such group or it cannot be listed. */
async function listGroupOf(id: string, catalog: Catalog): Promise<readonly ListedInsight[]> {
  const organizations = await catalog.organizations();
  if (organizations instanceof Error) return [];
  const holder = groupsOf(organizations).find(({ group }) =>
    group.insightIds?.some((each) => isSameId(each, id)),
  );
  const insights = holder === undefined ? [] : await catalog.group(holder.group.id);
  return insights instanceof Error ? [] : insights;
}

function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
