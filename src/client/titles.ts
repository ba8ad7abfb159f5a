import type { Catalog } from './catalog.ts';

/** The title under which an insight is saved; null if the service does not say it. */
export type FindTitle = (id: string) => Promise<string | null>;

/** Finds titles: of one wanted insight by itself, of several in their groups, one request for each group. */
export function titlesOf(wanted: readonly string[], catalog: Catalog | undefined): FindTitle {
  if (catalog === undefined) return async () => null;
  const alone: FindTitle = async (id) => {
    const listing = await catalog.insight(id);
    return listing.kind === 'listed' ? listing.value.title : null;
  };
  if (wanted.length < 2) return alone;
  return async (id) => {
    const group = await groupOf(id, catalog);
    if (group === null) return alone(id);
    const listing = await catalog.group(group);
    const insights = listing.kind === 'listed' ? listing.value : [];
    return insights.find((each) => each.id.toLowerCase() === id.toLowerCase())?.title ?? null;
  };
}

async function groupOf(id: string, catalog: Catalog): Promise<string | null> {
  const listing = await catalog.organizations();
  const organizations = listing.kind === 'listed' ? listing.value : [];
  const groups = organizations.flatMap(({ apps }) => apps.flatMap((app) => app.groups));
  const isOfGroup = (insightIds: readonly string[] | null): boolean =>
    insightIds?.some((each) => each.toLowerCase() === id.toLowerCase()) === true;
  return groups.find(({ insightIds }) => isOfGroup(insightIds))?.id ?? null;
}
