import type { Catalog, ListedApp, ListedGroup, ListedOrganization } from '../client/catalog.ts';

/** A group of insights, and where it is. */
export interface PlacedGroup {
  readonly organization: ListedOrganization;
  readonly app: ListedApp;
  readonly group: ListedGroup;
}

/** A saved insight, and where it is. Its name is its title, else its id. */
export interface PlacedInsight extends PlacedGroup {
  readonly id: string;
  readonly name: string;
}

/** The groups of organizations, in their order. */
export function groupsOf(organizations: readonly ListedOrganization[]): readonly PlacedGroup[] {
  return organizations.flatMap((organization) =>
    organization.apps.flatMap((app) => app.groups.map((group) => ({ organization, app, group }))),
  );
}

/** Lists the insights of groups, one request for each; those of a group that cannot be listed are left out. */
export async function listInsights(
  catalog: Catalog,
  groups: readonly PlacedGroup[],
): Promise<readonly PlacedInsight[]> {
  const found: PlacedInsight[] = [];
  for (let first = 0; first < groups.length; first += REQUESTS_AT_ONCE) {
    const some = groups.slice(first, first + REQUESTS_AT_ONCE);
    const listings = await Promise.all(some.map(({ group }) => catalog.group(group.id)));
    for (const [index, listing] of listings.entries()) {
      const place = some[index];
      if (listing.kind !== 'listed' || place === undefined) continue;
      found.push(...listing.value.map(({ id, title }) => ({ ...place, id, name: title ?? id })));
    }
  }
  return found;
}

const REQUESTS_AT_ONCE = 6;

/** `Notes › Devices`: an app and a group in it. */
export function placeOf({ app, group }: PlacedGroup): string {
  return `${app.name ?? app.id} › ${group.title ?? group.id}`;
}

/** What an organization is called. */
export function nameOf({ name, namespace, id }: ListedOrganization): string {
  return name ?? namespace ?? id ?? 'an organization without a name';
}
