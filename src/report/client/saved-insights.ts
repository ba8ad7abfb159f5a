// Lists the saved insights of an account with their places, by group. For the commands and pages that let
// people choose insights.
import pLimit from 'p-limit';
import { RequestError } from '../../text/errors.ts';
import type { JsonObject } from '../../tql/json.ts';
import type { Catalog, ListedApp, ListedGroup, ListedOrganization } from './catalog.ts';

/** A group of insights, and where it is. */
export interface PlacedGroup {
  readonly organization: ListedOrganization;
  readonly app: ListedApp;
  readonly group: ListedGroup;
}

/** A saved insight, and where it is. Its name is its title, or else its id. */
export interface PlacedInsight extends PlacedGroup {
  readonly id: string;
  readonly name: string;
  /** As it is saved; null if the list does not say it. */
  readonly query: JsonObject | null;
}

/** The groups of organizations, in their order. */
export function groupsOf(organizations: readonly ListedOrganization[]): readonly PlacedGroup[] {
  return organizations.flatMap((organization) =>
    organization.apps.flatMap((app) => app.groups.map((group) => ({ organization, app, group }))),
  );
}

/**
 * Lists the insights of groups, one request for each. `error` says why a group could not be listed, if any
 * could not.
 */
export async function listInsights(
  catalog: Catalog,
  groups: readonly PlacedGroup[],
): Promise<{ readonly insights: readonly PlacedInsight[]; readonly error: Error | null }> {
  const listings = await pLimit(REQUESTS_AT_ONCE).map(groups, async (place) => {
    const listed = await catalog.group(place.group.id);
    if (listed instanceof Error) return listed;
    return listed.map(({ id, title, query }) => ({ ...place, id, name: title ?? id, query }));
  });
  const errors = listings.filter((each) => each instanceof Error);
  // A group that is not there any more has no insights, if the service has groups at all.
  const isGone = (error: Error): boolean => errors.length < groups.length && isNotFound(error);
  const insights = listings.flatMap((each) => (each instanceof Error ? [] : each));
  return { insights, error: errors.find((error) => !isGone(error)) ?? null };
}

const REQUESTS_AT_ONCE = 6;

/** Whether a service answered that what was to be listed does not exist, or that it lists nothing. */
export function isNotFound(error: Error): boolean {
  return error instanceof RequestError && error.kind === 'not-found';
}

/** Every insight that the service lists; none if it lists nothing. */
export async function listSaved(catalog: Catalog): Promise<readonly PlacedInsight[]> {
  const organizations = await catalog.organizations();
  return organizations instanceof Error
    ? []
    : (await listInsights(catalog, groupsOf(organizations))).insights;
}

/** `Notes › Devices`: an app and a group in it. */
export function placeOf({ app, group }: PlacedGroup): string {
  return `${app.name ?? app.id} › ${group.title ?? group.id}`;
}

/** What an organization is called. */
export function nameOf({ name, namespace, id }: ListedOrganization): string {
  return name ?? namespace ?? id ?? 'an organization without a name';
}
